import Testing

@testable import RuleEngine

/// Aliases of a banned type, and constants that hold what a banned path starts with.
@Suite struct TypeAliases {
  private func expectDates(
    _ table: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectUses(
      of: "Date()", "Date.now", "Date(timeIntervalSinceNow:)", "Task.sleep",
      "ContinuousClock.Instant.now", inEach: table, sourceLocation: sourceLocation)
  }

  @Test func aliasesAreTheType() throws {
    try expectDates([
      "typealias D = Date\nlet d = ⟦D()⟧", "let d = ⟦D()⟧\npublic typealias D = Date",
      "typealias D = Foundation.Date\nlet d = ⟦D.now⟧",
      "typealias D = Foundation::Date\nlet d = ⟦D.now⟧",
      "typealias D = Date\nlet d = ⟦D.init()⟧", "typealias D = Date\nlet d = ⟦D.init⟧",
      "typealias D = Date\nlet d: D = ⟦.now⟧", "typealias D = Date\nlet d: [D] = [⟦.now⟧]",
      "typealias D = Date\nfunc f(d: D? = ⟦.init()⟧) -> D { ⟦.now⟧ }",
      "typealias D = Date\nextension D { static let x = ⟦Self()⟧ }",
      "typealias D = Date\nlet d = (⟦D)()⟧".replacing("(⟦D)", with: "(⟦D)"),
      "typealias D = Date\nlet d = ⟦D(timeIntervalSinceNow: 3)⟧",
      "typealias D = Date\nlet d = ⟦`D`()⟧",
      "typealias D = Date; typealias E = D\nlet d = ⟦E()⟧",
      "let d = ⟦F()⟧; typealias F = E; typealias E = D; typealias D = Date",
      "typealias T = Task<Never, Never>\nfunc f() { ⟦T.sleep(nanoseconds: 3)⟧ }",
      "typealias C = ContinuousClock\nlet i = ⟦C.Instant.now⟧",
      "typealias I = ContinuousClock.Instant\nlet i = ⟦I.now⟧",
      "typealias C = ContinuousClock; typealias I = C.Instant\nlet i = ⟦I.now⟧",
      "typealias C = ContinuousClock\nlet i: C.Instant = ⟦.now⟧",
      "typealias D = Date\n#if A\nlet d = ⟦D()⟧\n#endif",
      "#if A\ntypealias D = Date\n#endif\nlet d = ⟦D()⟧",
      "#if A\ntypealias D = FoundationEssentials.Date\n#else\ntypealias D = Foundation.Date\n#endif\nlet d = ⟦D()⟧",
    ])
  }

  @Test func otherAliases() throws {
    try expectDates([
      "typealias D = Date?\nlet d = D.now", "typealias D = [Date]\nlet d = D()",
      "typealias D = () -> Date\nlet d: D = .now",
      "typealias D<T> = Date\nlet d = D<Int>()", "typealias D = Date & P\nlet d = D()",
      "typealias D = Other.Date\nlet d = D()",
      "typealias D = Date.Stride\nlet d = D()", "typealias D = Dates\nlet d = D()",
      "typealias D = Date\nlet d = x.D()",
      "typealias D = Date\nlet d = f(D: 3)", "typealias D = Date\nfunc D() { }",
      "typealias D = Date\nlet d = \\D.now",
      "typealias D = Date\nlet d = [x].map(D.init)",
      "typealias D = D2; typealias D2 = D\nlet d = D()", "typealias D = Date\nlet d: D.X = .now",
      "#if A\ntypealias D = Date\n#else\ntypealias D = Mock\n#endif\nlet d = D()",
    ])
  }

  @Test func aliasesOfTheSameName() throws {
    try expectDates([
      "typealias Date = Foundation.Date\nlet d = ⟦Date()⟧",
      "struct S { typealias Date = Foundation.Date; let d = ⟦Date()⟧ }",
      "struct S { typealias Date = Date; let d = ⟦Date()⟧ }",
      "typealias Date = MyDate\nlet d = Date()\nlet e = ⟦Foundation.Date()⟧",
      "struct S { typealias Date = Other.Date; let d: Date = .now }\nlet d = ⟦Date()⟧",
      "typealias Date = Foundation.Date\nlet d: Date = ⟦.now⟧",
      "typealias Date = Foundation.Date\nstruct S { struct Date { }; let d = Date() }",
      "typealias Task = Date\nlet t = ⟦Task()⟧; Task.sleep()",
    ])
  }

