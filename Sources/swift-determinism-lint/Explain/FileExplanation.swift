import Diagnostics
import LanguageServer
import RuleEngine
import Rules
import Workspace

/// What the rules in force make of one file: each match, and what became of it.
struct FileExplanation {
  /// By the rules in force.
  let check: Check
  let named: NamedFile
  let lines: LineTable
  let project: Project
  /// With the overrides that hold for the file.
  let rules: [ProjectRule]
  let matches: [ExplainedMatch]
  /// Those that hold for the file, by index.
  private let overrides: [Int]

  /// - Parameter compiled: the rules in force.
  init(_ source: SourceFile, _ named: NamedFile, _ project: Project, _ compiled: CompiledRules) {
    (self.named, self.project) = (named, project)
    check = Check(source, at: named.file.relativePath, compiled)
    lines = LineTable(source.bytes)
    overrides = project.configuration.overrides(for: named.file.relativePath)
    rules = project.rules(in: overrides)
    matches = check.matches
  }

  var source: SourceFile { check.source }

  func entry(of match: ExplainedMatch) -> ProjectRule {
    rules.first { $0.rule.id == match.rule.id }!
  }

  private func match(_ finding: Diagnostic) -> ExplainedMatch? {
    matches.first {
      $0.rule.id == finding.rule?.id && $0.range.lowerBound == finding.range.lowerBound
    }
  }

  // MARK: - What became of a match

  /// What became of what a rule finds with other settings, e.g. `'date-init' is not reported; …`
  func outcome(of finding: Diagnostic) -> String {
    let id = finding.rule?.id ?? ""
    guard let rule = rules.first(where: { $0.rule.id == id }) else {
      return "there is no rule '\(id)' any more"
    }
    guard rule.standing.isInForce else { return "'\(id)' is off; \(project.words(for: rule))" }
    var match = match(finding)
    while case .outdone(let other, _)? = match?.verdict { match = matches[other] }
    return match.map { "'\($0.rule.id)' is \(outcome(of: $0))" } ?? "'\(id)' does not match here"
  }

  /// e.g. `reported as an error`; without a baseline.
  func outcome(of match: ExplainedMatch) -> String {
    let rule = match.rule
    return switch match.verdict {
    case .reported:
      (rule.severity == .warning ? "reported as a warning" : "reported as an error")
        + (project.originOfSeverity(of: entry(of: match), in: overrides).map { " (\($0))" } ?? "")
    case .covered(let index):
      "not reported again; it is an argument of a use that \(matches[index].rule.id) matches"
    default: "not reported; \(reason(of: match))"
    }
  }

  /// Why a match is not reported.
  private func reason(of match: ExplainedMatch) -> String {
    let rule = match.rule
    switch match.verdict {
    case .reported, .covered: return ""
    case .outOfFiles: return "the rule looks only at files \(list(rule.files.map(\.text)))"
    case .outdone(let index, let preference):
      return "\(matches[index].rule.id) takes precedence: \(preference.words)"
    case .shadowed(let declaration):
      return "the name means what is declared at \(place(of: declaration))"
    case .ownType:
      let name = match.pattern.components[0].name
      let type = project.configuration.ownTypes.first { $0.name.value == name }
      return "'\(name)' is an own type here (\(project.words(for: type!.name.place)))"
    case .memberOfReported: return "it is a member of a use that is reported"
    case .unmet: return rule.when!.unmetWords
    case .harmless(let entry): return rule.unless!.words(for: entry) { place(of: $0) }
    case .defaultArgument:
      let origin = project.originOfDefaultArguments(of: entry(of: match))
      return "allowed as a parameter's default value (\(origin))"
    case .allowedByPath(let glob):
      let origin = project.origin(of: rule.allow[glob], in: entry(of: match))
      return "allowed in files '\(rule.allow[glob].text)' (\(origin))"
    case .outOfScope: return "the rule looks only inside \(list(rule.inside.map(\.text)))"
    case .allowedInside(let scope):
      let origin = project.origin(of: rule.allowInside[scope], in: entry(of: match))
      return "allowed inside '\(rule.allowInside[scope].text)' (\(origin))"
    case .suppressed(let comment):
      let text = source.bytes[comment...].prefix { $0 != 0x0A && $0 != 0x0D }
      return "allowed by '\(String(decoding: text, as: UTF8.self))' (\(place(of: comment)))"
    }
  }

