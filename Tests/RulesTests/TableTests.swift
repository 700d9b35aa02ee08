import Diagnostics
import TestSupport
import Testing

@testable import Rules

/// What comes of texts: the tables of `Fixtures/Tables`.
@Suite struct RuleFileTableTests {
  private func place(_ diagnostic: Diagnostic, in source: SourceFile) -> String {
    let location = LineTable(source.bytes).location(of: diagnostic.range.lowerBound)
    return "\(location.line):\(location.column): \(diagnostic.message)"
  }

  private func refusing(_ read: () throws -> String) throws -> String {
    do {
      return try read()
    } catch let error as PatternError {
      return "\(error.offset): \(error.message)"
    }
  }

  @Test func patterns() throws {
    let found = try differences(in: "patterns") { _, text in
      try refusing {
        let pattern = try Pattern(parsing: text)
        let names = pattern.components.map { component in
          component.name + (component.isInitializer ? "!" : "")
            + (component.labels.map { "(\($0.map { $0 + ":" }.joined()))" } ?? "")
        }
        return "\(pattern.root) " + names.joined(separator: ".")
      }
    }
    #expect(found == [])
  }

  @Test func scopeHeaders() throws {
    let found = try differences(in: "scope-headers") { _, text in
      try refusing {
        let parsed = try ScopeHeader(parsing: text)
        switch parsed.scope {
        case .macro(let name): return "#\(name)"
        case .condition(let words): return "#if " + words.joined(separator: " ")
        case .declaration(let header):
          let name = header.name?.joined(separator: ".") ?? "_"
          let end = header.isEndOfType ? "…" : ""
          let type = header.inheritedType.map { ": " + end + $0.joined(separator: ".") } ?? ""
          let files = parsed.files.map { " in \($0.text)" } ?? ""
          let attributes = header.attributes.map { "@" + $0.joined(separator: ".") }
          let words = attributes + header.modifiers + [header.keyword ?? "any", name]
          return words.joined(separator: " ") + type + files
        }
      }
    }
    #expect(found == [])
  }