  @Test func scopes() throws {
    try expectDates([
      "struct S { typealias D = Date; let d = ⟦D()⟧ }\nlet d = D()",
      "struct S { typealias D = Date }\nextension S { func f() { ⟦D()⟧ } }",
      "func f() { typealias D = Date; ⟦D()⟧ }\nlet d = D()",
      "struct S { typealias D = Date; struct T { let d = ⟦D()⟧ } }",
      "typealias D = Date\nstruct S { struct D { }; let d = D() }\nlet d = ⟦D()⟧",
      "typealias D = Date\nfunc f<D>() { D() }",
      "typealias D = Date\nfunc f(D: Int) { D() }",
      "struct Date { }\ntypealias D = Date\nlet d = D()",
      "struct S { struct Date { }; typealias D = Date; let d = D() }",
      "struct Date { }\ntypealias D = Foundation.Date\nlet d = ⟦D()⟧",
      "struct S { typealias D = Date }\nlet d = S.D()",
    ])
  }
}

@Suite struct ConstantReceivers {
  private func expectQueues(
    _ table: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectUses(
      of: "DispatchQueue.main.async", "DispatchQueue.global().async", "ContinuousClock().now",
      "DispatchQueue.main.sync(x:)", inEach: table, sourceLocation: sourceLocation)
  }

  @Test func constants() throws {
    try expectQueues([
      "let queue = DispatchQueue.main\n⟦queue.async { }⟧",
      "let queue: DispatchQueue = .main\n⟦queue.async(execute: f)⟧",
      "let queue: DispatchQueue = DispatchQueue.main\n⟦queue.async { }⟧",
      "let queue: Dispatch.DispatchQueue = .main\n⟦queue.async { }⟧",
      "let queue = Dispatch.DispatchQueue.main\n⟦queue.async { }⟧",
      "let queue = DispatchQueue.global()\n⟦queue.async { }⟧",
      "let queue: DispatchQueue = .global()\n⟦queue.async { }⟧",
      "let clock = ContinuousClock()\nlet t = ⟦clock.now⟧",
      "let clock: ContinuousClock = .init()\nlet t = ⟦clock.now⟧",
      "let clock = ContinuousClock.init()\nlet t = ⟦clock.now⟧",
      "let queue = DispatchQueue\n  .main\n⟦queue\n  .async { }⟧",
      "let a = 1, queue = DispatchQueue.main, b = 2\n⟦queue.async { }⟧",
      "let a: Foo<A, B> = x, queue = DispatchQueue.main\n⟦queue.async { }⟧",
      "let queue: DispatchQueue? = .main\n⟦queue?.async { }⟧",
      "let queue = DispatchQueue.main;⟦queue.async { }⟧",
      "let queue = DispatchQueue.main // main\n⟦queue.async { }⟧",
      "let `queue` = DispatchQueue.main\n⟦queue.async { }⟧",
      "let queue = DispatchQueue.main\nlet q2 = queue\n⟦q2.async { }⟧",
      "let queue = DispatchQueue.main\n⟦queue.sync(x: 3)⟧",
      "let queue = DispatchQueue.main\nlet f = ⟦queue.async⟧",
      "let queue = DispatchQueue.main\n(⟦queue).async { }⟧",
      "typealias Q = DispatchQueue\nlet queue = Q.main\n⟦queue.async { }⟧",
      "typealias Q = DispatchQueue\nlet queue: Q = .main\n⟦queue.async { }⟧",
      "let queue = DispatchQueue.main\nf { [queue] in ⟦queue.async { }⟧ }",
      "let queue = DispatchQueue.main\nif ⟦queue.async⟧ { }",
      "private let queue = DispatchQueue.main\nfunc f() { ⟦queue.async { }⟧ }",
      "let queue = DispatchQueue.main\n#if A\n⟦queue.async { }⟧\n#endif",
      "#if A\nlet queue = DispatchQueue.main\n#endif\nfunc f() { ⟦queue.async { }⟧ }",
      "func f() {\n#if A\nlet queue = 1\n#else\nlet queue = DispatchQueue.main\n#endif\n⟦queue.async { }⟧ }",
    ])
  }

