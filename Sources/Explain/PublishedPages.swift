import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Workspace

/// The pages of all rules and packs that a run knows, in force or not, as Markdown for DocC. They
/// say what holds in any project.
package struct PublishedPages {
  private let project: Project
  private let rules: [ProjectRule]
  private let packs: [PackExplanation]
  private let rulesForFixtures: CompiledRules

  package init(_ project: Project) {
    self.project = project
    rules = project.rules
    rulesForFixtures = project.rulesForFixtures
    var names: [String] = []
    for file in project.bundledFiles + project.ownFiles where !names.contains(file.pack) {
      names.append(file.pack)
    }
    packs = names.compactMap { PackExplanation($0, project) }
  }

  /// The page of a rule or a pack; nil where there is none.
  package func page(of name: String) -> String? {
    if let rule = rules.first(where: { $0.rule.id == name }) { return page(of: rule) }
    return packs.first { $0.name == name }.map(page)
  }

  /// Writes them all, each whole or not at all; other files stay as they are.
  /// - Parameter folder: as it was named.
  package func write(to folder: FilePath, _ console: Console) throws -> ExitStatus {
    let pages = try allPages()
    for (name, text) in pages {
      let path = folder.appending(FilePath(name + ".md").bytes)
      do throws(FileError) {
        // Nobody may read a pipe.
        if isNameTaken(path), try kindOfFile(at: path) != .file { throw .notARegularFile }
        let file = try OutputFile(creating: project.place.writable(path))
        try file.write(Array(text.utf8))
        try file.finish(isWhole: true)
      } catch {
        throw ProjectError("cannot write '\(path.string)' (\(error.text))")
      }
    }
    let count = counted(pages.count, "page")
    return console.print("Wrote \(count) to '\(folder.printable)'.\n", status: .clean)
  }

  private func allPages() throws(ProjectError) -> [(name: String, text: String)] {
    var pages = [(name: Self.overviewName, text: overview)]
    pages += packs.map { (PageLinks.pageName(ofPack: $0.name), page(of: $0)) }
    // An id may be any word.
    for rule in rules {
      let id = rule.rule.id.lowercased()
      guard let name = pages.lazy.map(\.name).first(where: { $0.lowercased() == id }) else {
        continue
      }
      throw ProjectError(
        "the page of the rule '\(rule.rule.id)' would have the name of another page, "
          + "'\(name).md'; rename the rule"
      )
    }
    return pages + rules.map { ($0.rule.id, page(of: $0)) }
  }

  private func links(of name: String) -> PageLinks {
    PageLinks(ruleIDs: Set(rules.map(\.rule.id)), name: name)
  }

  // MARK: - The packs

  private static let overviewName = "Rules"

  private var overview: String {
    var page = MarkdownPage(
      Self.overviewName,
      abstract: sentence(
        "\(counted(rules.count, "rule")) in \(counted(packs.count, "pack")): what they are for, "
          + "and how to turn one on"),
      links(of: Self.overviewName))
    page.addTable(
      ["Pack", "Rules", "What it is for"],
      packs.map { pack in
        let about = links(of: pack.name).markdown(of: pack.about)
        return [PageLinks.link(toPack: pack.name), String(pack.entries.count), about]
      })
    page.addSection(
      "Turn one on",
      ["a pack: \(advice(forAdding: "NAME"))", "a rule: \(advice(forEnabling: "ID"))"])
    page.addTopics("Packs", packs.map { PageLinks.link(toPack: $0.name) })
    return page.text
  }

  private func page(of pack: PackExplanation) -> String {
    var page = MarkdownPage(
      pack.name, abstract: sentence(pack.about.isEmpty ? pack.size : pack.about),
      links(of: pack.name))
    for note in pack.notes { page.add(note) }
    page.addSection("Turn it on or off", linesOnTurning(pack))
    if !pack.places.isEmpty { page.addSection("Where it looks", pack.places.map(\.line)) }
    page.add(ExplanationSection("Rules", .rules(pack.entries.map(\.written.value))))
    page.addTopics("Rules", pack.entries.map { "<doc:\($0.rule.id)>" })
    return page.text
  }

  private func linesOnTurning(_ pack: PackExplanation) -> [String] {
    let words =
      reasonForPack(pack.name, isBundled: pack.isBundled) ?? advice(forAdding: pack.name)
    let off = "'severity: { \(pack.name): off }' in the configuration turns it off"
    return [words, pack.offLine, off].compactMap { $0 }
  }

  /// The reason why a pack is in force without anybody asking; nil for the other packs.
  private func reasonForPack(_ pack: String, isBundled: Bool) -> String? {
    if !isBundled { return "it is on where the configuration names its file under 'rules'" }
    return Configuration.defaultPacks.contains(pack) ? "the pack '\(pack)' is on by default" : nil
  }

  // MARK: - A rule

  private func page(of entry: ProjectRule) -> String {
    let rule = entry.written.value
    var page = MarkdownPage(rule.id, abstract: sentence(rule.message), links(of: rule.id))
    if let note = rule.note { page.add(RuleNote(note)) }
    let conditions: [ExplanationSection?] = [
      .bans(of: rule), .conditions(of: rule), .exceptions(of: rule),
    ]
    let examples = ExplanationSection.examples(of: entry, in: project, among: rulesForFixtures)
    for section in conditions.compactMap({ $0 }) + examples { page.add(section) }
    if !rule.places.isEmpty { page.addSection("Where it looks", rule.places.map(\.line)) }
    if let trace = ExplanationSection.trace(of: rule) { page.add(trace) }
    let setting = allowSetting(of: rule.id, in: FilePath("FILE.swift"))
    page.add(.allowance(of: rule, [(setting, "in the configuration, for a file")]))
    page.addHeading("Turn it on or off")
    let severity = rule.severity == .off ? "off by default" : rule.severity.rawValue
    page.addTable(
      ["Severity", "Category", "Pack"],
      [[severity, rule.category ?? "", PageLinks.link(toPack: rule.pack)]])
    page.addLines(linesOnTurning(entry))
    if let url = rule.url { page.addLink(url) }
    return page.text
  }

  private func linesOnTurning(_ entry: ProjectRule) -> [String] {
    let rule = entry.written.value
    var lines: [String] = []
    if rule.severity == .off {
      return [
        "it is off by default; 'enable: [\(rule.id)]' in the configuration turns it on as a "
          + "warning, '--only-rule \(rule.id)' runs it alone",
        "'severity: { \(rule.id): error }' besides 'enable' makes it an error",
      ]
    } else if let words = reasonForPack(rule.pack, isBundled: entry.isBundled) {
      lines.append(words)
    } else {
      lines.append("with its pack: \(advice(forAdding: rule.pack))")
      lines.append("without its pack: \(advice(forEnabling: rule.id))")
    }
    let isWarning = rule.severity == .warning
    let (other, words) = isWarning ? ("error", "an error") : ("warning", "a warning")
    return lines + [
      "'severity: { \(rule.id): off }' in the configuration turns it off, '--disable \(rule.id)' "
        + "for one run",
      "'severity: { \(rule.id): \(other) }' makes it \(words)",
    ]
  }
}
