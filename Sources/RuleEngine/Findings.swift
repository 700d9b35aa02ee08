import Diagnostics
import Rules
import SwiftLexer

/// The findings of the rules in one file.
package struct FileFindings: Sendable {
  /// The findings with their verdicts, in report order (`inReportOrder`).
  package var all: [Diagnostic] = []
  /// The number of findings that an `allow` glob allowed.
  package var allowedByPath = 0
  /// The settings that keep matches from being reported.
  package var usedSettings: Set<UsedSetting> = []
  /// The number of findings that a declaration scope or a comment in the source allowed.
  package var allowedInSource = 0
  /// The number of findings in default values of parameters, which their rule allows.
  package var allowedDefaultArguments = 0
  /// The number of uses that mean an own type of the project, by the configuration or as the file
  /// declares it.
  package var usesOfOwnTypes = 0

  package init() {}

  /// The findings that are reported.
  package var reported: [Diagnostic] { all.filter(\.isReported) }
}

/// Sums up the findings of a file.
struct SummedFindings {
  let source: SourceFile
  private let trivia: [Trivia]
  private let comments: [Trivia]
  let relativePath: FilePath
  let tables: RuleTables
  let suppressions: Suppressions
  /// The comments for SwiftLint; `nil` until something is reported.
  private var swiftLintComments: SwiftLintComments?
  var findings = FileFindings()
  /// The suppressions that were of use, as `Suppressions.warnings` takes them.
  var usedSuppressions: [Int: Set<Int>] = [:]
  private var budget: FixItBudget
  let makesKeys: Bool
  private var scopeNames = ScopeNames()
  /// A finding for all with the same rule, key and verdict, as a large file may have many. Their
  /// number is limited.
  private var alike: [Likeness: Diagnostic] = [:]

  private struct Likeness: Hashable {
    let rule: Int
    let key: FindingKey?
    let verdict: FindingVerdict
  }

  /// - Parameters:
  ///   - trivia: the trivia of the file.
  ///   - comments: the comments that may be commands for linters.
  ///   - appliesFixIts: see `FixItBudget`.
  init(
    of file: FileSyntax, in source: SourceFile, _ trivia: [Trivia], _ comments: [Trivia],
    relativePath: FilePath, makingKeys makesKeys: Bool,
    applyingFixIts appliesFixIts: Bool
  ) {
    (self.source, self.trivia, self.comments) = (source, trivia, comments)
    (self.relativePath, self.makesKeys, tables) = (relativePath, makesKeys, file.tables)
    if let count = file.wordLimit { findings.all.reserveCapacity(count) }
    suppressions = Suppressions(comments, in: source.bytes, of: file)
    budget = FixItBudget(for: file.tokens, isApplied: appliesFixIts)
  }

  /// Adds the uses of the file.
  mutating func add(_ uses: inout FileUses) {
    let judgements = uses.judgements(relativePath: relativePath, suppressions: suppressions)
    let reportedCount = judgements.count { $0.isReported }
    if !comments.isEmpty, 0 < reportedCount, swiftLintComments == nil {
      swiftLintComments = SwiftLintComments(comments, in: source.bytes, ids: tables.suppressible)
    }
    if findings.all.isEmpty { findings.all.reserveCapacity(reportedCount) }
    for judgement in judgements { add(judgement, of: &uses) }
    findings.usesOfOwnTypes += uses.usesOfOwnTypes(in: judgements)
  }