  @Test func storedConstants() throws {
    try expectQueues([
      "class C { let queue = DispatchQueue.main; func f() { ⟦queue.async { }⟧; ⟦self.queue.async { }⟧ } }",
      "class C { func f() { ⟦queue.async { }⟧ }; private let queue: DispatchQueue = .main }",
      "class C { let queue = DispatchQueue.main; func f() { g { [weak self] in ⟦self?.queue.async { }⟧ } } }",
      "class C { static let queue = DispatchQueue.global(); func f() { ⟦Self.queue.async { }⟧ } }",
      "class C { static let queue = DispatchQueue.main; func f() { ⟦C.queue.async { }⟧ } }",
      "enum C { static let queue = DispatchQueue.main }\nfunc f() { ⟦C.queue.async { }⟧; D.queue.async { }; x.C.queue.async { } }",
      "extension C { static let queue = DispatchQueue.main; func f() { ⟦C.queue.async { }⟧ } }",
      "class C { enum D { static let queue = DispatchQueue.main }\n  func f() { ⟦D.queue.async { }⟧ } }\nfunc f() { D.queue.async { } }",
      "class C { static var queue = DispatchQueue.main; func f() { C.queue.async { } } }",
      "class C { let queue = DispatchQueue.main }\nextension C { func f() { ⟦self.queue.async { }⟧; ⟦queue.async { }⟧ } }",
      "extension C { func f() { ⟦queue.async { }⟧ } }\nfinal class C { @objc let queue = DispatchQueue.main }",
      "class C { let queue = DispatchQueue.main; lazy var x = ⟦queue.async⟧ }",
      "class C { let queue = DispatchQueue.main }\nqueue.async { }",
      "class C { let queue = DispatchQueue.main }\nclass D { func f() { queue.async { }; self.queue.async { } } }",
      "struct S { static let queue = DispatchQueue.main; struct T { func f() { ⟦queue.async { }⟧; self.queue.async { } } } }",
      "class C { let queue = DispatchQueue.main; init(queue: Q) { queue.async { }; ⟦self.queue.async { }⟧ } }",
      "class C { let a = DispatchQueue.main; func f() { let q = self.a; ⟦q.async { }⟧ } }",
      "class C { let queue = DispatchQueue.main; func f() { x.queue.async { }; x.self.queue.async { } } }",
      "class C { static let a = DispatchQueue.main; static let b = a; static let c = Self.b; func f() { ⟦Self.c.async { }⟧ } }",
      "let queue = DispatchQueue.main\nclass C { let queue: Q; func f() { queue.async { } } }\n⟦queue.async { }⟧",
      "class C { let queue = DispatchQueue.main\n  func f() { ⟦self\n    .queue\n    .async { }⟧ } }",
      "class C { let queue = DispatchQueue.main; func f() { print(\\.queue.async, \\C.queue.async, \\Self.queue.async) } }",
    ])
  }

  @Test func locals() throws {
    try expectQueues([
      "func f() { let queue = DispatchQueue.main; ⟦queue.async { }⟧ }\nqueue.async { }",
      "func f() { queue.async { }; let queue = DispatchQueue.main }",
      "func f() { if x { let queue = DispatchQueue.main; ⟦queue.async { }⟧ }; queue.async { } }",
      "func f() { let queue = DispatchQueue.main; g { ⟦queue.async { }⟧ } }",
      "func f() { let queue = DispatchQueue.main; let q2 = queue, q3 = q2; ⟦q3.async { }⟧ }",
      "func f() { let queue = DispatchQueue.main; g { queue in queue.async { } }; ⟦queue.async { }⟧ }",
      "func f() { let queue = DispatchQueue.main; if let queue = x { queue.async { } } else { ⟦queue.async { }⟧ } }",
      "func f() { let queue = DispatchQueue.main; do { let queue = x; queue.async { } }; ⟦queue.async { }⟧ }",
      "func f() { let queue = DispatchQueue.main; func g(queue: Q) { queue.async { } }; ⟦queue.async { }⟧ }",
      "func f() { let queue = DispatchQueue.main; struct S { let queue: Q; func f() { queue.async { } } }; ⟦queue.async { }⟧ }",
      "func f() { let queue = DispatchQueue.main; g { [queue = x] in queue.async { } } }",
      "func f() { let queue = DispatchQueue.main; for queue in queues { queue.async { } } }",
      "func f() { let queue = DispatchQueue.main; switch x { case .a(let queue): queue.async { }\n case .b: ⟦queue.async { }⟧ } }",
      "let queue = DispatchQueue.main\nfunc f() { guard let queue = x else { return }; queue.async { } }\n⟦queue.async { }⟧",
      "let queue = DispatchQueue.main\nfunc f(queue: Q = queue) { queue.async { } }\nfunc g(x: Int, on queue: Q) { queue.async { } }",
      "func f() -> Int {\n  let queue = DispatchQueue.main\n  return ⟦queue.async { }⟧\n}",
      "func f() {\n  let queue = DispatchQueue.main\n  @Sendable func g() { ⟦queue.async { }⟧ }\n}",
      "var x: Int { let queue = DispatchQueue.main; ⟦queue.async { }⟧; return 1 }",
      "func f() { for x in y { let queue = DispatchQueue.main; ⟦queue.async { }⟧ }; queue.async { } }",
    ])
  }

