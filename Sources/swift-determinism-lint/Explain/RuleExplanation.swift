import Reporters
import Rules

/// What there is to say about one rule in one project.
struct RuleExplanation {
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
    printExceptions(on: &page)
    printExample(on: &page)
    printProject(on: &page)
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
    if let category = rule.category { page.add(", category \(category)") }
    page.addLine(", pack \(rule.pack)" + (entry.standing.isInForce ? "" : " (not in force)"))
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

  private func printExceptions(on page: inout Page) {
    let lines = exceptionLines
    if lines.isEmpty { return }
    page.addHeading("But not")
    for line in lines { page.addWrapped(line, indentation: 2) }
  }

  private var exceptionLines: [String] {
    var lines: [String] = []
    if let uses = rule.unless {
      if uses.isCalled { lines.append("where a name without parentheses is called") }
      if !uses.arguments.isEmpty {
        lines.append("with arguments that hold \(list(uses.arguments.map(\.text)))")
      }
      if !uses.argumentOf.isEmpty {
        lines.append("in the arguments of \(list(uses.argumentOf.map(\.text)))")
      }
      if !uses.followedBy.isEmpty {
        lines.append("followed by \(list(uses.followedBy.map { "." + $0 }))")
      }
      for member in uses.members {
        let values = member.values.isEmpty ? "" : " to \(list(member.values.map(\.text)))"
        lines.append("where '\(member.name)' is set\(values) in its braces")
      }
    }
    if !rule.coveredBy.isEmpty {
      lines.append("in the arguments of what \(list(rule.coveredBy)) is about")
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
      (entry.standing.isInForce ? "in force: " : "not in force: ") + clause, indentation: 2)
    for line in members + severityLines + placeLines + replacementLines {
      page.addWrapped(line, indentation: 2)
    }
  }

  private var severityLines: [String] {
    let setting = project.configuration.severity.last { $0.id.value == rule.id }
    guard let setting else { return [] }
    let place = project.words(for: setting.id.place)
    return [
      "\(setting.value.rawValue) (\(place)), \(entry.written.value.severity.rawValue) as written"
    ]
  }

  /// Where the rule holds, and where it does not.
  private var placeLines: [String] {
    let own = entry.written.value
    let configuration = project.configuration
    let allowed = configuration.allow.filter { $0.id.value == rule.id }.flatMap(\.value)
    let inside = configuration.allowInside.filter { $0.id.value == rule.id }.flatMap(\.value)
    let excluded = configuration.exclude
    return own.files.map { "only in files: \($0.text)" }
      + own.inside.map { "only inside: \($0.text)" }
      + own.allow.map { "allowed in files: \($0.text) (the rule's own)" }
      + allowed.map { "allowed in files: \($0.value.text) (\(place($0)))" }
      + own.allowInside.map { "allowed inside: \($0.text) (the rule's own)" }
      + inside.map { "allowed inside: \($0.value.text) (\(place($0)))" }
      + excluded.map { "never linted: \($0.value.text) (\(place($0)))" }
  }

  private var replacementLines: [String] {
    let settings = project.configuration.replace.filter { $0.id.value == rule.id }.flatMap(\.value)
    return rule.replacements.map { replacement in
      let setting = settings.last { $0.pattern.value == replacement.pattern.text }
      let origin = setting.map { place($0.pattern) } ?? "the rule's own"
      return "replaced: \(replacement.pattern.text) by \(replacement.text) (\(origin))"
    } + overriddenReplacementLines
  }

  private var overriddenReplacementLines: [String] {
    project.configuration.overrides.flatMap { override in
      let files = override.files.map(\.value.text).joined(separator: ", ")
      return override.replace.filter { $0.id.value == rule.id }.flatMap(\.value).map {
        "replaced in \(files): \($0.pattern.value) by \($0.text.value) (\(place($0.pattern)))"
      }
    }
  }

  private func place<Value>(_ value: Located<Value>) -> String {
    project.words(for: value.place)
  }

}
