import Diagnostics
import Reporters
import RuleEngine
import Rules
import SwiftLexer

/// Lists the rules in force, or explains a rule or a pack, in force or not.
func printRules(_ options: RulesOptions, _ console: Console) throws -> ExitStatus {
  let projects = try Projects(options.rules)
  let project = try projects.current()
  guard let id = options.id else { return listRules(options, project, console) }
  if let rule = project.rule(id) {
    let explanation = json(of: rule.rule, isInForce: rule.standing.isInForce)
    return print(options, json: explanation, on: console) { page in
      RuleExplanation(rule, project, members: projects.usedMembers(of: rule, in: project))
        .print(on: &page)
    }
  }
  guard let pack = PackExplanation(id, project) else {
    throw unknownRule(id, in: project)
  }
  return print(options, json: pack.asJSON, on: console) { pack.print(on: &$0) }
}

/// Names the rules with such a word in their ids, those in force first: who looks for one knows
/// what it is about.
private func unknownRule(_ word: String, in project: Project) -> UsageError {
  let rules = project.rules
  let ids =
    (rules.filter { $0.standing.isInForce } + rules.filter { !$0.standing.isInForce })
    .map(\.rule.id)
  let packs = (project.bundledFiles + project.ownFiles).map(\.pack)
  func related(by isMeant: (Substring) -> Bool) -> [String] {
    ids.filter { $0.split(separator: "-").contains(where: isMeant) }
  }
  var meant = related { $0 == word }
  if meant.isEmpty, closestMatch(to: word, in: ids + packs) == nil {
    meant = related { $0.hasPrefix(word) }
  }
  if meant.isEmpty { return unknown("rule", word, among: ids + packs) }
  let named = meant.prefix(10).map { "'\($0)'" } + (10 < meant.count ? ["…"] : [])
  return UsageError(
    message: "unknown rule '\(word)'; rules with such a word: \(named.joined(separator: ", "))")
}

private func print(
  _ options: RulesOptions, json: JSON, on console: Console, _ addText: (inout Page) -> Void
) -> ExitStatus {
  switch options.format {
  case .text:
    var page = Page(console)
    addText(&page)
    return console.print(page.bytes, status: .clean)
  case .json:
    return console.print(forPrograms: json.prettyBytes)
  }
}

private func listRules(
  _ options: RulesOptions, _ project: Project, _ console: Console
) -> ExitStatus {
  let rules = project.selection.rules
  switch options.format {
  case .text:
    var page = Page(console)
    RuleTable(rules).print(on: &page)
    var remarks = Page(forErrorsOf: console)
    addOtherRules(of: project, to: &remarks)
    return console.print(page.bytes, remarks: remarks.bytes, status: .clean)
  case .json:
    let objects = rules.map { json(of: $0, isInForce: true) }
    return console.print(forPrograms: JSON.array(objects).prettyBytes)
  }
}

/// Names what else there is, so that nobody takes the list for all of it.
private func addOtherRules(of project: Project, to page: inout Page) {
  let rules = project.rules
  let off = rules.filter { $0.standing.isOff }.map(\.rule.id)
  if !off.isEmpty { page.addWrapped("Rules that are off: \(off.joined(separator: ", ")).") }
  let packs = project.bundledFiles.filter { file in
    !rules.contains { $0.rule.pack == file.pack && $0.standing != .packNotOn }
  }
  if !packs.isEmpty { page.addWrapped("Packs that are off; '--pack NAME' turns one on:") }
  for pack in packs {
    let about = pack.about.map { ": \($0)" } ?? ""
    let count = counted(pack.rules.count, "rule")
    page.addWrapped("\(pack.pack) (\(count))\(about)", indentation: 2)
  }
}

extension RuleStanding {
  fileprivate var isOff: Bool { self == .off || isOffInConfiguration }

  fileprivate var isOffInConfiguration: Bool {
    if case .offInConfiguration = self { true } else { false }
  }
}

// MARK: - One rule