  @Test func valuesGivenLater() throws {
    try expectQueues([
      "class C { let q: DispatchQueue; init() { q = .main }; func f() { ⟦q.async { }⟧; ⟦self.q.async { }⟧ } }",
      "class C { init() { self.q = DispatchQueue.main }; let q: DispatchQueue; func f() { ⟦q.async { }⟧ } }",
      "class C {\n  let q: Dispatch.DispatchQueue\n  init() { q = .global() }\n  init(a: A) { q = .global() }\n  func f() { ⟦q.async { }⟧ } }",
      "class C { let q: DispatchQueue?; init() { q = .main; g { [weak self] in ⟦self?.q?.async { }⟧ } } }",
      "class C { let q: DispatchQueue; init() { if a { q = .main } else { q = .global() } }; func f() { ⟦q.async { }⟧ } }",
      "class C { let q, r: DispatchQueue; init() { q = .main }; func f() { q.async { } } }",
      "class C { let a: Int, q: DispatchQueue; init() { q = .main }; func f() { ⟦q.async { }⟧ } }",
      "struct S { static let s = DispatchQueue.main; let q: DispatchQueue; init() { q = Self.s }; func f() { ⟦q.async { }⟧ } }",
      "struct S { static let s = DispatchQueue.main; let q: DispatchQueue; init() { q = S.s }; func f() { ⟦q.async { }⟧ } }",
      "class C { let q: DispatchQueue; init() { let a = DispatchQueue.main; q = a }; func f() { ⟦q.async { }⟧ } }",
      "class C { let q: DispatchQueue; let r: DispatchQueue; init() { q = .main; r = q }; func f() { ⟦r.async { }⟧ } }",
      "let main = DispatchQueue.main\nclass C { let q: DispatchQueue; init() { q = main }; func f() { ⟦q.async { }⟧ } }",
      "typealias Q = DispatchQueue\nclass C { let q: Q; init() { q = Q.main }; func f() { ⟦q.async { }⟧ } }",
      "func f() {\n  let q: DispatchQueue\n  q = .main\n  ⟦q.async { }⟧\n}",
      "func f() {\n  let q: DispatchQueue\n  let r = DispatchQueue.main\n  q = r\n  ⟦q.async { }⟧\n}",
      "func f() {\n  let q: DispatchQueue\n  if a { q = DispatchQueue.main } else { q = .main }\n  ⟦q.async { }⟧\n}",
      "class C { let q: DispatchQueue; init() { q = .main }; func f() { h(\\.q); ⟦q.async { }⟧ } }",
      "class C { let c: ContinuousClock; init() { c = ContinuousClock() }; func f() { ⟦c.now⟧ } }",
    ])
  }

  @Test func valuesThatSeveralRulesBan() throws {
    let rules = CompiledRules([
      try rule("main", bans: ["DispatchQueue.main.async"]),
      try rule("global", bans: ["DispatchQueue.global().async", "DispatchQueue.global().sync"]),
    ])
    for (value, found) in [(".global()", 1), (".main", 1), ("other", 0)] {
      let source = sourceFile(
        """
        class C {
          let q: DispatchQueue
          init() { q = .main }
          init(a: A) { q = \(value) }
          func f() { q.async { }; q.sync { } }
        }
        """)
      #expect(lint(source, relativePath: source.path, with: rules).diagnostics.count == found)
    }
  }

