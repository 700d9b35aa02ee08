import Diagnostics
import LanguageServer
import RuleEngine
import Rules

/// What an editor shows about a finding: the rule, what matches, what would allow it, and why no
/// replacement is offered.
struct FindingWords {
  private let matches: [ExplainedMatch]
  private let rules: [ProjectRule]
  private let project: Project
  /// Relative to the folder of the configuration.
  private let path: FilePath

  /// - Parameter compiled: the rules that hold for the file.
  init(
    in source: SourceFile, relativePath: FilePath, with compiled: CompiledRules, _ project: Project
  ) {
    matches = explain(source, relativePath: relativePath, with: compiled)
      .filter(\.verdict.isReported)
    rules = project.rules(in: project.configuration.overrides(for: relativePath))
    (self.project, path) = (project, relativePath)
  }

  /// Nil for a finding that is about no use.
  func explanation(of finding: Diagnostic) -> FindingExplanation? {
    let match = matches.first { match in
      match.range.lowerBound == finding.range.lowerBound
        && match.rule.id == finding.rule?.id
    }
    guard let match, let entry = rules.first(where: { $0.rule.id == match.rule.id }) else {
      return nil
    }
    let rule = entry.rule
    var explanation = FindingExplanation()
    explanation.paragraphs = [
      .heading("\(rule.id): \(rule.severity.rawValue)\(rule.membership)"), .text(rule.message),
    ]
    let note = rule.note.map { RuleNote($0).paragraphs } ?? []
    explanation.paragraphs += note.filter { !$0.isEmpty }.map { .text($0) }
    explanation.paragraphs += [
      .text("It matches with '\(match.pattern.text)': \(rule.meaning(of: match.pattern))."),
      .text("\(!finding.isReported ? "It is in the baseline. " : "")What would allow it:"),
      .list(allowances(of: entry)),
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
      "'\(allowSetting(of: rule.id, in: path))' in the configuration, for this file",
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
