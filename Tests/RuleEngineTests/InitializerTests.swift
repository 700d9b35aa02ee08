import Testing

@testable import RuleEngine

@Suite struct InitializerWithoutArguments {
  @Test func everySpellingMatches() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "let d = ⟦Date()⟧",
        "let d = ⟦Date ()⟧",
        "let d = ⟦Date(/* now */)⟧",
        "let d = ⟦Date/*c*/(/*c*/)⟧",
        "let d = ⟦Date(\n)⟧",
        "let d = ⟦Date.init()⟧",
        "let d = ⟦Date .init()⟧",
        "let d = ⟦Date\n  .init()⟧",
        "let d = ⟦Foundation.Date()⟧",
        "let d = ⟦Foundation.Date.init()⟧",
        "let d = ⟦FoundationEssentials.Date()⟧",
        "let d = ⟦Foundation::Date()⟧",
        "let d = ⟦Foundation\n  ::Date()⟧",
        "let d = ⟦Date.Foundation::init()⟧",
        "let d = ⟦Foundation::Date.Foundation::init()⟧",
        "let d = ⟦`Date`()⟧",
        "let d = ⟦`Foundation`.`Date`()⟧",
        "let d = (⟦Date)()⟧",
        "let d = ((⟦Date))()⟧",
        "let d = (⟦Foundation.Date)()⟧",
        "let d = (⟦Foundation::Date)()⟧",
        "let d = ⟦Date.self.init()⟧",
        "let d = ⟦Date.self.self.init()⟧",
        "let d = ⟦Date.self()⟧",
        "let d = (⟦Date.self).init()⟧",
        "let d = ((⟦Date).self).init()⟧",
        "let d = (⟦Date.init)()⟧",
        "let d: Date = ⟦Date.init.self()⟧",
        "⟦Date()⟧",
        "print(⟦Date()⟧)",
        "f(⟦Date()⟧, at: ⟦Date()⟧)",
        "⟦Date()⟧.timeIntervalSince1970",
        "let x = -⟦Date()⟧",
        "let x = a - ⟦Date()⟧",
        "let x = a ?? ⟦Date()⟧",
        "let x = 0...⟦Date()⟧",
        "let x = 0..<⟦Date()⟧",
        "let x = ...⟦Date()⟧",
        "let x = ⟦Date()⟧...",
        "let x = a < ⟦Date()⟧ > b",
        "let x = a<⟦Date()⟧",
        "let x = c ? ⟦Date()⟧ : ⟦Date()⟧",
        "let x = [⟦Date()⟧: ⟦Date()⟧]",
        "let x = { ⟦Date()⟧ }",
        "let x = \\Foo.[⟦Date()⟧]",
        "let x = try! ⟦Date()⟧",
        "let x = await ⟦Date()⟧",
        "return ⟦Date()⟧",
        "func f(d: Date = ⟦Date()⟧) {}",
        "@Foo(⟦Date()⟧) var x",
        "#foo(⟦Date()⟧)",
        "enum E { case a(d: Date = ⟦Date()⟧), b }",
        "switch x { case ⟦Date()⟧: break; default: break }",
        "switch x { case .a: ⟦Date()⟧; case .b: ⟦Date()⟧ }",
        "let x = ⟦Date()⟧ as NSDate",
      ])
  }

  @Test func unappliedReferenceMatches() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "let f: () -> Date = ⟦Date.init⟧",
        "func g(_ now: () -> Date = ⟦Date.init⟧)",
        "ServerRouter(date: ⟦Date.init⟧)",
        "let f = (⟦Date.init⟧)",
        "let f = ⟦Foundation.Date.init⟧\n(x, y) = (1, 2)",
        "let f = ⟦Date.init⟧ // ()",
        "let f = ⟦Date.self.init⟧",
      ])
  }

  @Test func otherInitializersDoNotMatch() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "Date(timeIntervalSince1970: 0)", "Date.init(timeIntervalSince1970: 0)",
        "Date.init(timeIntervalSince1970:)", "Date(timeInterval: 1, since: d)",
        "Date(\"…\", strategy: .iso8601)", "Date(0)", "Date(iso: \"a\")", "Date.init(x)",
        "(Date)(x)", "(Date.init)(timeIntervalSince1970: 0)", "Date { 1 }", "Date() { 1 }",
        "Date.init { 1 }", "Date() { 1 } second: { 2 }", "Date\n()", "Date.init(", "Date(",
      ])
  }

  @Test func otherNamesDoNotMatch() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "[Date]()", "[Date?]()", "[String: Date]()", "Array<Date>()", "Set<Date>()",
        "Dictionary<Date, Int>()", "(Date) -> ()", "let f: (Date) -> ()", "let f: () -> Date",
        "Date.Type", "Date.self", "Foo.Date()", "self.Date()", "foo().Date()", "Foo::Date()",
        "Date.Foo::init()", "foo?.Date()", ".Date()", "foo\n  .Date()", "getStartDate()",
        "UpToDate()", "DateFoo()", "Date.current()", "Date.`init`()", "$Date()", "Date$()",
        "Foundation.Foo.Date()", "Foo.Foundation.Date()", "date()", "f(Date)()", "f (Date)()",
        "let x: Date", "let x: Date?", "x as Date", "x is Date", "func f(x: Date)", "Date.Index()",
        "foo.Foundation::Date()",
      ])
  }

  @Test func declarationsDoNotMatch() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "func Date() {}", "struct Date {}", "struct Date() {}", "class Date {}", "enum Date {}",
        "actor Date {}", "protocol Date {}", "extension Date {}", "extension Foundation.Date {}",
        "typealias Date = Int", "import struct Foundation.Date", "@Date() var x", "@Date var x",
        "#Date()", "macro Date() = #externalMacro(module: \"\", type: \"\")",
        "enum E { case Date() }", "enum E { case a, Date() }", "f(Date: 1)",
        "extension Foo.Date {}",
        "func f(Date: Int)",
      ])
  }

  @Test func textIsNoCode() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "// Date()", "/* Date() */", "/* /* */ Date() */", "/// Date()", "\"Date()\"",
        "#\"\\(Date())\"#", "\"\"\"\nDate()\n\"\"\"", "/Date()/", "#/Date()/#", "\"\\\\(Date())\"",
        "@available(*, message: \"use Date()\")", "#if Date()\n#endif",
        "\"\\(⟦Date()⟧)\"", "#\"\\#(⟦Date()⟧)\"#", "\"\"\"\n\\(⟦Date()⟧)\n\"\"\"",
        "\"\\(\"\\(⟦Date()⟧)\")\"",
      ])
  }

  /// In all of these the braces are no argument of the call.
  @Test func bracesThatAreNoClosure() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "if d > ⟦Date()⟧ { }",
        "if d > ⟦Date()⟧ {\n}",
        "if d > ⟦Date()⟧ { } else { }",
        "if d > ⟦Date()⟧ { f() }\n(x)",
        "if a { }\nelse if d > ⟦Date()⟧ { }",
        "guard d > ⟦Date()⟧ else { return }",
        "while d > ⟦Date()⟧ { }",
        "switch ⟦Date()⟧ { case .a: break }",
        "switch ⟦Date()⟧ {\ndefault: break\n}",
        "for x in y where x > ⟦Date()⟧ { }",
        "for x in ⟦Date()⟧ { }",
        "if (⟦Date)()⟧ == d { }",
        "if d == (⟦Date)()⟧ { }",
        "do { } catch let e where e > ⟦Date()⟧ { }",
        "struct S { var x = ⟦Date()⟧ { didSet { } } }",
        "struct S { var x = ⟦Date()⟧ { @A(1) @B willSet { } } }",
        "if case .a = ⟦Date()⟧ { }",
        "if let x = y, x > ⟦Date()⟧ { }",
      ])
  }

  /// In all of these the braces are an argument, so that it is a call of another initializer.
  @Test func bracesThatAreAClosure() throws {
    try expectUses(
      of: "Date()",
      inEach: [
        "let x = Date() { 1 }", "let x = Date()\n{ 1 }", "if d > Date() { 1 } { }",
        "if d > Date() { 1 }.x { }", "if f(Date() { 1 }) { }", "if a { Date() { 1 } }",
        "repeat { } while d > Date() { 1 }", "for x in Date() { 1 }.y { }",
      ])
  }
}