  @Test func valuesGivenFromOutside() throws {
    try expectQueues([
      "class C { let q: DispatchQueue; init(q: DispatchQueue) { self.q = q }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init(q: DispatchQueue = .main) { self.q = q }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init(a: DispatchQueue) { q = a }; init() { q = .main }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init(a: DispatchQueue?) { q = a ?? .main }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init() { if a { q = .main } else { q = b } }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init() { q = a ? .main : .global() }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init() { q = make(.main) }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; init() { (q, a) = (b, c) }; init(a: A) { q = .main }; func f() { q.async { } } }",
      "class C { var q: DispatchQueue; init() { q = .main }; func f() { q.async { } } }",
      "class C { let q: Q; init() { q = .main }; func f() { q.async { } } }",
      "class C { let q: any Q; init() { q = DispatchQueue.main }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue }\nclass D { let q: DispatchQueue; init() { q = .main } }\nextension C { func f() { q.async { } } }",
      "class C { let q: DispatchQueue; func f() { q.async { } } }\nclass D { init() { x.q = .main; var q: A; q = .main } }",
      "struct S { let q: DispatchQueue; func f() { q.async { } } }\nextension S { init() { q = .main } }",
      "struct S { let q: DispatchQueue; func f() { q.async { } } }\nlet s = S(q: .main)",
      "class C { let q: DispatchQueue; init() { q = q }; func f() { q.async { } } }",
      "class C { let q: DispatchQueue; let r: DispatchQueue; init() { q = r; r = q }; func f() { q.async { } } }",
      "func f(a: DispatchQueue) {\n  let q: DispatchQueue\n  if b { q = .main } else { q = a }\n  q.async { }\n}",
      "func f() {\n  let q: DispatchQueue\n  q = .mainly\n  q.async { }\n}",
      "class C { let q: DispatchQueue; init() { let q = a; q = .main }; func f() { q.async { } } }",
    ])
  }

  @Test func privateVariables() throws {
    try expectQueues([
      "class C { private var q = DispatchQueue.main; func f() { ⟦q.async { }⟧; ⟦self.q.async { }⟧ } }",
      "class C { fileprivate var q: DispatchQueue = .main }\nextension C { func f() { ⟦q.async { }⟧ } }",
      "class C { private static var q = DispatchQueue.main; func f() { ⟦Self.q.async { }⟧; ⟦C.q.async { }⟧ } }",
      "class C { lazy private var q = DispatchQueue.main; func f() { ⟦q.async { }⟧ } }",
      "class C { private lazy var q: DispatchQueue = .global(); func f() { ⟦q.async { }⟧ } }",
      "class C {\n  let a = b.c(d)\n  @objc @available(iOS 1, *)\n  private nonisolated(unsafe) var q = DispatchQueue.main; func f() { ⟦q.async { }⟧ } }",
      "private var q = DispatchQueue.main\nfunc f() { ⟦q.async { }⟧ }",
      "class C { private var a = 1, q = DispatchQueue.main; func f() { ⟦q.async { }⟧ } }",
      "class C { private var q = DispatchQueue.main; func f() { g { [q = self.q] in }; ⟦q.async { }⟧; q.label == a } }",
      "class C { private var q = DispatchQueue.main; func f() { let q = self.q; let r = q; ⟦r.async { }⟧ } }",
      "class C { private var q = DispatchQueue.main; func f() { D(q: x); ⟦q.async { }⟧ } }",
      "class C { private var q = DispatchQueue.main; func f() { ⟦q.async { }⟧ } }\nclass D { let q: A; init(q: A) { self.q = q } }",
      "class C { private var q = DispatchQueue.main; func f() { ⟦q.async { }⟧ } }\nstruct D { var q: A; mutating func f() { q = x } }",
    ])
  }

