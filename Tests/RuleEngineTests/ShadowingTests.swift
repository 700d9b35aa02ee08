import Diagnostics
import Testing

@testable import RuleEngine
@testable import Rules

/// A declaration in the file that has the name of a banned API hides it where it is visible.
@Suite struct Shadowing {
  private func expectDates(
    _ table: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectUses(
      of: "Date()", "Date.now", "Date(timeIntervalSinceNow:)", inEach: table,
      sourceLocation: sourceLocation)
  }

  @Test func typesInFileScope() throws {
    try expectDates([
      "struct Date { }\nlet d = Date()", "let d = Date()\nfinal class Date { }",
      "enum Date { case now }\nlet d = Date.now", "public actor Date { }\nlet d = Date()",
      "protocol Date { }\nlet d = Date()", "@objc class Date: Base { }\nlet d = Date()",
      "struct Date { }\nlet d: Date = .now",
      "struct Date { }\nextension Date { static let x = Self() }",
      "struct Date { }\nfunc f() -> Date { .init() }", "struct Date { }\nlet a: [Date] = [.now]",
      "struct `Date` { }\nlet d = Date()", "struct Date<T> { }\nlet d = Date<Int>()",
      "struct Date { }\nlet d = ⟦Foundation.Date()⟧",
      "struct Date { }\nlet d = ⟦Foundation::Date()⟧",
      "struct Date { }\nlet d: Foundation.Date = ⟦.now⟧",
      "struct Date { }\nextension Foundation.Date { static let x = ⟦Self()⟧ }",
      "#if A\nstruct Date { }\n#endif\nlet d = ⟦Date()⟧", "struct Dates { }\nlet d = ⟦Date()⟧",
      "import struct Foundation.Date\nlet d = ⟦Date()⟧", "import class Date\nlet d = ⟦Date()⟧",
      "extension Date { }\nlet d = ⟦Date()⟧", "func x(Date: Int) { }\nlet d = ⟦Date()⟧",
      "// struct Date\nlet d = ⟦Date()⟧", "let s = \"struct Date\"\nlet d = ⟦Date()⟧",
      "@available(*, message: \"x\") struct Date { }\nlet d = Date()",
      "func f() { let d = Date() }\nstruct Date { }", "struct Date { let d = Date() }",
    ])
  }

  /// Where an operator ends them, so that it is not told what they are.
  @Test func genericArgumentsBeforeAMarkDeclareNothing() throws {
    try expectDates([
      "let p: Dictionary<String, Date>?\nlet x = ⟦Date()⟧",
      "let c = s as! Dictionary<String, Date>\nlet x = ⟦Date()⟧",
      "let c = s as? A<B, Date> ?? [:]\nlet x = ⟦Date()⟧",
      "var p: A<B, A<C, Date>?>! { x }\n_ = ⟦Date()⟧", "let a: B\n<C, Date, D>?\n_ = ⟦Date()⟧",
      "let a = b < c, Date = 1\nlet d = Date()", "let a = 1, Date: Int\nlet d = Date()",
    ])
  }

  @Test func genericArgumentsDeclareNothing() throws {
    try expectDates(
      [
        "class C { let c = Cache<String, Date>(); let d = ⟦Date()⟧ }",
        "class C { let c: Cache<Set<Int>, Date>; let d = ⟦Date()⟧ }",
        "class C { let c = Cache<Set<Int>, Date, Int>.init(); let d = ⟦Date()⟧ }",
        "func f() { let c = Cache<[Int], Date>(); let d = ⟦Date()⟧ }",
        "class C { let c = Cache<\n  Int,\n  Date\n>()\n let d = ⟦Date()⟧ }",
        "class C { let c: Cache<\n  Int,\n  (Int, Date), Date\n>\n let d = ⟦Date()⟧ }",
        "func f() { let c: Cache<T, Date>, Date = 3; let d = Date() }",
        "func f() { let c = a < b, Date = 3; let d = Date() }",
      ].map { "typealias D = Date\n" + $0 })
  }

