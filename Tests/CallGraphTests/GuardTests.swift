import Testing

@Suite("What a call passes decides which cases run")
struct GuardTests {
  private let kinds = """
    enum Kind { case live, fixed(Int), other; static var usual: Kind { .live } }
    func clock() { Date() }

    """

  /// Whether the calls can reach a `Date()`, each in a function of its own.
  private func expect(
    _ text: String, reach: [String], notReach: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    for (calls, isReached) in [(reach, true), (notReach, false)] {
      for call in calls {
        let way = TracedProgram(kinds + text + "\nfunc f() { \(call) }").way(from: "f()")
        #expect((way != nil) == isReached, "\(call)", sourceLocation: location)
      }
    }
  }

  /// The bodies of a function by the number of branches on the way to `Date()`.
  private let bodiesByBranches = [
    0: [
      "clock()", "if let self { clock() }", "guard let self else { return }; clock()",
      "if #available(iOS 15, *) { clock() }", "for y in x { clock() }", "while x { clock() }",
      "guard x else { fatalError() }; clock()", "guard x else { XCTFail(); return }; clock()",
      "if x { g() }; clock()", "if x { clock() }; clock()", "run(.live)", "run(nil)",
      "if clock() == x { }", "let live = Live(); show(live)", "do { clock() } catch { g() }",
      "run { clock() }", "Fixed.mock.f()", "switch x { case 1: g(); default: break }; clock()",
      "switch x { case 1: XCTFail(); return; default: break }; clock()",
    ],
    1: [
      "if x { clock() }", "if x { Date() }", "if x { g() } else { clock() }", "run(x)",
      "guard x else { return }; clock()", "guard x else { clock(); return }",
      "if x { return }; clock()", "x ?? clock()", "x ? clock() : 1", "let y = x && clock()",
      "x || clock()", "do { try g() } catch { clock() }",
      "switch x { case 1: clock(); default: break }", "if x { if y { clock() } }",
      "guard let x, clock() == x else { return }", "if x == 1 { run(.live) }",
      "if x { live = Live() }; show(live)", "keep { clock() }", "maybe { clock() }",
      "x.sink { clock() }", "switch x { case 1: return; default: g() }; clock()",
      "_ = x && y || clock()", "do { try g(); clock() } catch {}", "Fixed.shared.f()",
      "switch x { case 1: fallthrough; case 2: clock(); default: break }",
    ],
    2: ["if x { run(x) }", "x ? run(x) : 1"],
  ]

  @Test func branchesOnTheWay() {
    let text = """
      protocol Shown { func show() }
      struct Live: Shown { func show() { clock() } }
      func show(_ shown: any Shown) { shown.show() }
      func run(_ code: () -> Void) { code() }
      func keep(_ code: @escaping () -> Void) { A.kept = code }
      func maybe(_ code: () -> Void) { if x { code() } }
      struct Fixed { static let shared = Fixed(clock()); static let mock = Fixed(clock()); func f() {} }
      func run(_ kind: Kind?) { if case .fixed = kind { g() } else { clock() } }

      """
    for (count, bodies) in bodiesByBranches {
      for body in bodies {
        let program = TracedProgram(kinds + text + "\nfunc f() { \(body) }")
        #expect(program.branchCount(from: "f()") == count, "\(body)")
        let certain = program.branchCount(from: "f()", followsBranches: false)
        #expect((certain == 0) == (count == 0), "\(body)")
      }
    }
  }

  private let liveAndOthers = [".live", "Kind.live", ".usual", "make()", "x"]

