import Testing

/// The type written beside an implicit member decides whose member it is.
@Suite struct WrittenTypes {
  private func expectDates(
    _ table: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectUses(
      of: "Date.now", "Date()", "Date(timeIntervalSinceNow:)", inEach: table,
      sourceLocation: sourceLocation)
  }

  @Test func annotations() throws {
    try expectDates([
      "let d: Date = ⟦.now⟧", "var d: Date? = ⟦.init()⟧", "let d: Date! = ⟦.now⟧",
      "let d: Date =\n  ⟦.now⟧", "let d:\n  Date\n  = ⟦.now⟧", "let d : Foundation.Date = ⟦.now⟧",
      "let d: Foundation::Date = ⟦.now⟧", "let d: (Date) = ⟦.now⟧",
      "let d: Optional<Date> = ⟦.now⟧",
      "let d: `Date` = ⟦.`now`⟧", "let d: Date = ⟦.Foundation::now⟧", "let d: Date = (⟦.now⟧)",
      "let d: Date = ⟦.now⟧ + 60", "let d: Date = ⟦.now⟧.addingTimeInterval(60)",
      "let a: Int = 1, d: Date = ⟦.now⟧", "let d: Date = try await ⟦.init()⟧",
      "@State private var d: Date = ⟦.init(timeIntervalSinceNow: 3)⟧",
      "static var d: Date = ⟦.now⟧ { didSet { } }", "guard let d: Date = ⟦.now⟧ else { }",
      "let d: Date = ⟦.now⟧, e: Int = .now", "lazy var d: Date = ⟦.init()⟧; x = .now",
      "let d: Int = .now", "let d: Foo.Date = .now", "let d: [Date] = .now", "let d: Date.X = .now",
      "let d: Date = f(.now)", "let d: Date = f[.now]", "let d: Date = x + .now", "d = .now",
      "let d: Date = f(); d = ⟦.now⟧", "let d: Date\nd = ⟦.now⟧", "let d: Date = f { .now }",
      "let d: Date = -.now", "let b: Bool = x > .now", "let d: Date = \"\\(.now)\".date",
      "let d: Date = f(x: .now)", "let d: Date = (.now, 1).0", "let f: (Date) -> Int = .now",
      "let d: Array<Date> = .now", "let d: any P<Date> = .now", "let f: () -> Date = .now",
    ])
  }

  @Test func defaults() throws {
    try expectDates([
      "func f(at: Date = ⟦.now⟧)", "func f(at date: Date = ⟦.init()⟧, x: Int = .now) { }",
      "init(a: Int, b: Date? = ⟦.now⟧) { }", "subscript(d: Date = ⟦.now⟧) -> Int { 3 }",
      "enum E { case a(d: Date = ⟦.now⟧) }", "func f(d: inout Date = ⟦.now⟧)",
      "func f(d: @autoclosure () -> Date = .now)", "func f(d: [Date] = [⟦.now⟧])",
      "func f(d: Date = g(.now))", "func f(_: Date = c ? ⟦.now⟧ : ⟦.init()⟧)",
      "macro m(d: Date = ⟦.now⟧) = #x", "func f<T: P>(d: Date = ⟦.now⟧, t: T = .now) where T: Q",
    ])
  }

