import Reporters
import Rules

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
    let packs = (project.bundledFiles + project.ownFiles).map(\.pack)
    throw unknown("rule", id, among: project.selection.known.map(\.id) + packs)
  }
  return print(options, json: pack.asJSON, on: console) { pack.print(on: &$0) }
}

private func print(
  _ options: RulesOptions, json: JSONValue, on console: Console, _ addText: (inout Page) -> Void
) -> ExitStatus {
  switch options.format {
  case .text:
    var page = Page(console)
    addText(&page)
    return console.print(page.bytes, status: .clean)
  case .json:
    return console.print(forPrograms: renderJSON(json))
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
    return console.print(forPrograms: renderJSON(.array(objects)))
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
  if !packs.isEmpty { page.addWrapped("Packs that are not on; '--pack NAME' adds one:") }
  for pack in packs {
    let about = pack.about.map { ": \($0)" } ?? ""
    let count = counted(pack.rules.count, "rule")
    page.addWrapped("\(pack.pack) (\(count))\(about)", indentation: 2)
  }
}

extension RuleStanding {
  fileprivate var isOff: Bool {
    switch self {
    case .off, .offInConfiguration: true
    case .ownRule, .defaultPack, .packInConfiguration, .packInArguments, .enabled, .inOverride,
      .onlyRule, .disabled, .notAmongOnlyRules, .packNotOn:
      false
    }
  }
}

private func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

private func json(of beside: Beside) -> JSONValue {
  .object([
    ("functions", strings(beside.functions.map(\.text))),
    ("labels", strings(beside.labels)),
    ("members", strings(beside.members)),
  ])
}

/// The keys are those of a rule file, the values those that hold in the project.
func json(of rule: Rule, isInForce: Bool) -> JSONValue {
  let replacements = rule.replacements
    .sorted { $0.pattern.text.utf8.lexicographicallyPrecedes($1.pattern.text.utf8) }
    .map { (key: $0.pattern.text, value: JSONValue.string($0.text)) }
  let members: [(key: String, value: JSONValue?)] = [
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
    ("unless", rule.unless.map { json(of: $0) }),
    ("url", rule.url.map { .string($0) }),
  ]
  return .object(members.compactMap { member in member.value.map { (member.key, $0) } })
}

private func json(of uses: HarmlessUses) -> JSONValue {
  func strings(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map { .string($0) })
  }
  let memberValues = uses.members
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    .map { (key: $0.name, value: strings($0.values.map(\.text)) ?? .array([])) }
  let members: [(key: String, value: JSONValue?)] = [
    ("argument-of", strings(uses.argumentOf.map(\.text))),
    ("arguments", strings(uses.arguments.map(\.text))),
    ("called", uses.isCalled ? .boolean(true) : nil),
    ("followed-by", strings(uses.followedBy)),
    ("members", memberValues.isEmpty ? nil : .object(memberValues)),
  ]
  return .object(members.compactMap { member in member.value.map { (member.key, $0) } })
}