  @Test func aSwitchRunsTheCaseThatIsPassed() {
    let bodies = [
      "switch kind { case .live: clock(); default: break }",
      "switch kind { case Kind.live: Date(); case .fixed(let x): use(x); case .other: break }",
      "switch kind { case .other, .live: clock(); case .fixed: break }",
      "switch kind { case .fixed: break; case .live where x: clock(); default: break }",
      "switch kind { case .other: break; case .live: do { if x { clock() } }; default: break }",
      "let own = kind; switch own { case .live: clock(); default: break }",
      "switch kind { case .live: run { clock() }; default: break }",
      "let v = switch kind { case .live: Date(); default: x }",
      "if case .live = kind { clock() }",
      "if x, case .live = kind { clock() }",
      "guard case .live = kind else { return }; clock()",
      "if kind == .live { clock() } else { g() }",
      "if kind != .live { g() } else { clock() }",
      "guard kind != .fixed(1), kind == .live else { return }; clock()",
      "switch kind { case .live: Date(); @unknown default: break }",
      "use({ switch kind { case .live: Date(); default: break } })",
      "switch kind { case .other: if x { fallthrough }; case .live: clock(); default: break }"
        .replacing("if x { fallthrough }", with: "break"),
    ]
    for body in bodies {
      expect(
        "func run(_ kind: Kind) { \(body) }", reach: ["run(.live)", "run(Kind.live)", "run(x)"],
        notReach: ["run(.fixed(1))", "let k = Kind.fixed(1); run(k)"])
    }
  }

  @Test func theDefaultRunsForTheRest() {
    let text =
      "func run(_ kind: Kind) { switch kind { case .fixed(let x): g(); default: clock() } }"
    expect(text, reach: ["run(.live)", "run(.other)", "run(x)"], notReach: ["run(.fixed(1))"])
    let some = "func run(_ kind: Kind) { switch kind { case .fixed(1): g(); default: clock() } }"
    expect(some, reach: ["run(.live)", "run(.fixed(2))"], notReach: [])
    let asked = "func run(_ k: Kind) { switch k { case .fixed where x: g(); default: clock() } }"
    expect(asked, reach: ["run(.fixed(2))"], notReach: [])
  }

  @Test func whatIsNotSureRuns() {
    let bodies = [
      "switch kind { case .fixed: fallthrough; case .live: clock(); default: break }",
      "switch kind { case .fixed: if x { fallthrough }; case .live: clock(); default: break }",
      "switch kind {\n#if A\ncase .fixed: break\n#endif\ndefault: clock() }",
      "switch kind { case let other: clock() }",
      "switch (kind, x) { case (.live, 1): clock(); default: break }",
      "switch make(kind) { case .live: clock(); default: break }",
      "var kind = kind; kind = x; switch kind { case .live: clock(); default: break }",
      "if let kind = make(), case .live = kind { clock() }",
      "if x || kind == .live { clock() }", "if x {} else if case .fixed = kind { return }; clock()",
      "func g(kind: Kind) { switch kind { case .live: clock(); default: break } }; g(kind: .live)",
      "switch kind { case .usual: clock(); default: break }",
      "if case .live = kind, x { g() } else { clock() }",
      "for kind in x { switch kind { case .live: clock(); default: break } }",
      "x.map { kind in switch kind { case .live: clock(); default: break } }",
    ]
    for body in bodies {
      expect("func run(_ kind: Kind) { \(body) }", reach: ["run(.fixed(1))"], notReach: [])
    }
    let written = "func run(_ kind: inout Kind) { switch kind { case .live: clock(); default: x } }"
    expect(written, reach: ["var k = Kind.fixed(1); run(&k)"], notReach: [])
    let none = "enum E { case none, a }; func run(_ e: E?) { if let e { g() } else { clock() } }"
    expect(none, reach: ["run(.none)", "run(nil)", "run(x)"], notReach: ["run(.a)"])
  }