  @Test func results() throws {
    try expectDates([
      "func f() -> Date { ⟦.now⟧ }", "func f() -> Date {\n  ⟦.now⟧\n}", "var d: Date { ⟦.init()⟧ }",
      "func f() -> Date { return ⟦.now⟧ }", "func f() -> Date { if c { return ⟦.now⟧ }; return x }",
      "func f() async throws(E) -> Date? where T: P { return ⟦.now⟧ }",
      "var d: Date { get { ⟦.now⟧ } set { .now } }", "var d: Date { get async throws { ⟦.now⟧ } }",
      "var d: Date { @inlinable get { ⟦.now⟧ } }", "var d: Date { mutating get { return ⟦.now⟧ } }",
      "var d: Date = x { didSet { return .now } }", "var d: Date { willSet(x) { .now } }",
      "subscript(i: Int) -> Date { ⟦.now⟧ }", "subscript(i: Int) -> Date { get { ⟦.now⟧ } }",
      "f { () -> Date in ⟦.now⟧ }",
      "f { [weak self] (a: Int) async throws -> Date in return ⟦.now⟧ }",
      "f { [x] a, b -> Date in\n  ⟦.now⟧\n}", "f { @MainActor () -> Date in ⟦.now⟧ }",
      "func f() -> Date { g { .now } }", "func f() -> Date { g { return .now } }",
      "func f() -> Date { func g() -> Int { .now }; return ⟦.now⟧ }",
      "func f() { return .now }", "func f() -> () -> Date { .now }", "init() { return .now }",
      "func f() -> Int { .now }", "func f() -> (Date) { ⟦.now⟧ }",
      "func f() -> (Date, Int) { (⟦.now⟧, 1) }",
      "protocol P { func f() -> Date }\nfunc g() { .now }", "func f<T>(x: T) -> Date { ⟦.now⟧ }",
      "func f(g: () -> Int) -> Date { ⟦.now⟧ }",
      "func f() -> Date { for x in y { return ⟦.now⟧ } }",
      "func f() -> Date { do { return ⟦.now⟧ } catch { return ⟦.init()⟧ } }",
      "func f() -> Date { defer { g(.now) }; return try ⟦.now⟧ }",
      "var x: Date {\n#if A\n  ⟦.now⟧\n#else\n  ⟦.init()⟧\n#endif\n}",
      "struct S { var d: Date { ⟦.now⟧ }\n  var i: Int { .now } }",
      "func f() -> Date {\n  let x = 1\n  return ⟦.now⟧\n}", "func f() -> Date { x = .now }",
      "func f()\n  -> Date\n  where T: P\n{\n  ⟦.now⟧\n}",
    ])
  }

  @Test func arms() throws {
    try expectDates([
      "let d: Date = c ? ⟦.now⟧ : ⟦.init()⟧", "let d: Date = c ? x : ⟦.now⟧",
      "let d: Date = a > b ? ⟦.now⟧ : x", "let d: Date = a ? b ? ⟦.now⟧ : ⟦.now⟧ : ⟦.now⟧",
      "let d: Date = x ?? ⟦.now⟧", "let d: Date = x ?? y ?? ⟦.now⟧", "let d: Date = x + y ?? .now",
      "return c ? .now : x", "func f() -> Date { c ? ⟦.now⟧ : x }",
      "let d: Date = if c { ⟦.now⟧ } else { ⟦.init()⟧ }",
      "let d: Date = if a > b { ⟦.now⟧ } else if c { ⟦.now⟧ } else { x }",
      "let d: Date = switch x { case .a: ⟦.now⟧ case .b, .c(1): ⟦.now⟧\n default: ⟦.now⟧ }",
      "let d: Date = switch x {\ncase .a:\n  ⟦.now⟧\ncase .b where y > 3:\n  ⟦.now⟧\n@unknown default:\n  ⟦.now⟧\n}",
      "func f() -> Date { switch x { case .a: ⟦.now⟧; case .b: return ⟦.now⟧ } }",
      "func f() -> Date { if c { ⟦.now⟧ } else { x } }", "return if c { .now } else { x }",
      "func f() -> Date { return if c { ⟦.now⟧ } else { x } }",
      "let d: Date = if c { if e { ⟦.now⟧ } else { ⟦.now⟧ } } else { x }",
      "let d: Int = if c { .now } else { x }", "if c { .now }", "x = if c { .now } else { .now }",
      "let d: Date = (c ? ⟦.now⟧ : x)", "let d: Date = if c { f(.now) } else { x }",
    ])
  }