@Suite struct InitializerWithLabels {
  @Test func exactlyTheseLabelsMatch() throws {
    try expectUses(
      of: "Date(timeIntervalSinceNow:)",
      inEach: [
        "⟦Date(timeIntervalSinceNow: 3)⟧",
        "⟦Date(timeIntervalSinceNow: 3,)⟧",
        "⟦Date(`timeIntervalSinceNow`: 3)⟧",
        "⟦Date(/**/timeIntervalSinceNow/**/:/**/3)⟧",
        "⟦Date(\n  timeIntervalSinceNow: 3\n)⟧",
        "⟦Date.init(timeIntervalSinceNow: 3)⟧",
        "⟦Foundation.Date(timeIntervalSinceNow: 3)⟧",
        "(⟦Date.init)(timeIntervalSinceNow: 3)⟧",
        "let f = ⟦Date.init(timeIntervalSinceNow:)⟧",
        "⟦Date(timeIntervalSinceNow: a < b ? c : d)⟧",
        "⟦Date(timeIntervalSinceNow: f(a, b: c))⟧",
        "⟦Date(timeIntervalSinceNow: [a, b][0])⟧",
        "⟦Date(timeIntervalSinceNow: { a, b in a }(1, 2))⟧",
        "⟦Date(timeIntervalSinceNow: Foo<A, B>())⟧",
        "⟦Date(timeIntervalSinceNow: Foo<A, [B: C], (D, E) -> F<G, H>>.x)⟧",
        "⟦Date(timeIntervalSinceNow: \"\\(a, b)\".count)⟧",
        "⟦Date(timeIntervalSinceNow: -⟦Date(timeIntervalSinceNow: 1)⟧.x)⟧",
        "Date(timeIntervalSince1970: 3)", "Date(timeIntervalSinceNow: 3, x: 4)",
        "Date(timeIntervalSinceNow: a < b, c > d)", "Date(x: 4, timeIntervalSinceNow: 3)",
        "currentDate(timeIntervalSinceNow: 3)", "Date(timeIntervalSinceNow)", "Date()",
        "Date.init", "Date.init(timeIntervalSinceNow:since:)", "Date(c ? timeIntervalSinceNow : 3)",
        "Date\n(timeIntervalSinceNow: 3)", "foo(timeIntervalSinceNow: 3)",
        ".init(timeIntervalSinceNow: 3)", "func Date(timeIntervalSinceNow: 3) {}",
      ])
  }

