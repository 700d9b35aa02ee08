import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Workspace

/// Explains what the rules make of one place in a file.
package func explainPlace(_ options: WhyOptions, _ console: Console) throws -> ExitStatus {
  let projects = try Projects(options.rules)
  let place = options.place.inExistingFile
  let named = projects.configurations.file(namedAs: place.file)
  let project = try projects.all(of: [named.folder])[0]
  let source: SourceFile
  do {
    try projects.place.requireNoLinkIntoGit(at: place.file)
    // The empty path names nothing, but would resolve to the working folder.
    source = SourceFile(path: named.file.path, bytes: try readFile(named.file.path.orFolder))
  } catch {
    throw ProjectError(Trouble(place.file, error).message)
  }
  if let mistake = mistake(in: place, of: source) { throw ProjectError(mistake) }
  let baselines = try Baselines(.found, [project], projects.configurations)
  // The configuration that '--config' names says nothing of where the file is.
  if let repository = repositoryRoot(around: named.path), !baselines.add([repository]) {
    throw baselines.failure!
  }
  let linter = Linter(
    projects, options.lint, baselines)
  let file = FileExplanation(
    source, named, project, linter.rules(for: named.file, using: LintWorkerState())!)
  var page = Page(console)
  PlaceExplanation(place, file, findings(in: file, linter, projects), baselines).print(on: &page)
  return console.print(page.bytes, status: .clean)
}