  @Test func aValueIsPassedOn() {
    let body = "switch kind { case .live: clock(); default: break }"
    let texts = [
      "func run(_ kind: Kind) { next(kind) }\nfunc next(_ kind: Kind) { \(body) }",
      """
      func run(_ a: Kind) { two(x, b: a) }
      func two(_ x: Int, b: Kind) { let b = b; three(b as! Kind) }
      func three(_ kind: Kind) { \(body) }
      """,
      "func run(_ kind: Kind) { S(kind: kind) }\nstruct S { init(kind: Kind) { \(body) } }",
      "func run(_ kind: Kind) { x { S().go(kind) } }\nstruct S { func go(_ kind: Kind) { \(body) } }",
      """
      func run(_ kind: Kind) { let p: P = S(); p.go(kind) }
      protocol P { func go(_ kind: Kind) }
      struct S: P { func go(_ kind: Kind) { \(body) } }
      """,
      """
      func run(_ kind: Kind) { let b: Base = Sub(); b.go(kind) }
      class Base { func go(_ kind: Kind) {} }
      class Sub: Base { override func go(_ kind: Kind) { \(body) } }
      """,
      """
      func run(_ action: Any) { next(action) }
      func next(_ action: Any) { guard let kind = action as? Kind else { return }; \(body) }
      """,
      "func run(_ kind: Kind) { func inner(kind: Kind) { \(body) }; inner(kind: kind) }",
      "func run(_ kind: Kind, _ deep: Int = 1) { run(kind, 2); \(body) }",
    ]
    for text in texts {
      expect(
        text, reach: ["run(Kind.live)", "run(x)", "run(Kind.other); run(Kind.live)"],
        notReach: ["run(Kind.fixed(1))", "run(Kind.other); run(Kind.fixed(1))"])
    }
    expect(
      "func run(_ kind: Kind = .fixed(1)) { \(body) }", reach: ["run(.live)"], notReach: ["run()"])
    expect(
      "enum E { case a, b; func go() { switch self { case .a: clock(); case .b: break } } }",
      reach: ["E.a.go()", "let e: E = x; e.go()", "let e = E.a; e.go()"], notReach: ["E.b.go()"])
    expect(
      "enum E { case a, b; var now: Int { switch self { case .a: Date(); case .b: 1 } } }",
      reach: ["use(E.a.now)"], notReach: ["use(E.b.now)"])
  }

  @Test func aCaseHasOneNameWhateverItsTypeIs() {
    let text = """
      class Store<Action> { func send(_ action: Action) { process(action) }; func process(_ action: Action) {} }
      class Live: Store<Kind> {
        override func process(_ action: Kind) { switch action { case .live: clock(); default: break } }
      }
      struct Box { static let other = 1 }
      func make() -> Any { Live() }
      """
    expect(
      text,
      reach: [
        "let s: Store<T> = Live(); s.send(.live)",
        "let s: Store<T> = Live(); s.send(.other)", "let s: Store<T> = Live(); s.send(x)",
      ],
      notReach: ["let s: Store<T> = Live(); s.send(.fixed(1))"])
  }

  @Test func twoCallsOfOneFunctionDoNotMix() {
    let text = """
      enum Action { case load(Kind), stop }
      func send(_ action: Action) { switch action { case .load: load(); case .stop: stop() } }
      func load() { send(.stop) }
      func stop() { clock() }
      func other(_ action: Action) { switch action { case .load: clock(); case .stop: break } }
      """
    expect(
      text, reach: ["send(.load(.live))", "send(.stop)", "other(.load(.live))"],
      notReach: ["other(.stop); other(.stop)"])
  }

  @Test func aDefaultBehindNilRunsForNilAlone() {
    let service = """
      struct Service { init() { Date() }; init?(url: Int) { x }; static let shared = Service(url: 1)! }
      struct Fake { }

      """
    let bodies = [
      "let s = service ?? Service()",
      "self.service = service ?? Service()",
      "let s = service ?? other ?? Service()",
      "if let service { use(service) } else { clock() }",
      "if let own = service { use(own) } else { clock() }",
      "guard let service else { return clock() }; use(service)",
      "guard let service else { clock(); return }",
      "guard service != nil else { return clock() }",
      "if service == nil { clock() }",
      "switch service { case nil: clock(); case let s?: use(s) }",
      "switch service { case .none: clock(); default: break }",
    ]
    for body in bodies {
      expect(
        service + "func run(_ service: Any?, _ other: Any? = nil) { \(body) }",
        reach: ["run(nil)", "run(x)", "run(Service(url: 1))", "run(make()?.service)"],
        notReach: ["run(Fake())", "run(1)", "let fake = Fake(); run(fake)", "run({ 1 })"])
    }
    let given = "func run(_ service: Any? = nil) { if let service { clock() } }"
    expect(service + given, reach: ["run(Fake())", "run(x)"], notReach: ["run()", "run(nil)"])
    let cast = "func run(_ service: Any?) { if let s = service as? Fake { g() } else { clock() } }"
    expect(service + cast, reach: ["run(1)", "run(nil)"], notReach: [])
  }

