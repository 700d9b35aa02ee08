import BundledRules
import Diagnostics
import Rules
import TestSupport
import Testing

@Suite struct RuleFileTests {
  @Test func everyKeyIsRead() throws {
    let file = ruleFile(
      """
      pack: core
      about: What it is for.
      rules:
        - id: date-init                  # kebab-case
          severity: warning
          category: clock
          message: "'Date()' reads the system clock"
          note: |
            Why.

              struct Instead {}
          url: https://example.com/date-init#why
          ban:
            - Date()
            - Date.now
          replace:
            Date(): Date.current
            Date.now: 'Date.current'
          beside: { labels: [at, in], members: [date], functions: [age(of:_:)] }
          files: ["**/*Tests.swift"]
          allow: ["Date+current.swift", Clock]
          inside: [static func sample]
          allow-inside: ["struct _: PreviewProvider", '#if DEBUG']
          trace: true
          through: [protocol Loader]
          seams: [struct Live, func now]
          through-allowed: true
        - id: next
          message: x
          ban: [x]
      """)
    #expect(file.diagnostics.isEmpty)
    #expect(file.pack == "core")
    #expect(file.about == "What it is for.")
    let rule = try #require(file.rules.first).value
    #expect(rule.id == "date-init")
    #expect(rule.pack == "core")
    #expect(rule.severity == .warning)
    #expect(rule.category == "clock")
    #expect(rule.message == "'Date()' reads the system clock")
    #expect(rule.note == "Why.\n\n  struct Instead {}\n")
    #expect(rule.url == "https://example.com/date-init#why")
    #expect(rule.ban.map(\.text) == ["Date()", "Date.now"])
    #expect(rule.replacements.map(\.pattern.text) == ["Date()", "Date.now"])
    #expect(rule.replacements.map(\.text) == ["Date.current", "Date.current"])
    #expect(rule.beside.labels == ["at", "in"] && rule.beside.members == ["date"])
    #expect(rule.beside.functions.map(\.text) == ["age(of:_:)"])
    #expect(rule.files.map(\.text) == ["**/*Tests.swift"])
    #expect(rule.allow.map(\.text) == ["Date+current.swift", "Clock"])
    #expect(rule.inside.map(\.text) == ["static func sample"])
    #expect(rule.allowInside.map(\.text) == ["struct _: PreviewProvider", "#if DEBUG"])
    #expect(rule.trace.isOn && rule.trace.goesThroughAllowed)
    #expect(rule.trace.through.map(\.text) == ["protocol Loader"])
    #expect(rule.trace.seams.map(\.text) == ["struct Live", "func now"])
    #expect(file.rules.map(\.value.severity) == [.warning, .error])
    #expect(file.rules.map(\.range.lowerBound) == [49, 740])
  }

  @Test func afterAHundredMistakesTheRestIsNotTold() {
    let keys = (0..<500).map { "key-\($0): x\n" }.joined()
    let messages = ruleFile("pack: x\nrules: []\n" + keys).diagnostics.map(\.message)
    #expect(messages.count == 101)
    #expect(messages.last == "too many mistakes; the rest of the file was not read")
  }

  /// None of these is looked up by going through all the others.
  @Test func longFilesAreReadInLinearTime() {
    let growth = growth(from: 128, of: longRuleFile) { count, text in
      let file = ruleFile(text)
      #expect(file.rules.first?.value.replacements.count == count)
      #expect(file.diagnostics.count == 101)
    }
    #expect(growth < linearGrowth)
  }

  private func longRuleFile(_ count: Int) -> (count: Int, text: String) {
    let names = (0..<count).map { "f\($0)()" }
    let list = names.joined(separator: ", ")
    let replaced = names.map { "\($0): x" }.joined(separator: ", ")
    let unknown = names.map { "g\($0): x" }.joined(separator: ", ")
    let text =
      "pack: x\nrules:\n- id: x\n  message: x\n  ban: [\(list)]\n  replace: {\(replaced)}\n"
      + "- id: y\n  message: x\n  ban: [\(list)]\n  replace: {\(unknown)}\n"
    return (count, text)
  }

  /// The files are not held against each other in a run.
  @Test func bundledRulesHaveDifferentIDs() {
    let ids = bundledRuleFiles.flatMap(\.ruleIDs)
    #expect(Set(ids).count == ids.count)
  }

  @Test func bundledRuleFilesHaveNoMistakes() {
    for bundled in bundledRuleFiles {
      let file = RuleFile(parsing: SourceFile(path: FilePath(bundled.name), bytes: bundled.bytes))
      #expect(file.diagnostics.map(\.message) == [], "\(bundled.name)")
      #expect(bundled.name == file.pack + ".yml")
      #expect(bundled.pack == file.pack)
      #expect(bundled.ruleIDs == file.rules.map(\.value.id))
    }
  }

  @Test func aRuleDoesNotBanItsOwnName() {
    let file = ruleFile(
      """
      pack: x
      rules:
        - id: no-print
          message: x
          ban:
            - no_print
            - print
            - no_log

      """)
    let message =
      "'no_print' is the name of this rule; write what it bans under 'ban', e.g. 'print'"
    #expect(file.diagnostics.map(\.message) == [message])
    let legal = "pack: x\nrules:\n  - id: mach-time\n    message: x\n    ban:\n      - mach_time\n"
    #expect(ruleFile(legal).diagnostics.isEmpty)
  }

  @Test func namesAreOfferedWithHyphens() {
    let messages = ["no_print", "noPrint", "No Print", "print!"].map { id in
      ruleFile("pack: x\nrules: [{id: '\(id)', message: x, ban: [x]}]").diagnostics[0].message
    }
    let expected = ["no-print", "no-print", "no-print", "date-init"]
    #expect(messages == expected.map { "'id' must be lower case with hyphens, e.g. '\($0)'" })
  }

  @Test func replacementsMayBeForCallsThatAPatternCovers() {
    func read(_ key: String, _ text: String = "x") -> [String] {
      let rule = "{id: a, message: x, ban: [print, 'f(_:)', Date.init], replace: {\(key): \(text)}}"
      let file = ruleFile("pack: x\nrules: [\(rule)]")
      return file.diagnostics.map(\.message)
        + file.rules.flatMap { $0.value.replacements.map(\.pattern.text) }
    }
    for key in ["print(_:)", "print()", "f(_:)", "Date()", "Date(iso:)"] {
      #expect(read("'\(key)'") == [key])
    }
    for key in ["_.print(_:)", "f(_:_:)", "f", "Date.now", "print.x()"] {
      #expect(read("'\(key)'").first?.hasPrefix("'\(key)' is not a pattern under 'ban'") == true)
    }
    #expect(read("'print(_:)'", "g($1)") == ["print(_:)"])
    #expect(
      read("'print(_:)'", "g($2)").first == "'print(_:)' has no argument for '$2'")
    #expect(read("print", "'g($*, x)'") == ["print"])
    for text in ["'$*'", "'g(x + $*)'", "'g(a: $*)'", "'[$*]'", "'g($*.x)'", "'g($* + 1)'"] {
      #expect(
        read("print", text).first
          == "'$*' must stand alone in the parentheses of a call, or between commas there",
        "\(text)")
    }
  }

  private func ruleFile(_ text: String) -> RuleFile {
    RuleFile(parsing: SourceFile(path: FilePath("x.yml"), bytes: Array(text.utf8)))
  }
}