/// What there is to say about one rule in one project.
private struct RuleExplanation {
  private let entry: ProjectRule
  private let project: Project
  /// See `Projects.usedMembers`.
  private let members: [String]
  private var rule: Rule { entry.rule }

  init(_ entry: ProjectRule, _ project: Project, members: [String]) {
    self.entry = entry
    self.project = project
    self.members = members
  }

  func print(on page: inout Page) {
    printHeadline(on: &page)
    if let note = rule.note { page.addNote(note) }
    printBan(on: &page)
    printConditions(on: &page)
    printExceptions(on: &page)
    printExample(on: &page)
    printProject(on: &page)
    printSuppression(on: &page)
    if let url = rule.url {
      page.endLine()
      page.addLine(url)
    }
  }

  /// `date-init: error, category clock, pack core`, and the message.
  private func printHeadline(on page: inout Page) {
    page.add(rule.id, .heading)
    page.add(": ")
    page.add(rule.severity.rawValue, rule.severity.style)
    page.addLine(rule.membership + (entry.standing.isInForce ? "" : " (off)"))
    page.addWrapped(rule.message, hanging: 0)
  }

  private func printBan(on page: inout Page) {
    page.addHeading("Bans")
    page.addDefinitions(rule.ban.map { ($0.text, $0.meaning) }, indentation: 2)
    for line in besideLines { page.addWrapped(line, indentation: 2) }
  }

  /// What tells the type where it is not written.
  private var besideLines: [String] {
    let beside = rule.beside
    let places = [
      ("after", beside.labels.map { "\($0):" }), ("assigned to", beside.members),
      ("in", beside.functions.map(\.text)),
    ]
    let words = places.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
    return words.isEmpty ? [] : ["and as an implicit member " + words.joined(separator: ", ")]
  }

  private func printConditions(on page: inout Page) {
    guard let when = rule.when else { return }
    page.addHeading("Only")
    for (index, line) in when.lines(for: rule.ban).enumerated() {
      page.addWrapped(index == 0 ? line : "or \(line)", indentation: 2)
    }
  }

  private func printExceptions(on page: inout Page) {
    let lines = exceptionLines
    if lines.isEmpty { return }
    page.addHeading("But not")
    for line in lines { page.addWrapped(line, indentation: 2) }
  }

  private var exceptionLines: [String] {
    var lines = rule.unless?.lines(for: rule.ban) ?? []
    if !rule.coveredBy.isEmpty {
      lines.append("in the arguments of a use that \(list(rule.coveredBy)) reports")
    }
    if rule.defaultArguments == .allow {
      let origin = project.originOfDefaultArguments(of: entry)
      lines.append("as a parameter's default value (\(origin))")
    }
    return lines
  }

  private func printExample(on page: inout Page) {
    guard let fixture = project.fixture(of: entry) else { return }
    let example = RuleExample(
      of: entry.written.value, in: fixture, among: project.rules.map(\.written.value),
      modules: project.configuration.modules.map(\.value))
    if !example.reported.isEmpty { page.addHeading("Reports") }
    for excerpt in example.reported {
      page.add(rendered: excerpt.render(indentation: 2, isColored: page.isColored))
    }
    if !example.silent.isEmpty { page.addHeading("Leaves alone") }
    for excerpt in example.silent {
      page.addLine("  " + String(decoding: excerpt.code, as: UTF8.self))
    }
  }

  private func printProject(on page: inout Page) {
    page.addHeading("In this project")
    let clause = project.words(for: entry)
    page.addWrapped(
      (entry.standing.isInForce ? "on: " : "off: ") + clause, indentation: 2)
    let lines = members + severityLines + overriddenSeverityLines + placeLines + replacementLines
    for line in lines {
      page.addWrapped(line, indentation: 2)
    }
  }

  private func printSuppression(on page: inout Page) {
    page.addHeading("Allow a use")
    page.addDefinitions(
      [(suppression(of: [rule.id]), "after the code, or on the line above it")],
      indentation: 2)
  }

  private var severityLines: [String] {
    guard let origin = project.originOfSeverity(of: entry, in: []) else { return [] }
    return [
      "\(rule.severity.rawValue) (\(origin)), \(entry.written.value.severity.rawValue) as written"
    ]
  }

