import Diagnostics
import RuleEngine
import Testing

@testable import Rules

/// A rule that bans the patterns and replaces those that have a text.
/// - Parameter bansReplaced: whether the patterns that have a text are banned themselves.
func rule(
  replacing texts: KeyValuePairs<String, String>, bansReplaced: Bool = true, bans: [String] = []
) throws -> Rule {
  var rule = try rule("banned", bans: (bansReplaced ? texts.map(\.key) : []) + bans)
  rule.replacements = try texts.map { pattern, text in
    try Replacement(of: Pattern(parsing: pattern), parsing: text)
  }
  return rule
}

/// What is left of a text when every fix has been made.
func fixed(
  _ text: String, replacing texts: KeyValuePairs<String, String>, bansReplaced: Bool = true,
  bans: [String] = []
) throws -> String {
  let source = sourceFile(text)
  let rules = CompiledRules([try rule(replacing: texts, bansReplaced: bansReplaced, bans: bans)])
  var scratch = LintScratch()
  let fixes = fix(source, relativePath: source.path, with: rules, reusing: &scratch)
  #expect(!fixes.isEndless)
  return String(decoding: fixes.bytes ?? source.bytes, as: UTF8.self)
}

@Suite struct FixIts {
  /// The new text of every fix-it, in the order of the report.
  private func offers(
    _ text: String, replacing texts: KeyValuePairs<String, String>
  ) throws -> [String] {
    let source = sourceFile(text)
    let rules = CompiledRules([try rule(replacing: texts)])
    let diagnostics = lint(source, relativePath: source.path, with: rules).reported
    #expect(!diagnostics.isEmpty, "\(text)")
    return diagnostics.flatMap { $0.fixIts.map(\.text) }
  }

  @Test(arguments: [
    ("let a = Date()", "let a = Date.current"),
    ("Foundation.Date(); Foundation::Date()", "Date.current; Date.current"),
    ("Date.init(), Date.self.init( ), `Date`()", "Date.current, Date.current, Date.current"),
    ("(Date)(), ((Date))(), ((Date)).init()", "Date.current, Date.current, Date.current"),
    ("(Date()), [Date()], \"\\(Date())\"", "(Date.current), [Date.current], \"\\(Date.current)\""),
    ("-Date(), a ?? Date(), 0...Date()", "-Date.current, a ?? Date.current, 0...Date.current"),
    (
      "Date().x, Date()!, Date()?.y, Date()[0]",
      "Date.current.x, Date.current!, Date.current?.y, Date.current[0]"
    ),
    ("try await f(Date(), g: Date())", "try await f(Date.current, g: Date.current)"),
    ("if x < Date() { }", "if x < Date.current { }"),
    ("Date\n()", "Date\n()"), ("Date()as Any", "Date.current as Any"),
    ("/* a */Date()/* b */", "/* a */Date.current/* b */"),
    (
      "let d: Date = .init(), e: Date = f ? .init() : .init()",
      "let d: Date = Date.current, e: Date = f ? Date.current : Date.current"
    ),
    ("func f() -> Date { return.init() }", "func f() -> Date { return Date.current }"),
    (
      "extension Date { func f() { Self(); Self.init() } }",
      "extension Date { func f() { Date.current; Date.current } }"
    ),
  ])
  func callsAreReplacedAsAWhole(source: String, expected: String) throws {
    #expect(try fixed(source, replacing: ["Date()": "Date.current"]) == expected)
  }

  @Test(arguments: [
    // Not called, or not all of it is known to be the call.
    "map(Date.init)", "let f = Date.init", "Date?.init()", "Date!.init()", "Date<Int>()",
    "extension Date { init(x: Int) { self.init() } }",
    // A comment would be lost.
    "Date(/* now */)", "Date /* now */ ()", "Date. // now\ninit()", "Date(\n// now\n)",
    // In clauses of #if.
    "Date\n#if A\n.init()\n#else\n.init()\n#endif", "Date\n#if A\n.self\n#endif\n.init()",
    "Date(\n#if A\n#endif\n)",
    // Bytes that are no Swift.
    "Date(\u{1})", "Date.\n<<<<<<< a\n=======\n>>>>>>> b\ninit()",
  ])
  func nothingIsOfferedWhereSomethingWouldBeLost(source: String) throws {
    #expect(try fixed(source, replacing: ["Date()": "Date.current"]) == source)
  }