  private mutating func add(_ judgement: Judgement, of uses: inout FileUses) {
    let match = uses.found.matches[judgement.number]
    let rule = judgement.rule
    let verdict: FindingVerdict
    switch judgement.outcome {
    case .reported:
      verdict = .reported
    case .allowedByPath(let glob):
      verdict = allowByPath(tables.rules[rule].allow[glob], rule)
    case .suppressed(let comment, let rule):
      verdict = suppress(rule, by: comment)
    case .allowedInside(let scope):
      let (id, pack) = (tables.rules[rule].id, tables.rules[rule].pack)
      let header = tables.rules[rule].allowInside[scope].text
      findings.allowedInSource += 1
      findings.usedSettings.insert(.allowInside(rule: id, pack: pack, header: header))
      verdict = .allowedBySettings(reason: "allow-inside: \(header)")
    case .defaultArgument:
      findings.allowedDefaultArguments += 1
      verdict = .allowedBySettings(reason: "default-arguments: allow")
    case .ownType:
      let name = tables.patterns[match.pattern].components[0].name
      findings.usedSettings.insert(.ownType(String(decoding: tables.names[name], as: UTF8.self)))
      return
    case .outOfFiles, .outOfScope, .unmet, .otherUse, .restored, .otherType, .otherEnd, .shadowed,
      .outdone, .memberOfReported, .harmless, .covered:
      return
    }
    let range = uses.tokens.range(of: match)
    let key = makesKeys ? uses.key(of: match, knowing: &scopeNames) : nil
    if judgement.isReported {
      let note = swiftLintComments?.note(at: range.lowerBound, on: rule, of: tables.rules)
      let order = tables.asksForTypes ? uses.orderWords(of: match, rule) : nil
      let fixIt = (try? uses.fixIt(for: match, trivia, budget: &budget)) ?? order?.fixIt
      if note != nil || order != nil || fixIt != nil || key == nil {
        findings.all.append(
          Diagnostic(
            order.map { tables.words[rule].saying($0.message) } ?? tables.words[rule], at: range,
            notes: [note, order?.note].compactMap { $0 }, fixIts: fixIt.map { [$0] } ?? [],
            key: key))
        return
      }
    }
    let likeness = Likeness(rule: rule, key: key, verdict: verdict)
    if let like = alike[likeness] { return findings.all.append(Diagnostic(like: like, at: range)) }
    let first = Diagnostic(tables.words[rule], at: range, key: key, verdict: verdict)
    if alike.count < 4096 { alike[likeness] = first }
    findings.all.append(first)
  }

  /// The verdict on a finding that a glob of its rule allows.
  mutating func allowByPath(_ glob: Glob, _ rule: Int) -> FindingVerdict {
    let rule = tables.rules[rule]
    findings.allowedByPath += 1
    findings.usedSettings.insert(.allow(rule: rule.id, pack: rule.pack))
    return .allowedBySettings(reason: "allow: \(glob.text)")
  }

  /// The verdict on a finding that a comment allows.
  /// - Parameter comment: the offset of the comment.
  mutating func suppress(_ rule: Int, by comment: Int) -> FindingVerdict {
    findings.allowedInSource += 1
    usedSuppressions[comment, default: []].insert(rule)
    let reason = source.bytes[suppressions.reason(ofCommentAt: comment)]
    return .allowedInSource(reason: String(decoding: reason, as: UTF8.self))
  }

  /// The findings of the file. Call it once.
  /// - Parameter traced: the findings of a trace in the file; `nil` if nothing was traced, so that
  ///   nobody knows which comments allow something.
  mutating func end(tracing traced: TracedUses? = nil) -> FileFindings {
    if let traced, !traced.isEmpty { add(traced) }
    // There may be many findings, so they are not copied.
    var findings = FileFindings()
    swap(&findings, &self.findings)
    findings.all += suppressions.warnings(
      knowing: usedSuppressions, in: source.bytes, relativePath, rules: tables,
      isTraced: traced != nil)
    findings.all = inReportOrder(findings.all)
    return findings
  }
}

extension FileUses {
  /// The number of uses that mean an own type. A use that several patterns match counts once.
  fileprivate func usesOfOwnTypes(in judgements: [Judgement]) -> Int {
    let uses = judgements.compactMap { judgement -> Int? in
      switch judgement.outcome {
      case .ownType: break
      case .shadowed:
        let pattern = tables.patterns[found.matches[judgement.number].pattern]
        guard pattern.namesType else { return nil }
      default: return nil
      }
      return found.matches[judgement.number].start
    }
    return Set(uses).count
  }
}
