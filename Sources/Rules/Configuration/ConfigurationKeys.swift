import Diagnostics

// How the values of a configuration's keys are read.

enum ConfigurationKey: Int, FieldKey {
  case packs, rules, enable, exclude, include, severity, allow, allowInside, replace, overrides,
    ownTypes, modules, baseline, extends, defaultArguments, ownQueues,
    requiredVersion, through, seams, throughAllowed, textSinks

  static let names = NameTable([
    "packs", "rules", "enable", "exclude", "include", "severity", "allow", "allow-inside",
    "replace", "overrides", "own-types", "modules", "baseline", "extends",
    "default-arguments", "own-queues", "required-version", "through", "seams", "through-allowed",
    "text-sinks",
  ])

  /// Users of other linters may write the words of those.
  static func hint(for unknown: String) -> String? {
    switch unknown {
    case "disabled_rules", "disabled", "disable":
      "'severity: { date-init: off }' turns a rule off"
    case "opt_in_rules", "enabled", "enabled_rules":
      "'enable: [uuid-init]' turns a rule on"
    case "only_rules", "whitelist_rules":
      "'packs: []' with 'enable: [date-init]' turns on single rules alone"
    case "custom_rules":
      "'rules: [Rules]' names the files of your own rules"
    case "excluded", "ignore", "ignores":
      "'exclude' lists the paths that are never linted"
    case "included", "paths":
      "'include' lists the paths that a run of the whole project lints"
    case "parent_config":
      "'extends: ../.swift-determinism-lint.yml' adds to another configuration"
    case "child_config":
      "write a configuration with 'extends' in that folder"
    case "strict", "reporter", "warning_threshold":
      "use the options '--strict' and '--format' of the command line"
    case "write_baseline":
      "'swift-determinism-lint baseline write' writes the baseline"
    case "swiftlint_version", "version", "min-version", "minimum-version":
      "'required-version: \">=0.1, <0.3\"' says which versions of the tool may read this file"
    default: nil
    }
  }
}

private enum OverrideKey: Int, FieldKey {
  case files, severity, allowInside, replace, defaultArguments

  static let names = NameTable([
    "files", "severity", "allow-inside", "replace", "default-arguments",
  ])

  static func hint(for unknown: String) -> String? {
    if unknown == "allow" { return "'severity: { date-init: off }' allows a rule in these files" }
    guard closestMatch(to: unknown, in: names.texts) == nil else { return nil }
    return "write one of \(names.texts.map { "'\($0)'" }.joined(separator: ", "))"
  }
}

extension NodeReader {
  /// - Parameter read: reads one setting's value; its last argument is the rule's id.
  mutating func settings<Value>(
    _ node: YAMLNode?, _ expectation: String,
    read: (inout NodeReader, YAMLNode, String) -> Value?
  ) -> [Configuration.Setting<Value>] {
    var settings: [Configuration.Setting<Value>] = []
    for entry in entries(of: node, expectation) {
      let id = located(entry.key)
      guard let value = read(&self, entry.value, id.value) else { continue }
      settings.append(.init(id: id, value: value))
    }
    return settings
  }

  mutating func severities(_ node: YAMLNode?) -> [Configuration.Setting<RuleSeverity>] {
    settings(node, "'severity' maps rules, packs or 'all' to 'error', 'warning' or 'off'") {
      reader, node, _ in
      reader.choice(node, of: "severity", from: RuleSeverity.names).flatMap(RuleSeverity.init)
    }
  }

  /// - Parameter key: `allow-inside`, `through` or `seams`.
  mutating func scopes(
    byName node: YAMLNode?, of key: String
  ) -> [Configuration.Setting<[Located<ScopeHeader>]>] {
    settings(node, "'\(key)' maps rules, packs or 'all' to lists of declaration headers") {
      [file] reader, node, key in
      reader.scopes(node, of: key) { Located($0, at: $1.range, inFile: file) }
    }
  }

  mutating func replacements(
    _ node: YAMLNode?
  ) -> [Configuration.Setting<[Configuration.ReplacementText]>] {
    settings(node, "'replace' maps rule ids to patterns with texts") {
      $0.texts(byPattern: $1, of: $2)
    }
  }

