import Diagnostics
import RuleEngine
import Rules

/// What became of the matches of one file, in words.
struct VerdictWords {
  private let project: Project
  private let rules: [String: ProjectRule]
  private let matches: [ExplainedMatch]
  private let source: SourceFile
  private let lines: LineTable
  private let baselined: BaselinedPlaces?

  /// - Parameters:
  ///   - matches: those of the rules in force.
  ///   - baselined: nil where there is no baseline.
  init(
    project: Project, rules: [ProjectRule], matches: [ExplainedMatch], _ source: SourceFile,
    _ lines: LineTable, baselined: BaselinedPlaces?
  ) {
    self.project = project
    self.rules = Dictionary(rules.map { ($0.rule.id, $0) }) { first, _ in first }
    self.matches = matches
    (self.source, self.lines) = (source, lines)
    self.baselined = baselined
  }

  /// e.g. `reported as an error`
  func outcome(of match: ExplainedMatch) -> String {
    switch match.verdict {
    case .reported where baselined?.holds(match) == true:
      "not reported; in the baseline (\(baselined!.file.string))"
    case .reported:
      match.rule.severity == .warning ? "reported as a warning" : "reported as an error"
    case .outOfFiles:
      "not reported; the rule is for \(list(match.rule.files.map(\.text))) only"
    case .outdone(let index, let preference):
      "not reported; \(matches[index].rule.id) is preferred, \(words(for: preference))"
    case .shadowed(let declaration):
      "not reported; the name means what is declared at \(place(of: declaration))"
    case .ownType:
      "not reported; '\(match.pattern.components[0].name)' is an own type here "
        + "(\(originOfOwnType(match.pattern.components[0].name)))"
    case .memberOfReported:
      "not reported; what it is a member of is"
    case .harmless(let reason):
      "not reported; \(words(for: reason, match.rule.unless!))"
    case .covered(let index):
      "not reported once more; it is an argument of what \(matches[index].rule.id) is about"
    case .defaultArgument:
      "not reported; allowed as a parameter's default value (\(originOfDefaults(match.rule)))"
    case .allowedByPath(let glob):
      "not reported; allowed in files '\(match.rule.allow[glob].text)' "
        + "(\(origin(of: match.rule.allow[glob], for: match.rule)))"
    case .outOfScope:
      "not reported; the rule is for the inside of \(list(match.rule.inside.map(\.text))) only"
    case .allowedInside(let scope):
      "not reported; allowed inside '\(match.rule.allowInside[scope].text)' "
        + "(\(origin(of: match.rule.allowInside[scope], for: match.rule)))"
    case .suppressed(let comment):
      "not reported; allowed by '\(line(from: comment))' (\(place(of: comment)))"
    }
  }

  func notInForce(_ rule: ProjectRule) -> String {
    "not in force; \(project.words(for: rule))"
  }

  /// What the file says there.
  func text(of range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }

  /// What the file says there, to the end of the line.
  private func line(from offset: Int) -> String {
    let rest = source.bytes[offset...].prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// e.g. `12:5 date-init, reported as an error`
  func summary(of match: ExplainedMatch) -> String {
    let location = lines.location(of: match.range.lowerBound)
    return "\(location.line):\(location.column) \(match.rule.id), \(outcome(of: match))"
  }

  /// e.g. `Sources/Brew.swift:12:5`
  func place(of offset: Int) -> String {
    let location = lines.location(of: offset)
    return "\(source.path.string):\(location.line):\(location.column)"
  }

  private func origin(of glob: Glob, for rule: Rule) -> String {
    project.origin(of: glob, in: rules[rule.id]!)
  }

  private func origin(of scope: ScopeHeader, for rule: Rule) -> String {
    project.origin(of: scope, in: rules[rule.id]!)
  }

  private func originOfOwnType(_ name: String) -> String {
    let type = project.configuration.ownTypes.first { $0.name.value == name }
    return project.words(for: type!.name.place)
  }

  /// e.g. ` (an own queue, Sources/.swift-determinism-lint.yml:3:14)`; empty for the rule's own.
  func origin(of pattern: Pattern) -> String {
    project.configuration.ownQueue(of: pattern).map {
      " (an own queue, \(project.words(for: $0.name.place)))"
    } ?? ""
  }

  private func originOfDefaults(_ rule: Rule) -> String {
    project.originOfDefaultArguments(of: rules[rule.id]!)
  }

  private func words(for reason: HarmlessReason, _ uses: HarmlessUses) -> String {
    switch reason {
    case .argument(let entry): "its arguments hold '\(uses.arguments[entry].text)'"
    case .argumentOf(let entry): "it is an argument of '\(uses.argumentOf[entry].text)'"
    case .followedBy(let entry): "'.\(uses.followedBy[entry])' is asked of it"
    case .member(let entry, let offset):
      "'\(uses.members[entry].name)' is set at \(place(of: offset))"
    case .called: "it is called, so that it is another function"
    }
  }

  private func words(for preference: Preference) -> String {
    switch preference {
    case .scope: "which is for the inside of such declarations"
    case .longerPath: "whose pattern is longer"
    case .moreLabels: "whose pattern has more labels"
    case .earlierRule: "which comes first"
    }
  }
}

/// `'a', 'b'`
func list(_ texts: [String]) -> String {
  texts.map { "'\($0)'" }.joined(separator: ", ")
}