  @Test func variablesThatChange() throws {
    try expectQueues([
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { q = x } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { self.q = x } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } } }\nfunc g() { c.q = x; c.d?.q = x }",
      "class C { private var q: DispatchQueue? = .main; func f() { q?.async { } }; func g() { q! = x } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { h(&q) } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { h(&self.q) } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { (q, a) = b } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { h(\\.q) } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } }; func g() { q ?= x } }",
      "struct S { private var q = DispatchQueue.main; func f() { q.async { } } }\nlet s = S(a: b, q: x)",
      "struct S { private var q = DispatchQueue.main; func f() { q.async { } }; static let s: S = .init(q: x) }",
      "class C { fileprivate var q = DispatchQueue.main; func f() { q.async { } } }\nclass D: C { func g() { q = x } }",
      "class C { private static var q = DispatchQueue.main; func f() { C.q.async { } }; class D { func g() { q = x } } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } } }\nclass D { var q: A; func f() { d.q = x } }",
      "class C { private var q = DispatchQueue.main; func f() { q.async { } } }\nextension C { func g() { self.q = x } }",
      "class C { private(set) var q = DispatchQueue.main; func f() { q.async { } } }",
      "class C { @State private var q = DispatchQueue.main; func f() { q.async { } } }",
      "class C { @A.MainActor\n private var q = DispatchQueue.main; @B(c) private var r = DispatchQueue.main; func f() { r.async { } } }",
      "class C { internal var q = DispatchQueue.main; func f() { q.async { } } }",
      "class C { private var q: DispatchQueue { .main }; func f() { q.async { } } }",
      "class C { private var q: DispatchQueue; init() { q = .main }; func f() { q.async { } } }",
      "func f() { var q = DispatchQueue.main; q.async { } }",
    ])
  }

  @Test func otherNames() throws {
    try expectQueues([
      "class C { static let s = DispatchQueue.main; func f() { let q = Self.s; ⟦q.async { }⟧ } }",
      "class C { static let s = DispatchQueue.main; func f() { let q = C.s; ⟦q.async { }⟧ } }",
      "class C { static let s = DispatchQueue.main; let q = C.s; func f() { ⟦q.async { }⟧ } }",
      "class C { static let s = DispatchQueue.main; let q: DispatchQueue = C.s; func f() { ⟦q.async { }⟧ } }",
      "extension DispatchQueue { static let own = DispatchQueue.main }\nlet q = DispatchQueue.own\n⟦q.async { }⟧",
      "class C { let a = DispatchQueue.main; func f() { g { [weak self] in let q = self?.a; ⟦q?.async { }⟧ } } }",
      "class C { static let s = DispatchQueue.main; func f() { ⟦type(of: self).s.async { }⟧ } }",
      "class C { static let s = DispatchQueue.main; func f() { let q = type(of: self).s; ⟦q.async { }⟧ } }",
      "class C { static let s = DispatchQueue.main; func f() { type(of: x).s.async { }; x.type(of: self).s.async { } } }",
      "class C { static let s = DispatchQueue.main; func f() { let q = D.s; q.async { }; let r = x.C.s; r.async { } } }",
      "class C { static let a = C.b; static let b = C.a; func f() { C.a.async { } } }",
    ])
  }

  @Test func seams() throws {
    try expectQueues([
      "var queue = DispatchQueue.main\nqueue.async { }",
      "class C { var queue: DispatchQueue = .main; func f() { queue.async { }; self.queue.async { } } }",
      "class C { lazy var queue = DispatchQueue.main; func f() { queue.async { } } }",
      "func f(queue: DispatchQueue = .main) { queue.async { } }",
      "class C { var queue: DispatchQueue { .main }; func f() { queue.async { } } }",
      "let queue = c ? DispatchQueue.main : x\nqueue.async { }",
      "let queue = x ?? DispatchQueue.main\nqueue.async { }",
      "let queue = DispatchQueue.main as Q\nqueue.async { }",
      "let queue: Dispatching = DispatchQueue.main\nqueue.async { }",
      "let queue: any Dispatching = DispatchQueue.main\nqueue.async { }",
      "let queue = DispatchQueue(label: \"x\")\nqueue.async { }",
      "let queue = DispatchQueue.global(qos: .utility)\nqueue.async { }",
      "let queue = f(DispatchQueue.main)\nqueue.async { }",
      "let queue = { DispatchQueue.main }()\nqueue.async { }",
      "let queue = { DispatchQueue.main }\nqueue.async { }",
      "let (queue, x) = (DispatchQueue.main, 1)\nqueue.async { }",
      "if let queue = DispatchQueue.main { queue.async { } }",
      "guard let queue = DispatchQueue.main else { }\nqueue.async { }",
      "if case let queue = DispatchQueue.main { queue.async { } }",
      "f { [queue = DispatchQueue.main] in queue.async { } }",
      "for queue in [DispatchQueue.main] { queue.async { } }",
      "let queue = DispatchQueue.main.foo\nqueue.async { }",
      "let queue = Other.DispatchQueue.main\nqueue.async { }",
      "let queue = DispatchQueue\nqueue.main.async { }",
      "let queue = DispatchQueue.self\nqueue.main.async { }",
      "struct DispatchQueue { }\nlet queue = DispatchQueue.main\nqueue.async { }",
      "struct S { struct DispatchQueue { }; let queue: DispatchQueue = .main; func f() { queue.async { } } }",
      "let queue = DispatchQueue.main\nx.queue.async { }",
      "let queue = DispatchQueue.main\nf(queue: 3)",
      "let queue = DispatchQueue.main\nqueue.asyncAfter(3) { }",
      "#if A\nlet queue = DispatchQueue.main\n#else\nlet queue = DispatchQueue(label: \"x\")\n#endif\nqueue.async { }",
      "let a = b, b = a\na.async { }",
      "let clock = ContinuousClock.init\nclock.now", "let clock = ContinuousClock(x: 3)\nclock.now",
      "let queue = try DispatchQueue.main\nqueue.async { }",
      "let queue: DispatchQueue? = .main\nqueue?.foo { }",
      "class C { let queue = DispatchQueue.main }\nextension D { func f() { self.queue.async { } } }",
    ])
  }

  @Test func prefixIsReportedByItself() throws {
    try expectUses(
      of: "DispatchQueue.main", "DispatchQueue.main.async",
      inEach: ["let queue = ⟦DispatchQueue.main⟧\n⟦queue.async { }⟧"])
  }
}