  @Test func nestedTypes() throws {
    try expectDates([
      "struct S { struct Date { }; let d = Date() }\nlet d = ⟦Date()⟧",
      "struct S { let d = Date(); struct Date { } }\nstruct T { let d = ⟦Date()⟧ }",
      "struct S { struct Date { }; struct T { func f() { g { Date() } } } }",
      "struct S { struct Date { } }\nextension S { func f() { Date() } }\nlet d = ⟦Date()⟧",
      "extension S { func f() { Date() } }\nstruct S { struct Date { } }",
      "extension S { struct Date { } }\nextension S { func f() { Date() } }",
      "struct S { struct T { struct Date { } } }\nextension S.T { let d = Date() }\nextension S { let d = ⟦Date()⟧ }",
      "struct S { struct Date { }; struct T { } }\nextension S.T { let d = ⟦Date()⟧ }",
      "extension S.T { struct Date { } }\nstruct S { struct T { let d = Date() }; let d = ⟦Date()⟧ }",
      "extension Foundation.Timer { struct Date { } }\nextension Timer { let d = Date() }",
      "struct S { class Date { }; let d: Date = .now; let e: Foundation.Date = ⟦.now⟧ }",
      "struct S { enum Date { } }\nlet d: S.Date = .now\nlet e = S.Date()\nlet f: Date = ⟦.now⟧",
      "protocol P { associatedtype Date }\nextension P { func f() { Date() } }\nlet d = ⟦Date()⟧",
      "enum E { struct Date { } }\nextension E: P where T: Q { func f() { Date() } }",
      "struct S { struct Date { }\n  static func f(d: Date = .init()) { } }",
    ])
  }

  @Test func localTypes() throws {
    try expectDates([
      "func f() { struct Date { }; let d = Date() }\nlet d = ⟦Date()⟧",
      "func f() { let d = Date(); struct Date { } }",
      "func f() { g { struct Date { }; Date() }; ⟦Date()⟧ }",
      "func f() { if x { typealias Date = Other; Date() }; ⟦Date()⟧ }",
      "func f() { struct S { struct Date { } }; extension S { let d = ⟦Date()⟧ } }",
    ])
  }

  @Test func genericParameters() throws {
    try expectDates([
      "func f<Date: P>(d: Date = Date()) { Date() }\nlet d = ⟦Date()⟧",
      "func f<T, Date>() { g { Date() } }; func h() { ⟦Date()⟧ }",
      "struct S<Date> { let d = Date() }\nextension S { let d = Date() }\nlet d = ⟦Date()⟧",
      "class C<A: P<B>, Date> where A: Q { let d: Date = .now }",
      "enum E<each Date> { func f() { Date() } }",
      "struct S { init<Date>(x: Date) { Date() }; func f() { ⟦Date()⟧ } }",
      "struct S { subscript<Date: P>(x: Date) -> Int { Date(); return 1 }; let d = ⟦Date()⟧ }",
      "typealias A<Date> = B<Date>\nlet d = ⟦Date()⟧", "func f<let Date: Int>() { Date() }",
      "func f<T: P<Date>>() { ⟦Date()⟧ }", "func f(x: Set<Date>) -> Result<Int, Date> { ⟦Date()⟧ }",
      "struct S: P<Date> { let d = ⟦Date()⟧ }", "actor A<Date> { let d = Date() }",
      "func f<Date>() { }\nfunc g() { ⟦Date()⟧ }", "func + <Date>(a: Date, b: Date) { Date() }",
    ])
  }

  @Test func attributesAndMentions() throws {
    try expectUses(
      of: "@AppStorage", "SystemRandomNumberGenerator",
      inEach: [
        "@propertyWrapper struct AppStorage { }\n@AppStorage var x = 1", "⟦@AppStorage⟧ var x = 1",
        "@propertyWrapper struct AppStorage { }\n⟦@SwiftUI.AppStorage⟧ var x = 1".replacing(
          "SwiftUI", with: "Foundation"),
        "struct SystemRandomNumberGenerator { }\nvar g = SystemRandomNumberGenerator()",
      ])
  }

