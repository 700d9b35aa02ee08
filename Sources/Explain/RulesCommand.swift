import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Workspace

/// Lists the rules in force, or explains a rule or a pack, in force or not.
package func printRules(_ options: RulesOptions, _ console: Console) throws -> ExitStatus {
  // A page does not link to itself.
  let projects = try Projects(
    options.rules, documentation: options.format == .markdown ? "" : docsURL)
  let project = try projects.current()
  guard let name = options.name else { return listRules(options, project, console) }
  if options.format == .markdown { return try publish(name, of: project, console) }
  let id = name.string
  if let rule = project.rule(id) {
    let explanation = json(of: rule.rule, isInForce: rule.standing.isInForce)
    return print(options, json: explanation, on: console) { page in
      RuleExplanation(rule, project).print(on: &page)
    }
  }
  if let pack = PackExplanation(id, project) {
    return print(options, json: pack.asJSON, on: console) { pack.print(on: &$0) }
  }
  let meant = project.orderedRules.filter { $0.rule.keywords.contains(id.lowercased()) }
  guard !meant.isEmpty else { throw unknownRule(id, in: project) }
  let objects = meant.map { Explain.json(of: $0.rule, isInForce: $0.standing.isInForce) }
  return print(options, json: .array(objects), on: console) { $0.addTable(of: meant.map(\.rule)) }
}

/// Prints the page of a rule or a pack, or writes the pages of all into a folder.
private func publish(
  _ name: FilePath, of project: Project, _ console: Console
) throws -> ExitStatus {
  let pages = PublishedPages(project)
  if let page = pages.page(of: name.string) {
    return console.print(forPrograms: Array(page.utf8))
  }
  if (try? kindOfFile(at: name)) == .folder { return try pages.write(to: name, console) }
  if isNameTaken(name) { throw UsageError("'\(name.string)' is not a folder") }
  let (ids, packs) = project.orderedNames
  if closestMatch(to: name.string, in: ids + packs) != nil {
    throw unknown("rule, pack or folder", name.string, among: ids + packs)
  }
  throw UsageError(
    "there is no rule, pack or folder '\(name.string)'; to write all pages, make the "
      + "folder first")
}

extension Project {
  /// All rules, those in force first.
  fileprivate var orderedRules: [ProjectRule] {
    let rules = rules
    return rules.filter { $0.standing.isInForce } + rules.filter { !$0.standing.isInForce }
  }

  /// Of all rules, those in force first, and of all packs.
  fileprivate var orderedNames: (ids: [String], packs: [String]) {
    (orderedRules.map(\.rule.id), (bundledFiles + ownFiles).map(\.pack))
  }
}

/// Names the rules with such a word in their ids, those in force first: who looks for one knows
/// what it is about.
private func unknownRule(_ word: String, in project: Project) -> UsageError {
  let (ids, packs) = project.orderedNames
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
    "no rule or pack is called '\(word)'; rules with this word: "
      + named.joined(separator: ", "),
    needsHelp: false)
}

private func print(
  _ options: RulesOptions, json: JSON, on console: Console, _ addText: (inout Page) -> Void
) -> ExitStatus {
  if options.format == .json { return console.print(forPrograms: json.prettyBytes) }
  var page = Page(console)
  addText(&page)
  return console.print(page.bytes, status: .clean)
}

private func listRules(
  _ options: RulesOptions, _ project: Project, _ console: Console
) -> ExitStatus {
  let rules = project.selection.rules
  if options.format == .json {
    let objects = rules.map { json(of: $0, isInForce: true) }
    return console.print(forPrograms: JSON.array(objects).prettyBytes)
  }
  var page = Page(console)
  page.addTable(of: rules)
  var remarks = Page(forErrorsOf: console)
  addOtherRules(of: project, to: &remarks)
  return console.print(page.bytes, remarks: remarks.bytes, status: .clean)
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

  var isOffInConfiguration: Bool {
    if case .offInConfiguration = self { true } else { false }
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
package func json(of rule: Rule, isInForce: Bool) -> JSON {
  let replacements = rule.replacements
    .sorted { $0.pattern.text.utf8.lexicographicallyPrecedes($1.pattern.text.utf8) }
    .map { (key: $0.pattern.text, value: JSON.string($0.text)) }
  return object([
    ("allow", strings(rule.allow.map(\.text))),
    ("allow-inside", strings(rule.allowInside.map(\.text))),
    ("assigned", rule.isAssigned ? .boolean(true) : nil),
    ("ban", strings(rule.ban.map(\.text))),
    ("beside", rule.beside.isEmpty ? nil : json(of: rule.beside)),
    ("category", rule.category.map { .string($0) }),
    ("covered-by", rule.coveredBy.isEmpty ? nil : strings(rule.coveredBy)),
    ("default-arguments", .string(rule.defaultArguments.rawValue)),
    ("discarded", rule.isDiscarded ? .boolean(true) : nil),
    ("files", strings(rule.files.map(\.text))),
    ("id", .string(rule.id)),
    ("in-force", .boolean(isInForce)),
    ("inside", strings(rule.inside.map(\.text))),
    ("keywords", rule.keywords.isEmpty ? nil : strings(rule.keywords)),
    ("message", .string(rule.message)),
    ("note", rule.note.map { .string($0) }),
    ("order", rule.order.map { .string($0.end.rawValue) }),
    ("pack", .string(rule.pack)),
    ("receiver", rule.receiver.isEmpty ? nil : strings(rule.receiver)),
    ("replace", .object(replacements)),
    ("seams", rule.trace.seams.isEmpty ? nil : strings(rule.trace.seams.map(\.text))),
    ("severity", .string(rule.severity.rawValue)),
    ("through", rule.trace.through.isEmpty ? nil : strings(rule.trace.through.map(\.text))),
    ("through-allowed", rule.trace.goesThroughAllowed ? .boolean(true) : nil),
    ("trace", rule.trace.isOn ? .boolean(true) : nil),
    ("unless", rule.unless.map(\.asJSON)),
    ("url", rule.url.map { .string($0) }),
    ("when", rule.when.map(\.asJSON)),
  ])
}

/// Leaves out what has no value.
package func object(_ members: [(key: String, value: JSON?)]) -> JSON {
  .object(members.compactMap { member in member.value.map { (member.key, $0) } })
}

extension UseConditions {
  /// With the keys of a rule file.
  fileprivate var asJSON: JSON {
    func texts(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : strings(texts) }
    func mapping(_ entries: [(key: String, value: JSON)]) -> JSON? {
      entries.isEmpty
        ? nil : .object(entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }
    let unlabelled = arguments.filter { $0.label == nil }.map(\.mention.text)
    let labelled = argumentsByLabel.map { (key: $0, value: strings($1)) }
    let members = members.map { (key: $0.name, value: strings($0.values.map(\.text))) }
    return object([
      ("argument-of", texts(argumentOf.map(\.text))),
      ("arguments", texts(unlabelled) ?? mapping(labelled)),
      ("called", isCalled ? .boolean(true) : nil),
      ("closure", texts(closures.map(\.text))),
      ("followed-by", texts(followedBy)),
      ("members", mapping(members)),
      ("text", texts(self.texts)),
    ])
  }
}
