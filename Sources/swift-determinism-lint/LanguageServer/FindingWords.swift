import Diagnostics
import LanguageServer
import RuleEngine
import Rules

/// What an editor shows about a finding: the rule, what matches, what would allow it, and why no
/// replacement is offered.
struct FindingWords {
  private let matches: [ExplainedMatch]
  private let rules: [ProjectRule]
  private let standing: DocumentStanding

  init(in bytes: [UInt8], _ standing: DocumentStanding) {
    let file = standing.named.file
    matches = explain(
      standing.source(bytes), relativePath: file.relativePath, with: standing.rules
    ).filter(\.verdict.isReported)
    let overrides = standing.project.configuration.overrides(for: file.relativePath)
    rules = standing.project.rules(in: overrides)
    self.standing = standing
  }

  /// Nil for a finding that is about no use.
  func explanation(of finding: Finding) -> FindingExplanation? {
    let match = matches.first { match in
      match.range.lowerBound == finding.diagnostic.range.lowerBound
        && match.rule.id == finding.diagnostic.rule?.id
    }
    guard let match, let entry = rules.first(where: { $0.rule.id == match.rule.id }) else {
      return nil
    }
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
      .text("\(finding.isKnown ? "It is in the baseline. " : "")What would allow it:"),
      .list(allowances(of: entry)),
    ]
    if let fixIt = match.fixItWords { explanation.paragraphs.append(.text(fixIt)) }
    if let url = rule.url { explanation.paragraphs.append(.link(url)) }
    explanation.refusal = match.refusal
    return explanation
  }

  private func allowances(of entry: ProjectRule) -> [String] {
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