  @Test func elements() throws {
    try expectDates([
      "let a: [Date] = [⟦.now⟧, x, ⟦.init()⟧]", "let a: [Date?]? = [⟦.now⟧]",
      "let a: [[Date]] = [[⟦.now⟧], [x]]",
      "let a: Set<Date> = [⟦.now⟧]", "let a: Array<Date> = [⟦.now⟧]",
      "let a: [Int: Date] = [.now: ⟦.now⟧, 2: ⟦.now⟧]",
      "let a: [Date: Int] = [.now: .now]", "let a: Dictionary<Int, Date> = [1: ⟦.now⟧]",
      "let a: [Int: [Date]] = [1: [⟦.now⟧, ⟦.now⟧], 2: [⟦.now⟧]]", "let a: [Date] = [f(.now)]",
      "let a: [Date] = [c ? ⟦.now⟧ : x, y ?? ⟦.now⟧]", "let a: [Int: Date] = [1: c ? ⟦.now⟧ : x]",
      "func f() -> [Date] { [⟦.now⟧] }", "let a: [Date] = x[.now]", "let a: [Date] = x + [.now]",
      "let a: [Foo] = [.now]", "let a: Date = [.now]", "let a: [Date] = ([⟦.now⟧])", "f([.now])",
      "let a: [[Date: Int]: Date] = [[.now: .now]: ⟦.now⟧]", "let a: [(Date, Int)] = [(⟦.now⟧, 1)]",
    ])
  }

  @Test func closures() throws {
    try expectDates([
      "let f: () -> Date = { ⟦.now⟧ }", "let f: () -> Date = { return ⟦.init()⟧ }",
      "var f: () -> Date = {\n  let x = 1\n  return ⟦.init()⟧\n}",
      "func f(now: () -> Date = { ⟦.init()⟧ })",
      "let f: @Sendable () async throws -> Date = { ⟦.init()⟧ }",
      "let f: (() -> Date)? = { ⟦.init()⟧ }",
      "let f: (Int) -> Date = { _ in ⟦.init()⟧ }",
      "let f: (Int) -> Date = { [x] (a: Int) in ⟦.init()⟧ }",
      "let f: () -> () -> Date = { { ⟦.init()⟧ } }",
      "let f: () -> () -> Date = { return { return ⟦.init()⟧ } }",
      "func f() -> () -> Date { { ⟦.init()⟧ } }", "func f() -> () -> Date { return { ⟦.init()⟧ } }",
      "var f: () -> Date { { ⟦.init()⟧ } }", "let f: [() -> Date] = [{ ⟦.init()⟧ }, { ⟦.now⟧ }]",
      "let f: () -> Date = c ? { ⟦.init()⟧ } : { x }", "let f: () -> Date = x ?? { ⟦.init()⟧ }",
      "let d = { ⟦.init()⟧ }() as Date", "let f: () -> Date = ({ ⟦.init()⟧ })",
      "let f: () -> Date = { if c { ⟦.init()⟧ } else { x } }",
      "let f: () -> Foundation.Date = { ⟦.init()⟧ }",
      "let f: () -> Other = { .init() }", "let f: (Date) -> Int = { .init() }",
      "let f: Now = { .init() }",
      "let f: () -> () -> Date = { .init() }", "let f: () -> Date = { () -> Int in .init() }",
      "let f: () -> Date = g { .init() }", "let f: () -> Date = g({ .init() })",
      "let f: () -> Date = { .init() }.x", "let f: () -> Date = { .init() }()",
      "let f: Date = { .init() }",
      "let f: () -> Date = { .init() } + x", "let f: () -> Date = { g(.init()) }",
      "f = { .init() }",
      "let f: () -> Date = g; f = { .init() }", "let f: () -> (Date, Int) = { .init() }",
      "let f: () -> [Date] = { .init() }", "struct Date { }\nlet f: () -> Date = { .init() }",
      "let d: Date = { ⟦.now⟧ }()", "lazy var d: Date = {\n  let x = 1\n  return ⟦.init()⟧\n}()",
      "var d: Date = try await { ⟦.init()⟧ }()", "let d: Date = { x in ⟦.init()⟧ }(1)",
      "func f() -> Date { { ⟦.init()⟧ }() }", "func f(d: Date = { ⟦.init()⟧ }())",
      "let d: Date = { .init() }().x", "let d: Date = { .init() }()()",
      "let d: Date = { .init() }()[0]",
      "let d: Other = { .init() }()", "let d: [Date] = { .init() }()",
      "let d: Bool = { .init() }() < x",
      "let d: Date = { () -> Int in .init() }()", "let d: Date = g { .init() }()",
    ])
  }