  @Test func versions() throws {
    let found = try differences(in: "versions") { section, text in
      switch section {
      case "":
        try refusing { try RequiredVersion(parsing: text).isExact ? "exact" : "a range" }
      case "a version": SemanticVersion(text) == nil ? "no" : "yes"
      default:
        try RequiredVersion(parsing: section).contains(#require(SemanticVersion(text)))
          ? "in" : "out"
      }
    }
    #expect(found == [])
  }

  @Test func globs() throws {
    let matching = try differences(in: "globs") { _, text in
      let words = text.split(separator: " ").map(String.init)
      let glob = try Glob(parsing: words[0])
      return words.dropFirst().filter { glob.matches(FilePath($0)) }.joined(separator: " ")
    }
    #expect(matching == [])
    let moved = try differences(in: "glob-bases") { _, text in
      let words = text.split(separator: " ").map(String.init)
      let base = GlobBase(FilePath(words[1]), relativeTo: FilePath(words[0]))
      #expect((base == nil) == (words[0] == words[1]))
      let glob = try Glob(parsing: words[2]).starting(from: base)
      return "\(glob.matches(FilePath(words[3])))"
    }
    #expect(moved == [])
  }

  @Test func configurations() throws {
    let found = try differences(in: "configurations") { _, text in
      let configuration = parsed(text)
      let queues = configuration.ownQueues.map { "\($0.name.value) = \($0.meaning)" }
      let types = configuration.ownTypes.map(\.name.value)
      let mistakes = configuration.mistakes[0].map { place($0, in: configuration.source!) }
      return (queues + types + mistakes).joined(separator: " | ")
    }
    #expect(found == [])
  }

  @Test func ruleFiles() throws {
    let found = try differences(in: "rule-files") { _, text in
      let source = SourceFile(path: FilePath("x.yml"), bytes: Array(text.utf8))
      let file = RuleFile(parsing: source)
      let patterns = file.rules.flatMap { $0.value.replacements.map(\.pattern.text) }
      return (file.diagnostics.map { place($0, in: source) } + patterns).joined(separator: " | ")
    }
    #expect(found == [])
  }

  @Test func idleSettings() throws {
    let known = ["app-date", "app", "date-init", "core", "all"]
    let found = try differences(in: "idle-settings") { _, text in
      let configuration = parsed(text)
      let known = text.contains("date-init") ? Array(known.prefix(2)) : known
      return configuration.idleSettings(besides: Set(known)) { name in
        switch name {
        case "date-init": (.offInConfiguration(Located("date-init", at: 0..<0)), "core")
        case "uuid", "random": (.packNotOn, "random")
        case "off": (.off, "off")
        default: (.off, "core")
        }
      }.map { place($0, in: configuration.source!) }.joined(separator: " | ")
    }
    #expect(found == [])
  }

  // MARK: - Selections

  @Test func selections() throws {
    let bundled = [
      ruleFile(
        "core.yml",
        """
        pack: core
        rules:
          - id: date-init
            message: x
            ban: [Date(), NSDate()]
            allow: [Clock.swift]
            allow-inside: [struct Clock]
            replace: {Date(): Date.current}
          - {id: implicit-now, severity: off, message: x, ban: [.now]}
        """),
      ruleFile(
        "random.yml",
        "pack: random\nrules:\n  - {id: uuid, message: x, ban: [UUID()], severity: warning}"),
    ]
    let own = "pack: app\nrules:\n  - id: app-date\n    message: x\n    ban: [AppDate()]"
    try expectSelections("selections", of: bundled, own: [ruleFile("Rules/app.yml", own)])
  }

  @Test func settingNames() throws {
    let bundled = [
      ruleFile(
        "core.yml",
        """
        pack: core
        rules:
          - {id: date, message: x, ban: [Date()], allow: [Clock.swift]}
          - {id: now, message: x, ban: [.now], severity: warning}
          - {id: idle, message: x, ban: [idle()], severity: off}
        """),
      ruleFile("random.yml", "pack: random\nrules:\n  - {id: uuid, message: x, ban: [UUID()]}"),
    ]
    let own = ["a", "b"].map {
      ruleFile("Rules/\($0).yml", "pack: app\nrules:\n  - {id: \($0), message: x, ban: [\($0)()]}")
    }
    try expectSelections("setting-names", of: bundled, own: own)
  }

  /// An input has what the command line says, the project's rule files, and which overrides hold.
  private func expectSelections(_ table: String, of bundled: [RuleFile], own: [RuleFile]) throws {
    var standings: Set<String> = []
    let found = try differences(in: table) { section, input in
      var configuration = section == "none" ? Configuration() : parsed(section)
      var (choices, project) = (RuleChoices(), [RuleFile]())
      var (overrides, rules) = ([Int](), \RuleSelection.rules)
      for word in input.split(separator: "; ") {
        let parts = word.split(separator: ": ", maxSplits: 2).map(String.init)
        let names = parts.last!.split(separator: ", ").map(String.init)
        switch parts[0] {
        case "own": project += own
        case "file": project.append(ruleFile(parts[1], parts[2]))
        case "base": configuration.extend(parsed(String(word.dropFirst(6)), number: 1))
        case "pack": choices.packs = names
        case "only": choices.onlyRules = names
        case "disable": choices.disabled = names
        case "in": overrides = names.map { Int($0)! }
        case "known": rules = \.known
        default: break
        }
      }
      let selection = RuleSelection(
        bundled: bundled, project: project, configuration: configuration, choices: choices)
      let mistakes =
        selection.fileMistakes.flatMap { file in
          file.diagnostics.map { "\(file.source.path.string):\(place($0, in: file.source))" }
        } + selection.usageMistakes
      let selected = overrides.isEmpty ? selection[keyPath: rules] : selection.rules(in: overrides)
      guard mistakes.isEmpty else { return mistakes.joined(separator: " | ") }
      // The reason that is given for a rule to run or not is the reason that holds.
      let inForce = (bundled + project).enumerated().flatMap { number, file in
        file.rules.map(\.value).filter { rule in
          let standing = configuration.standing(
            of: rule, isBundled: number < bundled.count, choices: choices, in: overrides)
          standings.insert(String("\(standing)".prefix { $0 != "(" }))
          return standing.isInForce
        }
      }
      #expect(inForce.map(\.id) == selection.rules(in: overrides).map(\.id), "\(section): \(input)")
      return selected.map(describe).joined(separator: " | ")
    }
    #expect(found == [])
    #expect(8 < standings.count, "\(standings)")
  }

  private func describe(_ rule: Rule) -> String {
    let lists = [
      ("allow", rule.allow.map(\.text)), ("allow-inside", rule.allowInside.map(\.text)),
      ("replace", rule.replacements.map { "\($0.pattern.text) \($0.text)" }),
      ("through", rule.trace.through.map(\.text)), ("seams", rule.trace.seams.map(\.text)),
    ]
    let flags = [
      ("default-arguments", rule.defaultArguments == .allow),
      ("through-allowed", rule.trace.goesThroughAllowed), ("trace", rule.trace.isOn),
    ]
    let words =
      lists.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
      + flags.filter(\.1).map(\.0)
    return (["\(rule.id) \(rule.severity.rawValue)"] + words).joined(separator: "; ")
  }
}

private func ruleFile(_ path: String, _ text: String) -> RuleFile {
  RuleFile(parsing: SourceFile(path: FilePath(path), bytes: Array(text.utf8)))
}

private func parsed(_ text: String, number: Int = 0) -> Configuration {
  let name = number == 0 ? "c.yml" : "base.yml"
  return Configuration(
    parsing: SourceFile(path: FilePath(name), bytes: Array(text.utf8)), number: number)
}