  @Test func trailingClosureStandsForTheLastLabels() throws {
    try expectUses(
      of: "Timer.scheduledTimer(withTimeInterval:repeats:block:)",
      inEach: [
        "⟦Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }⟧",
        "⟦Timer.scheduledTimer(withTimeInterval: 1, repeats: true)\n{ _ in }⟧",
        "⟦Timer.scheduledTimer(withTimeInterval: 1, repeats: true, block: { _ in })⟧",
        "⟦Timer.scheduledTimer(withTimeInterval: 1) { } block: { }⟧",
        "⟦Timer.scheduledTimer { } repeats: { }\n  block: { }⟧",
        "⟦Timer.scheduledTimer(withTimeInterval:repeats:block:)⟧",
        "Timer.scheduledTimer(withTimeInterval: 1, repeats: true)",
        "Timer.scheduledTimer(timeInterval: 1, repeats: true) { _ in }",
        "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } other: { }",
        "Timer.scheduledTimer(withTimeInterval: 1) { } repeats: { }", "Timer.scheduledTimer",
        "timerType.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }",
        "if Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { }",
      ])
    try expectUses(
      of: "Thread(block:)",
      inEach: [
        "⟦Thread { }⟧.start()", "⟦Thread() { }⟧", "⟦Thread.init { }⟧", "⟦Thread(block: f)⟧",
        "var t: Thread { x }", "func f() -> Thread { x }", "let t = x as Thread { }",
        "extension Thread { }", "class A: B, Thread { }", "struct A<T> where T: Thread { }",
        "if x is Thread { }", "var x: some Thread { y }", "switch x { case .a: ⟦Thread { }⟧ }",
        "f(x: ⟦Thread { }⟧)", "let x = [1: ⟦Thread { }⟧]", "let x: Int = c ? y : ⟦Thread { }⟧",
        "switch x { case let .a(y): ⟦Thread { }⟧ }", "protocol P { var t: Thread { get } }",
        "actor A: Thread { }", "extension P where T == Thread { }", "let x = y == ⟦Thread { }⟧",
        "func f() -> sending Thread { x }", "func f() -> sending\n  Thread { x }",
        "subscript(i: Int) -> sending Foundation.Thread { x }", "func f() -> @A Thread { x }",
        "func f() async throws -> sending Thread\n{ x }",
        "{ () -> sending Thread in ⟦Thread { }⟧ }",
        "x = .sending\n⟦Thread { }⟧", "x = sending\n⟦Thread { }⟧", "x = .some\n⟦Thread { }⟧",
        "⟦Thread<any (A & B)> { }⟧", "⟦Thread<nonisolated(nonsending) () -> A> { }⟧",
        "⟦Thread<(Int) -> sending (A, B)> { }⟧",
      ])
  }