  @Test func tuples() throws {
    try expectDates([
      "let (a, b): (Date, Date) = (⟦.init()⟧, ⟦.now⟧)", "let t: (Date, Int) = (⟦.init()⟧, .init())",
      "let t: (Int, Date) = (.init(), ⟦.init()⟧)",
      "let t: (Int, (Int, Date)) = (1, (.now, ⟦.now⟧))",
      "let t: (a: Date, b: Int) = (a: ⟦.init()⟧, b: .init())",
      "let t: (a: Int, b: Date)? = (.now, ⟦.now⟧)",
      "let t: (Int, [Date], [Int: Date]) = (.now, [⟦.now⟧], [1: ⟦.now⟧])",
      "let t: (A<B, C>, Date) = (A<B, C>(), ⟦.init()⟧)",
      "let t: (Int, Date) = (f(.now, 1), c ? x : y)",
      "let t: (() -> Date, Date) = ({ ⟦.init()⟧ }, { ⟦.init()⟧ }())",
      "func f() -> (Int, Date) { return (1, ⟦.now⟧) }",
      "f((1, ⟦.now⟧) as (Int, Date))", "let t: (Date, Date) = f(.init(), .init())",
      "let t: (Date, Date) = (.init(), .init(), .init())", "let t: (Date, Date) = .init()",
      "let t: (Date, Date) = (.init())", "let t: (Date) = (.init(), .init())",
      "let t: (Bool, Bool, Date) = (a < b, c > (d), .init())",
      "let t: (Date, Date) -> Int = (.init(), .init())",
      "let t: [(Int, Date)] = [(.now, ⟦.now⟧), (1, ⟦.now⟧)]", "let (a, b) = (.init(), .init())",
      "let t: (Other, Other) = (.init(), .init())", "let t: Date = (.init(), .init()).0",
      "let t: (Date, Int) = (x + .now, 1)",
      "struct Date { }\nlet t: (Date, Date) = (.init(), .now)",
    ])
  }

  @Test func repeatedElements() throws {
    try expectDates([
      "let a = [Date](repeating: ⟦.init()⟧, count: 3)", "[Date].init(repeating: ⟦.now⟧, count: 3)",
      "let a = Array<Date>(repeating: ⟦.init()⟧, count: 3)",
      "Array<Date>.init(repeating: ⟦.now⟧, count: 3)",
      "ContiguousArray<Foundation.Date>(repeating: ⟦.init()⟧, count: 3)",
      "[Date?](repeating: ⟦.now⟧, count: 1)",
      "[[Date]](repeating: [.now], count: 3)",
      "[Other](repeating: .init(), count: 3)", "[Int: Date](repeating: .init(), count: 3)",
      "[Date](repeated: .init(), count: 3)", "x[Date](repeating: .init(), count: 3)",
      "Array<Other>(repeating: .init(), count: 3)", "Result<Date, E>(repeating: .init(), count: 3)",
      "a < Date > (repeating: .init())", "[Date](repeating: f(.init()), count: 3)",
      "f(repeating: .init())",
      "struct Date { }\nlet a = [Date](repeating: .init(), count: 3)",
    ])
  }

  @Test func conversions() throws {
    try expectDates([
      "let d = ⟦.now⟧ as Date", "f(⟦.now⟧ as Date)", "f(⟦.init()⟧ as Date?)",
      "x = [⟦.now⟧] as [Date]",
      "f((c ? ⟦.now⟧ : x) as Date)", "let d: Any = ⟦.now⟧ as Foundation.Date", ".now as Int",
      ".now as? Date",
      "x as Date", "f(⟦.now⟧.x(3) as Date)",
    ])
  }

  @Test func otherTypes() throws {
    try expectUses(
      of: "DispatchQueue.main.async", "ContinuousClock.Instant.now", "Timer.scheduledTimer",
      inEach: [
        "let i: ContinuousClock.Instant = ⟦.now⟧", "let i: ContinuousClock = .now",
        "let i: _Concurrency.ContinuousClock.Instant = ⟦.now⟧", "let i: Instant = .now",
        "let t: Timer = ⟦.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }⟧",
        "timer = .scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }",
        "let x: DispatchQueue = ⟦.main.async⟧", "let x: DispatchQueue = .main",
        "let x: Date = .main.async",
      ])
  }
}