  @Test func argumentsAreTheirTextWithoutTheLabel() throws {
    let swap: KeyValuePairs = ["f(_:b:)": "g($2, first: $1)"]
    #expect(try fixed("f(1, b: 2)", replacing: swap) == "g(2, first: 1)")
    #expect(try fixed("f ( 1 + x , b : { y } , )", replacing: swap) == "g({ y }, first: 1 + x)")
    #expect(try fixed("f([1, 2], b: (3, 4))", replacing: swap) == "g((3, 4), first: [1, 2])")
    #expect(try fixed("f(A<B, C>.d, b: a < b)", replacing: swap) == "g(a < b, first: A<B, C>.d)")
    #expect(
      try fixed("f(#\"a)\"#, b: \"\\(c, d)\")", replacing: swap)
        == "g(\"\\(c, d)\", first: #\"a)\"#)")
    #expect(try fixed("f(&x, b: try await y)", replacing: swap) == "g(try await y, first: &x)")
    #expect(
      try fixed("f(1 /* in */ + 2,\r\n\tb: \"\"\"\r\n\t  é\r\n\t  \"\"\")", replacing: swap)
        == "g(\"\"\"\r\n\t  é\r\n\t  \"\"\", first: 1 /* in */ + 2)")
    #expect(try fixed("f(1, b: 2 // two\n)", replacing: swap) == "f(1, b: 2 // two\n)")
    #expect(try fixed("f(1, b: /* two */ 2)", replacing: swap) == "f(1, b: /* two */ 2)")
    #expect(try fixed("f(1, b: 2/* two */)", replacing: swap) == "f(1, b: 2/* two */)")
    #expect(try fixed("f(1, b: {\n#if A\n#endif\n})", replacing: swap).hasPrefix("f("))
    #expect(try fixed("f(1, b: \"2\n)", replacing: swap) == "f(1, b: \"2\n)")
    #expect(try fixed("map(f(_:b:))", replacing: swap) == "map(f(_:b:))")
    #expect(try fixed("f(1, b: 2)", replacing: ["f(_:b:)": "g($2)"]) == "g(2)")
    #expect(try fixed("f(1/*c*/+1, b: 2)", replacing: ["f(_:b:)": "g($2)"]) == "f(1/*c*/+1, b: 2)")
    #expect(try fixed("f(1, b: 2)", replacing: ["f(_:b:)": "$1.x($1)"]) == "(1).x(1)")
  }

  @Test func trailingClosuresStandForTheLastLabels() throws {
    let run: KeyValuePairs = ["Task.run(after:body:catch:)": "start($2, $3, $1)"]
    #expect(
      try fixed("Task.run(after: 1) { a } catch: { b }", replacing: run)
        == "start({ a }, { b }, 1)")
    #expect(
      try fixed("Task.run(after: 1, body: a) { // c\n  b\n}", replacing: run)
        == "start(a, { // c\n  b\n}, 1)")
    let trailing: KeyValuePairs = ["Work(block:)": "perform $1"]
    #expect(try fixed("Work { a }", replacing: trailing) == "perform { a }")
    #expect(try fixed("Work() { a }", replacing: trailing) == "perform { a }")
    #expect(try fixed("Work(block: a)", replacing: trailing) == "Work(block: a)")
    #expect(try fixed("Work(block: { a })", replacing: trailing) == "Work(block: { a })")
  }

  @Test func aMoreExactNotationReplacesItsCalls() throws {
    let exact: KeyValuePairs = ["print(_:)": "log($1)", "print()": "log(nil)"]
    func fixedPrint(_ text: String) throws -> String {
      try fixed(text, replacing: exact, bansReplaced: false, bans: ["print"])
    }
    #expect(try fixedPrint("print(a + b)") == "log(a + b)")
    #expect(try fixedPrint("Swift.print(x, )") == "log(x)")
    #expect(try fixedPrint("print(print(1))") == "log(log(1))")
    #expect(try fixedPrint("print()") == "log(nil)")
    #expect(try fixedPrint("print { a }") == "log({ a })")
    for text in [
      "print(a, b)", "print(a, to: &b)", "print(to: b)", "f(print)", "x.print(a)", "print(_:)",
      "print(/* a */ a)", "print(a) { b }",
    ] {
      #expect(try fixedPrint(text) == text)
    }
    let both: KeyValuePairs = ["print": "debugLog", "print(_:to:)": "write($2, $1)"]
    #expect(
      try fixed("print(a, b)", replacing: both, bansReplaced: false, bans: ["print"])
        == "debugLog(a, b)")
    #expect(
      try fixed("print(a, to: &b)", replacing: both, bansReplaced: false, bans: ["print"])
        == "write(&b, a)")
    let initializers: KeyValuePairs = ["Date()": "clock.now", "Date(iso:)": "parse($1)"]
    let dates = "Date(); Date.init(iso: x); Date(x); map(Date.init)"
    #expect(
      try fixed(dates, replacing: initializers, bansReplaced: false, bans: ["Date.init"])
        == "clock.now; parse(x); Date(x); map(Date.init)")
    let waits: KeyValuePairs = ["_.wait(for:)": "pause($1)", "_.wait(then:)": "go($1)"]
    #expect(
      try fixed(
        "x.wait(for: 1); x.wait { }", replacing: waits, bansReplaced: false, bans: ["_.wait"])
        == "x.pause(1); x.go({ })")
  }

  @Test func allArgumentsAreWrittenAsTheyStand() throws {
    let log: KeyValuePairs = ["print": "log(.info, $*)"]
    #expect(try fixed("print(a, b ,to: &c)", replacing: log) == "log(.info, a, b ,to: &c)")
    #expect(
      try fixed("print(a /* a */, // b\n  b)", replacing: log)
        == "log(.info, a /* a */, // b\n  b)")
    #expect(try fixed("print(a,)", replacing: log) == "log(.info, a)")
    #expect(
      try fixed("print(print(a), s: print(b))", replacing: log)
        == "log(.info, log(.info, a), s: log(.info, b))")
    #expect(try fixed("print()", replacing: log) == "log(.info)")
    for text in [
      "print(/* a */ a)", "print(a // a\n)", "print { a }", "f(print)", "print(a) { b }",
    ] {
      #expect(try fixed(text, replacing: log) == text)
    }
    let front: KeyValuePairs = ["_.log(_:to:)": "write($*, at: x)"]
    #expect(try fixed("y.log(a, to: b)", replacing: front) == "y.write(a, to: b, at: x)")
    #expect(try fixed("print()", replacing: ["print": "log($*, x)"]) == "print()")
    #expect(try fixed("print()", replacing: ["print": "log($*)"]) == "log()")
    #expect(
      try fixed("Date(iso: a)", replacing: ["Date.init": "Clock.date($*)"]) == "Clock.date(iso: a)")
  }

  @Test func importsAreReplaced() throws {
    let network: KeyValuePairs = ["import Network": "import MyNetwork.Core"]
    #expect(
      try fixed("@testable import Network\nlet Network = 1", replacing: network)
        == "@testable import MyNetwork.Core\nlet Network = 1")
    for text in ["import Network.Path", "import struct Network.NWPath"] {
      #expect(try fixed(text, replacing: network) == text)
    }
  }

  @Test func argumentsOfEveryCallInTheNameAreCounted() throws {
    let texts: KeyValuePairs = ["Clock.make(at:).tick(_:)": "tick($2, from: $1)"]
    #expect(try fixed("Clock.make(at: x).tick(y)", replacing: texts) == "tick(y, from: x)")
  }

  /// An argument means the same in the new text, and the new text where it stands.
  @Test(arguments: [
    ("$1.date", "a + b", "(a + b).date"), ("$1.date", "a.b(c)[d]!", "a.b(c)[d]!.date"),
    ("$1.date", "try a", "(try a).date"), ("$1.date", "await a", "(await a).date"),
    ("$1.date", "-a", "(-a).date"), ("$1.date", "1.5", "(1.5).date"),
    ("$1.date", "{ a }", "({ a }).date"), ("$1.date", "\"\\(a + b)\"", "\"\\(a + b)\".date"),
    ("$1.date", "a as B", "(a as B).date"), ("$1.date", "a ? b : c", "(a ? b : c).date"),
    ("$1.date", "#line", "#line.date"), ("$1.date", "\\.a", "(\\.a).date"),
    ("$1.date", "&a", "f(&a)"), ("$1.date", ".a", ".a.date"),
    ("now + $1", "a ?? b", "now + (a ?? b)"), ("now + $1", "1.5", "now + 1.5"),
    ("g($1)", "a ?? b", "g(a ?? b)"), ("g(x: $1, 2)", "a ?? b", "g(x: a ?? b, 2)"),
    ("[$1, $1]", "a + b", "[a + b, a + b]"), ("g(a ? b : $1)", "try c", "g(a ? b : (try c))"),
    ("$1", "a + b", "(a + b)"), ("try $1", "a + b", "try (a + b)"),
    ("\"$1 \\($1)\"", "a", "\"$1 \\(a)\""), ("g { $0 + $1 }", "a", "g { $0 + a }"),
    ("$x.g($1)", "a", "$x.g(a)"),
  ])
  func precedenceIsKept(template: String, argument: String, expected: String) throws {
    #expect(try fixed("f(\(argument))", replacing: ["f(_:)": template]) == expected)
  }

  @Test(arguments: [
    ("let a = X", "let a = n + 1"), ("f(X, b: X)", "f(n + 1, b: n + 1)"), ("[X]", "[n + 1]"),
    ("return X", "return n + 1"), ("{ X }", "{ n + 1 }"), ("{ a in X }", "{ a in n + 1 }"),
    ("X\nX", "n + 1\nn + 1"), ("X * 2", "(n + 1) * 2"), ("2 * X", "2 * (n + 1)"),
    ("X.a", "(n + 1).a"), ("-X", "-(n + 1)"), ("X as A", "(n + 1) as A"),
    ("let a = X\n  .b", "let a = (n + 1)\n  .b"), ("let a =\n  X", "let a =\n  n + 1"),
    ("a +\n  X", "a +\n  (n + 1)"), ("a ? X : X", "a ? (n + 1) : (n + 1)"),
    ("a ? b : X", "a ? b : (n + 1)"),
    ("try X", "try (n + 1)"), ("if a == X { }", "if a == (n + 1) { }"), ("X!", "(n + 1)!"),
    ("#if A\nX\n#endif", "#if A\n(n + 1)\n#endif"),
  ])
  func operatorsStandInParenthesesWhereTheyNeedTo(source: String, expected: String) throws {
    let source = source.replacing("X", with: "now()")
    #expect(try fixed(source, replacing: ["now()": "n + 1"]) == expected)
  }

  @Test func namesAloneAreReplacedWhereThePatternSaysNothingOfArguments() throws {
    let queue: KeyValuePairs = ["DispatchQueue.main.async": "queue.async"]
    #expect(
      try fixed("DispatchQueue.main.async { /* a */ }", replacing: queue)
        == "queue.async { /* a */ }")
    #expect(
      try fixed("(DispatchQueue.main).async(execute: a)", replacing: queue)
        == "queue.async(execute: a)")
    #expect(
      try fixed("let f = DispatchQueue.main.async", replacing: queue) == "let f = queue.async")
    #expect(
      try fixed("DispatchQueue . main\n  // b\n  .async { }", replacing: queue).hasPrefix(
        "Dispatch"))
    let now: KeyValuePairs = ["Date.now": "Date.current"]
    #expect(try fixed("Date.now.x(Date.now)", replacing: now) == "Date.current.x(Date.current)")
    #expect(try fixed("let d: Date = .now", replacing: now) == "let d: Date = Date.current")
    let every: KeyValuePairs = ["Date.init": "Moment", "Random": "Dice"]
    #expect(try fixed("Date(x: 1), Date.init()", replacing: every) == "Moment(x: 1), Moment()")
    #expect(
      try fixed("map(Date.init), Date.init(x:)", replacing: every)
        == "map(Date.init), Date.init(x:)")
    #expect(try fixed("let r: Random = Random()", replacing: every) == "let r: Random = Dice()")
    let words: KeyValuePairs = ["#filePath": "#fileID", "@AppStorage": "@Stored"]
    #expect(
      try fixed("@AppStorage(\"a\") var x = #filePath", replacing: words)
        == "@Stored(\"a\") var x = #fileID")
  }

  @Test func aMembersReceiverStays() throws {
    for text in ["shuffled(using: &dice)", "_.shuffled(using: &dice)", ".shuffled(using: &dice)"] {
      let texts: KeyValuePairs = ["_.shuffled()": text]
      #expect(try fixed("a?.b.shuffled().c", replacing: texts) == "a?.b.shuffled(using: &dice).c")
      #expect(try fixed("f(.shuffled())", replacing: texts) == "f(.shuffled(using: &dice))")
    }
    #expect(try fixed("f(.now, x.now)", replacing: [".now": ".current"]) == "f(.current, x.now)")
    #expect(try fixed("f(.now)", replacing: [".now": "clock.now"]) == "f(clock.now)")
  }

  @Test func anImplicitMemberNeedsAPlaceWithoutOperand() throws {
    let texts: KeyValuePairs = ["now()": ".current"]
    #expect(try fixed("f(now(), x: now())", replacing: texts) == "f(.current, x: .current)")
    #expect(try fixed("let a = now()", replacing: texts) == "let a = .current")
    #expect(try fixed("let a=now()", replacing: texts) == "let a=now()")
    #expect(try fixed("a()\nnow()", replacing: texts) == "a()\nnow()")
    #expect(try fixed("-now()", replacing: texts) == "-now()")
  }

  @Test func noDeclarationIsMadeToCallItself() throws {
    let texts: KeyValuePairs = ["Date()": "Date.current"]
    for source in [
      "extension Date { static var current: Date { Date() } }",
      "extension Date { static let current = { Date() }() }",
      "extension Date { static func current(at d: Date = Date()) { } }",
      "extension Date { static func `current`() { func f() { f { Date() } } } }",
      "struct current { let d = Date() }", "enum E { static let a = 1, current = Date() }",
    ] {
      #expect(try fixed(source, replacing: texts) == source)
    }
    for source in [
      "extension Date { static var today: Date { # } }", "let current = #",
      "func f() { let current = # }", "extension Date { var current: Int { 1 }; let x = # }",
      "func f(current: Date = #) { }", "func g() { func current() { }; # }",
    ] {
      let calls = source.replacing("#", with: "Date()")
      #expect(
        try fixed(calls, replacing: texts) == source.replacing("#", with: "Date.current"))
    }
    let free: KeyValuePairs = ["Date()": "now()"]
    #expect(try fixed("let now = Date()", replacing: free) == "let now = Date()")
    let type: KeyValuePairs = ["Date()": "Moment()"]
    #expect(
      try fixed("struct Moment { let d = Date() }", replacing: type)
        == "struct Moment { let d = Date() }")
  }

  @Test func namesOfTheFilesOwnStay() throws {
    let texts: KeyValuePairs = ["DispatchQueue.main.async": "queue.async", "Date()": "Date()"]
    for source in [
      "let queue = DispatchQueue.main\nqueue.async { }",
      "class A { let queue = DispatchQueue.main; func f() { self.queue.async { } } }",
      "typealias D = Date\nD()", "Date()",
    ] {
      #expect(try fixed(source, replacing: texts) == source)
    }
  }

  @Test func aReportShowsTheSourceAsItIs() throws {
    let texts: KeyValuePairs = ["f(_:)": "g($1)", "Date()": "now"]
    #expect(try offers("f(Date())", replacing: texts) == ["g(Date())", "now"])
  }

  @Test func aFixItSaysWhichTextItKeeps() throws {
    let source = sourceFile("f(b: 12, c: 3)")
    let rules = CompiledRules([try rule(replacing: ["f(b:c:)": "g($2, $1)"])])
    let fixIt = try #require(
      lint(source, relativePath: source.path, with: rules).reported.first?.fixIts.first)
    #expect(fixIt.range == 0..<14)
    #expect(fixIt.text == "g(3, 12)")
    #expect(fixIt.kept == [KeptText(12..<13, at: 2), KeptText(5..<7, at: 5)])
  }

  @Test(arguments: [
    ("Date()", "Date.current // no", "a replacement cannot contain a comment", 13),
    ("Date()", "f(", "this '(' has no partner in the replacement", 1),
    ("Date()", "f)", "this ')' has no partner in the replacement", 1),
    ("Date()", "f(\"x)", "this '(' has no partner in the replacement", 1),
    ("Date()", "\"x", "this string is not closed in the replacement", 0),
    ("Date()", "a; b", "a replacement must be a Swift expression", 1),
    ("Date()", "#if A", "a replacement must be a Swift expression", 0),
    ("Date()", "a \u{1}", "a replacement must be a Swift expression", 2),
    ("Date()", "$1", "'Date()' has no argument for '$1'", 0),
    ("f(a:b:)", "g($3)", "'f(a:b:)' has no argument for '$3'", 2),
    ("_.x()", "a + b", "the replacement of '_.x()' must be a name or a call", 0),
    ("_.x()", "(a)", "the replacement of a member must begin with a member's name", 0),
    ("@A", "B", "the replacement of '@A' must begin with '@'", 0),
    ("@A", "@B.c + 1", "the replacement of '@A' must be a name or a call", 1),
    ("_.x()", "_.", "the replacement of a member must begin with a member's name", 2),
  ])
  func whatWouldBreakAFileIsNoReplacement(
    pattern: String, text: String, message: String, offset: Int
  ) throws {
    let pattern = try Pattern(parsing: pattern)
    #expect(throws: PatternError(message: message, offset: offset)) {
      try Replacement(of: pattern, parsing: text)
    }
  }
}
