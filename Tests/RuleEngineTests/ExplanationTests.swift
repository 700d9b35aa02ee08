import Diagnostics
import Testing

@testable import RuleEngine
@testable import Rules

@Suite struct ExplanationTests {
  private func explained(
    _ text: String, _ rules: [Rule], path: String = "File.swift"
  ) -> [ExplainedMatch] {
    explain(sourceFile(text), relativePath: FilePath(path), with: CompiledRules(rules))
  }

  /// e.g. `id Pattern.text Matched(text) reported`
  private func lines(_ text: String, _ rules: [Rule], path: String = "File.swift") -> [String] {
    let bytes = Array(text.utf8)
    return explained(text, rules, path: path).map { match in
      let matched = String(decoding: bytes[match.range], as: UTF8.self)
      return "\(match.rule.id) \(match.pattern.text) \(matched) \(words(for: match.verdict))"
    }
  }

  private func words(for verdict: Verdict) -> String {
    switch verdict {
    case .reported: "reported"
    case .outOfFiles: "outOfFiles"
    case .shadowed(let offset): "shadowed by \(offset)"
    case .ownType(let name): "own type \(name)"
    case .outdone(let index, let preference): "outdone by \(index) \(preference)"
    case .memberOfReported: "memberOfReported"
    case .harmless(let reason): "harmless \(reason)"
    case .covered(let index): "covered by \(index)"
    case .defaultArgument: "default argument"
    case .allowedByPath(let glob): "allowed \(glob.text)"
    case .outOfScope: "outOfScope"
    case .allowedInside(let scope): "allowed inside \(scope.text)"
    case .suppressed(let comment): "suppressed by \(comment)"
    }
  }