  @Test func functions() throws {
    try expectUses(
      of: "time(_:)", "rand()", "getpid",
      inEach: [
        "func time(_ x: Int) { }\nlet t = time(nil)",
        "func time(at x: Int) { }\nlet t = ⟦time(nil)⟧",
        "func time(_ x: Int, y: Int) { }\nlet t = ⟦time(nil)⟧",
        "func time() { }\nlet t = ⟦time(nil)⟧",
        "func time(_ x: Int, y: Int = 3) { }\nlet t = time(nil)",
        "func time(_ x: Int...) { }\nlet t = time(nil)",
        "struct S { func time(_ x: Int) { }; func f() { time(nil) } }\nlet t = ⟦time(nil)⟧",
        "struct S { func time(_ x: Int) { } }\nextension S { func f() { time(nil); ⟦Glibc.time(nil)⟧ } }",
        "class C { func rand() -> Int { 4 }; func f() { rand() } }\nlet r = ⟦rand()⟧",
        "func f() { func rand() { }; rand() }\nlet r = ⟦rand()⟧",
        "func f() { rand(); func rand() { } }",
        "func rand(x: Int) { }\nlet r = ⟦rand()⟧", "func getpid() { }\nlet p = getpid()",
        "func f(getpid: () -> Int) { getpid() }\nlet p = ⟦getpid()⟧",
        "enum E { case rand; static func f() { rand() } }",
        "enum E { case a, rand(Int); static func f() { rand() } }",
        "protocol P { func rand() }\nextension P { func f() { rand() } }",
        "x.rand()", "let x = rand; ⟦rand()⟧",
        "struct S { let rand: () -> Int; func f() { rand() } }",
        "struct S { let (rand, x) = (1, 2); func f() { rand() } }",
      ])
  }

  @Test func variables() throws {
    try expectUses(
      of: "clock()", "environ",
      inEach: [
        "struct S { var clock: () -> Int; func f() { clock() } }\nlet c = ⟦clock()⟧",
        "struct S { let x = 1, clock = g; func f() { clock() } }",
        "func f(clock: () -> Int) { clock() }; ⟦clock()⟧",
        "func f(with clock: () -> Int, x: Int) { g { clock() } }",
        "func f(clock x: Int) { ⟦clock()⟧ }",
        "func f(x: (_ clock: Int) -> Int) { ⟦clock()⟧ }", "init(clock: C) { clock() }",
        "subscript(clock: C) -> Int { clock() }",
        "func f(x: Int = ⟦clock()⟧, clock: C) { }", "func f() { let clock = ⟦clock()⟧; clock() }",
        "func f() { ⟦clock()⟧; let clock = 1; clock() }",
        "func f() { if x { let clock = 1; clock() }; ⟦clock()⟧ }",
        "func f() { if let clock { clock() } else { ⟦clock()⟧ } }",
        "func f() { if let clock = ⟦clock()⟧, clock() { clock() }; ⟦clock()⟧ }",
        "func f() { guard let clock else { return }; clock() }; ⟦clock()⟧",
        "func f() { while let clock = g() { clock() }; ⟦clock()⟧ }",
        "func f() { for clock in g() { clock() }; ⟦clock()⟧ }",
        "func f() { for (i, clock) in g() { clock() }; ⟦clock()⟧ }",
        "func f() { for case let .a(clock)? in g() { clock() } }",
        "func f() { for await clock in g() { clock() }; ⟦clock()⟧ }",
        "func f() { switch x { case .a(let clock): clock()\n case .b: ⟦clock()⟧\n default: ⟦clock()⟧ } }",
        "func f() { switch x { case let .a(x: clock, _) where clock(): clock()\n case let .b(clock: y): ⟦clock()⟧ } }",
        "func f() { switch x { case .a:\n let clock = 1\n clock()\n case .b: ⟦clock()⟧ } }",
        "func f() { if case .a(let clock) = x { clock() }; ⟦clock()⟧ }",
        "func f() { do { } catch let clock as E { clock() }; ⟦clock()⟧ }",
        "f { clock in clock() }; ⟦clock()⟧", "f { (clock, x) in clock() }",
        "f { (clock: C, x: Int) -> Int in clock() }",
        "f { [clock = x] in clock() }; ⟦clock()⟧", "f { [weak self, clock] in ⟦clock()⟧ }",
        "f { @MainActor [x] clock, _ in clock() }",
        "var x: Int { get { ⟦clock()⟧ } set(clock) { clock() } }",
        "f { for clock in x { clock() }; ⟦clock()⟧ }",
        "let e = environ\nfunc f() { var environ = e; environ[0] }".replacing(
          "= environ\n", with: "= ⟦environ⟧\n"),
        "func f(environ: [Int]) { environ[0] }; ⟦environ⟧[0]",
        "let (environ, x) = y\nfunc f() { environ[0] }",
        "struct S { var environ: [Int] { [] }\n func f() { environ[0] } }",
        "x.clock(); clock(1); ⟦clock()⟧",
        "func f() { let x: Foo<clock, Int> = y; ⟦clock()⟧ }",
        "#if A\nfunc f(clock: C) {\n#else\nfunc f(clock: C, x: Int) {\n#endif\n  clock()\n}",
        "f { environ, x in environ[0] }", "f { (environ) in environ[0] }; ⟦environ⟧[0]",
        "for environ in x { environ[0] }",
        "case let .a(environ): environ[0]", "if let environ { environ[0] }; ⟦environ⟧",
      ])
  }