  /// What overrides make of the severity, each in its files.
  private var overriddenSeverityLines: [String] {
    let configuration = project.configuration
    return configuration.overrides.enumerated().compactMap { index, override in
      let written = entry.written.value.severity
      let setting = configuration.severity(of: rule, asWritten: written, in: [index])
      guard let setting, setting.override == index,
        entry.standing.isInForce || setting.id.value == rule.id
      else { return nil }
      let origin = project.words(for: setting.id, of: rule)
      return "\(setting.value.rawValue) in \(words(for: override.files)) (\(origin))"
    }
  }

  private func words(for globs: [Located<Glob>]) -> String {
    globs.map(\.value.text).joined(separator: ", ")
  }

  /// Where the rule holds, and where it does not.
  private var placeLines: [String] {
    let own = entry.written.value
    let configuration = project.configuration
    let allowed = configuration.allow.settings(for: rule).flatMap { setting in
      setting.value.map { "\($0.value.text) (\(place($0, of: setting.id)))" }
    }
    let inside = configuration.allowInside.settings(for: rule).flatMap { setting in
      setting.value.map { "\($0.value.text) (\(place($0, of: setting.id)))" }
    }
    return own.files.map { "only in files: \($0.text)" }
      + own.inside.map { "only inside: \($0.text)" }
      + own.allow.map { "allowed in files: \($0.text) (the rule's own)" }
      + allowed.map { "allowed in files: \($0)" }
      + own.allowInside.map { "allowed inside: \($0.text) (the rule's own)" }
      + inside.map { "allowed inside: \($0)" }
      + configuration.exclude.map { "never linted: \($0.value.text) (\(place($0)))" }
  }

  private var replacementLines: [String] {
    let settings = project.configuration.replace.entries(for: rule)
    return rule.replacements.map { replacement in
      let setting = settings.last { $0.pattern.value == replacement.pattern.text }
      let origin = setting.map { place($0.pattern) } ?? "the rule's own"
      return "replaced: \(replacement.pattern.text) by \(replacement.text) (\(origin))"
    } + overriddenReplacementLines
  }

  private var overriddenReplacementLines: [String] {
    project.configuration.overrides.flatMap { override in
      let files = words(for: override.files)
      return override.replace.entries(for: rule).map {
        "replaced in \(files): \($0.pattern.value) by \($0.text.value) (\(place($0.pattern)))"
      }
    }
  }

  private func place<Value>(_ value: Located<Value>) -> String {
    project.words(for: value.place)
  }

  private func place<Value>(_ value: Located<Value>, of name: Located<String>) -> String {
    project.words(for: name, of: rule, at: value.place)
  }
}

// MARK: - One pack

/// What there is to say about one pack in one project.
private struct PackExplanation {
  let name: String
  /// Those of the pack: one if it is bundled, and maybe more of a project's own.
  private let files: [RuleFile]
  private let entries: [ProjectRule]
  private let project: Project

  /// Nil where there is no such pack.
  init?(_ name: String, _ project: Project) {
    self.name = name
    self.project = project
    files = (project.bundledFiles + project.ownFiles).filter { $0.pack == name }
    entries = project.rules.filter { $0.rule.pack == name }
    if files.isEmpty { return nil }
  }

  private var about: String { files.compactMap(\.about).joined(separator: " ") }
  private var isInForce: Bool { entries.contains { $0.standing.isInForce } }
  private var isBundled: Bool { entries.contains { $0.isBundled } }

  /// Rules that nothing but their own severity keeps out if the pack is on.
  private var ownOff: [ProjectRule] { entries.filter { $0.written.value.severity == .off } }

  func print(on page: inout Page) {
    page.add(name, .heading)
    page.addLine(
      ": a pack of \(counted(entries.count, "rule"))" + (isInForce ? "" : " (off)"))
    if !about.isEmpty { page.addWrapped(about, hanging: 0) }
    for note in files.compactMap(\.note) { page.addNote(note) }
    page.addHeading("Rules")
    RuleTable(entries.map(\.rule)).print(on: &page)
    page.addHeading("In this project")
    for line in standingLines + scopeLines { page.addWrapped(line, indentation: 2) }
  }

