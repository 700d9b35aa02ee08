import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// What the rules make of one place: what matches there and what became of it, else what is near.
struct PlaceExplanation {
  private let place: PlaceInFile
  private let named: NamedFile
  private let source: SourceFile
  private let lines: LineTable
  private let project: Project
  private let rules: [ProjectRule]
  private let compiled: CompiledRules
  /// Of the rules in force.
  private let matches: [ExplainedMatch]
  /// Of the others, had they been in force.
  private let otherMatches: [ExplainedMatch]
  private let words: VerdictWords

  init(
    _ place: PlaceInFile, _ named: NamedFile, _ source: SourceFile, _ lines: LineTable,
    _ project: Project, _ baseline: ProjectBaseline?
  ) {
    (self.place, self.named, self.source, self.lines) = (place, named, source, lines)
    let file = named.file
    self.project = project
    let overrides = project.configuration.overrides(for: file.relativePath)
    rules = project.rules(in: overrides)
    let inForce = project.selection.rules(in: overrides)
    compiled = project.compiled(inForce)
    matches = explain(source, relativePath: file.relativePath, with: compiled)
    let others = rules.filter { !$0.standing.isInForce }.map { entry in
      var rule = entry.rule
      if rule.severity == .off { rule.severity = .warning }
      return rule
    }
    otherMatches = explain(
      source, relativePath: file.relativePath, with: project.compiled(others))
    let known = baseline.map { baseline in
      BaselinedPlaces(
        baseline, source, file, project.compiled(inForce, describesFindings: true))
    }
    words = VerdictWords(
      project: project, rules: rules, matches: matches, source, lines, baselined: known)
  }

  func print(on page: inout Page) {
    if let cause = project.folder.excludingGlob(of: named.file.relativePath) {
      page.addWrapped("'\(source.path.string)' is excluded by \(cause); no rule looks at it.")
      return
    }
    let here = matches.filter(isHere)
    // Of a rule for other declarations there would be nothing to say, were it in force.
    let othersHere = otherMatches.filter {
      isHere($0) && !$0.verdict.isOutdone && !$0.verdict.isOutOfScope
    }
    if here.isEmpty, othersHere.isEmpty { printNothing(on: &page) }
    for group in groups(here + othersHere) { printGroup(group, on: &page) }
    if here.isEmpty { printNearest(on: &page) }
    printSurroundings(on: &page)
    RulesForFile(project: project, rules: rules, named: named).print(on: &page)
  }

  // MARK: - What matches

  /// From 0; nil for the whole line.
  private var offset: Int? {
    place.column.map { lines.range(ofLine: place.line).lowerBound + $0 - 1 }
  }

  /// Whether the match's name stands on the line and, where a column is asked for, the match
  /// around it.
  private func isHere(_ match: ExplainedMatch) -> Bool {
    isOnLine(match) && (offset.map { match.range.contains($0) } ?? true)
  }

  private func isOnLine(_ match: ExplainedMatch) -> Bool {
    let line = lines.range(ofLine: place.line)
    return match.names.overlaps(line)
  }

  /// Those that start at one place are one group; in the order of the places.
  private func groups(_ matches: [ExplainedMatch]) -> [[ExplainedMatch]] {
    let groups = Dictionary(grouping: matches, by: \.range.lowerBound)
    return groups.keys.sorted().map { groups[$0]! }
  }

  private func printGroup(_ group: [ExplainedMatch], on page: inout Page) {
    let start = group[0].range.lowerBound
    let range = start..<group.reduce(start) { max($0, $1.range.upperBound) }
    let end = lines.location(of: range.upperBound)
    page.addLine("\(words.place(of: start)) to \(end.line):\(end.column)", .heading)
    page.add(rendered: Excerpt(range, of: source, lines).render(isColored: page.isColored))
    for match in group {
      let rule = rules.first { $0.rule.id == match.rule.id }!
      let outcome = rule.standing.isInForce ? words.outcome(of: match) : words.notInForce(rule)
      page.addWrapped(
        "\(match.rule.id) matches with '\(match.pattern.text)'"
          + "\(words.origin(of: match.pattern)): \(outcome)", indentation: 2)
      if case .reported = match.verdict, rule.standing.isInForce {
        page.addWrapped(match.rule.message, indentation: 4)
        if let words = match.fixItWords { page.addWrapped(words, indentation: 4) }
      }
    }
    page.endLine()
  }