  /// In a clause of an `#if`, a declaration counts there and under the same condition.
  @Test func typesUnderConditions() throws {
    let types = ["struct Date { }", "typealias Date = Mock", "final class Date: Base { }"]
    for type in types {
      try expectDates(
        [
          "#if A\nTYPE\n#endif\nlet d = ⟦Date()⟧",
          "#if A\nTYPE\nlet d = Date()\n#endif\nlet d = ⟦Date()⟧",
          "#if A\nlet d = Date()\n#else\nlet d = ⟦Date()⟧\n#endif\n#if A // again\nTYPE\n#endif",
          "#if A\nTYPE\n#endif\n#if !A\nlet d = ⟦Date()⟧\n#endif",
          "#if A\nTYPE\n#elseif B\nTYPE\n#endif\nlet d = ⟦Date()⟧",
          "#if A\nTYPE\n#elseif B\nTYPE\n#else\nTYPE\n#endif\nlet d = Date()",
          "#if A\nTYPE\n#elseif B\n#else\nTYPE\n#endif\nlet d = ⟦Date()⟧",
          "#if A\n#else\nTYPE\n#endif\n#if A\n#else\nlet d = Date()\n#endif\n#if B\n#else\nlet d = ⟦Date()⟧\n#endif",
          "#if A\n#elseif B\nTYPE\n#endif\n#if B\nlet d = ⟦Date()⟧\n#endif",
          "#if A\n#if B\nTYPE\n#endif\nlet d = ⟦Date()⟧\n#endif",
          "#if A\n#if B\nTYPE\n#endif\n#endif\n#if B\n#if A\nlet d = Date()\n#endif\n#endif",
          "#if A\n#if B\nTYPE\n#else\nTYPE\n#endif\nlet d = Date()\n#endif\nlet d = ⟦Date()⟧",
          "#if A\n#if B\nTYPE\n#else\nTYPE\n#endif\n#else\nTYPE\n#endif\nlet d = Date()",
          "#if A\nTYPE\n#endif\nTYPE\nlet d = Date()",
          "struct S {\n#if A\nTYPE\n#endif\nlet d = ⟦Date()⟧\n}",
          "struct S {\n#if A\nTYPE\n#endif\n}\nextension S {\nlet d = ⟦Date()⟧\n#if A\nlet e = Date()\n#endif\n}",
          "TYPE\nstruct S {\n#if A\nTYPE\n#endif\nlet d = Date()\n}",
          "#if A\nstruct S {\nTYPE\nlet d = Date()\n}\n#endif",
          "#if A\nclass S {\n#else\nclass S: B {\n#endif\nTYPE\nlet d = Date()\n}",
          "#if A\nclass S {\nTYPE\n#else\nclass S: B {\n#endif\nlet d = Date()\n}",
          "func f() {\n#if A\nTYPE\n#endif\nlet d: Date = ⟦.now⟧\n}",
          "#if A\nTYPE\n#endif\nextension Date { static let x = ⟦Self()⟧ }",
          "#if A\nTYPE\n#endif\nlet d = ⟦Foundation.Date()⟧",
          "#if A\nTYPE\n#endif\nlet d: () = { let d: Date = ⟦.now⟧ }()",
          "#if A\nTYPE\n#endif\ntypealias D = Date\nlet d = ⟦D()⟧",
          "#if A\nTYPE\ntypealias D = Date\n#endif\nlet d = D()",
        ].map { $0.replacing("TYPE", with: type) })
    }
  }

