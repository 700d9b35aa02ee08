import Testing

@Suite("What the parts of a program lead to")
struct NodeTests {
  private let clock = "func now() -> Int { 0 }\n"

  private func edges(_ label: String, _ text: String) -> [String]? {
    CallGraphTests.edges(label, in: clock + text)
  }

  // MARK: - Variables

  @Test func computedVariablesAreRead() {
    let computed = "struct A { var x: Int { now() }; func f() { use(x) } }"
    #expect(edges("A.f()", computed) == ["reads A.x"])
    #expect(edges("A.x", computed) == ["calls now()"])
    let stored = "struct A { var x = now(); func f() { use(x) } }"
    #expect(edges("A.f()", stored) == [])
    #expect(edges("initial value of A.x", stored) == ["calls now()"])
  }

  @Test func lazyStaticAndGlobalVariablesAreReadWhereTheyAreUsed() {
    let text = """
      let global = now()
      class A {
        lazy var late = { now() }()
        static let shared = now()
        func f() { use(late) }
        func g() { use(A.shared) }
        func h() { use(global) }
        init() {}
      }
      """
    #expect(edges("A.f()", text) == ["reads initial value of A.late"])
    #expect(edges("initial value of A.late", text) == ["calls now()"])
    #expect(edges("A.g()", text) == ["reads initial value of A.shared"])
    #expect(edges("A.h()", text) == ["reads initial value of global"])
    #expect(edges("A.init()", text) == [])
  }

  @Test func settersAndObserversRunOnWrites() {
    let text = """
      struct A {
        var x: Int { get { 0 } set { now() } }
        var y = 0 { didSet { now() } }
        mutating func f() { x = 1 }
        mutating func g() { y = 1 }
        mutating func h() { y += 1 }
        func r() { use(y) }
        mutating func i() { change(&x) }
      }
      """
    #expect(edges("A.f()", text) == ["writes setter of A.x"])
    #expect(edges("A.g()", text) == ["writes observer of A.y"])
    #expect(edges("A.h()", text) == ["writes observer of A.y"])
    #expect(edges("A.r()", text) == [])
    #expect(edges("A.i()", text) == ["reads A.x", "writes setter of A.x"])
    #expect(edges("setter of A.x", text) == ["calls now()"])
    #expect(edges("observer of A.y", text) == ["calls now()"])
  }

  @Test func observersDoNotRunInTheInitializer() {
    let text = """
      class A {
        var y = 0 { didSet { now() } }
        init() { y = 1; self.y = 2 }
        init(other: A) { other.y = 1 }
        func f() { y = 1; self.y = 2 }
      }
      """
    #expect(edges("A.init()", text) == ["initial value of A.y"])
    #expect(edges("A.init(other:)", text) == ["initial value of A.y", "writes observer of A.y"])
    #expect(edges("A.f()", text) == ["writes observer of A.y", "writes observer of A.y"])
  }

  // MARK: - Subscripts, operators, code outside of declarations

  @Test func subscriptsOfOwnTypes() {
    let text = """
      struct A {
        subscript(_ x: Int) -> Int { get { now() } set { now() } }
        subscript(key key: Int) -> Int { 0 }
      }
      func f(_ a: A) { use(a[1]) }
      func g(_ a: A) { use(a[key: 1]) }
      func h(_ a: inout A) { a[1] = 2 }
      func other(_ a: [Int]) { use(a[1]) }
      func label(_ a: A) { use(a[other: 1]) }
      """
    #expect(edges("f(_:)", text) == ["reads A.subscript(_:)"])
    #expect(edges("g(_:)", text) == ["reads A.subscript(key:)"])
    #expect(edges("h(_:)", text) == ["writes setter of A.subscript(_:)"])
    #expect(edges("other(_:)", text) == [])
    #expect(edges("label(_:)", text) == [])
  }