/// Why there is no such place; nil if there is.
private func mistake(in place: PlaceInFile, of source: SourceFile) -> String? {
  let (name, lines) = (place.file.string, LineTable(source.bytes))
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

/// The explanation of one place: what matches there and what became of it, else what is near.
package struct PlaceExplanation {
  private let place: PlaceInFile
  private let file: FileExplanation
  /// Of the rules that are off, had they been in force.
  private let matchesOfRulesOff: [ExplainedMatch]
  /// The findings of a run over the project in the file.
  private let findings: (all: [Diagnostic], calls: [Diagnostic])
  private let baselines: Baselines

  package init(
    _ place: PlaceInFile, _ file: FileExplanation,
    _ findings: (all: [Diagnostic], calls: [Diagnostic]), _ baselines: Baselines
  ) {
    (self.place, self.file, self.findings, self.baselines) = (place, file, findings, baselines)
    let others = file.rules.filter { !$0.standing.isInForce }.map { entry in
      var rule = entry.rule
      if rule.severity == .off { rule.severity = .warning }
      return rule
    }
    let configuration = file.project.configuration
    let rules = CompiledRules(
      others, modules: configuration.modules.map(\.value), ownTypes: configuration.ownTypes)
    matchesOfRulesOff =
      Check(
        file.source, at: file.named.file.relativePath, rules, in: file.project.types
      ).matches
  }

  package func print(on page: inout Page) {
    let path = file.source.path
    guard path.mayBeSwift else {
      return page.addWrapped("'\(path.string)' is not a Swift file; no rule looks at it.")
    }
    if let cause = file.named.folder.excludingGlob(of: file.named.file.relativePath) {
      return page.addWrapped("'\(path.string)' is excluded by \(cause); no rule looks at it.")
    }
    let here = file.matches.filter { isHere($0.names, $0.range) }
    // Of a rule for other declarations there would be nothing to say, were it in force.
    let othersHere = matchesOfRulesOff.filter {
      isHere($0.names, $0.range) && !$0.verdict.isOutdone && !$0.verdict.isOutOfScope
    }
    let callsHere = findings.calls.filter { isHere($0.range, $0.range) }
    if here.isEmpty, othersHere.isEmpty, callsHere.isEmpty { printNothing(on: &page) }
    // Those that start at one place are one group; in the order of the places.
    let groups = Dictionary(grouping: here + othersHere, by: \.range.lowerBound)
    for (start, group) in groups.sorted(by: { $0.key < $1.key }) {
      let end = group.reduce(start) { max($0, $1.range.upperBound) }
      print(start..<end, group.map(lines), on: &page)
    }
    for call in callsHere { print(call.range, [lines(for: call)], on: &page) }
    let around = file.matches.filter {
      $0.range.contains(start) && !isOnLine($0.names) && !$0.verdict.isOutdone
    }
    if here.isEmpty, callsHere.isEmpty { printNearest(isLast: around.isEmpty, on: &page) }
    for match in around { page.addWrapped("Around this place: \(summary(of: match)).") }
    printRules(on: &page)
  }

  // MARK: - What matches

  /// From 0; nil for the whole line.
  private var offset: Int? { place.column.map { line.lowerBound + $0 - 1 } }
  private var line: Range<Int> { file.lines.range(ofLine: place.line) }
  private var start: Int { offset ?? line.lowerBound }

  private func isOnLine(_ range: Range<Int>) -> Bool { range.overlaps(line) }

  /// Whether a name stands on the line and, where a column is asked for, what it is part of has it.
  private func isHere(_ name: Range<Int>, _ whole: Range<Int>) -> Bool {
    isOnLine(name) && (offset.map { whole.contains($0) } ?? true)
  }

  /// - Parameter paragraphs: the lines after the first of each are indented further.
  private func print(_ range: Range<Int>, _ paragraphs: [[String]], on page: inout Page) {
    let end = file.lines.location(of: range.upperBound)
    page.addLine("\(file.place(of: range.lowerBound)) to \(end.line):\(end.column)", .heading)
    let excerpt = Excerpt(range, of: file.source, file.lines)
    page.add(rendered: excerpt.render(isColored: page.isColored))
    for lines in paragraphs {
      for (index, line) in lines.enumerated() {
        page.addWrapped(line, indentation: index == 0 ? 2 : 4)
      }
    }
    page.endLine()
  }

  private func lines(for match: ExplainedMatch) -> [String] {
    let rule = file.entry(of: match)
    let isInForce = rule.standing.isInForce
    let outcome = isInForce ? outcome(of: match) : "off; \(file.project.reason(for: rule))"
    let start =
      "\(match.rule.id) matches with '\(match.pattern.text)'\(file.origin(of: match.pattern)): "
      + outcome
    guard case .reported = match.verdict, isInForce else { return [start] }
    return [start, match.rule.message] + [match.fixItWords].compactMap { $0 }
  }

  private func lines(for call: Diagnostic) -> [String] {
    let outcome = call.verdict.outcome(call.severity)
    return ["\(call.rule?.id ?? "") follows this call: \(outcome)", call.message]
      + call.notes.map(\.message)
  }

  private func outcome(of match: ExplainedMatch) -> String {
    let isAccepted = findings.all.contains {
      $0.verdict == .inBaseline && $0.rule?.id == match.rule.id
        && $0.range.lowerBound == match.range.lowerBound
    }
    guard case .reported = match.verdict, isAccepted,
      let baseline = baselines.baseline(of: file.source.path)
    else { return file.outcome(of: match) }
    return "not reported; in the baseline (\(baseline.place.printedPath.string))"
  }

  // MARK: - What does not match

  private func printNothing(on page: inout Page) {
    let all = file.check.unmatchedNames(in: line, besides: file.matches)
    let atColumn = all.filter { name in
      offset.map { name.range.contains($0) || name.range.upperBound == $0 } ?? true
    }
    let names = atColumn.isEmpty ? all : atColumn
    let name = "\(file.source.path.string):\(place.line)" + (place.column.map { ":\($0)" } ?? "")
    page.addLine("\(name): nothing matches here", .heading)
    let marked = offset == nil || !atColumn.isEmpty ? names.first?.range : nil
    let excerpt = Excerpt(marked ?? start..<start, of: file.source, file.lines)
    let isMarked = marked != nil || offset != nil
    page.add(
      rendered: (isMarked ? excerpt : excerpt.withoutMarks).render(isColored: page.isColored))
    var seen: Set<String> = []
    for name in names {
      let text = String(decoding: file.source.bytes[name.range], as: UTF8.self)
      if seen.insert("\(name.context) \(text)").inserted { printName(name, text, on: &page) }
    }
    page.endLine()
  }

  private func printName(_ name: UnmatchedName, _ text: String, on page: inout Page) {
    let ids = name.rules.map(\.id).joined(separator: ", ")
    guard case .code = name.context else {
      let words = "'\(text)' (\(ids)) is in \(name.context.noun), not in code"
      return page.addWrapped(words, indentation: 2)
    }
    let isOne = name.rules.count == 1
    page.addWrapped(
      "'\(text)' is in patterns of \(ids), but none of them matches this use\(isOne ? ":" : "")",
      indentation: 2)
    if isOne {
      page.addDefinitions(
        name.patterns.map { ($0.text, name.rules[0].meaning(of: $0)) }, indentation: 4)
    }
  }

  /// Other matches on the line, else the nearest in the file.
  /// - Parameter isLast: whether no match is around the place.
  private func printNearest(isLast: Bool, on page: inout Page) {
    let others = file.matches.filter { !$0.verdict.isOutdone }
    let onLine = others.filter { isOnLine($0.names) }
    for match in onLine { page.addWrapped("On this line: \(summary(of: match)).") }
    guard onLine.isEmpty, isLast else { return }
    func distance(_ match: ExplainedMatch) -> Int {
      abs(file.lines.location(of: match.range.lowerBound).line - place.line)
    }
    let nearest = others.min { distance($0) < distance($1) }
    page.addWrapped(
      nearest.map { "The nearest match: \(summary(of: $0))." }
        ?? "No rule that is on matches anything in this file.")
  }

  /// e.g. `12:5 date-init, reported as an error`
  private func summary(of match: ExplainedMatch) -> String {
    let location = file.lines.location(of: match.range.lowerBound)
    return "\(location.line):\(location.column) \(match.rule.id), \(outcome(of: match))"
  }
}

// MARK: - Which rules look at the file

extension PlaceExplanation {
  fileprivate func printRules(on page: inout Page) {
    let path = file.named.file.relativePath
    func isForFile(_ rule: Rule) -> Bool {
      rule.files.isEmpty || rule.files.contains { $0.matches(path) }
    }
    let inForce = file.rules.filter(\.standing.isInForce)
    let looking = inForce.filter { isForFile($0.rule) }
    let verb = looking.count == 1 ? "looks" : "look"
    let ids = looking.isEmpty ? "" : ": \(names(of: looking))"
    page.addWrapped("\(counted(looking.count, "rule")) \(verb) at this file\(ids).")
    for rule in inForce.map(\.rule) where !isForFile(rule) {
      page.addWrapped("For other files: \(rule.id), only in \(list(rule.files.map(\.text))).")
    }
    for rule in looking {
      guard let glob = rule.rule.allow.first(where: { $0.matches(path) }) else { continue }
      let origin = file.project.origin(of: glob, in: rule)
      page.addWrapped("Allowed in this file: \(rule.rule.id) by '\(glob.text)' (\(origin)).")
    }
    printRulesOff(on: &page)
    printWalk(on: &page)
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

  private func printRulesOff(on page: inout Page) {
    let others = file.rules.filter { !$0.standing.isInForce }
    if others.isEmpty { return }
    func alike(_ standing: RuleStanding) -> [ProjectRule]? {
      let rules = others.filter { $0.standing == standing }
      return rules.isEmpty ? nil : rules
    }
    var turnedOff: [String] = []
    for (index, rule) in others.enumerated() {
      guard case .offInConfiguration(let name) = rule.standing,
        others.firstIndex(where: { $0.standing == rule.standing }) == index
      else { continue }
      let words = file.project.placeText(of: name, of: rule.rule)
      turnedOff.append("\(names(of: alike(rule.standing)!)) (\(words))")
    }
    let reasons = [
      alike(.packNotOn).map { "their pack is off (\(countsByPack($0)))" },
      alike(.notAmongOnlyRules).map { "not named by '--only-rule' (\(countsByPack($0)))" },
      alike(.disabled).map { "'--disable' (\($0.map(\.rule.id).joined(separator: ", ")))" },
      turnedOff.isEmpty ? nil : "turned off: \(turnedOff.joined(separator: ", "))",
      alike(.off).map { "off by default (\(names(of: $0)))" },
    ]
    let verb = others.count == 1 ? "is" : "are"
    let words = reasons.compactMap { $0 }.joined(separator: "; ")
    page.addWrapped("\(counted(others.count, "rule")) \(verb) off: \(words).")
  }

  private func printWalk(on page: inout Page) {
    let project = file.project
    let selection = Selection(
      ConfigurationTree(in: project.place, root: project.folder.root),
      gitSettings: GitSettings(environment: environmentVariable))
    // The root may be that of the nested repository.
    let decisions = [project.place.workingFolder, project.folder.root].map {
      selection.decide(file.named, from: $0, toldBy: .walk)
    }
    switch decisions[0] == .nested ? .nested : decisions[1] {
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

extension NameContext {
  fileprivate var noun: String {
    switch self {
    case .code: "code"
    case .comment: "a comment"
    case .string: "the text of a string"
    case .regex: "a regex literal"
    case .condition: "the condition of an '#if'"
    }
  }
}

extension MatchVerdict {
  /// Whether the rule is for other declarations, or for other types.
  fileprivate var isOutOfScope: Bool {
    switch self {
    case .outOfScope, .otherType, .otherEnd: true
    default: false
    }
  }

  fileprivate var isOutdone: Bool {
    if case .outdone = self { true } else { false }
  }
}
