import Reporters
import RuleEngine
import Rules

/// What there is to say about one rule in one project.
struct RuleExplanation {
  private let entry: ProjectRule
  private let project: Project
  private var rule: Rule { entry.rule }

  init(_ entry: ProjectRule, _ project: Project) {
    self.entry = entry
    self.project = project
  }

  func print(on page: inout Page) {
    printHeadline(on: &page)
    if let note = rule.note { page.addNote(RuleNote(note)) }
    for section in sections { page.add(section) }
    if let url = rule.url {
      page.endLine()
      page.addLine(url)
    }
  }

  /// `date-init: error, category clock, pack core`, and the message.
  private func printHeadline(on page: inout Page) {
    page.add(rule.id, .heading)
    page.add(entry.standing.isInForce || rule.severity == .off ? ": " : " (off here): ")
    page.add(rule.severity.rawValue, rule.severity.style)
    page.addLine(rule.membership)
    page.addWrapped(rule.message, hanging: 0)
  }

  private var sections: [ExplanationSection] {
    let conditions: [ExplanationSection?] = [
      .bans(of: rule), .conditions(of: rule),
      .exceptions(of: rule, defaultArgumentsBy: project.originOfDefaultArguments(of: entry)),
      .trace(of: rule),
    ]
    let examples = ExplanationSection.examples(
      of: entry, in: project, among: project.rulesForFixtures)
    return conditions.compactMap { $0 } + examples + [projectSection, .allowance(of: rule)]
  }

  private var projectSection: ExplanationSection {
    let standing = entry.standing.isInForce ? "on: " : "off: "
    return ExplanationSection(
      "In this project",
      .lines(
        [standing + project.words(for: entry)] + severityLines
          + overriddenSeverityLines + placeLines + replacementLines))
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
    func headers(_ settings: [Configuration.Setting<[Located<ScopeHeader>]>]) -> [String] {
      settings.settings(for: rule).flatMap { setting in
        setting.value.map { "\($0.value.text) (\(place($0, of: setting.id)))" }
      }
    }
    let throughAllowed = configuration.throughAllowed.setting(for: rule).map {
      "\($0.value ? "" : "not ")traced through what is allowed (\(place($0.id, of: $0.id)))"
    }
    return own.places.map {
      $0.text + ($0.isAllowed ? " (the rule's own)" : "")
    }
      + allowed.map { "allowed in files: \($0)" }
      + headers(configuration.allowInside).map { "allowed inside: \($0)" }
      + headers(configuration.through).map { "traced through: \($0)" }
      + headers(configuration.seams).map { "not traced beyond: \($0)" }
      + [throughAllowed].compactMap { $0 }
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