  @Test func aPropertyMayHoldTheValue() {
    let text = """
      struct Fake {}
      class Tests { let fake = Fake(); var maybe: Fake?; let kind = Kind.fixed(1); var open: Kind = .other
        func a() { run(fake) }; func b() { run(maybe) }; func c() { go(kind) }; func d() { go(open) } }
      func run(_ fake: Fake?) { if fake == nil { clock() } }
      func go(_ kind: Kind) { switch kind { case .live: clock(); default: break } }
      """
    expect(text, reach: ["Tests().b()", "Tests().d()"], notReach: ["Tests().a()", "Tests().c()"])
  }

  @Test func initializersDecideWhatAPropertyHolds() {
    let store = """
      class Store { let id: Int?; weak var parent: Store?
        init(id: Int?, parent: Store?) { self.id = id
          run { [weak self] in guard let id = self?.id else { return }; clock() } }
        convenience init() { self.init(id: nil, parent: nil) } }

      """
    expect(
      store,
      reach: [
        "Store(id: 1, parent: nil)", "Store(id: x, parent: nil)",
        "Store(); Store(id: 1, parent: x)",
      ],
      notReach: ["Store()", "Store(id: nil, parent: x)"])
    let options = """
      struct Options { var isLive = false; var size = 1 }
      struct View { var isLive: Bool; init(_ options: Options) { isLive = options.isLive } }
      func run(_ options: Options) { let view = View(options); show(view) }

      """
    for show in [
      "if view.isLive { clock() }", "guard view.isLive else { return }; clock()",
      "if x, view.isLive { clock() }", "if view.isLive && x { clock() }",
      "if !view.isLive { g() } else { clock() }", "let d = view.isLive ? Date() : x",
    ] {
      expect(
        options + "func show(_ view: View) { \(show) }",
        reach: [
          "run(Options(isLive: true))", "run(Options(isLive: x))", "run(.init(isLive: true))",
          "run(x)",
          "var o = Options(); o.isLive = true; run(o)",
          "var o = Options(); o.isLive.toggle(); run(o)",
          "var o = Options(); (o.isLive, x) = (true, 1); run(o)",
          "let p = \\Options.isLive; run(Options())",
          "var o = Options(); change(&o.isLive); run(o)",
        ],
        notReach: [
          "run(Options())", "run(Options(size: 2))", "run(.init())", "run(Options(isLive: false))",
        ])
    }
    let decoded = options.replacing("Options {", with: "Options: Codable {")
    expect(
      decoded + "func show(_ view: View) { if view.isLive { clock() } }", reach: ["run(Options())"],
      notReach: [])
    let asked = """
      protocol Switch { var isOn: Bool { get set } }
      class Lamp: Switch { var isOn = false; func go() { if isOn { clock() } } }
      func turn(_ s: inout Switch) { s.isOn = true }
      """
    expect(asked, reach: ["Lamp().go()"], notReach: [])
    let own = """
      enum E { case a, b
        mutating func go() { self = .a; switch self { case .a: clock(); case .b: break } } }
      """
    expect(own, reach: ["var e = E.b; e.go()"], notReach: [])
    let over = """
      class Base { var isOn = false; func go() { if isOn { clock() } } }
      class Sub: Base { override var isOn: Bool { didSet { } } }
      """
    expect(over, reach: ["let s = Sub(); s.isOn = true; s.go()"], notReach: ["Sub().go()"])
    expect(
      "func run(now: Bool = false, _ x: Int = 1) { guard !now else { return clock() } }",
      reach: ["run(now: true)", "run(now: x)"], notReach: ["run()", "run(now: false)"])
    expect(
      "func run(_ k: Kind) { let s = (k == .live || k == .other) ? Date() : x }",
      reach: ["run(.live)", "run(.other)", "run(x)"], notReach: ["run(.fixed(1))"])
  }