  /// How the pack came to be on, or how to switch it on.
  private var standingLines: [String] {
    var lines: [String] = []
    if let rule = entries.first(where: { $0.standing.isInForce }) {
      lines.append("on: \(project.words(for: rule))")
    } else if let rule = entries.first(where: { $0.standing.isOffInConfiguration }) {
      lines.append("off: \(project.words(for: rule))")
    } else if isBundled {
      lines.append(
        "off: '--pack \(name)' turns it on, or 'packs: [core, \(name)]' in the configuration")
    }
    if isBundled, !ownOff.isEmpty {
      let ids = ownOff.map(\.rule.id).joined(separator: ", ")
      lines.append("off by default, 'enable' in the configuration turns them on: \(ids)")
    }
    return lines
  }

  /// What all rules have in common of where they look.
  private var scopeLines: [String] {
    func common(_ texts: (Rule) -> [String]) -> [String] {
      let all = entries.map { texts($0.written.value) }
      return all.first.map { first in first.filter { text in all.allSatisfy { $0.contains(text) } }
      }
        ?? []
    }
    return common { $0.files.map(\.text) }.map { "only in files: \($0)" }
      + common { $0.inside.map(\.text) }.map { "only inside: \($0)" }
      + common { $0.allowInside.map(\.text) }.map { "allowed inside: \($0)" }
  }

  var asJSON: JSON {
    object([
      ("about", about.isEmpty ? nil : .string(about)),
      ("in-force", .boolean(isInForce)),
      ("note", files.compactMap(\.note).first.map { .string($0) }),
      ("pack", .string(name)),
      ("rules", .array(entries.map { json(of: $0.rule, isInForce: $0.standing.isInForce) })),
    ])
  }
}

// MARK: - The example

/// Lines of a rule's fixture: what it reports, and what it leaves alone though a name in it is one
/// that the rule looks for.
private struct RuleExample {
  let reported: [Excerpt]
  let silent: [Excerpt]

  /// - Parameter rules: all, since they decide together what is reported.
  init(of rule: Rule, in fixture: SourceFile, among rules: [Rule], modules: [String]) {
    let matches = explain(
      fixture, relativePath: fixture.path,
      with: CompiledRules(verifying: rules, modules: modules))
    let own = matches.filter { $0.rule.id == rule.id && $0.verdict.isReported }
    // What a fixture must not report comes after what it must.
    let start = own.last?.range.upperBound ?? 0
    // Uses that the rule's own conditions let be say more than other meanings of the names.
    let spared = matches.filter { $0.rule.id == rule.id && $0.verdict.isSpared }
    let names = unmatchedNames(
      in: start..<fixture.bytes.count, of: fixture, matches: matches,
      with: CompiledRules(verifying: [rule], modules: modules))
    var page = FixtureLines(fixture)
    reported = page.excerpts(
      own.map {
        FixturePlace(range: $0.range, kind: $0.pattern.text, isBest: page.isOneLine($0.range))
      })
    silent = page.excerpts(
      spared.map {
        FixturePlace(range: $0.range, kind: $0.pattern.text, isBest: page.isOneLine($0.range))
      }
        + names.filter(\.isExample).map { name in
          let text = String(decoding: fixture.bytes[name.range], as: UTF8.self)
          return FixturePlace(
            range: name.range, kind: "\(name.context) \(text)", isBest: name.isLast)
        })
  }
}

extension Verdict {
  /// Whether the rule's `when` or `unless` let the use be.
  fileprivate var isSpared: Bool {
    switch self {
    case .unmet, .harmless: true
    default: false
    }
  }
}

private struct FixturePlace {
  /// Offsets from 0 in UTF-8 bytes.
  let range: Range<Int>
  let kind: String
  /// The others fill up.
  let isBest: Bool
}

extension UnmatchedName {
  /// Comments of a fixture talk about it.
  fileprivate var isExample: Bool {
    switch context {
    case .code, .string, .regex: true
    case .comment, .condition: false
    }
  }
}

