import Reporters
import Rules

/// What there is to say about one pack in one project.
struct PackExplanation {
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
      ": a pack of \(counted(entries.count, "rule"))" + (isInForce ? "" : " (not in force)"))
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
      lines.append("in force: \(project.words(for: rule))")
    } else if isBundled {
      lines.append(
        "not in force: '--pack \(name)' adds it, or 'packs: [core, \(name)]' in the configuration")
    }
    if isBundled, !ownOff.isEmpty {
      let ids = ownOff.map(\.rule.id).joined(separator: ", ")
      lines.append("off unless 'severity' in the configuration says otherwise: \(ids)")
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

  var asJSON: JSONValue {
    let members: [(key: String, value: JSONValue?)] = [
      ("about", about.isEmpty ? nil : .string(about)),
      ("in-force", .boolean(isInForce)),
      ("note", files.compactMap(\.note).first.map { .string($0) }),
      ("pack", .string(name)),
      (
        "rules",
        .array(
          entries.map {
            json(of: $0.rule, isInForce: $0.standing.isInForce)
          })
      ),
    ]
    return .object(members.compactMap { member in member.value.map { (member.key, $0) } })
  }
}
