import Diagnostics
import RuleEngine
import Rules
import Workspace

/// An account of what the rules in force make of one file: each match, and what became of it.
package struct FileExplanation {
  /// The file and the rules in force.
  package let check: Check
  package let named: NamedFile
  package let lines: LineTable
  package let project: Project
  /// With the overrides that hold for the file.
  package let rules: [ProjectRule]
  package let matches: [ExplainedMatch]
  /// The overrides that hold for the file, by index.
  private let overrides: [Int]

  /// - Parameter compiled: the rules in force.
  package init(
    _ source: SourceFile, _ named: NamedFile, _ project: Project, _ compiled: CompiledRules
  ) {
    (self.named, self.project) = (named, project)
    check = Check(source, at: named.file.relativePath, compiled, in: project.types)
    lines = LineTable(source.bytes)
    overrides = project.configuration.overrides(for: named.file.relativePath)
    rules = project.rules(in: overrides)
    matches = check.matches
  }

  package var source: SourceFile { check.source }

  package func entry(of match: ExplainedMatch) -> ProjectRule {
    rules.first { $0.rule.id == match.rule.id }!
  }

  package func match(_ finding: Diagnostic) -> ExplainedMatch? {
    matches.first {
      $0.rule.id == finding.rule?.id && $0.range.lowerBound == finding.range.lowerBound
    }
  }

  // MARK: - What became of a match

  /// A sentence on a finding of other settings, e.g. `'date-init' is not reported; …`
  package func outcome(of finding: Diagnostic) -> String {
    let id = finding.rule?.id ?? ""
    guard let rule = rules.first(where: { $0.rule.id == id }) else {
      return "there is no rule '\(id)' any more"
    }
    guard rule.standing.isInForce else { return "'\(id)' is off; \(project.reason(for: rule))" }
    var match = match(finding)
    while case .outdone(let other, _)? = match?.verdict { match = matches[other] }
    return match.map { "'\($0.rule.id)' is \(outcome(of: $0))" } ?? "'\(id)' does not match here"
  }

  /// e.g. `reported as an error`; without a baseline.
  package func outcome(of match: ExplainedMatch) -> String {
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
      return "'\(name)' is an own type here (\(project.placeText(of: type!.name.place)))"
    case .memberOfReported: return "it is a member of a use that is reported"
    case .unmet: return rule.when!.unmetText
    case .otherUse:
      return rule.isAssigned
        ? "the rule looks only at writes, and nothing is written here"
        : "the rule looks only at values that '_ =' discards"
    case .restored(let end): return "what is written gets its value back at \(place(of: end))"
    case .otherType(let type):
      let found = type.map { "the type here is '\($0.name)'" } ?? "the type here is unknown"
      return "the rule looks only at \(list(rule.receiver)); \(found)"
    case .otherEnd(let end):
      return end.map { "the order ends in a \($0.rawValue)" } ?? "nothing depends on the order"
    case .harmless(let entry): return rule.unless!.text(of: entry) { place(of: $0) }
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
    case .suppressed(let comment, _):
      let text = source.bytes[comment...].prefix { $0 != 0x0A && $0 != 0x0D }
      return "allowed by '\(String(decoding: text, as: UTF8.self))' (\(place(of: comment)))"
    }
  }

  /// e.g. `Sources/Brew.swift:12:5`
  package func place(of offset: Int) -> String {
    let location = lines.location(of: offset)
    return "\(source.path.string):\(location.line):\(location.column)"
  }

  /// e.g. ` (an own queue, Sources/.swift-determinism-lint.yml:3:14)`; empty for the rule's own.
  package func origin(of pattern: Pattern) -> String {
    project.configuration.ownQueue(of: pattern).map {
      " (an own queue, \(project.placeText(of: $0.name.place)))"
    } ?? ""
  }
}

/// `'a', 'b'`
package func list(_ texts: [String]) -> String {
  texts.map { "'\($0)'" }.joined(separator: ", ")
}
