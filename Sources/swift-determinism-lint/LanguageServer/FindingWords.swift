import Diagnostics
import LanguageServer
import RuleEngine
import Rules

/// What an editor shows about a finding: the rule, what matches, what would allow it, and why no
/// replacement is offered.
struct FindingWords {
  private let match: ExplainedMatch
  private let entry: ProjectRule
  private let standing: DocumentStanding
  private let isKnown: Bool

  /// Nil for a diagnostic that is about no use.
  init?(_ diagnostic: Diagnostic, in bytes: [UInt8], _ standing: DocumentStanding) {
    let file = standing.named.file
    let matches = explain(
      standing.source(bytes), relativePath: file.relativePath, with: standing.rules)
    let match = matches.first { match in
      match.range.lowerBound == diagnostic.range.lowerBound
        && match.rule.id == diagnostic.rule?.id && match.verdict.isReported
    }
    let overrides = standing.project.configuration.overrides(for: file.relativePath)
    let entry = standing.project.rules(in: overrides).first { $0.rule.id == match?.rule.id }
    guard let match, let entry else { return nil }
    (self.match, self.entry, self.standing) = (match, entry, standing)
    isKnown =
      standing.baseline != nil
      && standing.findings(in: bytes).contains {
        $0.isKnown && $0.diagnostic.range == diagnostic.range
      }
  }

  var explanation: FindingExplanation {
    let rule = entry.rule
    var explanation = FindingExplanation()
    let words = [rule.severity.rawValue, rule.category.map { "category \($0)" }]
    let headline = words.compactMap { $0 } + ["pack \(rule.pack)"]
    explanation.paragraphs = [
      .heading("\(rule.id): \(headline.joined(separator: ", "))"), .text(rule.message),
    ]
    explanation.paragraphs += (rule.note.map(paragraphs(of:)) ?? []).filter { !$0.isEmpty }
      .map { .text($0) }
    explanation.paragraphs += [
      .text("It matches with '\(match.pattern.text)': \(match.pattern.meaning)."),
      .text(isKnown ? "It is in the baseline. What would allow it:" : "What would allow it:"),
      .list(allowances),
    ]
    if let fixIt = match.fixItWords { explanation.paragraphs.append(.text(fixIt)) }
    if let url = rule.url { explanation.paragraphs.append(.link(url)) }
    explanation.refusal = match.refusal
    return explanation
  }

  private var allowances: [String] {
    let (rule, project) = (entry.rule, standing.project)
    let path = standing.named.file.relativePath.string
    var lines = [
      "the comment '// determinism:allow \(rule.id): …' with a reason, at the end of this line or "
        + "above it",
      "'allow: { \(rule.id): [\(path)] }' in the configuration, for this file",
    ]
    if rule.defaultArguments == .allow {
      let origin = project.originOfDefaultArguments(of: entry)
      lines.append("to be a parameter's default value (\(origin))")
    }
    lines += rule.allowInside.map {
      "to stand inside '\($0.text)' (\(project.origin(of: $0, in: entry)))"
    }
    return lines
      + rule.allow.map { "to stand in '\($0.text)' (\(project.origin(of: $0, in: entry)))" }
  }
}
