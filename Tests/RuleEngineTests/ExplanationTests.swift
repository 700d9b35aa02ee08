import Diagnostics
import RuleEngine
import TestSupport
import Testing

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
      return "\(match.rule.id) \(match.pattern.text) \(matched) \(words(for: match))"
    }
  }

  private func words(for match: ExplainedMatch) -> String {
    switch match.verdict {
    case .reported: "reported"
    case .outOfFiles: "outOfFiles"
    case .unmet: "unmet"
    case .shadowed(let offset): "shadowed by \(offset)"
    case .ownType: "own type \(match.pattern.components[0].name)"
    case .outdone(let index, let preference): "outdone by \(index) \(preference)"
    case .memberOfReported: "memberOfReported"
    case .harmless(let entry): "harmless \(words(for: entry, match.rule.unless!))"
    case .covered(let index): "covered by \(index)"
    case .defaultArgument: "default argument"
    case .allowedByPath(let glob): "allowed \(match.rule.allow[glob].text)"
    case .outOfScope: "outOfScope"
    case .allowedInside(let scope): "allowed inside \(match.rule.allowInside[scope].text)"
    case .suppressed(let comment): "suppressed by \(comment)"
    }
  }

  private func words(for entry: HeldEntry, _ held: UseConditions) -> String {
    switch entry {
    case .followedBy(let entry): "followedBy(\"\(held.followedBy[entry])\")"
    case .member(let entry, let offset): "member(\"\(held.members[entry].name)\", at: \(offset))"
    case .argument, .closure, .argumentOf, .called: "\(entry)"
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

  @Test func whatIsHarmlessIsSaidWithItsReason() throws {
    var timed = try rule(
      "timed", bans: ["wait(for:)", "Task.run(_:)", "key(_:)", "Coder()", "Day.now"])
    timed.unless = UseConditions()
    timed.unless?.arguments = try [".ever", "nil"].map {
      .init(label: nil, mention: try Mention(parsing: $0))
    }
    timed.unless?.argumentOf = [try Pattern(parsing: "set(_:at:)")]
    timed.unless?.followedBy = ["value"]
    timed.unless?.members = [
      .init(name: "format", values: [try Mention(name: ".sorted")]),
      .init(name: "zone", values: []),
    ]
    timed.unless?.isCalled = true
    func outcomes(_ text: String) -> [String] {
      explained(text, [timed]).map { words(for: $0) }
    }
    func expect(_ text: String, _ expected: String) {
      #expect(outcomes(text) == [expected], "\(text)")
    }
    let member = { (name: String, offset: Int) in "harmless member(\"\(name)\", at: \(offset))" }
    for text in [
      "wait(for: a)", "wait(for: ever)", "wait(for: { .ever })", "x(.ever, wait(for: 1))",
      "x.set(a: key(1), at: 2)", "x.set(0, at: { key(1) })", "set[key(1), 2]", "set(key(1), in: 2)",
      "Task.run { }.values", "Task.run { }\nvalue", "Day.now", "Day.now\n(1)",
      "let c = Coder()\nd.format = .sorted", "let c = Coder()\nc.format = .plain",
      "let c = Coder()\nc.format.contains(.sorted)", "let c = Coder()\nif c.format == .sorted {}",
      "func f() { let c = Coder() }\nfunc g() { c.format = .sorted }",
      "let c = (Coder(), 1)\nc.format = .sorted", "f(Coder())\nc.zone = a",
      "let c = Coder()\nc.format = .plain\nx(.sorted)",
      "let a = B.ever\nif b { var a = c\nwait(for: a) }",
    ] {
      #expect(outcomes(text).last == "reported", "\(text)")
    }
    let arguments = "wait(for: max(a, B.ever)); wait(for: nil); let a = B.ever; wait(for: a)"
    let reasons = explained(arguments, [timed]).map(\.verdict)
    #expect(reasons.count { if case .harmless(.argument) = $0 { true } else { false } } == 3)
    for text in ["x.set([key(1): 1], at: 2)", "set(\n(key(1)), at: { 3 })"] {
      guard case .harmless(.argumentOf) = explained(text, [timed])[0].verdict else {
        Issue.record("\(text)")
        continue
      }
    }
    for text in ["Task.run { }.value", "(Task.run { })\n  .value", "(await (Task.run { }))?.value"]
    {
      expect(text, "harmless followedBy(\"value\")")
    }
    expect("Day.now()", "harmless called")
    expect("let c = Coder()\nc.format = .sorted", member("format", 18))
    expect("let c: Coder = .init(), d = 1\nc.format.insert(.sorted)", member("format", 32))
    expect("var c: Coder? = try Coder()\nc?.format = a\n  ? .sorted : b", member("format", 31))
    expect("class A { init() { c.zone = a }\n let c = Coder() }", member("zone", 21))
    expect("init() { self.c = Coder() }\nfunc f() { self.c.zone = 1 }", member("zone", 46))
  }

  @Test func aUseInArgumentsOfWhatCountsIsCovered() throws {
    let later = try rule("later", bans: ["later(at:_:)", "Queue.main.later"])
    var now = try rule("now", bans: ["Time.now"])
    now.coveredBy = ["later"]
    func outcomes(_ text: String, _ rules: [Rule]) -> [String] {
      explained(text, rules).map { words(for: $0) }
    }
    let text = "later(at: max([Time.now], 1)) { Time.now }"
    #expect(outcomes(text, [later, now]) == ["reported", "covered by 0", "reported"])
    #expect(outcomes(text, [now]) == ["reported", "reported"])
    #expect(outcomes("later(at: f { Time.now }, 1)", [later, now]) == ["reported", "reported"])
    let nested = "x(later(at: f(Queue.main.later(Time.now))))"
    #expect(outcomes(nested, [later, now]) == ["reported", "covered by 0"])
    let outside = "later(at: 1) { }; Queue.main.later(Time.now); Queue(Time.now).later"
    #expect(
      outcomes(outside, [later, now]) == ["reported", "reported", "covered by 1", "reported"])
    // What is said of the covering use holds for the whole.
    var allowed = later
    allowed.allow = [try Glob(parsing: "File.swift")]
    #expect(outcomes(text, [allowed, now])[...1] == ["allowed File.swift", "covered by 0"])
    let excused = "later(at: Time.now) { } // determinism:allow later: a\n"
    #expect(outcomes(excused, [later, now]) == ["suppressed by 24", "covered by 0"])
    let both = "later(at: Time.now) { } // determinism:allow later, now: a\n"
    #expect(outcomes(both, [later, now]) == ["suppressed by 24", "suppressed by 24"])
    var elsewhere = later
    elsewhere.files = [try Glob(parsing: "*.txt")]
    #expect(outcomes(text, [elsewhere, now])[...1] == ["outOfFiles", "reported"])
  }

  @Test func defaultArgumentsAreAllowedWhereTheRuleSaysSo() throws {
    var shared = try rule("shared", bans: ["Box.shared"])
    shared.defaultArguments = .allow
    #expect(
      lines("func f(a: Box = Box.shared) { Box.shared }", [shared]) == [
        "shared Box.shared Box.shared default argument", "shared Box.shared Box.shared reported",
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
    let reported = lint(source, relativePath: source.path, with: CompiledRules(rules)).reported
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
    let rules = CompiledRules([try rule("r", bans: ["Date()"])])
    let growth = growth { count in
      (count, sourceFile(String(repeating: "Date(x)+Date()+", count: count) + "0"))
    } work: { count, source in
      let matches = explain(source, relativePath: source.path, with: rules)
      let names = unmatchedNames(
        in: 0..<source.bytes.count, of: source, matches: matches, with: rules)
      #expect(matches.count == count)
      #expect(names.count == count)
    }
    #expect(growth < linearGrowth)
  }

  @Test(arguments: [
    ("Date()", "without arguments, called or not"), ("Date.init", "every initializer"),
    ("Date(since:)", "exactly these labels, called or not"),
    ("Date.now", "every use, called or not"),
    ("Int.random(in:)", "exactly these labels"), ("Bool.random()", "without arguments"),
    ("time(_:)", "without a receiver, with one argument"),
    ("atan2(_:_:)", "without a receiver, with 2 arguments"),
    ("_.shuffled()", "on any receiver, without arguments"), ("_.age", "on any receiver"),
    (".now", "as an implicit member, its type not written"), ("Random", "every mention"),
    ("print", "every mention except as a member"),
    ("import Network", "every import of the module, or of a part of it"),
    ("#filePath", "the macro"), ("@AppStorage", "the attribute"),
  ])
  func patternsHaveAMeaningInWords(pattern: String, meaning: String) throws {
    #expect(try Pattern(parsing: pattern).meaning() == meaning)
  }
}