  mutating func defaultArguments(
    of node: YAMLNode?
  ) -> [Configuration.Setting<DefaultArguments>] {
    settings(node, "'default-arguments' maps rules, packs or 'all' to 'report' or 'allow'") {
      reader, node, _ in
      reader.defaultArguments(node)
    }
  }

  mutating func throughAllowed(_ node: YAMLNode?) -> [Configuration.Setting<Bool>] {
    settings(node, "'through-allowed' maps rules, packs or 'all' to 'true' or 'false'") {
      reader, node, _ in
      reader.flag(node, of: "through-allowed")
    }
  }

  mutating func overrides(_ node: YAMLNode?) -> [Configuration.Override] {
    guard let node, let list = list(node, of: "overrides", .override) else { return [] }
    return document.elements(of: list).compactMap { element in
      let fields = fields(
        of: element, as: OverrideKey.self, required: [.files], subject: "override",
        expectation: "an entry of 'overrides' must have settings for some files, e.g. "
          + "'{ files: [Tests], severity: { date-init: off } }'")
      guard let fields else { return nil }
      requireEntries(
        fields[.files], "'files' is empty; write settings for all files outside of 'overrides'")
      var override = Configuration.Override(files: globs(fields[.files], of: "files"))
      override.severity = severities(fields[.severity])
      override.allowInside = scopes(byName: fields[.allowInside], of: "allow-inside")
      override.replace = replacements(fields[.replace])
      override.defaultArguments = defaultArguments(of: fields[.defaultArguments])
      return override
    }
  }

  /// Names of functions, and of members on any receiver.
  mutating func textSinks(_ node: YAMLNode?) -> [String] {
    values(node, of: "text-sinks", .call) { text, document throws(PatternError) in
      let pattern = try Pattern(parsing: document.text(of: text))
      let name = pattern.components[0]
      guard pattern.root == .anyReceiver || pattern.root == .name, pattern.components.count == 1,
        !name.isType, name.labels == nil
      else { throw PatternError(message: "a text sink must be a name such as '_.emit'", offset: 0) }
      return name.name
    }
  }

  /// Either a list of types, or types with the globs of the files they hold in.
  mutating func ownTypes(_ node: YAMLNode?) -> [Configuration.OwnType] {
    guard case .mapping(let mapping) = node else {
      return names(node, of: "own-types", .type).map { .init(name: $0, files: []) }
    }
    return document.entries(of: mapping).compactMap { entry in
      let key = document.text(of: entry.key)
      requireEntries(
        entry.value, "'\(key)' has no globs; write '[\"**\"]' for all files")
      let files = globs(entry.value, of: key)
      return name(located(entry.key), .type).map { .init(name: $0, files: files) }
    }
  }

  mutating func names(
    _ node: YAMLNode?, of key: String, _ entryName: EntryName
  ) -> [Located<String>] {
    texts(node, of: key, entryName).compactMap { name($0, entryName) }
  }

  /// A Swift identifier.
  private mutating func name(
    _ text: Located<String>, _ entryName: EntryName
  ) -> Located<String>? {
    let isName =
      isChecked
      || text.value.unicodeScalars.enumerated().allSatisfy { index, scalar in
        scalar == "_" || scalar.properties.isXIDStart
          || 0 < index && scalar.properties.isXIDContinue
      }
    guard isName, !text.value.isEmpty else {
      report(
        "\(entryName.singular) must be a Swift name, e.g. '\(entryName.example)'", at: text.range)
      return nil
    }
    return text
  }

  mutating func path(_ node: YAMLNode?, of key: String) -> Located<FilePath>? {
    line(node, of: key).map { located($0).map { FilePath($0) } }
  }

  mutating func requiredVersion(_ node: YAMLNode?) -> Located<RequiredVersion>? {
    guard let scalar = line(node, of: "required-version") else { return nil }
    do throws(PatternError) {
      let version = try RequiredVersion(parsing: document.text(of: scalar))
      return Located(version, at: scalar.range, inFile: file)
    } catch {
      report(error.message, at: scalar.range(ofTextAt: error.offset))
      return nil
    }
  }
}