  // MARK: - What does not match

  private func printNothing(on page: inout Page) {
    let line = lines.range(ofLine: place.line)
    let all = unmatchedNames(in: line, of: source, matches: matches, with: compiled)
    let atColumn = all.filter { name in
      offset.map { name.range.contains($0) || name.range.upperBound == $0 } ?? true
    }
    let names = atColumn.isEmpty ? all : atColumn
    let start = offset ?? line.lowerBound
    let name = "\(source.path.string):\(place.line)" + (place.column.map { ":\($0)" } ?? "")
    page.addLine("\(name): nothing matches here", .heading)
    let isNamed = place.column == nil || !atColumn.isEmpty
    let marked = isNamed ? names.first?.range : nil
    let excerpt = Excerpt(marked ?? start..<start, of: source, lines)
    let isMarked = marked != nil || offset != nil
    page.add(
      rendered: (isMarked ? excerpt : excerpt.withoutMarks).render(isColored: page.isColored))
    var seen: Set<String> = []
    for name in names where seen.insert("\(name.context) \(words.text(of: name.range))").inserted {
      printName(name, on: &page)
    }
    page.endLine()
  }

  private func printName(_ name: UnmatchedName, on page: inout Page) {
    let text = words.text(of: name.range)
    let ids = name.rules.map(\.id).joined(separator: ", ")
    guard case .code = name.context else {
      return page.addWrapped(
        "'\(text)' (\(ids)) stands in \(name.context.words), which is no code", indentation: 2)
    }
    let isOne = name.rules.count == 1
    let end = isOne ? ":" : ""
    page.addWrapped(
      "'\(text)' is a name in patterns of \(ids), none of which matches this use\(end)",
      indentation: 2)
    if isOne {
      page.addDefinitions(name.patterns.map { ($0.text, $0.meaning) }, indentation: 4)
    }
  }

  /// Other matches on the line, else those around it, else the nearest in the file.
  private func printNearest(on page: inout Page) {
    let others = matches.filter { !$0.verdict.isOutdone }
    let onLine = others.filter(isOnLine)
    for match in onLine { page.addWrapped("On this line: \(words.summary(of: match)).") }
    guard onLine.isEmpty, surroundings.isEmpty else { return }
    if let nearest = others.min(by: { distance($0) < distance($1) }) {
      page.addWrapped("The nearest match: \(words.summary(of: nearest)).")
    } else {
      page.addWrapped("No rule in force matches anything in this file.")
    }
  }

  /// In lines.
  private func distance(_ match: ExplainedMatch) -> Int {
    abs(lines.location(of: match.range.lowerBound).line - place.line)
  }

  /// The calls above that the place is an argument of, or in a closure of.
  private var surroundings: [ExplainedMatch] {
    let start = offset ?? lines.range(ofLine: place.line).lowerBound
    return matches.filter { match in
      match.range.contains(start) && !isOnLine(match) && !match.verdict.isOutdone
    }
  }

  private func printSurroundings(on page: inout Page) {
    for match in surroundings {
      page.addWrapped("Around this place: \(words.summary(of: match)).")
    }
  }
}

extension Project {
  /// As they are for `lint`.
  fileprivate func compiled(_ rules: [Rule], describesFindings: Bool = false) -> CompiledRules {
    CompiledRules(
      rules, modules: configuration.modules.map(\.value), ownTypes: configuration.ownTypes,
      describesFindings: describesFindings)
  }
}

extension NameContext {
  fileprivate var words: String {
    switch self {
    case .code: "code"
    case .comment: "a comment"
    case .string: "the text of a string"
    case .regex: "a regex literal"
    case .condition: "the condition of an '#if'"
    }
  }
}

extension Verdict {
  fileprivate var isOutOfScope: Bool {
    if case .outOfScope = self { true } else { false }
  }

  fileprivate var isOutdone: Bool {
    if case .outdone = self { true } else { false }
  }
}
