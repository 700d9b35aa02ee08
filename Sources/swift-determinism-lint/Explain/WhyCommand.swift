import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// Explains what the rules make of one place in a file.
func explainPlace(_ options: WhyOptions, _ console: Console) throws -> ExitStatus {
  let projects = try Projects(options.rules)
  let place = options.place.inExistingFile
  let named = projects.configurations.file(namedAs: place.file)
  let project = try projects.all(of: [named.folder])[0]
  let file = named.file
  let source: SourceFile
  do {
    try projects.place.requireNoLinkIntoGit(at: place.file)
    // The empty path names nothing, but would resolve to the working folder.
    source = SourceFile(path: file.path, bytes: try readFile(file.path.orFolder))
  } catch {
    throw ProjectError(messages: [Trouble(place.file, error).message])
  }
  let lines = LineTable(source.bytes)
  if let mistake = mistake(in: place, lines, source) { throw ProjectError(messages: [mistake]) }
  let baselines = try Baselines(.found, [project], projects.configurations)
  // The configuration that '--config' names says nothing of where the file is.
  if let repository = repositoryRoot(around: named.path), !baselines.add([repository]) {
    throw baselines.failure!
  }
  let baseline = baselines.baseline(of: file.path)
  var page = Page(console)
  let calls = tracedCalls(in: source, named, project, projects, options.lint, baseline)
  PlaceExplanation(place, named, source, lines, project, baseline, calls).print(on: &page)
  return console.print(page.bytes, status: .clean)
}

/// Why there is no such place; nil if there is.
private func mistake(in place: PlaceInFile, _ lines: LineTable, _ source: SourceFile) -> String? {
  let name = place.file.string
  guard place.line <= lines.lineCount else {
    // After a line break at the end there is a place for a cursor, but no line that anybody counts.
    let isLastEmpty = lines.range(ofLine: lines.lineCount).isEmpty
    let count = counted(lines.lineCount - (isLastEmpty ? 1 : 0), "line")
    return "no line \(place.line) in '\(name)', which has \(count)"
  }
  // The place after the last character of a line is where a cursor may stand.
  let width = source.bytes[lines.range(ofLine: place.line)]
    .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.count
  guard let column = place.column, width + 1 < column else { return nil }
  let columns = counted(width, "column")
  return "no column \(column) in line \(place.line) of '\(name)', which has \(columns)"
}

/// What the rules make of one place: what matches there and what became of it, else what is near.
struct PlaceExplanation {
  private let place: PlaceInFile
  private let named: NamedFile
  private let source: SourceFile
  private let lines: LineTable
  private let project: Project
  /// Those that hold for the file, by index.
  private let overrides: [Int]
  private let rules: [ProjectRule]
  private let compiled: CompiledRules
  /// Of the rules in force.
  private let matches: [ExplainedMatch]
  /// Of the others, had they been in force.
  private let otherMatches: [ExplainedMatch]
  private let baseline: ProjectBaseline?
  /// What the baseline holds of what is found.
  private let baselined: Set<FoundPlace>
  private let calls: [Diagnostic]

  init(
    _ place: PlaceInFile, _ named: NamedFile, _ source: SourceFile, _ lines: LineTable,
    _ project: Project, _ baseline: ProjectBaseline?, _ calls: [Diagnostic]
  ) {
    (self.place, self.named, self.source, self.lines) = (place, named, source, lines)
    (self.project, self.baseline, self.calls) = (project, baseline, calls)
    let relativePath = named.file.relativePath
    overrides = project.configuration.overrides(for: relativePath)
    rules = project.rules(in: overrides)
    compiled = project.compiled(
      project.selection.rules(in: overrides), describesFindings: baseline != nil)
    matches = explain(source, relativePath: relativePath, with: compiled)
    let others = rules.filter { !$0.standing.isInForce }.map { entry in
      var rule = entry.rule
      if rule.severity == .off { rule.severity = .warning }
      return rule
    }
    otherMatches = explain(source, relativePath: relativePath, with: project.compiled(others))
    baselined = baseline?.places(in: source, relativePath: relativePath, with: compiled) ?? []
  }

  /// What becomes of findings in a file, without a baseline.
  /// - Parameter compiled: the rules in force.
  init(_ source: SourceFile, _ named: NamedFile, _ project: Project, _ compiled: CompiledRules) {
    (self.source, self.named, self.project, self.compiled) = (source, named, project, compiled)
    (place, lines) = (PlaceInFile(startOf: source.path), LineTable(source.bytes))
    overrides = project.configuration.overrides(for: named.file.relativePath)
    rules = project.rules(in: overrides)
    matches = explain(source, relativePath: named.file.relativePath, with: compiled)
    (otherMatches, baseline, baselined, calls) = ([], nil, [], [])
  }

