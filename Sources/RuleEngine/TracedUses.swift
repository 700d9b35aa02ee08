import Diagnostics
import Rules
import SwiftLexer

/// The findings of a trace through all files in one of them. The file alone does not tell them.
package struct TracedUses: Sendable {
  /// A call in the `inside` of a rule that can reach what the rule bans, in code outside of it.
  package struct Call: Sendable {
    /// The id of the rule.
    package let rule: String
    /// The tokens of the call that name the callee, as offsets from 0 in UTF-8 bytes.
    package let range: Range<Int>
    /// The declaration around the call, and the callee with its labels.
    package let key: FindingKey
    /// The nearest use that can be reached, as a `FindingKey` has it.
    package let cause: String
    /// The way to that use.
    package let notes: [Note]

    package init(
      of rule: String, at range: Range<Int>, _ key: FindingKey, reaching cause: String,
      notes: [Note]
    ) {
      (self.rule, self.range, self.key, self.cause, self.notes) = (rule, range, key, cause, notes)
    }
  }

  package var calls: [Call] = []
  /// Uses outside of the `inside` of their rule that something allows, by the rule's id.
  package var allowed: [(rule: String, range: Range<Int>)] = []
  /// The settings that allow some of them, or calls.
  package var usedSettings: Set<UsedSetting> = []
  /// The number of calls that a declaration around them allows.
  package var allowedInside = 0

  package init() {}

  package var isEmpty: Bool {
    calls.isEmpty && allowed.isEmpty && usedSettings.isEmpty && allowedInside == 0
  }
}

extension SummedFindings {
  /// Adds the findings of a trace in the file that no setting and no comment allows.
  mutating func add(_ traced: TracedUses) {
    findings.usedSettings.formUnion(traced.usedSettings)
    findings.allowedInSource += traced.allowedInside
    for (id, range) in traced.allowed {
      guard let rule = ruleInForce(id),
        let comment = suppressions.comment(excusing: range, of: rule)
      else { continue }
      usedSuppressions[comment, default: []].insert(rule)
    }
    let calls = Dictionary(grouping: traced.calls, by: \.rule)
    for (id, calls) in calls.sorted(by: { $0.key < $1.key }) {
      guard let rule = ruleInForce(id) else { continue }
      // The rule may ban a callee itself.
      let reported = findings.all.filter { $0.isReported && $0.rule?.id == id }.map(\.range)
      let banned = OverlapSearch(reported.sorted { $0.lowerBound < $1.lowerBound })
      for call in calls where banned.first(overlapping: call.range) == nil {
        findings.all.append(diagnostic(of: call, rule, verdict(on: call, rule)))
      }
    }
  }

  private mutating func verdict(on call: TracedUses.Call, _ rule: Int) -> FindingVerdict {
    if let glob = tables.rules[rule].glob(allowing: relativePath) {
      allowByPath(glob, rule)
    } else if let comment = suppressions.comment(excusing: call.range, of: rule) {
      suppress(rule, by: comment)
    } else {
      .reported
    }
  }

  private func diagnostic(
    of call: TracedUses.Call, _ rule: Int, _ verdict: FindingVerdict
  ) -> Diagnostic {
    let words = tables.words[rule]
    // The advice what to write instead is for the use, not for the call.
    let phrase = tables.rules[rule].message.split(separator: ";", maxSplits: 1)[0]
    return Diagnostic(
      DiagnosticWords(
        tables.rules[rule].severity == .warning ? .warning : .error,
        "'\(call.key.tokens)' can reach '\(call.cause)'; \(phrase)", rule: words.rule),
      at: call.range, notes: call.notes, key: makesKeys ? call.key : nil,
      verdict: verdict)
  }

  /// The index of a rule; `nil` if the file is not for it.
  private func ruleInForce(_ id: String) -> Int? {
    let rules = tables.rules
    return rules.indices.first {
      rules[$0].id == id && rules[$0].isInForce(in: relativePath)
    }
  }
}

/// Ranges, to be asked which of them overlaps another.
package struct OverlapSearch: Sendable {
  private let starts: [Int]
  /// The last end of all ranges up to each range.
  private var ends: [Int] = []

  /// - Parameter ranges: the ranges in the order of their starts.
  package init(_ ranges: [Range<Int>]) {
    starts = ranges.map(\.lowerBound)
    for range in ranges { ends.append(max(ends.last ?? 0, range.upperBound)) }
  }

  /// The index of the first range that overlaps a range; `nil` if there is none.
  /// - Parameter range: a range that is not empty.
  package func first(overlapping range: Range<Int>) -> Int? {
    let index = ends.partitioningIndex { range.lowerBound < $0 }
    return index < starts.count && starts[index] < range.upperBound ? index : nil
  }
}
