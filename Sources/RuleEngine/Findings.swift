import Diagnostics
import Rules
import SwiftLexer

/// The findings of the rules in one file.
package struct FileFindings: Sendable {
  /// The diagnostics in report order (`inReportOrder`).
  package var diagnostics: [Diagnostic] = []
  /// The number of findings that an `allow` glob allowed.
  package var allowedByPath = 0
  /// The settings by which matches are not reported.
  package var usedSettings: Set<UsedSetting> = []
  /// The number of findings that a declaration scope or a comment in the source allowed.
  package var allowedInSource = 0
  /// The number of findings in default values of parameters, which their rule allows.
  package var allowedDefaultArguments = 0
  /// The number of uses that mean an own type of the project, by the configuration or as the file
  /// declares it.
  package var usesOfOwnTypes = 0
  /// The findings that are allowed, in source order, each with its verdict; empty unless
  /// `CompiledRules.describesFindings`.
  package var excused: [Diagnostic] = []

  package init() {}
}

/// Sums up the findings of a file.
struct SummedFindings {
  let source: SourceFile
  private let trivia: [Trivia]
  private let comments: [Trivia]
  let relativePath: FilePath
  let rules: CompiledRules
  let suppressions: Suppressions
  /// The comments for SwiftLint; `nil` until something is reported.
  private var swiftLintComments: SwiftLintComments?
  var findings = FileFindings()
  /// The suppressions that were of use, as `Suppressions.warnings` takes them.
  var usedSuppressions: [Int: Set<Int>] = [:]
  private var budget: FixItBudget
  /// The keys of findings; `nil` if diagnostics need none.
  private var findingKeys: FindingKeys?

  var tables: RuleTables { rules.tables }

  /// - Parameters:
  ///   - trivia: the trivia of the file.
  ///   - comments: the comments that may be commands for linters.
  init(
    of file: FileSyntax, in source: SourceFile, _ trivia: [Trivia], _ comments: [Trivia],
    relativePath: FilePath, _ rules: CompiledRules
  ) {
    (self.source, self.trivia, self.comments) = (source, trivia, comments)
    (self.relativePath, self.rules) = (relativePath, rules)
    if let count = file.wordLimit { findings.diagnostics.reserveCapacity(count) }
    suppressions = Suppressions(comments, in: source.bytes, of: file)
    budget = FixItBudget(for: file.tokens, and: rules.fixItBytes)
    findingKeys = rules.describesFindings ? FindingKeys() : nil
  }

  /// Adds the uses of the file.
  mutating func add(_ uses: inout FileUses) {
    let judgements = uses.judgements(relativePath: relativePath, suppressions: suppressions)
    let reportedCount = judgements.count { $0.isReported }
    if !comments.isEmpty, 0 < reportedCount, swiftLintComments == nil {
      swiftLintComments = SwiftLintComments(comments, in: source.bytes, ids: tables.suppressible)
    }
    if findings.diagnostics.isEmpty { findings.diagnostics.reserveCapacity(reportedCount) }
    for judgement in judgements {
      if rules.describesFindings,
        let verdict = judgement.excuse(in: source, suppressions, tables.rules)
      {
        findings.excused.append(
          uses.diagnostic(of: judgement, verdict: verdict, knowing: &findingKeys))
      }
      count(judgement, of: &uses)
    }
    findings.usesOfOwnTypes += uses.usesOfOwnTypes(in: judgements)
  }

  private mutating func count(_ judgement: Judgement, of uses: inout FileUses) {
    switch judgement.outcome {
    case .reported:
      let match = uses.found.matches[judgement.number]
      let range = uses.tokens.range(of: match)
      let note = swiftLintComments?.note(at: range.lowerBound, on: judgement.rule, of: tables.rules)
      let fixIt = try? uses.fixIt(for: match, trivia, budget: &budget)
      findings.diagnostics.append(
        uses.diagnostic(
          of: judgement, notes: note.map { [$0] } ?? [], fixIts: fixIt.map { [$0] } ?? [],
          knowing: &findingKeys))
    case .allowedByPath:
      findings.allowedByPath += 1
      findings.usedSettings.insert(
        .allow(rule: tables.rules[judgement.rule].id, pack: tables.rules[judgement.rule].pack))
    case .suppressed(let comment):
      usedSuppressions[comment, default: []].insert(judgement.rule)
      findings.allowedInSource += 1
    case .allowedInside(let scope):
      findings.allowedInSource += 1
      let rule = tables.rules[judgement.rule]
      findings.usedSettings.insert(
        .allowInside(rule: rule.id, pack: rule.pack, header: rule.allowInside[scope].text))
    case .defaultArgument:
      findings.allowedDefaultArguments += 1
    case .ownType:
      let pattern = uses.found.matches[judgement.number].pattern
      let name = tables.patterns[pattern].components[0].name
      findings.usedSettings.insert(.ownType(String(decoding: tables.names[name], as: UTF8.self)))
    case .outOfFiles, .outOfScope, .unmet, .shadowed, .outdone, .memberOfReported, .harmless,
      .covered:
      break
    }
  }

  /// The findings of the file. Call it once.
  /// - Parameter traced: the findings of a trace in the file; `nil` if nothing was traced, so that
  ///   nobody knows which comments allow something.
  mutating func end(tracing traced: TracedUses? = nil) -> FileFindings {
    if let traced, !traced.isEmpty { add(traced) }
    // There may be many findings, so they are not copied.
    var findings = FileFindings()
    swap(&findings, &self.findings)
    findings.diagnostics += suppressions.warnings(
      knowing: usedSuppressions, in: source.bytes, relativePath, rules: tables,
      isTraced: traced != nil)
    findings.diagnostics = inReportOrder(findings.diagnostics)
    return findings
  }
}

extension FileUses {
  fileprivate mutating func diagnostic(
    of judgement: Judgement, notes: [Note] = [], fixIts: [FixIt] = [],
    verdict: FindingVerdict = .reported, knowing findingKeys: inout FindingKeys?
  ) -> Diagnostic {
    let match = found.matches[judgement.number]
    let (words, range) = (tables.words[judgement.rule], tokens.range(of: match))
    let key = findingKeys == nil ? nil : key(of: match, knowing: &findingKeys!.names)
    if let key, notes.isEmpty, fixIts.isEmpty {
      return findingKeys!.finding(words, at: range, key, verdict)
    }
    return Diagnostic(
      words, at: range, notes: notes, fixIts: fixIts, key: key, verdict: verdict)
  }

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