@Suite struct Subclasses {
  @Test func membersOfTheSuperclass() throws {
    let timer = "scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }"
    try expectUses(
      of: "Timer.scheduledTimer(withTimeInterval:repeats:block:)",
      "OperationQueue.main.addOperation",
      "OperationQueue()",
      inEach: [
        "class T: Timer { }\n⟦T.timer⟧", "final class T: Timer, P { let x = ⟦T.timer⟧ }",
        "⟦T.timer⟧\nclass T: Foundation.Timer { }",
        "class T: Timer<Int> { func f() { } }\n⟦T.timer⟧",
        "class T: Timer {\n  static func f() { }\n}\nfunc g() { x { ⟦T.timer⟧ } }",
        "struct S { class T: Timer { }; func f() { ⟦T.timer⟧ } }\nT.timer",
        "class Q: OperationQueue { }\n⟦Q.main.addOperation { }⟧; Q()",
        "class T: Timer { }\nextension T { static func f() { ⟦T.timer⟧ } }",
        "#if A\nclass T: Timer { }\n⟦T.timer⟧\n#endif",
        "class T: Timer { class func scheduledTimer(withTimeInterval: Int, repeats: Bool, block: B) { } }\nT.timer",
        "class T: Timer { }\nextension T { static func scheduledTimer() { } }\nT.timer",
        "class T: Other { }\nT.timer", "class T: Foo.Timer { }\nT.timer",
        "struct T: Timer { }\nT.timer",
        "class T: Timer { }\nx.T.timer; T().timer; t.timer; T.x.timer; T.scheduledTimer()",
        "class Timer { }\nclass T: Timer { }\nT.timer",
        "class T: Timer { }\nfunc f(T: X) { T.timer }",
        "class T: Timer { }\nstruct S { struct T { }; func f() { T.timer } }",
        "protocol T: Timer { }\nT.timer", "class T: Timer { init() { } }\nT.init(); T()",
      ].map { $0.replacing(".timer", with: "." + timer) })
  }
}

@Suite struct OwnExtensions {
  @Test func extendedType() throws {
    try expectUses(
      of: "Date()", "Date.now", "Date(timeIntervalSinceNow:)",
      "Timer.scheduledTimer(withTimeInterval:repeats:block:)",
      inEach: [
        "extension Date { static var x: Date { ⟦Self()⟧ } }",
        "extension Date { static var x: Self { ⟦.now⟧ } }",
        "extension Date { init(x: Int) { ⟦self.init()⟧ } }",
        "extension Foundation.Date { static let y = ⟦Self.now⟧ }",
        "extension Date { init(in x: Double) { ⟦self.init(timeIntervalSinceNow: x)⟧ } }",
        "extension Date { static func f() { g { ⟦Self.init()⟧ } } }",
        "struct Date2 { static let x = Self() }",
        "extension Date { struct X { let x = Self() } }", "Self()",
        "extension Foo { static let x = Self.now }",
        "extension Date { func f() { self.now } }",
        "extension Date { static func f() { ⟦self.now⟧; ⟦self.init()⟧ } }",
        "extension Date { class var x: Date { g { ⟦self.now⟧ } } }",
        "extension Date { static func f() { x.self.now; self.x.now; ⟦self.now⟧ } }",
        "extension Date { var x: Date { self.now }; subscript(i: Int) -> Date { self.now } }",
        "extension Other { static func f() { self.now } }", "static func f() { self.now }",
        "extension Date { static func f() { struct S { func g() { self.now } } } }",
        "extension Timer { static func f() { ⟦self.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }⟧ } }",
        "extension Timer { func f() { self.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } } }",
        "extension Date { func f() -> Date { Self(timeIntervalSince1970: 1) } }",
        "extension Timer { static func f() { ⟦scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }⟧ } }",
        "extension Timer { override class func scheduledTimer(withTimeInterval x: Int, repeats: Bool, block: B) { } }",
        "extension Timer { func f() { x.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } } }",
        "scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }",
        "extension Date { func f() { now } }",
        "extension Date where X == Y { static let x = ⟦Self.now⟧ }",
        "struct Date { static let x = Self() }",
        "extension Date: P { static let x = ⟦Self()⟧ }", "extension Date { init() { } }",
      ])
  }
}
