import Commands
import Pipeline
import Reporters
import Rules

/// The explanation of one pack in one project.
package struct PackExplanation {
  package let name: String
  /// The files of the pack: one if it is bundled, and maybe more of a project's own.
  private let files: [RuleFile]
  package let entries: [ProjectRule]
  private let project: Project

  /// Fails where there is no such pack.
  package init?(_ name: String, _ project: Project) {
    (self.name, self.project) = (name, project)
    files = (project.bundledFiles + project.ownFiles).filter { $0.pack == name }
    entries = project.rules.filter { $0.rule.pack == name }
    if files.isEmpty { return nil }
  }

  package var about: String { files.compactMap(\.about).joined(separator: " ") }
  package var notes: [RuleNote] { files.compactMap(\.note).map { RuleNote($0) } }
  package var size: String { "a pack of \(counted(entries.count, "rule"))" }
  private var isInForce: Bool { entries.contains { $0.standing.isInForce } }
  package var isBundled: Bool { entries.contains { $0.isBundled } }

  package func print(on page: inout Page) {
    page.add(name, .heading)
    page.addLine(": \(size)" + (isInForce ? "" : " (off)"))
    if !about.isEmpty { page.addWrapped(about, hanging: 0) }
    for note in notes { page.addNote(note) }
    page.add(ExplanationSection("Rules", .rules(entries.map(\.rule))))
    page.add(ExplanationSection("In this project", .lines(standingLines + scopeLines)))
  }

  /// Lines on how the pack came to be on, or how to switch it on.
  private var standingLines: [String] {
    var lines: [String] = []
    if let rule = entries.first(where: { $0.standing.isInForce }) {
      lines.append("on: \(project.reason(for: rule))")
    } else if let rule = entries.first(where: { $0.standing.isOffInConfiguration }) {
      lines.append("off: \(project.reason(for: rule))")
    } else if isBundled {
      lines.append("off: \(advice(forAdding: name))")
    }
    if let offLine { lines.append(offLine) }
    return lines
  }

  /// Rules that nothing but their own severity keeps out if the pack is on.
  private var ownOff: [ProjectRule] { entries.filter { $0.written.value.severity == .off } }

  /// Names the rules that the pack alone does not turn on.
  var offLine: String? {
    if ownOff.isEmpty { return nil }
    let (rules, them) = ownOff.count == 1 ? ("this rule is", "it") : ("these rules are", "them")
    return "\(rules) off by default; 'enable' in the configuration turns \(them) on: "
      + list(ownOff.map(\.rule.id))
  }

  /// The places that all rules have in common.
  package var places: [RulePlace] {
    let all = entries.map(\.written.value.places)
    return all.first?.filter { place in all.allSatisfy { $0.contains(place) } } ?? []
  }

  private var scopeLines: [String] { places.map(\.text) }

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
