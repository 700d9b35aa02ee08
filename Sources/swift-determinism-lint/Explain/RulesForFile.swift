import Rules
import Workspace

/// Which rules look at a file, which do not, and why not.
struct RulesForFile {
  let project: Project
  let rules: [ProjectRule]
  let named: NamedFile
  private var file: LintFile { named.file }

  func print(on page: inout Page) {
    let inForce = rules.filter(\.standing.isInForce)
    let looking = inForce.filter { isForFile($0.rule) }
    let verb = looking.count == 1 ? "looks" : "look"
    let ids = looking.isEmpty ? "" : ": \(names(of: looking))"
    page.addWrapped("\(counted(looking.count, "rule")) \(verb) at this file\(ids).")
    for rule in inForce.map(\.rule) where !isForFile(rule) {
      page.addWrapped("For other files: \(rule.id), only in \(list(rule.files.map(\.text))).")
    }
    for rule in looking {
      guard let glob = rule.rule.allow.first(where: { $0.matches(file.relativePath) }) else {
        continue
      }
      let origin = project.origin(of: glob, in: rule)
      page.addWrapped("Allowed in this file: \(rule.rule.id) by '\(glob.text)' (\(origin)).")
    }
    printOthers(on: &page)
    printWalk(on: &page)
  }

  private func isForFile(_ rule: Rule) -> Bool {
    rule.files.isEmpty || rule.files.contains { $0.matches(file.relativePath) }
  }

  /// The ids, or how many of each pack.
  private func names(of rules: [ProjectRule]) -> String {
    guard 12 < rules.count else { return rules.map(\.rule.id).joined(separator: ", ") }
    return countsByPack(rules)
  }

  /// e.g. `core 4, random 12`
  private func countsByPack(_ rules: [ProjectRule]) -> String {
    var packs: [(name: String, count: Int)] = []
    for rule in rules {
      if let index = packs.firstIndex(where: { $0.name == rule.rule.pack }) {
        packs[index].count += 1
      } else {
        packs.append((rule.rule.pack, 1))
      }
    }
    return packs.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
  }

  private func printOthers(on page: inout Page) {
    var (packs, unnamed, off): ([ProjectRule], [ProjectRule], [ProjectRule]) = ([], [], [])
    var (turnedOff, disabled): ([String], [String]) = ([], [])
    for rule in rules {
      switch rule.standing {
      case .ownRule, .defaultPack, .packInConfiguration, .packInArguments, .enabled, .inOverride,
        .onlyRule:
        break
      case .packNotOn: packs.append(rule)
      case .notAmongOnlyRules: unnamed.append(rule)
      case .off: off.append(rule)
      case .offInConfiguration(let place):
        turnedOff.append("\(rule.rule.id) (\(project.words(for: place)))")
      case .disabled: disabled.append(rule.rule.id)
      }
    }
    let reasons = [
      packs.isEmpty ? nil : "packs that are not on (\(countsByPack(packs)))",
      unnamed.isEmpty ? nil : "not named by '--only-rule' (\(countsByPack(unnamed)))",
      disabled.isEmpty ? nil : "'--disable' (\(disabled.joined(separator: ", ")))",
      turnedOff.isEmpty ? nil : "turned off: " + turnedOff.joined(separator: ", "),
      off.isEmpty ? nil : "off unless the configuration gives a severity (\(names(of: off)))",
    ].compactMap { $0 }
    guard !reasons.isEmpty else { return }
    let count = rules.count { !$0.standing.isInForce }
    let verb = count == 1 ? "is" : "are"
    page.addWrapped(
      "\(counted(count, "rule")) \(verb) not in force: \(reasons.joined(separator: "; ")).")
  }

  private func printWalk(on page: inout Page) {
    let selection = Selection(
      ConfigurationTree(in: project.place, root: project.folder.root),
      gitSettings: GitSettings(environment: environmentVariable))
    switch selection.decide(named, from: project.folder.root, toldBy: .walk) {
    case .lint, .outside, .excluded, .notIncluded: break
    case .ignored: page.addWrapped("Git ignores this file; it is linted where it is named.")
    case .skipped, .link:
      page.addWrapped("A search in folders passes over this file; it is linted where it is named.")
    }
  }
}
