import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite struct OneUseOneReport {
  @Test func longestPathWins() throws {
    let rules = [
      try rule("main", bans: ["DispatchQueue.main"]),
      try rule("async", bans: ["DispatchQueue.main.async"]),
      try rule("any-async", bans: ["_.async"]),
    ]
    #expect(reports("DispatchQueue.main.async { }", rules: rules) == ["async@1:1"])
    #expect(reports("f(DispatchQueue.main)", rules: rules) == ["main@1:3"])
    #expect(reports("queue.async { }", rules: rules) == ["any-async@1:7"])
    #expect(reports("DispatchQueue.main.sync { }", rules: rules) == ["main@1:1"])
  }

  @Test func mostLabelsWin() throws {
    let rules = [
      try rule("every", bans: ["Date.init"]),
      try rule("now", bans: ["Date()"]),
      try rule("since", bans: ["Date(timeIntervalSinceNow:)"]),
      try rule("mention", bans: ["Date"]),
    ]
    #expect(reports("Date()", rules: rules) == ["now@1:1"])
    #expect(reports("Date.init", rules: rules) == ["now@1:1"])
    #expect(reports("Date(timeIntervalSinceNow: 3)", rules: rules) == ["since@1:1"])
    #expect(reports("Date(x: 3)", rules: rules) == ["every@1:1"])
    #expect(reports("let d: Date", rules: rules) == ["mention@1:8"])
  }

  @Test func ruleOrderDecidesATie() throws {
    let first = try rule("b", bans: ["Date()"])
    let second = try rule("a", bans: ["Date.init()"])
    #expect(reports("Date()", rules: [first, second]) == ["b@1:1"])
    #expect(reports("Date()", rules: [second, first]) == ["a@1:1"])
  }

  @Test func twoPatternsOfARuleReportOnce() throws {
    let rules = [try rule("a", bans: ["Date()", "Date.init()", "Date.init", "Date"])]
    #expect(reports("Foundation.Date()", rules: rules) == ["a@1:1"])
  }

  /// Comments that hold one of these words are looked for in each file.
  @Test(arguments: ["determinism", "swiftlint"])
  func commandsOfCommentsAreNames(word: String) throws {
    let text = "func f() { \(word)() }\n// \(word): a\nfunc g() { \(word)() }\n"
    let rules = [try rule("a", bans: ["\(word)()"])]
    #expect(reports(text, rules: rules) == ["a@1:12", "a@3:12"])
  }

  @Test func memberOfAReportedExpressionIsDropped() throws {
    let rules = [
      try rule("date", bans: ["Date()"]), try rule("elapsed", bans: ["_.timeIntervalSinceNow"]),
      try rule("hash", bans: ["_.hashValue"]),
    ]
    #expect(reports("Date().timeIntervalSinceNow", rules: rules) == ["date@1:1"])
    #expect(reports("(Date()).timeIntervalSinceNow", rules: rules) == ["date@1:2"])
    #expect(reports("((Date())!)?.self.timeIntervalSinceNow", rules: rules) == ["date@1:3"])
    #expect(reports("Date()\n#if A\n  .timeIntervalSinceNow\n#endif", rules: rules) == ["date@1:1"])
    #expect(reports("Date().timeIntervalSinceNow.hashValue", rules: rules) == ["date@1:1"])
    #expect(
      reports("Date().x().timeIntervalSinceNow", rules: rules) == ["date@1:1", "elapsed@1:12"])
    #expect(
      reports("f(Date()).timeIntervalSinceNow", rules: rules) == ["date@1:3", "elapsed@1:11"])
    #expect(reports("x.timeIntervalSinceNow.hashValue", rules: rules) == ["elapsed@1:3"])
  }

  @Test func valuesThatSeveralRulesBan() throws {
    let rules = [
      try rule("main", bans: ["DispatchQueue.main.async"]),
      try rule("global", bans: ["DispatchQueue.global().async", "DispatchQueue.global().sync"]),
    ]
    for (value, found) in [(".global()", ["global@4:14"]), (".main", ["main@4:14"]), ("other", [])]
    {
      let text = """
        class C {
          let q: DispatchQueue
          init() { q = .main }; init(a: A) { q = \(value) }
          func f() { q.async { }; q.sync { } }
        }
        """
      #expect(reports(text, rules: rules) == found)
    }
  }

  @Test func argumentListsAreIndependent() throws {
    let rules = [
      try rule("async-after", bans: ["DispatchQueue.main.asyncAfter"]),
      try rule("now", bans: [".now()"]), try rule("date", bans: ["Date()"]),
      try rule("calendar", bans: ["Calendar.current"]),
    ]
    #expect(
      reports("DispatchQueue.main.asyncAfter(deadline: .now() + 1) { Date() }", rules: rules)
        == ["async-after@1:1", "now@1:41", "date@1:55"])
    #expect(
      reports("Calendar.current.isDateInToday(Date())", rules: rules)
        == ["calendar@1:1", "date@1:32"])
  }

  @Test func rulesThatAreOffTakeNoPart() throws {
    var main = try rule("async", bans: ["DispatchQueue.main.async"])
    main.severity = .off
    let rules = [main, try rule("main", bans: ["DispatchQueue.main"])]
    #expect(reports("DispatchQueue.main.async { }", rules: rules) == ["main@1:1"])
  }
}