  /// What else is banned means something else, too.
  @Test func otherBannedNamesUnderConditions() throws {
    try expectUses(
      of: "Date()", "String(x:)", "time(_:)", "DispatchQueue.main.async",
      inEach: [
        "#if A\ntypealias Date = String\n#endif\nlet d = ⟦Date()⟧",
        "#if A\ntypealias Date = String\nlet d = (Date(), ⟦Date(x: 1)⟧)\n#endif",
        "typealias Date = String\nlet d = (Date(), ⟦Date(x: 1)⟧)",
        "#if A\nlet time = DispatchQueue.main\n#endif\nlet t = ⟦time(nil)⟧",
        "func f() {\n#if A\nlet time = DispatchQueue.main\n#endif\n⟦time(nil)⟧; ⟦time.async⟧\n}",
      ])
  }

  @Test func aliasesOfTheAPIUnderConditions() throws {
    try expectDates([
      "#if A\nstruct Date { }\n#else\ntypealias Date = Foundation.Date\n#endif\nlet d = ⟦Date()⟧",
      "#if A\nstruct Date { }\nlet d = Date()\n#else\ntypealias Date = Foundation.Date\nlet d = ⟦Date()⟧\n#endif",
      "#if A\ntypealias Date = Foundation.Date\n#endif\nlet d = ⟦Date()⟧",
      "#if A\nimport Foundation\n#else\nstruct Date { }\n#endif\nlet d = ⟦Date()⟧",
      "typealias D = Date\n#if A\ntypealias D = Mock\n#endif\nlet d = ⟦D()⟧",
      "#if A\ntypealias D = Date\nlet d = ⟦D()⟧\n#else\ntypealias D = Mock\nlet d = D()\n#endif",
    ])
  }

  @Test func functionsAndVariablesUnderConditions() throws {
    try expectUses(
      of: "time(_:)", "clock()",
      inEach: [
        "#if A\nfunc time(_ x: Int) { }\n#endif\nlet t = ⟦time(nil)⟧",
        "#if A\nfunc time(_ x: Int) { }\nlet t = time(nil)\n#endif",
        "#if A\nfunc time(_ x: Int) { }\n#else\nfunc time(_ x: Int) { }\n#endif\nlet t = time(nil)",
        "#if A\nfunc time(_ x: Int) { }\n#else\nfunc time(at x: Int) { }\n#endif\nlet t = ⟦time(nil)⟧",
        "func f() {\n#if A\nlet clock = { 1 }\n#endif\n⟦clock()⟧\n}",
        "func f() {\n#if A\nlet clock = { 1 }\nclock()\n#endif\n}",
        "func f() {\n#if A\nlet clock = { 1 }\n#else\nlet clock = { 2 }\n#endif\nclock()\n}",
        "func f() {\n#if A\nlet clock = { 1 }\n#else\n⟦clock()⟧\n#endif\n#if A\nclock()\n#endif\n}",
        "func f(clock: C) {\n#if A\nlet clock = clock\n#endif\nclock()\n}",
        "func f() {\nlet clock = 1\ndo {\n#if A\nlet clock = 2\n#endif\n}\nclock()\n}",
        "struct S {\n#if A\nvar clock: C\n#endif\nfunc f() { ⟦clock()⟧ }\n}",
        "#if A\nfunc f(clock: C) { clock() }\n#endif\n⟦clock()⟧",
      ])
  }