  func print(on page: inout Page) {
    guard named.file.path.mayBeSwift else {
      page.addWrapped("'\(source.path.string)' is not a Swift file; no rule looks at it.")
      return
    }
    if let cause = project.folder.excludingGlob(of: named.file.relativePath) {
      page.addWrapped("'\(source.path.string)' is excluded by \(cause); no rule looks at it.")
      return
    }
    let here = matches.filter(isHere)
    // Of a rule for other declarations there would be nothing to say, were it in force.
    let othersHere = otherMatches.filter {
      isHere($0) && !$0.verdict.isOutdone && !$0.verdict.isOutOfScope
    }
    let callsHere = calls.filter(isHere)
    if here.isEmpty, othersHere.isEmpty, callsHere.isEmpty { printNothing(on: &page) }
    for group in groups(here + othersHere) { printGroup(group, on: &page) }
    for call in callsHere { printCall(call, on: &page) }
    if here.isEmpty, callsHere.isEmpty { printNearest(on: &page) }
    printSurroundings(on: &page)
    printRules(on: &page)
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

  private func isHere(_ call: Diagnostic) -> Bool {
    call.range.overlaps(lines.range(ofLine: place.line))
      && (offset.map { call.range.contains($0) } ?? true)
  }

  private func isOnLine(_ match: ExplainedMatch) -> Bool {
    match.names.overlaps(lines.range(ofLine: place.line))
  }

  /// Those that start at one place are one group; in the order of the places.
  private func groups(_ matches: [ExplainedMatch]) -> [[ExplainedMatch]] {
    let groups = Dictionary(grouping: matches, by: \.range.lowerBound)
    return groups.keys.sorted().map { groups[$0]! }
  }

  private func printPlace(_ range: Range<Int>, on page: inout Page) {
    let end = lines.location(of: range.upperBound)
    page.addLine("\(place(of: range.lowerBound)) to \(end.line):\(end.column)", .heading)
    page.add(rendered: Excerpt(range, of: source, lines).render(isColored: page.isColored))
  }

  private func printGroup(_ group: [ExplainedMatch], on page: inout Page) {
    let start = group[0].range.lowerBound
    printPlace(start..<group.reduce(start) { max($0, $1.range.upperBound) }, on: &page)
    for match in group {
      let rule = entry(of: match)
      let outcome =
        rule.standing.isInForce
        ? outcome(of: match) : "off; \(project.words(for: rule))"
      page.addWrapped(
        "\(match.rule.id) matches with '\(match.pattern.text)'"
          + "\(origin(of: match.pattern)): \(outcome)", indentation: 2)
      if case .reported = match.verdict, rule.standing.isInForce {
        page.addWrapped(match.rule.message, indentation: 4)
        if let words = match.fixItWords { page.addWrapped(words, indentation: 4) }
      }
    }
    page.endLine()
  }

  private func printCall(_ call: Diagnostic, on page: inout Page) {
    printPlace(call.range, on: &page)
    let outcome = call.verdict.words(for: call.severity)
    page.addWrapped("\(call.rule?.id ?? "") follows this call: \(outcome)", indentation: 2)
    for line in [call.message] + call.notes.map(\.message) {
      page.addWrapped(line, indentation: 4)
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
    for name in names where seen.insert("\(name.context) \(text(of: name.range))").inserted {
      printName(name, on: &page)
    }
    page.endLine()
  }

  private func printName(_ name: UnmatchedName, on page: inout Page) {
    let text = text(of: name.range)
    let ids = name.rules.map(\.id).joined(separator: ", ")
    guard case .code = name.context else {
      return page.addWrapped(
        "'\(text)' (\(ids)) is in \(name.context.words), not in code", indentation: 2)
    }
    let isOne = name.rules.count == 1
    let end = isOne ? ":" : ""
    page.addWrapped(
      "'\(text)' is in patterns of \(ids), but none of them matches this use\(end)",
      indentation: 2)
    if isOne {
      page.addDefinitions(
        name.patterns.map { ($0.text, name.rules[0].meaning(of: $0)) }, indentation: 4)
    }
  }

  /// Other matches on the line, else those around it, else the nearest in the file.
  private func printNearest(on page: inout Page) {
    let others = matches.filter { !$0.verdict.isOutdone }
    let onLine = others.filter(isOnLine)
    for match in onLine { page.addWrapped("On this line: \(summary(of: match)).") }
    guard onLine.isEmpty, surroundings.isEmpty else { return }
    if let nearest = others.min(by: { distance($0) < distance($1) }) {
      page.addWrapped("The nearest match: \(summary(of: nearest)).")
    } else {
      page.addWrapped("No rule that is on matches anything in this file.")
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
      page.addWrapped("Around this place: \(summary(of: match)).")
    }
  }
}

// MARK: - What became of matches

extension PlaceExplanation {
  private func entry(of match: ExplainedMatch) -> ProjectRule {
    rules.first { $0.rule.id == match.rule.id }!
  }

  /// What became of what a rule finds with other settings, e.g. `'date-init' is not reported; …`
  func outcome(of finding: Diagnostic) -> String {
    let id = finding.rule?.id ?? ""
    guard let rule = rules.first(where: { $0.rule.id == id }) else {
      return "there is no rule '\(id)' any more"
    }
    guard rule.standing.isInForce else { return "'\(id)' is off; \(project.words(for: rule))" }
    var match = matches.first {
      $0.rule.id == id && $0.range.lowerBound == finding.range.lowerBound
    }
    while case .outdone(let other, _)? = match?.verdict { match = matches[other] }
    return match.map { "'\($0.rule.id)' is \(outcome(of: $0))" } ?? "'\(id)' does not match here"
  }

  /// e.g. `reported as an error`
  fileprivate func outcome(of match: ExplainedMatch) -> String {
    switch match.verdict {
    case .reported where baselined.contains(match.foundPlace):
      "not reported; in the baseline (\(baseline!.place.printedPath.string))"
    case .reported:
      (match.rule.severity == .warning ? "reported as a warning" : "reported as an error")
        + (project.originOfSeverity(of: entry(of: match), in: overrides).map { " (\($0))" } ?? "")
    case .outOfFiles:
      "not reported; the rule looks only at files \(list(match.rule.files.map(\.text)))"
    case .outdone(let index, let preference):
      "not reported; \(matches[index].rule.id) takes precedence: \(preference.words)"
    case .shadowed(let declaration):
      "not reported; the name means what is declared at \(place(of: declaration))"
    case .ownType:
      "not reported; '\(match.pattern.components[0].name)' is an own type here "
        + "(\(originOfOwnType(match.pattern.components[0].name)))"
    case .memberOfReported:
      "not reported; it is a member of a use that is reported"
    case .unmet:
      "not reported; \(match.rule.when!.unmetWords)"
    case .harmless(let entry):
      "not reported; \(match.rule.unless!.words(for: entry) { place(of: $0) })"
    case .covered(let index):
      "not reported again; it is an argument of a use that \(matches[index].rule.id) matches"
    case .defaultArgument:
      "not reported; allowed as a parameter's default value "
        + "(\(project.originOfDefaultArguments(of: entry(of: match))))"
    case .allowedByPath(let glob):
      "not reported; allowed in files '\(match.rule.allow[glob].text)' "
        + "(\(project.origin(of: match.rule.allow[glob], in: entry(of: match))))"
    case .outOfScope:
      "not reported; the rule looks only inside \(list(match.rule.inside.map(\.text)))"
    case .allowedInside(let scope):
      "not reported; allowed inside '\(match.rule.allowInside[scope].text)' "
        + "(\(project.origin(of: match.rule.allowInside[scope], in: entry(of: match))))"
    case .suppressed(let comment):
      "not reported; allowed by '\(line(from: comment))' (\(place(of: comment)))"
    }
  }

  /// What the file says there.
  fileprivate func text(of range: Range<Int>) -> String {
    String(decoding: source.bytes[range], as: UTF8.self)
  }

  /// What the file says there, to the end of the line.
  private func line(from offset: Int) -> String {
    let rest = source.bytes[offset...].prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// e.g. `12:5 date-init, reported as an error`
  fileprivate func summary(of match: ExplainedMatch) -> String {
    let location = lines.location(of: match.range.lowerBound)
    return "\(location.line):\(location.column) \(match.rule.id), \(outcome(of: match))"
  }

  /// e.g. `Sources/Brew.swift:12:5`
  fileprivate func place(of offset: Int) -> String {
    let location = lines.location(of: offset)
    return "\(source.path.string):\(location.line):\(location.column)"
  }

  private func originOfOwnType(_ name: String) -> String {
    let type = project.configuration.ownTypes.first { $0.name.value == name }
    return project.words(for: type!.name.place)
  }

  /// e.g. ` (an own queue, Sources/.swift-determinism-lint.yml:3:14)`; empty for the rule's own.
  fileprivate func origin(of pattern: Pattern) -> String {
    project.configuration.ownQueue(of: pattern).map {
      " (an own queue, \(project.words(for: $0.name.place)))"
    } ?? ""
  }
}

// MARK: - Which rules look at the file

extension PlaceExplanation {
  fileprivate func printRules(on page: inout Page) {
    let inForce = rules.filter(\.standing.isInForce)
    let looking = inForce.filter { isForFile($0.rule) }
    let verb = looking.count == 1 ? "looks" : "look"
    let ids = looking.isEmpty ? "" : ": \(names(of: looking))"
    page.addWrapped("\(counted(looking.count, "rule")) \(verb) at this file\(ids).")
    for rule in inForce.map(\.rule) where !isForFile(rule) {
      page.addWrapped("For other files: \(rule.id), only in \(list(rule.files.map(\.text))).")
    }
    for rule in looking {
      guard let glob = rule.rule.allow.first(where: { $0.matches(named.file.relativePath) }) else {
        continue
      }
      let origin = project.origin(of: glob, in: rule)
      page.addWrapped("Allowed in this file: \(rule.rule.id) by '\(glob.text)' (\(origin)).")
    }
    printOthers(on: &page)
    printWalk(on: &page)
  }

  private func isForFile(_ rule: Rule) -> Bool {
    rule.files.isEmpty || rule.files.contains { $0.matches(named.file.relativePath) }
  }

  /// The ids, or how many of each pack.
  private func names(of rules: [ProjectRule]) -> String {
    guard 12 < rules.count else { return rules.map(\.rule.id).joined(separator: ", ") }
    return countsByPack(rules)
  }

  /// e.g. `core 4, random 12`
  private func countsByPack(_ rules: [ProjectRule]) -> String {
    let packs = rules.map(\.rule.pack)
    return packs.indices.filter { packs.firstIndex(of: packs[$0]) == $0 }
      .map { first in "\(packs[first]) \(packs.count { $0 == packs[first] })" }
      .joined(separator: ", ")
  }

  private func printOthers(on page: inout Page) {
    let others = rules.filter { !$0.standing.isInForce }
    var reasons: [String] = []
    func add(_ standing: RuleStanding, _ words: ([ProjectRule]) -> String) {
      let rules = others.filter { $0.standing == standing }
      if !rules.isEmpty { reasons.append(words(rules)) }
    }
    add(.packNotOn) { "their pack is off (\(countsByPack($0)))" }
    add(.notAmongOnlyRules) { "not named by '--only-rule' (\(countsByPack($0)))" }
    add(.disabled) { "'--disable' (\($0.map(\.rule.id).joined(separator: ", ")))" }
    var turnedOff: [String] = []
    for (index, rule) in others.enumerated() where rule.standing.isOffInConfiguration {
      let rules = others.filter { $0.standing == rule.standing }
      guard case .offInConfiguration(let name) = rule.standing,
        !others[..<index].contains(where: { $0.standing == rule.standing })
      else { continue }
      turnedOff.append("\(names(of: rules)) (\(project.words(for: name, of: rule.rule)))")
    }
    if !turnedOff.isEmpty { reasons.append("turned off: \(turnedOff.joined(separator: ", "))") }
    add(.off) { "off by default (\(names(of: $0)))" }
    guard !reasons.isEmpty else { return }
    let verb = others.count == 1 ? "is" : "are"
    page.addWrapped(
      "\(counted(others.count, "rule")) \(verb) off: \(reasons.joined(separator: "; ")).")
  }

  private func printWalk(on page: inout Page) {
    let selection = Selection(
      ConfigurationTree(in: project.place, root: project.folder.root),
      gitSettings: GitSettings(environment: environmentVariable))
    func decision(from start: FilePath) -> Selection.Decision {
      selection.decide(named, from: start, toldBy: .walk)
    }
    // The root may be that of the nested repository.
    let isNested = decision(from: project.place.workingFolder) == .nested
    switch isNested ? .nested : decision(from: project.folder.root) {
    case .lint, .outside, .excluded, .notIncluded: break
    case .nested:
      page.addWrapped(
        "A run over folders skips the nested repository around this file; "
          + "name the file or that repository to lint it.")
    case .ignored: page.addWrapped("Git ignores this file; name it to lint it.")
    case .skipped, .link:
      page.addWrapped("A run over folders skips this file; name it to lint it.")
    }
  }
}

// MARK: - What is there

/// Where a rule finds something.
private struct FoundPlace: Hashable {
  /// Its id.
  let rule: String
  /// Offset from 0 in UTF-8 bytes.
  let start: Int
}

extension ExplainedMatch {
  fileprivate var foundPlace: FoundPlace { FoundPlace(rule: rule.id, start: range.lowerBound) }
}

extension ProjectBaseline {
  /// What it holds of the findings of a file.
  /// - Parameter rules: those in force, which describe what they find.
  fileprivate func places(
    in source: SourceFile, relativePath: FilePath, with rules: CompiledRules
  ) -> Set<FoundPlace> {
    let findings = lint(source, relativePath: relativePath, with: rules).diagnostics
    let known = Known(Baselines(self), keepsAccepted: true).judged(findings, in: source)
    return Set(
      known.lazy.filter { $0.verdict == .inBaseline }.compactMap { finding in
        finding.rule.map { FoundPlace(rule: $0.id, start: finding.range.lowerBound) }
      })
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