  @Test func aGetterOfACaseReturnsWhatItsCaseDoes() {
    let mode = """
      enum Mode { case usual, hidden
        var isHidden: Bool { switch self { case .usual: return false; case .hidden: return true } }
        var isOdd: Bool { if case .hidden = self { return true }; return x }
        static func make() -> Mode { .hidden } }
      func run(_ y: Int = 1, mode: Mode = .usual) { if y == 1 { g() }; MARK }

      """
    expect(
      mode.replacing("MARK", with: "if mode.isHidden { clock() }"),
      reach: [
        "run(mode: .hidden)", "run(mode: x)", "run(mode: Mode.make())", "run(); run(mode: .hidden)",
      ],
      notReach: ["run()", "run(mode: .usual)", "use(Mode.usual.isHidden); run()"])
    expect(
      mode.replacing("MARK", with: "if mode.isOdd { clock() }"), reach: ["run()"], notReach: [])
  }

  @Test func anEntryThatIsAMemberHasAnEarlierLife() {
    let text = """
      class Store { let id: Int?; init(id: Int?) { self.id = id }
        func go() { if let id { clock() } }
        func f() { let other = Store(id: nil); go() } }
      """
    #expect(TracedProgram(kinds + text).way(from: "Store.f()") != nil)
  }

  @Test func aPropertyHasTheTypesThatAreHandedIn() {
    let services = """
      protocol Service { func load() }
      struct Live: Service { func load() { Date() } }
      struct Fake: Service { func load() {} }
      class Model { let service: Service; var next: Service?
        init(service: Service = Live()) { self.service = service }
        convenience init(_ kind: Kind) {
          switch kind { case .live: self.init(service: Live()); default: self.init(service: Fake()) } }
        func go() { service.load() }; func on() { next?.load() } }
      func make() -> Service { Live() }

      """
    expect(
      services,
      reach: [
        "Model().go()", "Model(service: Live()).go()", "Model(.live).go()",
        "Model(Kind.usual).go()",
        "Live(); Model(service: x).go()", "Model(service: make()).go()",
        "Model(service: x ?? Live()).go()", "let m = Model(); m.next = Live(); m.on()",
        "Live(); let m = Model(service: Fake()); m.next = x; m.on()",
      ],
      notReach: [
        "Live(); Model(service: Fake()).go()",
        "Live(); let fake = Fake(); Model(service: fake).go()",
        "Live(); Model(.fixed(1)).go()",
        "Live(); let m = Model(service: Fake()); m.next = Fake(); m.on()",
      ])
  }

  @Test func aCastTakesValuesOfItsTypeAlone() {
    let types = """
      protocol Rule {}; struct A: Rule {}; struct B: Rule {}; class C: Rule {}; class D: C {}

      """
    for body in [
      "switch rule { case let a as A: clock(); default: break }",
      "switch rule { case is A: clock(); default: break }", "if let a = rule as? A { clock() }",
      "if rule is A { clock() }", "guard let a = rule as? A else { return }; clock()",
      "guard rule is A else { return }; clock()",
    ] {
      expect(
        types + "func run(_ rule: Rule) { \(body) }",
        reach: ["run(A())", "run(x)", "run(B()); run(A())"],
        notReach: ["run(B())", "run(C())", "let b = B(); run(b)"])
    }
    expect(
      types + "func run(_ rule: Rule) { if rule is C { clock() } }",
      reach: ["run(C())", "run(D())"],
      notReach: ["run(A())"])
    expect(
      types + "func run(_ rule: Rule) { if rule is D { clock() } }", reach: ["run(D())", "run(x)"],
      notReach: ["run(C())"])
    expect(
      types + "func run(_ rule: Rule) { if rule is Rule { clock() } }", reach: ["run(A())"],
      notReach: [])
  }

  @Test func moreValuesThanTheLimitAreUnknown() {
    let cases = (0..<100).map { "c\($0)" }
    let text = """
      enum Many { case \(cases.joined(separator: ", ")), live }
      func go(_ many: Many) { switch many { case .live: clock(); default: break } }
      """
    let few = cases.prefix(64).map { "go(.\($0))" }.joined(separator: "; ")
    expect(text, reach: [cases.map { "go(.\($0))" }.joined(separator: "; ")], notReach: [few])
  }
}