  @Test func whyNamesTheDeclaration() throws {
    let source = sourceFile("let d = Date()\nstruct Date { }")
    let rules = CompiledRules([try rule("a", bans: ["Date()"])])
    #expect(lint(source, relativePath: source.path, with: rules).diagnostics.isEmpty)
  }
}

@Suite struct OwnTypesOfTheProject {
  private func findings(
    _ text: String, path: String = "Sources/Metrics/A.swift",
    bans: [String] = ["Timer.scheduledTimer", "Timer()"],
    _ configuration: String = "own-types: { Timer: [\"Sources/Metrics/**\"] }"
  ) throws -> (reported: Int, ownTypes: Int) {
    let configuration = Configuration(parsing: sourceFile(configuration))
    #expect(configuration.isUsable)
    let rules = CompiledRules([try rule("a", bans: bans)], ownTypes: configuration.ownTypes)
    let source = sourceFile(text)
    let findings = lint(source, relativePath: FilePath(path), with: rules)
    return (findings.diagnostics.count, findings.usesOfOwnTypes)
  }

  @Test(arguments: [
    ("Timer.scheduledTimer()", 0, 1), ("Timer()", 0, 1), ("Foundation.Timer()", 1, 0),
    ("let t: Timer = .init()", 0, 1), ("let t: Foundation.Timer = .init()", 1, 0),
    ("extension Timer { static let x = Self() }", 0, 1), ("typealias T = Timer\nlet t = T()", 0, 1),
    ("typealias T = Foundation.Timer\nlet t = T()", 1, 0),
    ("Timer(); Timer.scheduledTimer()", 0, 2),
    ("struct Timer { }\nlet t = Timer()", 0, 1), ("Timers()", 0, 0),
  ])
  func silencesWhatHasNoModule(text: String, reported: Int, ownTypes: Int) throws {
    #expect(try findings(text) == (reported, ownTypes))
  }

  @Test(arguments: [
    ("struct Timer { }\nTimer(); Timer.scheduledTimer()", 0, 2),
    ("Timer()\nfunc f<Timer>() { Timer(); Timer.scheduledTimer() }", 1, 2),
    ("#if A\nstruct Timer { }\nTimer()\n#endif\nTimer()", 1, 1),
    ("typealias Timer = UUID\nTimer()", 0, 1),
    ("typealias Timer = Foundation.Timer\nTimer()", 1, 0),
    ("func f(Timer: Int) { Timer() }", 1, 0), ("time(nil)\nfunc time(_ x: Int) { }", 0, 0),
  ])
  func thoseOfTheFileCount(text: String, reported: Int, ownTypes: Int) throws {
    let bans = ["Timer.scheduledTimer", "Timer()", "time(_:)", "UUID(x:)"]
    #expect(try findings(text, bans: bans, "") == (reported, ownTypes))
  }

  @Test func globsSayWhere() throws {
    #expect(try findings("Timer()", path: "Sources/App.swift") == (1, 0))
    #expect(try findings("Timer()", "own-types: [Timer]") == (0, 1))
    #expect(try findings("Timer()", "own-types: [Clock]") == (1, 0))
  }

  @Test func oneUseCountsOnce() throws {
    let bans = ["Timer.scheduledTimer", "Timer.scheduledTimer(x:)", "Timer"]
    #expect(try findings("Timer.scheduledTimer(x: 3)", bans: bans) == (0, 1))
  }

  @Test func attributesAreTypes() throws {
    #expect(
      try findings("@Published var x = 1", bans: ["@Published"], "own-types: [Published]") == (0, 1)
    )
  }

  @Test func functionsAreNotTypes() throws {
    #expect(try findings("time(nil)", bans: ["time(_:)"], "own-types: [time]") == (1, 0))
  }
}