  @Test func operatorsOfOwnTypes() {
    let text = """
      struct A {
        static func + (a: A, b: A) -> A { a }
        static prefix func - (a: A) -> A { a }
      }
      func f(_ a: A, _ b: A) { use(a + b) }
      func g(_ a: A) { use(-a) }
      func other(_ a: Int, _ b: Int) { use(a + b) }
      func minus(_ a: A, _ b: A) { use(a - b) }
      """
    #expect(edges("f(_:_:)", text) == ["calls A.+(_:_:)"])
    #expect(edges("g(_:)", text) == ["calls A.-(_:)"])
    #expect(edges("other(_:_:)", text) == [])
    #expect(edges("minus(_:_:)", text) == [])
    let global =
      "struct A {}\nfunc == (a: A, b: A) -> Bool { true }\nfunc f(_ a: A) { use(a == x) }"
    #expect(edges("f(_:)", global) == ["calls ==(_:_:)"])
    let compound = """
      struct A { static func += (a: inout A, b: A) {} }
      func f(_ a: A) { var x = a; x += a }
      """
    #expect(edges("f(_:)", compound) == ["calls A.+=(_:_:)"])
  }

  @Test func codeOutsideOfDeclarations() {
    #expect(edges("top level", "now()") == ["calls now()"])
    #expect(edges("top level", "") == nil)
    #expect(edges("top level", "for _ in 0..<2 { now() }") == ["calls now()"])
  }