  @Test func trailingClosureStandsForItsLabelWithAnyReceiver() throws {
    try expectUses(
      of: "_.sink(receiveValue:)",
      inEach: [
        "x.⟦sink { }⟧", "x.⟦sink() { }⟧", "x?.map { 1 }.⟦sink { print($0) }⟧.store()",
        "x\n  .⟦sink\n  { }⟧", "x.⟦sink(receiveValue: f)⟧", "x.⟦sink(receiveValue: { })⟧",
        "if x.⟦sink(receiveValue: f)⟧ { }", "f(x.⟦sink { }⟧)", "let c = [x.⟦sink { }⟧]",
        "sink { }", "x.sink { } receiveValue: { }", "x.sink(y) { }", "x.sink", "x.sink()",
        "if x.sink { }", "for y in x.sink { }", "while x.sink { }", "switch x.sink { case y: z }",
        "x.sinks { }", "x.sink(receiveCompletion: f) { }", "x.sink\n() { }", "func sink { }",
        "x.sink(receiveValue: f) { }",
      ])
    try expectUses(
      of: "_.sink(receiveCompletion:receiveValue:)",
      inEach: [
        "x.⟦sink { } receiveValue: { }⟧", "x.⟦sink { }\n  receiveValue: { }⟧",
        "x.⟦sink(receiveCompletion: f) { }⟧", "x.⟦sink(receiveCompletion: f, receiveValue: g)⟧",
        "x.sink { }", "x.sink { } receive: { }", "x.sink { } _: { }",
        "x.sink(receiveCompletion: f) { } receiveValue: { }",
      ])
    try expectUses(
      of: "_.run(_:body:)",
      inEach: ["x.⟦run(1) { }⟧", "x.run(a: 1) { }", "x.run { }", "x.⟦run { } body: { }⟧"])
    try expectUses(
      of: "measure(block:)",
      inEach: [
        "⟦measure { }⟧", "⟦XCTest.measure { }⟧", "x.measure { }", "measure", "if measure { }",
        "func measure { }", "var measure: Int { 1 }", "let x: measure { }",
      ])
    try expectUses(
      of: ".task(operation:)",
      inEach: ["f(⟦.task { }⟧)", "let x = ⟦.task { }⟧", "x.task { }", "f(.task)", "T.task { }"])
  }

  @Test func labelsOfValuesAreWritten() throws {
    try expectUses(
      of: "_.debounce(for:)",
      inEach: ["x.debounce { }", "x.⟦debounce(for: 1)⟧", "x.⟦debounce(for: { 1 })⟧"])
    try expectUses(
      of: "_.wait(for:handler:)",
      inEach: ["x.⟦wait(for: 1) { }⟧", "x.wait { }", "x.⟦wait { } handler: { }⟧"])
    try expectUses(
      of: "Timer.run(in:)", inEach: ["⟦Timer.run { }⟧", "timer.run { }"])
    try expectUses(
      of: ".init(block:)", inEach: ["f(.init { })", "f(⟦.init(block: g)⟧)"])
  }

  @Test func wordsAndBackticksAreLabels() throws {
    try expectUses(
      of: "Int.random(in:)",
      inEach: [
        "⟦Int.random(in: 0..<3)⟧", "⟦Int.random(`in`: 0..<3)⟧", "⟦Swift.Int.random(in: r)⟧",
        "⟦Int.random (in: r)⟧", "Int.random(in: r, using: &g)", "Double.random(in: r)",
        "⟦Int.random(in:)⟧", "Int.random(in:using:)", "Int.random", "Int\n.random\n(in: r)",
        "⟦Int\n.random(in: r)⟧",
      ])
  }

  @Test func noLabelIsAnUnderscore() throws {
    try expectUses(
      of: "Calendar.isDateInToday(_:)",
      inEach: [
        "⟦Calendar.isDateInToday(d)⟧", "⟦Calendar.isDateInToday(_:)⟧",
        "Calendar.isDateInToday(d, e)", "Calendar.isDateInToday(x: d)", "Calendar.isDateInToday()",
        "⟦Calendar.isDateInToday { d }⟧", "⟦Calendar.isDateInToday(c ? d : e)⟧",
      ])
  }
}

@Suite struct EveryInitializer {
  @Test func callsAndReferencesMatch() throws {
    try expectUses(
      of: "Task.init",
      inEach: [
        "⟦Task { }⟧", "⟦Task(priority: .low) { }⟧", "⟦Task.init { }⟧", "⟦Task.init(x)⟧",
        "let f = ⟦Task.init⟧", "⟦Task<Void, Never> { }⟧", "⟦Task<A<B>, C> { }⟧", "⟦Task()⟧",
        "Task.sleep()", "Task.self", "let t: Task", "func f() -> Task<Void, Never> { }",
        "var x: Task<A, B> { y }", "let f = ⟦Task.init(priority:operation:)⟧", "x.init",
        "let t: Task<A, B>? = ⟦Task { }⟧", "if ⟦Task { }⟧.isCancelled { }", "[Task]()",
      ])
  }
}