  /// e.g. `Sources/Brew.swift:12:5`
  func place(of offset: Int) -> String {
    let location = lines.location(of: offset)
    return "\(source.path.string):\(location.line):\(location.column)"
  }

  /// e.g. ` (an own queue, Sources/.swift-determinism-lint.yml:3:14)`; empty for the rule's own.
  func origin(of pattern: Pattern) -> String {
    project.configuration.ownQueue(of: pattern).map {
      " (an own queue, \(project.words(for: $0.name.place)))"
    } ?? ""
  }

  // MARK: - For an editor

  /// What an editor shows about a finding: the rule, what matches, what would allow it, and why no
  /// replacement is offered. Nil for a finding that is about no use.
  func explanation(of finding: Diagnostic) -> FindingExplanation? {
    guard let match = match(finding), match.verdict.isReported else { return nil }
    let rule = entry(of: match).rule
    var explanation = FindingExplanation()
    explanation.paragraphs = [
      .heading("\(rule.id): \(rule.severity.rawValue)\(rule.membership)"), .text(rule.message),
    ]
    let note = rule.note.map { RuleNote($0).paragraphs } ?? []
    explanation.paragraphs += note.filter { !$0.isEmpty }.map { .text($0) }
    explanation.paragraphs += [
      .text("It matches with '\(match.pattern.text)': \(rule.meaning(of: match.pattern))."),
      .text("\(!finding.isReported ? "It is in the baseline. " : "")What would allow it:"),
      .list(allowances(of: entry(of: match))),
    ]
    if let fixIt = match.fixItWords { explanation.paragraphs.append(.text(fixIt)) }
    if let url = rule.url { explanation.paragraphs.append(.link(url)) }
    explanation.refusal = match.refusal
    return explanation
  }

  private func allowances(of entry: ProjectRule) -> [String] {
    let rule = entry.rule
    var lines = [
      "the comment '// determinism:allow \(rule.id): …' with a reason, at the end of this line or "
        + "above it, where it is no part of a literal",
      "'\(allowSetting(of: rule.id, in: named.file.relativePath))' in the configuration, for this "
        + "file",
    ]
    if rule.defaultArguments == .allow {
      let origin = project.originOfDefaultArguments(of: entry)
      lines.append("making it a parameter's default value (\(origin))")
    }
    lines += rule.allowInside.map {
      "moving it inside '\($0.text)' (\(project.origin(of: $0, in: entry)))"
    }
    return lines
      + rule.allow.map { "moving it to files '\($0.text)' (\(project.origin(of: $0, in: entry)))" }
  }
}

// MARK: - What pages say, too

extension Rule {
  /// e.g. `, category clock, pack core`
  var membership: String { (category.map { ", category \($0)" } ?? "") + ", pack \(pack)" }
}

extension ExplainedMatch {
  /// What can be written in its place, or why nothing is offered though the rule has a replacement;
  /// nil where nobody would expect any.
  var fixItWords: String? {
    if case .success(let fixIt)? = fixIt { return "It can be replaced with '\(fixIt.text)'." }
    return refusal.map { "No replacement is offered: \($0)." }
  }

  /// Why no replacement is offered, as a clause.
  var refusal: String? {
    guard case .failure(let obstacle)? = fixIt else { return nil }
    return switch obstacle {
    case .noReplacement: nil
    case .otherForm: "'replace' has no entry for a use of this form"
    case .insideItself: "inside a declaration of that name it would call itself"
    case .wouldLoseComment: "a comment in it would be lost"
    case .wouldMeanOtherwise: "it would mean something else at this place"
    }
  }
}

/// `'a', 'b'`
func list(_ texts: [String]) -> String {
  texts.map { "'\($0)'" }.joined(separator: ", ")
}