  @Test func declarationsInBothBranchesOfAConditionCount() {
    let text = "#if A\nfunc g() { now() }\n#else\nfunc g() {}\n#endif\nfunc f() { g() }"
    #expect(edges("f()", text) == ["calls g()", "calls g()"])
    let type = "#if A\nstruct S { func a() {} }\n#else\nstruct S { func b() {} }\n#endif\n"
    #expect(
      edges("f(s:)", type + "func f(s: S) { s.a(); s.b(); s.c() }")
        == ["calls S.a()", "calls S.b()"])
    let inside = "func f() {\n#if A\nnow()\n#else\nlater()\n#endif\n}\nfunc later() {}"
    #expect(edges("f()", inside) == ["calls now()", "calls later()"])
  }

  // MARK: - Initializers

  @Test func initializersComputeTheInitialValuesOfStoredProperties() {
    let text = """
      class A {
        var x = now()
        static let s = now()
        lazy var l = now()
        init() {}
        convenience init(y: Int) { self.init() }
      }
      """
    #expect(edges("A.init()", text) == ["initial value of A.x"])
    #expect(edges("A.init(y:)", text) == ["calls A.init()"])
  }

  @Test func implicitInitializers() {
    let made = "class A { let x = now() }\nfunc f() { A() }"
    #expect(edges("f()", made) == ["calls A.init"])
    #expect(edges("A.init", made) == ["initial value of A.x"])
    let structure = "struct A { let x = now() }\nfunc f() { A() }"
    #expect(edges("f()", structure) == ["calls A.init"])
    #expect(edges("A.init", structure) == ["initial value of A.x"])
    let computed = "struct A { var x: Int { now() } }\nfunc f() { A() }"
    #expect(edges("A.init", computed) == [])
    let written = "struct A { let x: Int; init(y: Int) { x = y } }\nfunc f() { A(x: 1) }"
    #expect(edges("f()", written) == [])
  }

  @Test func memberwiseInitializersComputeWhatTheCallLeavesOut() {
    let text = "struct A { var x = now(); var y = now(); let z: Int }\n"
    let all = ["calls A.init", "initial value of A.x", "initial value of A.y"]
    #expect(edges("f()", text + "func f() { A(z: 1) }") == all)
    #expect(
      edges("f()", text + "func f() { A(x: 1, z: 1) }")
        == ["calls A.init", "initial value of A.y"])
    #expect(edges("f()", text + "func f() { A(x: 1, y: 1, z: 1) }") == ["calls A.init"])
    #expect(edges("f()", text + "func f() { A(w: 1) }") == [])
    let extended = text + "extension A { init(w: Int) { self.init(z: 1) } }\n"
    #expect(edges("f()", extended + "func f() { A(w: 1) }") == ["calls A.init(w:)"])
  }

  @Test func initialisersNamedInFull() {
    let text = "struct A { init(x: Int) {} }\n"
    #expect(edges("f()", text + "func f() { A.init(x: 1) }") == ["calls A.init(x:)"])
    #expect(edges("f()", text + "func f() { let a: A = .init(x: 1) }") == ["calls A.init(x:)"])
    #expect(edges("f()", text + "func f() { let a: A = .init(y: 1) }") == [])
    #expect(edges("f()", text + "func f() { use(A.init) }") == ["passes A.init(x:)"])
    #expect(edges("f()", text + "func f() { let a: B = .init(x: 1) }") == [])
    let own = "struct A { init(x: Int) {}; static func f() -> Self { Self(x: 1) } }"
    #expect(edges("A.f()", own) == ["calls A.init(x:)"])
  }

  @Test func superLeadsToTheSuperclassAlone() {
    let text = """
      class B { func g() {}; init() { now() } }
      class A: B {
        override func g() { super.g() }
        override init() { super.init() }
        func f() { g() }
      }
      class C: B { override func g() {} }
      """
    #expect(edges("A.g()", text) == ["calls B.g()"])
    #expect(edges("A.init()", text) == ["calls B.init()"])
    #expect(edges("A.f()", text) == ["calls A.g()"])
    // It leads to no member that overrides it, whatever the entry makes.
    let over = """
      class B { func g() {} }
      class C: B { override func g() { Date() } }
      class A: B { override func g() { C(); super.g() } }
      """
    #expect(TracedProgram(over).way(from: "A.g()") == nil)
    #expect(
      TracedProgram(
        over.replacing("super.g()", with: "b.g()")
          .replacing("override func g() { C()", with: "override func g() { let b: B = make(); C()")
      )
      .way(from: "A.g()") == ["calls B.g()", "overrides C.g()"])
  }

  @Test func aSubclassCallsThePlainInitializerItself() {
    let text = """
      class B { init() { now() } }
      class A: B { init(x: Int) {} }
      class C: B {}
      class D: Foreign { init(x: Int) {} }
      func f() { C() }
      """
    #expect(edges("A.init(x:)", text) == ["calls B.init()"])
    #expect(edges("D.init(x:)", text) == [])
    #expect(edges("C.init", text) == ["calls B.init()"])
    #expect(edges("f()", text)?.contains("calls C.init") == true)
  }

  @Test func enumCasesAreMade() {
    let text = """
      enum E { case a, b(Int)
        func g() { now() } }
      func f() { E.a.g() }
      func h() { E.b(1).g() }
      func i() { E.c.g() }
      """
    #expect(edges("f()", text) == ["calls E.a", "calls E.g()"])
    #expect(edges("h()", text) == ["calls E.b", "calls E.g()"])
    #expect(edges("i()", text) == [])
  }

  /// A change of a part sets the whole, as far as all before it are values.
  @Test func changesOfAPart() {
    let text = """
      struct Size { var width = 1; mutating func grow() {}; func area() {} }
      class View { var size = Size() }
      class Model {
        var items: [Int] = [] { didSet { now() } }
        var isOn = false { didSet { now() } }
        var size = Size() { didSet { now() } }
        var sizes: [String: Size] { get { [:] } set { now() } }
        var view = View() { didSet { now() } }
        func now() {}
        func f() { CODE }
      }
      """
    func writes(_ code: String) -> [String] {
      (CallGraphTests.edges("Model.f()", in: text.replacing("CODE", with: code)) ?? []).filter {
        $0.hasPrefix("writes")
      }
    }
    for code in [
      "items.append(1)", "self.items.removeAll { $0 == 1 }", "items[0] = 1", "items[0] += 1",
      "items.sort()", "items += [1]",
    ] {
      #expect(writes(code) == ["writes observer of Model.items"], "\(code)")
    }
    #expect(writes("isOn.toggle()") == ["writes observer of Model.isOn"])
    #expect(writes("size.width = 2") == ["writes observer of Model.size"])
    #expect(writes("size.grow()") == ["writes observer of Model.size"])
    #expect(writes("sizes[\"a\"] = Size()") == ["writes setter of Model.sizes"])
    #expect(writes("sizes[\"a\"]?.width = 2") == ["writes setter of Model.sizes"])
    for code in ["_ = items.first", "items.forEach { _ in }", "size.area()", "view.size.width = 2"]
    {
      #expect(writes(code) == [], "\(code)")
    }
  }
}
