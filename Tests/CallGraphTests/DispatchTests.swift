import Testing

@testable import CallGraph

@Suite("Requirements and overridden members lead to the types that the entry makes")
struct DispatchTests {
  private let loader = """
    protocol Loader { func load() }
    struct Live: Loader { func load() { Date() } }
    struct Fake: Loader { func load() {} }
    func use(_ l: Loader) { l.load() }

    """

  private func way(
    _ text: String, from label: String = "f()", dispatch: Dispatch = .made,
    through: [String] = [], seams: [String] = []
  ) -> [String]? {
    TracedProgram(text).way(from: label, dispatch: dispatch, through: through, seams: seams)
  }

  private let implemented = ["calls use(_:)", "calls Loader.load()", "implements Live.load()"]

  @Test func aTypeCountsOnceTheEntryMakesIt() {
    #expect(way(loader + "func f() { use(Live()) }") == implemented)
    #expect(way(loader + "func f() { use(Fake()) }") == nil)
    #expect(way(loader + "func f(_ l: Live) { use(l) }", from: "f(_:)") == nil)
    // What another function makes does not count.
    #expect(way(loader + "func f() { use(Fake()) }\nfunc g() { Live() }") == nil)
    // What is made on the way does, before or after the call.
    #expect(
      way(loader + "func f() { use(make()) }\nfunc make() -> Loader { Live() }")
        == implemented)
    #expect(way(loader + "func f() { use(l); make() }\nfunc make() { Live() }") == implemented)
  }

  @Test func aMemberOfSelfIsThatOfTheReceiver() {
    let program = """
      protocol Flow { func start(animated: Bool) }
      extension Flow { func start() { start(animated: true) }; func go() { self.start() } }
      struct Live: Flow { func start(animated: Bool) { Date() } }
      struct Fake: Flow { func start(animated: Bool) { } }
      class Base: Flow {
        init() { }
        init(x: Int) { hook() }
        func start(animated: Bool) { hook() }
        func hook() { }
        func run() { later { self.hook() } }
      }
      class LiveSub: Base { override func hook() { Date() } }
      class LiveSubSub: LiveSub { override func run() { super.run() } }
      class FakeSub: Base { override func hook() { }; func own() { run() } }

      """
    let made = "_ = [Live(), LiveSub(), LiveSubSub()] as [Any]; "
    let reach = [
      "Live().start()", "Live().go()", "let f: Flow = Fake(); f.start()", "LiveSub().start()",
      "LiveSubSub().run()", "LiveSub().run()", "let b: Base = FakeSub(); b.run()", "LiveSub(x: 1)",
      "let l: LiveSub = make(); l.run()", "make().map { (b: Base) in b.run() }",
    ]
    let notReach = [
      "Fake().start()", "Fake().go()", "let f = Fake(); f.start()", "FakeSub().run()",
      "FakeSub().own()", "FakeSub().start()", "FakeSub(x: 1)",
    ]
    for call in reach { #expect(way(program + "func f() { \(made)\(call) }") != nil, "\(call)") }
    for call in notReach { #expect(way(program + "func f() { \(made)\(call) }") == nil, "\(call)") }
    // What a type leaves to the extension is run, whatever other types have.
    let defaults = """
      protocol P { func a(); func b() }
      extension P { func a() { b() }; func b() { Date() } }
      struct Plain: P { }
      struct Own: P { func b() { } }

      """
    #expect(way(defaults + "func f() { Own(); Plain().a() }") != nil)
    #expect(way(defaults + "func f() { Plain(); Own().a() }") == nil)
  }

  @Test func dispatchToNoneAndAll() {
    let made = loader + "func f() { use(Live()) }"
    #expect(way(made, dispatch: .none) == nil)
    #expect(way(made, dispatch: .all) == implemented)
    let notMade = loader + "func f() { use(Fake()) }"
    #expect(way(notMade, dispatch: .none) == nil)
    #expect(way(notMade, dispatch: .all) == implemented)
  }

  @Test func throughAlwaysFollows() {
    let text = loader + "func f() { use(Fake()) }"
    #expect(way(text, through: ["Loader.load()"]) == implemented)
    #expect(way(text, through: ["use(_:)"]) == nil)
    #expect(way(text, dispatch: .none, through: ["Loader.load()"]) == implemented)
  }

  @Test func seamsEndATrace() {
    let text = loader + "func f() { use(Live()) }"
    #expect(way(text, seams: ["Live.load()"]) == nil)
    #expect(way(text, seams: ["use(_:)"]) == nil)
    #expect(way(text, seams: ["Fake.load()"]) == implemented)
    #expect(way(text, from: "Live.load()", seams: ["Live.load()"]) == [])
  }

  @Test func theEntrysOwnTypeCounts() {
    let text =
      loader + """
        extension Live { func f() { use(l) } }
        extension Fake { func g() { use(l) } }
        """
    #expect(way(text, from: "Live.f()") == implemented)
    #expect(way(text, from: "Fake.g()") == nil)
  }

  @Test func whatMakesAType() {
    let values = """
      protocol P { func go() }
      func use(_ p: P) { p.go() }
      enum E: P { case a, b(Int)
        func go() { Date() } }
      class C: P { static let shared = make()
        init(x: Int) {}
        func go() { Date() } }
      class I: P { func go() { Date() } }
      class S: I { }

      """
    let used = ["calls use(_:)", "calls P.go()"]
    #expect(way(values + "func f() { use(E.a) }") == used + ["implements E.go()"])
    #expect(way(values + "func f() { use(E.b(1)) }") == used + ["implements E.go()"])
    #expect(way(values + "func f() { use(E.c) }") == nil)
    #expect(way(values + "func f() { use(C.shared) }") == used + ["implements C.go()"])
    #expect(way(values + "func f() { use(C(x: 1)) }") == used + ["implements C.go()"])
    #expect(way(values + "func f() { use(C(y: 1)) }") == nil)
    #expect(way(values + "func f() { use(I()) }") == used + ["implements I.go()"])
    #expect(way(values + "func f() { use(S()) }") == used + ["implements I.go()"])
    // Who takes a type may make values of it.
    #expect(way(values + "func f() { use(C.self) }") == used + ["implements C.go()"])
  }

  @Test func anOverriddenMethodLeadsToTheSubclassThatIsMade() {
    let text = """
      class B { func go() {}; init() {} }
      class A: B { override func go() { Date() } }
      class C: B { override func go() {} }
      func use(_ b: B) { b.go() }

      """
    #expect(
      way(text + "func f() { use(A()) }")
        == ["calls use(_:)", "calls B.go()", "overrides A.go()"])
    #expect(way(text + "func f() { use(C()) }") == nil)
    #expect(way(text + "func f() { use(B()) }") == nil)
    #expect(
      way(text + "func f() { use(B()) }", dispatch: .all)
        == ["calls use(_:)", "calls B.go()", "overrides A.go()"])
    #expect(way(text + "func f() { use(A()) }", dispatch: .none) == nil)
  }

  @Test func theExtensionsMemberCountsWhereNoMadeTypeHasItsOwn() {
    let text = """
      protocol P { func go() }
      extension P { func go() { Date() } }
      struct Own: P { func go() {} }
      struct Plain: P {}
      func use(_ p: P) { p.go() }

      """
    let used = ["calls use(_:)", "calls P.go()", "implements P.go()"]
    #expect(way(text + "func f() { use(Plain()) }") == used)
    #expect(way(text + "func f() { use(Own()) }") == nil)
    #expect(way(text + "func f() { use(Own()); use(Plain()) }") == used)
    #expect(way(text + "func f(_ p: P) { use(p) }", from: "f(_:)") == used)
    #expect(way(text + "func f() { use(Plain()) }", dispatch: .none) == nil)
    #expect(way(text + "func f() { Plain().go() }") == ["calls P.go()"])
    #expect(way(text + "func f() { Own().go() }") == nil)
  }

  @Test func aConformanceInAnExtensionCounts() {
    let text = """
      protocol P { var x: Int { get } }
      struct A {}
      extension A: P { var x: Int { Date() } }
      struct B: P { var x: Int { 0 } }
      func use(_ p: P) { p.x }

      """
    #expect(
      way(text + "func f() { use(A()) }")
        == ["calls use(_:)", "reads P.x", "implements A.x"])
    #expect(way(text + "func f() { use(B()) }") == nil)
  }

  @Test func aMemberWithOtherLabelsImplementsNothing() {
    let text = """
      protocol P { func go(to x: Int) }
      struct A: P { func go(from x: Int) { Date() } }
      func use(_ p: P) { p.go(to: 1) }
      func f() { use(A()) }
      """
    #expect(way(text) == nil)
    #expect(
      way(text.replacing("from", with: "to"))
        == ["calls use(_:)", "calls P.go(to:)", "implements A.go(to:)"])
  }

  @Test func refinedProtocolsAndInheritedConformances() {
    let text = """
      protocol P { func go() }
      protocol Q: P {}
      class B: Q { func go() { Date() } }
      class A: B {}
      class N { func go() { Date() } }
      func use(_ p: P) { p.go() }

      """
    #expect(
      way(text + "func f() { use(A()) }")
        == ["calls use(_:)", "calls P.go()", "implements B.go()"])
    #expect(way(text + "func f() { N(); use(p) }") == nil)
  }

  @Test func whatAnImplementationMakesCountsToo() {
    let text = """
      protocol P { func go() }
      protocol Q { func end() }
      struct A: P { func go() { use(B()) } }
      struct B: Q { func end() { use(C()) } }
      struct C: P { func go() { Date() } }
      func use(_ p: P) { p.go() }
      func use(_ q: Q) { q.end() }
      func f() { use(A()) }
      func g() { use(C.self) }
      """
    #expect(way(text)?.last == "implements C.go()")
    #expect(way(text.replacing("use(B())", with: "use(b)")) == nil)
    #expect(way(text.replacing("use(C())", with: "use(c)")) == nil)
    #expect(way(text, from: "g()")?.last == "implements C.go()")
  }

  @Test func theWayIsAShortestOne() {
    let text = "func f() { a(); b() }\nfunc a() { b() }\nfunc b() { Date() }"
    #expect(way(text) == ["calls b()"])
  }

  @Test func aTypeThatIsPassedIsMade() {
    let text = """
      protocol Clock { static func now() }
      struct Live: Clock { static func now() { Date() } }
      struct Fixed: Clock { static func now() {} }
      func run(_ clock: any Clock.Type) { clock.now() }
      func all<T: Clock>(_ type: T.Type) { T.now() }

      """
    let way = ["calls Clock.now()", "implements Live.now()"]
    func found(_ code: String) -> [String]? {
      TracedProgram(text + "func f() { \(code) }").way(from: "f()")
    }
    #expect(found("run(Live.self)") == ["calls run(_:)"] + way)
    #expect(found("all(Live.self)") == ["calls all(_:)"] + way)
    #expect(found("run(Fixed.self)") == nil)
    #expect(found("run(other)") == nil)
  }

  /// References to one of many declarations share an edge, and lead to all of them.
  @Test func oneOfManyDeclarations() {
    var text = "struct S {}\n"
    for number in 0..<40 { text += "func f(_ x: T\(number)) {}\nstruct T\(number) {}\n" }
    let program = TracedProgram(text + "func g(x: T7) { f(x); f(a.b) }\nfunc h() { f(a.b) }")
    let edges = program.edges("g(x:)") ?? []
    #expect(edges.count == 41)
    #expect(program.edges("h()") == Array(edges.dropFirst()))
    let late = text.replacing("f(_ x: T39) {}", with: "f(_ x: T39) { Date() }")
    #expect(TracedProgram(late + "func h() { f(a.b) }").way(from: "h()") == ["calls f(_:)"])
    #expect(TracedProgram(late + "func h(x: T7) { f(x) }").way(from: "h(x:)") == nil)
    #expect(TracedProgram(late + "func h() { f(b: 1) }").way(from: "h()") == nil)
  }
}