/// The lines of a fixture, each of which is shown once.
private struct FixtureLines {
  private let fixture: SourceFile
  private let lines: LineTable
  /// By line: where the comment begins that says what is expected.
  private var expectations: [Int: Int] = [:]
  private var shown: Set<Int> = []

  private static let count = 4
  /// In bytes.
  private static let longestLine = 96

  init(_ fixture: SourceFile) {
    self.fixture = fixture
    lines = LineTable(fixture.bytes)
    for comment in lex(fixture.bytes).trivia
    where fixture.bytes[comment.start..<comment.end].starts(with: "// expect".utf8) {
      expectations[lines.location(of: comment.start).line] = comment.start
    }
  }

  func isOneLine(_ range: Range<Int>) -> Bool {
    let line = lines.location(of: range.lowerBound).line
    return range.upperBound <= lines.range(ofLine: line).upperBound
  }

  /// One line of each kind as far as there is room, then more of the same; in order.
  mutating func excerpts(_ places: [FixturePlace]) -> [Excerpt] {
    var chosen: [Range<Int>] = []
    var kinds: Set<String> = []
    for (isBest, isMore) in [(true, false), (true, true), (false, false), (false, true)] {
      for place in places where place.isBest == isBest && chosen.count < Self.count {
        let line = lines.location(of: place.range.lowerBound).line
        guard isShort(line, upTo: place.range), isMore || !kinds.contains(place.kind),
          shown.insert(line).inserted
        else { continue }
        kinds.insert(place.kind)
        chosen.append(place.range)
      }
    }
    return chosen.sorted { $0.lowerBound < $1.lowerBound }.map { range in
      let line = lines.location(of: range.lowerBound).line
      return Excerpt(range, of: fixture, lines, end: expectations[line] ?? .max)
        .withoutIndentation
    }
  }

  private func isShort(_ line: Int, upTo range: Range<Int>) -> Bool {
    let text = lines.range(ofLine: line)
    let end = max(range.upperBound, expectations[line] ?? text.upperBound)
    return end - text.lowerBound <= Self.longestLine
  }
}

// MARK: - JSON

func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

private func json(of beside: Beside) -> JSON {
  .object([
    ("functions", strings(beside.functions.map(\.text))),
    ("labels", strings(beside.labels)),
    ("members", strings(beside.members)),
  ])
}

/// The keys are those of a rule file, the values those that hold in the project.
private func json(of rule: Rule, isInForce: Bool) -> JSON {
  let replacements = rule.replacements
    .sorted { $0.pattern.text.utf8.lexicographicallyPrecedes($1.pattern.text.utf8) }
    .map { (key: $0.pattern.text, value: JSON.string($0.text)) }
  return object([
    ("allow", strings(rule.allow.map(\.text))),
    ("allow-inside", strings(rule.allowInside.map(\.text))),
    ("ban", strings(rule.ban.map(\.text))),
    ("beside", rule.beside.isEmpty ? nil : json(of: rule.beside)),
    ("category", rule.category.map { .string($0) }),
    ("covered-by", rule.coveredBy.isEmpty ? nil : strings(rule.coveredBy)),
    ("default-arguments", .string(rule.defaultArguments.rawValue)),
    ("files", strings(rule.files.map(\.text))),
    ("id", .string(rule.id)),
    ("in-force", .boolean(isInForce)),
    ("inside", strings(rule.inside.map(\.text))),
    ("message", .string(rule.message)),
    ("note", rule.note.map { .string($0) }),
    ("pack", .string(rule.pack)),
    ("replace", .object(replacements)),
    ("severity", .string(rule.severity.rawValue)),
    ("unless", rule.unless.map(\.asJSON)),
    ("url", rule.url.map { .string($0) }),
    ("when", rule.when.map(\.asJSON)),
  ])
}

/// Leaves out what has no value.
func object(_ members: [(key: String, value: JSON?)]) -> JSON {
  .object(members.compactMap { member in member.value.map { (member.key, $0) } })
}
