import Pipeline
import Reporters
import RuleEngine
import Rules

/// The explanation of one rule in one project.
package struct RuleExplanation {
  private let entry: ProjectRule
  private let project: Project
  private var rule: Rule { entry.rule }

  package init(_ entry: ProjectRule, _ project: Project) {
    (self.entry, self.project) = (entry, project)
  }

  package func print(on page: inout Page) {
    let isOffHere = !entry.standing.isInForce && rule.severity != .off
    page.addHeadline(of: rule, remark: isOffHere ? " (off here)" : "")
    page.addWrapped(rule.message, hanging: 0)
    if let note = rule.note { page.addNote(RuleNote(note)) }
    for section in sections { page.add(section) }
    if let url = rule.url {
      page.endLine()
      page.addLine(url)
    }
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
        [standing + project.reason(for: entry)] + severityLines
          + overriddenSeverityLines + placeLines + replacementLines))
  }

  private var severityLines: [String] {
    guard let origin = project.originOfSeverity(of: entry, in: []) else { return [] }
    return [
      "\(rule.severity.rawValue) (\(origin)), \(entry.written.value.severity.rawValue) as written"
    ]
  }

  /// Lines on the severity in the files of overrides.
  private var overriddenSeverityLines: [String] {
    let configuration = project.configuration
    return configuration.overrides.enumerated().compactMap { index, override in
      let written = entry.written.value.severity
      let setting = configuration.severity(of: rule, asWritten: written, in: [index])
      guard let setting, setting.override == index,
        entry.standing.isInForce || setting.id.value == rule.id
      else { return nil }
      let origin = project.placeText(of: setting.id, of: rule)
      return "\(setting.value.rawValue) in \(text(of: override.files)) (\(origin))"
    }
  }

  private func text(of globs: [Located<Glob>]) -> String {
    globs.map(\.value.text).joined(separator: ", ")
  }

  /// Where the rule holds, and where it does not.
  private var placeLines: [String] {
    let own = entry.written.value
    let configuration = project.configuration
    func lines<Value>(
      _ words: String, _ settings: [Configuration.Setting<[Located<Value>]>],
      _ text: KeyPath<Value, String>
    ) -> [String] {
      settings.settings(for: rule).flatMap { setting in
        setting.value.map {
          "\(words): \($0.value[keyPath: text]) (\(place($0, of: setting.id)))"
        }
      }
    }
    let throughAllowed = configuration.throughAllowed.setting(for: rule).map {
      "\($0.value ? "" : "not ")traced through what is allowed (\(place($0.id, of: $0.id)))"
    }
    return own.places.map { $0.text + ($0.isAllowed ? " (the rule's own)" : "") }
      + lines("allowed in files", configuration.allow, \.text)
      + lines("allowed inside", configuration.allowInside, \.text)
      + lines("traced through", configuration.through, \.text)
      + lines("not traced beyond", configuration.seams, \.text)
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
      let files = text(of: override.files)
      return override.replace.entries(for: rule).map {
        "replaced in \(files): \($0.pattern.value) by \($0.text.value) (\(place($0.pattern)))"
      }
    }
  }

  private func place<Value>(_ value: Located<Value>) -> String {
    project.placeText(of: value.place)
  }

  private func place<Value>(_ value: Located<Value>, of name: Located<String>) -> String {
    project.placeText(of: name, of: rule, at: value.place)
  }
}