/// Members without a receiver inside extensions of the type.
@Suite struct MembersInExtensions {
  @Test func staticMembers() throws {
    try expectUses(
      of: "Date.now", "DispatchQueue.main.async", "Calendar.autoupdatingCurrent",
      inEach: [
        "extension Date { static var later: Date { ⟦now⟧ + 1 } }",
        "extension Date { static let later = ⟦now⟧ }",
        "extension Date { static func f() -> Date { g { h(⟦now⟧) } } }",
        "extension Foundation.Date { static func f(a: Date = ⟦now⟧) { } }",
        "extension DispatchQueue { static func f() { ⟦main.async { }⟧ } }",
        "extension DispatchQueue {\n  class func f() {\n    ⟦main\n      .async { }⟧\n  }\n}",
        "extension Calendar { static func f() -> A { ⟦autoupdatingCurrent⟧ } }",
        "extension Date { var later: Date { now + 1 } }",
        "extension Date { func f() { now } }", "extension Date { init(a: A) { self = now } }",
        "extension Dates { static func f() { now } }", "struct Date { static func f() { now } }",
        "extension DispatchQueue { func f() { async { } } }",
        "extension DispatchQueue { func f() { main.async { } } }",
        "extension Date { static func f(now: Date) { now } }",
        "extension Date { static func f() { let now = a; now; f(now: b, now: c) } }",
        "extension Date { static var now: Date { a }; static func f() { now } }",
        "extension Date { static func f() { a.now; \\.now; if let now { now } } }",
        "extension Date { struct A { static func f() { now } } }",
        "let now = a\nextension Date { static func f() { now } }",
        "func f() { now }\nextension Date { static func f() { } }\nfunc g() { now }",
      ])
  }

  @Test func membersOfTheOnlyInstance() throws {
    try expectUses(
      of: "ProcessInfo.processInfo.environment", "Locale.current.region",
      inEach: [
        "extension ProcessInfo { var a: Bool { ⟦environment⟧[b] != nil } }",
        "extension ProcessInfo { func f() -> A { g(⟦self.environment⟧) } }",
        "extension ProcessInfo { static func f() -> A { ⟦processInfo.environment⟧ } }",
        "extension Foundation.ProcessInfo { var a: A { ⟦environment⟧ } }",
        "extension ProcessInfo { static func f() { environment } }",
        "extension ProcessInfo { func f(environment: A) { environment } }",
        "extension ProcessInfo { var environment: A { a }; func f() { environment } }",
        "extension ProcessInfo { func f() { a.environment; g(environment: b) } }",
        "extension Locale { var a: A { region } }", "func f() { environment; self.environment }",
        "class ProcessInfo { func f() { environment } }",
      ])
  }
}