@Suite struct Lint {
  @Test func reportsAreSortedAndCarryTheRule() throws {
    var warning = try rule("b", bans: ["UUID()"])
    warning.severity = .warning
    warning.url = "https://example.com"
    warning.category = "random"
    let rules = CompiledRules([try rule("a", bans: ["Date()"]), warning])
    let source = sourceFile("UUID(); Date(); UUID()")
    let findings = lint(source, relativePath: source.path, with: rules)
    #expect(findings.reported.map(\.range) == [0..<6, 8..<14, 16..<22])
    #expect(findings.reported.map(\.severity) == [.warning, .error, .warning])
    #expect(
      findings.reported.map(\.message) == ["'b' is banned", "'a' is banned", "'b' is banned"])
    let reference = RuleReference(
      id: "b", category: "random", url: "https://example.com", pack: "test")
    #expect(findings.reported[0].rule == reference)
  }

  @Test func pathsDecideWhereARuleIsInForce() throws {
    var tests = try rule("tests", bans: ["Date()"])
    tests.files = [try Glob(parsing: "**/*Tests.swift")]
    let everywhere = try rule("everywhere", bans: ["Date.init"])
    let rules = [tests, everywhere]
    #expect(reports("Date()", rules: rules, path: "A/ATests.swift") == ["tests@1:1"])
    #expect(reports("Date()", rules: rules, path: "A/A.swift") == ["everywhere@1:1"])
  }

  @Test func allowedUsesAreCountedAndFinal() throws {
    var date = try rule("date", bans: ["Date()"])
    date.allow = [try Glob(parsing: "Clock.swift")]
    let rules = [
      date, try rule("every", bans: ["Date.init"]), try rule("elapsed", bans: ["_.elapsed"]),
    ]
    let source = sourceFile("Date(); Date().elapsed; Date(x: 1)")
    let path = FilePath("Sources/Clock.swift")
    let findings = lint(source, relativePath: path, with: CompiledRules(rules))
    #expect(findings.allowedByPath == 2)
    #expect(findings.reported.map { $0.rule!.id } == ["elapsed", "every"])
  }

  @Test func memoryIsUsedAgainWithoutTrace() throws {
    let rules = CompiledRules([try rule("a", bans: ["Task.sleep", "Date()"])])
    let texts = ["Task<A, B>.sleep(); Date()", "", "#if A\n(Date())", "Task<A", "{ Date()"]
    var scratch = LintScratch()
    for text in texts + texts.reversed() {
      let source = sourceFile(text)
      let alone = lint(source, relativePath: source.path, with: rules)
      let again = lint(source, relativePath: source.path, with: rules, reusing: &scratch)
      #expect(alone.reported.map(\.range) == again.reported.map(\.range))
    }
  }

  @Test func everyPrefixOfAFileComesBack() throws {
    let bans = ["Date()", "Task.sleep", "_.x", ".now", "time(_:)", "#file", "@A", "Foo.bar(a:b:)"]
    let rules = CompiledRules([try rule("a", bans: bans)])
    let bytes = Array(
      """
      import Foundation
      @A(1) @Foundation.A enum E { case a(d: Date = Date()), b }
      func f<T>(x: T = .now) -> Task<Never, Never> { if x.x { } ; Task<A<B>>.sleep() }
      let y = Foo.bar(a: "\\(Date())") { } b: { }.x?.x!.self.x + time(nil) + (Foundation.Date)()
      #if A
      Date
      #if B
        .init()
      #else
        .x
      #endif
        .x
      #elseif C
      #file
      #endif
      """.utf8)
    for end in 0...bytes.count {
      let source = SourceFile(path: FilePath("F"), bytes: Array(bytes[..<end]))
      _ = lint(source, relativePath: source.path, with: rules)
      let rest = SourceFile(path: FilePath("F"), bytes: Array(bytes[end...]))
      _ = lint(rest, relativePath: rest.path, with: rules)
    }
  }
}