extension Configuration {
  /// A name of the project, as `Queues.main`, and what patterns start with that it stands for.
  package struct OwnQueue: Sendable {
    package let name: Located<String>
    package let meaning: String

    /// The meaning of one in a list: it is made by the project.
    static let usualMeaning = "DispatchQueue(label:)"

    /// The pattern with the name instead of what it stands for; nil if it starts otherwise.
    func pattern(insteadOf pattern: Pattern) -> Pattern? {
      let start = (meaning + ".").utf8
      guard pattern.bytes.starts(with: start) else { return nil }
      let rest = String(decoding: pattern.bytes.dropFirst(start.count), as: UTF8.self)
      return try? Pattern(parsing: "\(name.value).\(rest)")
    }

    /// The same for what a rule asks of arguments, which may be the queue itself.
    fileprivate func argument(insteadOf argument: UseConditions.Argument) -> UseConditions.Argument?
    {
      guard let mentioned = argument.mention.pattern else { return nil }
      let isQueue = (try? Pattern(parsing: meaning)).map(Set([mentioned.uses]).cover) ?? false
      let own = isQueue ? try? Pattern(parsing: name.value) : pattern(insteadOf: mentioned)
      return own.map { UseConditions.Argument(label: argument.label, mention: Mention($0)) }
    }
  }

  /// Makes the rules ban for the project's own queues what they ban for the queues that these stand
  /// for, and ask for them where they ask for these.
  func addOwnQueues(to rules: inout [Rule]) {
    guard !ownQueues.isEmpty else { return }
    for index in rules.indices {
      addOwnQueues(to: &rules[index].when)
      addOwnQueues(to: &rules[index].unless)
      let added = ownQueues.flatMap { queue in
        rules[index].ban.compactMap { queue.pattern(insteadOf: $0) }
      }
      if added.isEmpty { continue }
      var banned = Set(rules[index].ban)
      rules[index].ban += added.filter { banned.insert($0).inserted }
    }
  }

  private func addOwnQueues(to conditions: inout UseConditions?) {
    guard let arguments = conditions?.arguments, !arguments.isEmpty else { return }
    conditions!.arguments += ownQueues.flatMap { queue in
      arguments.compactMap { queue.argument(insteadOf: $0) }
    }
  }

  /// The setting by which a rule has the pattern; nil if it is the rule's own.
  package func ownQueue(of pattern: Pattern) -> OwnQueue? {
    ownQueues.last { pattern.bytes.starts(with: ($0.name.value + ".").utf8) }
  }
}

extension NodeReader {
  /// Either a list of names, or names with what they stand for.
  mutating func ownQueues(_ node: YAMLNode?) -> [Configuration.OwnQueue] {
    guard case .mapping(let mapping) = node else {
      var seen: Set<String> = []
      return texts(node, of: "own-queues", .queue).compactMap { name in
        guard seen.insert(name.value).inserted else {
          report("duplicate queue '\(name.value)'", at: name.range)
          return nil
        }
        return ownQueue(name, standingFor: Configuration.OwnQueue.usualMeaning)
      }
    }
    return document.entries(of: mapping).compactMap { entry in
      let key = located(entry.key)
      guard let scalar = line(entry.value, of: key.value) else { return nil }
      let meaning = located(scalar)
      let isStart = (try? Pattern(parsing: meaning.value)).map { $0.root == .name } ?? false
      guard isStart else {
        report(
          "'\(key.value)' must stand for the start of patterns, e.g. 'DispatchQueue.main'",
          at: meaning.range)
        return nil
      }
      return ownQueue(key, standingFor: meaning.value)
    }
  }

  private mutating func ownQueue(
    _ name: Located<String>, standingFor meaning: String
  ) -> Configuration.OwnQueue? {
    let pattern = try? Pattern(parsing: name.value)
    let isName =
      pattern.map { pattern in
        let names = pattern.components
        return pattern.root == .name && names.allSatisfy { $0.labels == nil }
          && !names[names.count - 1].isType && !names[names.count - 1].isInitializer
      } ?? false
    guard isName else {
      report("\(EntryName.queue.singular) must be a Swift name, e.g. 'Queues.main'", at: name.range)
      return nil
    }
    return Configuration.OwnQueue(name: name, meaning: meaning)
  }
}