  @Test func everyMatchIsThereByPlace() throws {
    var elsewhere = try rule("elsewhere", bans: ["f()"])
    elsewhere.files = [try Glob(parsing: "*Tests.swift")]
    var allowed = try rule("allowed", bans: ["g()"])
    allowed.allow = [try Glob(parsing: "*.txt"), try Glob(parsing: "File.swift")]
    let date = try rule("date", bans: ["NSDate()", "Date()"])
    let any = try rule("any", bans: ["Date.init"])
    let member = try rule("member", bans: ["_.age"])
    let rules = [elsewhere, allowed, any, date, member]
    #expect(
      lines("f(); g()\nDate().age + x.age", rules) == [
        "elsewhere f() f() outOfFiles", "allowed g() g() allowed File.swift",
        "any Date.init Date() outdone by 3 moreLabels", "date Date() Date() reported",
        "member _.age age memberOfReported", "member _.age age reported",
      ])
  }

  @Test func preferencesAreThoseOfTheCompetition() throws {
    let long = try rule("long", bans: ["A.b.c"])
    let short = try rule("short", bans: ["A.b"])
    let again = try rule("again", bans: ["A.b.c"])
    #expect(
      lines("A.b.c", [short, again, long]) == [
        "short A.b A.b outdone by 1 longerPath", "again A.b.c A.b.c reported",
        "long A.b.c A.b.c outdone by 1 earlierRule",
      ])
    var scoped = try rule("scoped", bans: ["A.b"])
    scoped.inside = [try ScopeHeader(parsing: "func f")]
    #expect(
      lines("func f() { A.b.c }", [long, scoped]) == [
        "scoped A.b A.b reported", "long A.b.c A.b.c outdone by 0 scope",
      ])
  }

  /// What is explained as reported is what `lint` reports, over all that the fixtures hold.
  @Test func reportedMatchesAreTheDiagnostics() throws {
    let rules = try [
      rule("a", bans: ["Date()", "Date.now", ".now"]),
      rule("b", bans: ["Date.init", "_.description"]),
      rule("c", bans: ["DispatchQueue.main.async", "Timer.scheduledTimer", "String(describing:)"]),
    ]
    let text = """
      let a = Date(), b: Date = .now, c = Date().description, d = Date(x).description
      DispatchQueue.main.async { Timer.scheduledTimer(String(describing: Date.init)) }
      """
    let source = sourceFile(text)
    let reported = lint(source, relativePath: source.path, with: CompiledRules(rules)).diagnostics
    let explained = explained(text, rules).filter(\.verdict.isReported)
    try #require(5 < reported.count)
    #expect(explained.map(\.range) == reported.map(\.range))
    #expect(explained.map(\.rule.id) == reported.map { $0.rule!.id })
  }

  @Test func namesReachFromTheReportToTheLastNameOfThePattern() throws {
    let matches = explained(
      "Foundation.Date\n  .init /* */ (x: 1)", [try rule("r", bans: ["Date.init"])])
    #expect(matches.map(\.names) == [0..<23])
    #expect(matches.map(\.range) == [0..<36])
  }

  // MARK: - Unmatched names

  private func names(_ text: String, _ patterns: String...) throws -> [String] {
    let source = sourceFile(text)
    let rules = CompiledRules(try patterns.map { try rule($0, bans: [$0]) })
    return unmatchedNames(
      in: 0..<source.bytes.count, of: source,
      matches: explain(source, relativePath: source.path, with: rules), with: rules
    ).map { name in
      let text = String(decoding: source.bytes[name.range], as: UTF8.self)
      return "\(text) \(name.context) \(name.rules.map(\.id).joined(separator: "+"))"
    }
  }

  @Test func namesInEveryContextAreFound() throws {
    #expect(
      try names(
        """
        // Date()
        /* Date */ let a = "Date \\(Date(x))" + #"Date"#
        let r = /Date/
        #if Date && canImport(Date)
        let d = Date()
        #endif
        """, "Date()") == [
          "Date comment Date()", "Date comment Date()", "Date string Date()", "Date code Date()",
          "Date string Date()", "Date regex Date()", "Date condition Date()",
          "Date condition Date()",
        ])
  }

  @Test func aNameCountsWhereThePatternCouldHaveIt() throws {
    #expect(
      try names("main.async(); async(); x.async", "DispatchQueue.main.async")
        == ["async code DispatchQueue.main.async", "async code DispatchQueue.main.async"])
    #expect(
      try names("x.time(1); let time = 1; time; x.time", "time(_:)") == ["time code time(_:)"])
    #expect(
      try names("shuffled(); x.shuffled(using: g)", "_.shuffled()") == [
        "shuffled code _.shuffled()"
      ])
    #expect(try names("filePath; @State", "#filePath", "@AppStorage").isEmpty)
    #expect(try names("Dates; upDate; Date", "Date.now") == ["Date code Date.now"])
    #expect(
      try names("Timer.x", "Timer.scheduledTimer", "Timer(fire:)", "Date()")
        == ["Timer code Timer.scheduledTimer+Timer(fire:)"])
  }

  @Test func namesOfMatchesDoNotCount() throws {
    #expect(try names("Date.now; Foundation.Date()", "Date.now", "Date()").isEmpty)
  }

  /// Every name of a very long line is looked up, in time that grows with the line alone.
  @Test func aLongLineTakesLinearTime() throws {
    let count = 20_000
    let source = sourceFile(String(repeating: "Date(x)+Date()+", count: count) + "0")
    let rules = CompiledRules([try rule("r", bans: ["Date()"])])
    let start = ContinuousClock.now
    let matches = explain(source, relativePath: source.path, with: rules)
    let names = unmatchedNames(
      in: 0..<source.bytes.count, of: source, matches: matches, with: rules)
    #expect(matches.count == count)
    #expect(names.count == count)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test(arguments: [
    ("Date()", "without arguments, called or not"), ("Date.init", "every initializer"),
    ("Date(since:)", "exactly these labels, called or not"),
    ("Date.now", "every use, called or not"),
    ("Int.random(in:)", "exactly these labels"), ("Bool.random()", "without arguments"),
    ("time(_:)", "the function, with one argument"),
    ("atan2(_:_:)", "the function, with 2 arguments"),
    ("_.shuffled()", "on any receiver, without arguments"), ("_.age", "on any receiver"),
    (".now", "as an implicit member, its type not written"), ("Random", "every mention"),
    ("#filePath", "the macro"), ("@AppStorage", "the attribute"),
  ])
  func patternsHaveAMeaningInWords(pattern: String, meaning: String) throws {
    #expect(try Pattern(parsing: pattern).meaning == meaning)
  }
}
