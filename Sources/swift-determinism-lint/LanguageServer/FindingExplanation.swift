import Diagnostics
import Explain
import LanguageServer
import Pipeline
import Rules

extension FileExplanation {
  /// The explanation that an editor shows of a finding: the rule, what matches, what would allow
  /// it, and why no replacement is offered. Nil for a finding that is about no use.
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
