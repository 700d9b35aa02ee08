import Testing

@Suite("A receiver has the type that is written somewhere, or none")
struct ReceiverTests {
  private let store = """
    struct Store {
      func stamp() {}
      static func reset() {}
      func next() -> Store { self }
      func copy() -> Self { self }
      var name: Int { 0 }
      func each(_ body: (Store) -> Void) -> Store { self }
    }

    """

  /// What `f` leads to.
  private func edges(_ text: String, of label: String = "f()") -> [String]? {
    CallGraphTests.edges(label, in: store + text)
  }

  @Test func anUnknownReceiverHasNoEdge() {
    #expect(edges("func f() { let s = make(); s.stamp() }") == [])
    #expect(edges("func f() { other.stamp() }") == [])
    #expect(edges("func f() { \"\".stamp() }") == [])
    #expect(edges("func f() { stamp() }") == [])
    #expect(edges("func f(_ s: Other) { s.stamp() }", of: "f(_:)") == [])
    #expect(edges("func f(_ s: Store) { s.stamp() }", of: "f(_:)") == ["calls Store.stamp()"])
  }

  @Test func anOwnMethodIsNotThatOfAnotherReceiver() {
    let text = """
      class Recorder { func append(_ x: Int) {} }
      func f() { var all = [1]; all.append(1) }
      func g(all: inout [Int]) { all.append(1) }
      func h(r: Recorder) { r.append(1) }
      """
    #expect(edges(text) == [])
    #expect(edges(text, of: "g(all:)") == [])
    #expect(edges(text, of: "h(r:)") == ["calls Recorder.append(_:)"])
  }

  @Test func selfHasTheTypeAround() {
    let known = "extension Store { func f() { self.stamp() } }"
    #expect(edges(known, of: "Store.f()") == ["calls Store.stamp()"])
    let bare = "extension Store { func f() { stamp() } }"
    #expect(edges(bare, of: "Store.f()") == ["calls Store.stamp()"])
    let other = "extension Other { func f() { self.stamp() } }"
    #expect(edges(other, of: "Other.f()") == [])
  }

  @Test func aTypeIsAReceiverOfItsStaticMembers() {
    #expect(edges("func f() { Store.reset() }") == ["calls Store.reset()"])
    #expect(edges("func f() { Store.stamp() }") == [])
    #expect(edges("func f(_ s: Store) { s.reset() }", of: "f(_:)") == [])
    #expect(
      edges("extension Store { func f() { Self.reset() } }", of: "Store.f()")
        == ["calls Store.reset()"])
    #expect(
      edges("func f(_ s: Store) { type(of: s).reset() }", of: "f(_:)")
        == ["calls Store.reset()"])
    #expect(
      edges("func f(_ s: Store.Type) { s.reset() }", of: "f(_:)")
        == ["calls Store.reset()"])
  }

  @Test func variablesHaveTheirTypeOrThatOfTheirValue() {
    #expect(edges("func f() { let s: Store = make(); s.stamp() }") == ["calls Store.stamp()"])
    #expect(edges("func f() { let s: Other = make(); s.stamp() }") == [])
    let made = ["calls Store.init", "calls Store.stamp()"]
    #expect(edges("func f() { let s = Store(); s.stamp() }") == made)
    #expect(edges("func f() { let s = Other(); s.stamp() }") == [])
    #expect(
      edges("func f() { let s: Store? = nil; s?.stamp(); s!.stamp() }")
        == ["calls Store.stamp()", "calls Store.stamp()"])
    let member = "struct A { let s: Store; func f() { s.stamp(); self.s.stamp() } }"
    #expect(edges(member, of: "A.f()") == ["calls Store.stamp()", "calls Store.stamp()"])
    let otherMember = "struct A { let s: Other; func f() { s.stamp(); self.s.stamp() } }"
    #expect(edges(otherMember, of: "A.f()") == [])
    let value = "struct A { let s = Store(); func f() { s.stamp() } }"
    #expect(edges(value, of: "A.f()") == ["calls Store.stamp()"])
  }

  @Test func aLocalVariableHidesAMember() {
    let hidden = "struct A { let s: Store; func f(s: Other) { s.stamp() } }"
    #expect(edges(hidden, of: "A.f(s:)") == [])
    let explicit = "struct A { let s: Store; func f(s: Other) { self.s.stamp() } }"
    #expect(edges(explicit, of: "A.f(s:)") == ["calls Store.stamp()"])
    let ended = "struct A { let s: Store; func f() { do { let s = 1 }; s.stamp() } }"
    #expect(edges(ended, of: "A.f()") == ["calls Store.stamp()"])
  }

  @Test func resultsOfOwnFunctionsHaveTheirWrittenType() {
    #expect(
      edges("func make() -> Store { x }\nfunc f() { make().stamp() }")
        == ["calls make()", "calls Store.stamp()"])
    #expect(
      edges("func make() -> Other { x }\nfunc f() { make().stamp() }")
        == ["calls make()"])
    #expect(
      edges("func f(_ s: Store) { s.copy().stamp() }", of: "f(_:)")
        == ["calls Store.copy()", "calls Store.stamp()"])
    let subclass = """
      class A { func same() -> Self { self } }
      class B: A { func only() {} }
      func f(_ b: B) { b.same().only() }
      func g(_ a: A) { a.same().only() }
      """
    #expect(edges(subclass, of: "f(_:)") == ["calls A.same()", "calls B.only()"])
    #expect(edges(subclass, of: "g(_:)") == ["calls A.same()"])
  }

  @Test func chainsGoOverCallsAndTrailingClosures() {
    #expect(
      edges("func f(_ s: Store) { s.next().next().stamp() }", of: "f(_:)")
        == ["calls Store.next()", "calls Store.next()", "calls Store.stamp()"])
    #expect(
      edges("func f(_ s: Store) { s.next().lost().stamp() }", of: "f(_:)")
        == ["calls Store.next()"])
    #expect(
      edges("func f(_ s: Store) { s.each { _ in }.stamp() }", of: "f(_:)")
        == ["calls Store.each(_:)", "calls Store.stamp()"])
    #expect(edges("func f(_ s: Store) { s.lost { _ in }.stamp() }", of: "f(_:)") == [])
    #expect(
      edges("func f(_ s: Store) {\n  s\n    .next()\n    .stamp()\n}", of: "f(_:)")
        == ["calls Store.next()", "calls Store.stamp()"])
  }

  @Test func genericParametersHaveTheirBounds() {
    let loader = "protocol Loader { func load() }\nprotocol Other {}\n"
    #expect(
      edges(loader + "func f<T: Loader>(_ t: T) { t.load() }", of: "f(_:)")
        == ["calls Loader.load()"])
    #expect(
      edges(loader + "func f<T>(_ t: T) where T: Loader { t.load() }", of: "f(_:)")
        == ["calls Loader.load()"])
    #expect(
      edges(loader + "func f(_ t: some Loader) { t.load() }", of: "f(_:)")
        == ["calls Loader.load()"])
    #expect(
      edges(loader + "func f(_ t: any Other & Loader) { t.load() }", of: "f(_:)")
        == ["calls Loader.load()"])
    #expect(edges(loader + "func f<T: Other>(_ t: T) { t.load() }", of: "f(_:)") == [])
    #expect(edges(loader + "func f<T>(_ t: T) { t.load() }", of: "f(_:)") == [])
    let box = "struct Box<T: Loader> { let t: T; func f() { t.load() } }"
    #expect(edges(loader + box, of: "Box.f()") == ["calls Loader.load()"])
  }

  @Test func genericArgumentsStandForTheParameters() {
    let box = "struct Box<T> { let value: T }\n"
    #expect(
      edges(box + "func f(_ b: Box<Store>) { b.value.stamp() }", of: "f(_:)")
        == ["calls Store.stamp()"])
    #expect(edges(box + "func f(_ b: Box<Other>) { b.value.stamp() }", of: "f(_:)") == [])
  }

  @Test func optionalBindingsHaveTheTypeOfTheValue() {
    #expect(
      edges("func f(_ s: Store?) { if let s { s.stamp() } }", of: "f(_:)")
        == ["calls Store.stamp()"])
    #expect(
      edges("func f(_ s: Store?) { guard let t = s else { return }; t.stamp() }", of: "f(_:)")
        == ["calls Store.stamp()"])
    #expect(edges("func f(_ s: Other?) { if let s { s.stamp() } }", of: "f(_:)") == [])
    #expect(edges("func f(_ s: Store?) { if let s = other { s.stamp() } }", of: "f(_:)") == [])
    let member = "struct A { var s: Store?; func f() { if let s { s.stamp() } } }"
    #expect(edges(member, of: "A.f()") == ["calls Store.stamp()"])
  }

  @Test func closureParametersHaveTheTypesThatTheCalleeWrites() {
    #expect(
      edges("func f(_ s: Store) { s.each { t in t.stamp() } }", of: "f(_:)")
        == ["calls Store.each(_:)", "calls Store.stamp()"])
    #expect(
      edges("func f(_ s: Store) { s.each { $0.stamp() } }", of: "f(_:)")
        == ["calls Store.each(_:)", "calls Store.stamp()"])
    #expect(
      edges("func f(_ s: Store) { s.each({ $0.stamp() }) }", of: "f(_:)")
        == ["calls Store.each(_:)", "calls Store.stamp()"])
    #expect(edges("func f() { each { $0.stamp() } }") == [])
    #expect(
      edges("func each(_ b: (Other) -> Void) {}\nfunc f() { each { $0.stamp() } }")
        == ["calls each(_:)"])
    let collection = "func f(_ all: [Store]) { all.forEach { $0.stamp() } }"
    #expect(edges(collection, of: "f(_:)") == ["calls Store.stamp()"])
  }

  @Test func aPatternWithACastHasTheTypeOfTheCast() {
    let text = """
      func f(_ x: Any) { switch x { case let s as Store: s.stamp()
        case let s as Other: s.stamp()
        case let s: s.stamp() } }
      func g() { do { try h() } catch let s as Store { s.stamp() } catch let s { s.stamp() } }
      func i(_ x: Any) { if let s = x as? Store { s.stamp() }; (x as! Other).stamp() }
      """
    #expect(edges(text, of: "f(_:)") == ["calls Store.stamp()"])
    #expect(edges(text, of: "g()") == ["calls Store.stamp()"])
    #expect(edges(text, of: "i(_:)") == ["calls Store.stamp()"])
  }

  @Test func aVariadicParameterIsAnArray() {
    let text = "func f(_ all: Store...) { for s in all { s.stamp() }; all.stamp() }"
    #expect(edges(text, of: "f(_:)") == ["calls Store.stamp()"])
  }

  @Test func capturedSelf() {
    let bindings = [
      "self?.stamp()", "guard let self else { return }; self.stamp()",
      "if let self { self.stamp() }", "guard let me = self else { return }; me.stamp()",
    ]
    for binding in bindings {
      let text = "extension Store { func f() { run { [weak self] in \(binding) } } }"
      #expect(edges(text, of: "Store.f()") == ["calls Store.stamp()"], "\(binding)")
      let other = "extension Other { func f() { run { [weak self] in \(binding) } } }"
      #expect(edges(other, of: "Other.f()") == [], "\(binding)")
    }
  }

  @Test func valuesOfSeveralShapes() {
    #expect(
      edges("func f(a: Store) { (c ? a : b).stamp() }", of: "f(a:)")
        == ["calls Store.stamp()"])
    #expect(
      edges("func f(a: Store) { let b = a; b.stamp() }", of: "f(a:)")
        == ["calls Store.stamp()"])
    #expect(
      edges("typealias S = Store\nfunc f(a: S) { a.stamp() }", of: "f(a:)")
        == ["calls Store.stamp()"])
    #expect(edges("typealias S = Other\nfunc f(a: S) { a.stamp() }", of: "f(a:)") == [])
    let tuple = "func make() -> (Store, Int) { x }\nfunc f() { let (s, i) = make(); s.stamp() }"
    #expect(edges(tuple) == ["calls make()", "calls Store.stamp()"])
    let second = "func make() -> (Int, Store) { x }\nfunc f() { let (s, i) = make(); s.stamp() }"
    #expect(edges(second) == ["calls make()"])
  }

  @Test func elementsOfCollections() {
    #expect(
      edges("func f(_ all: [Store]) { for s in all { s.stamp() } }", of: "f(_:)")
        == ["calls Store.stamp()"])
    #expect(edges("func f(_ all: [Other]) { for s in all { s.stamp() } }", of: "f(_:)") == [])
    #expect(
      edges("func f(_ all: [Int: Store]) { all[1]?.stamp() }", of: "f(_:)")
        == ["calls Store.stamp()"])
    #expect(edges("func f(_ all: [Store: Int]) { all[s]?.stamp() }", of: "f(_:)") == [])
  }

  @Test func whatXCTUnwrapReturnsHasTheTypeOfItsArgument() {
    let make = "func make() -> Store? { nil }\n"
    let expected = ["calls make()", "calls Store.stamp()"]
    #expect(edges(make + "func f() throws { try XCTUnwrap(make()).stamp() }") == expected)
    #expect(
      edges(make + "func f() throws { let s = try XCTUnwrap(make(), \"no\"); s.stamp() }")
        == expected)
    #expect(
      edges("func f(a: Any) throws { try XCTUnwrap(a as? Store).stamp() }", of: "f(a:)") == [
        "calls Store.stamp()"
      ])
    #expect(
      edges("func f(s: [Store]) throws { try XCTUnwrap(s.first).stamp() }", of: "f(s:)") == [
        "calls Store.stamp()"
      ])
    #expect(edges("func f() throws { try XCTUnwrap(other).stamp() }") == [])
    #expect(
      edges(
        "struct XCTUnwrap { init(_ s: Store) {} }\nfunc f(s: Store) { XCTUnwrap(s).stamp() }",
        of: "f(s:)") == ["calls XCTUnwrap.init(_:)"])
  }

  @Test func membersOfOptionals() {
    let text =
      "extension Optional { func orNow() {} }\nextension Store? { var isNew: Bool { true } }\n"
    func edges(_ code: String) -> [String]? {
      self.edges(text + "func f(s: Store?, t: Store) { \(code) }", of: "f(s:t:)")
    }
    #expect(edges("s.orNow()") == ["calls Optional.orNow()"])
    #expect(edges("_ = s.isNew").map { $0.count } == 1)
    #expect(edges("s?.orNow()") == [])
    #expect(edges("t.orNow()") == [])
    #expect(edges("s?.stamp()") == ["calls Store.stamp()"])
  }

  @Test func operatorsOfTheProgram() {
    let text = """
      infix operator |>
      prefix operator √
      struct Price { static func + (a: Price, b: Price) -> Price { a } }
      protocol Unit {}
      struct Meter: Unit {}
      func |> <T, U>(x: T, f: (T) -> U) -> U { f(x) }
      func ** (a: Int, b: Int) -> Int { a }
      prefix func √ (a: Double) -> Double { a }
      func < (a: any Unit, b: any Unit) -> Bool { true }

      """
    func edges(_ code: String) -> [String]? {
      self.edges(text + "func f(p: Price, m: Meter) { \(code) }", of: "f(p:m:)")
    }
    #expect(edges("p + p") == ["calls Price.+(_:_:)"])
    #expect(edges("1 + 2") == [])
    #expect(edges("p + 2") == [])
    #expect(edges("a + b") == [])
    #expect(edges("2 ** 3") == ["calls **(_:_:)"])
    #expect(edges("a ** b") == ["calls **(_:_:)"])
    #expect(edges("p ** 3") == [])
    #expect(edges("√2.0") == ["calls √(_:)"])
    #expect(edges("a |> b") == ["calls |>(_:_:)"])
    #expect(edges("m < m") == ["calls <(_:_:)"])
    #expect(edges("p < p") == [])
  }
}

@Suite("An implicit member is one of the type that is expected")
struct ImplicitMemberTests {
  private let clock = """
    struct Clock {
      static var live: Clock { Clock() }
      static func at(_ x: Int) -> Clock { Clock() }
    }
    struct Other { static var live: Int { 0 } }

    """

  @Test func ofTheParameterThatItIsPassedTo() {
    let use = "func take(_ c: Clock) {}\nfunc f() { take(.live) }"
    #expect(edges("f()", in: clock + use) == ["calls take(_:)", "reads Clock.live"])
    let called = "func take(_ c: Clock) {}\nfunc f() { take(.at(1)) }"
    #expect(edges("f()", in: clock + called) == ["calls take(_:)", "calls Clock.at(_:)"])
    let other = "func take(_ c: Foreign) {}\nfunc f() { take(.live) }"
    #expect(edges("f()", in: clock + other) == ["calls take(_:)"])
    #expect(edges("f()", in: clock + "func f() { take(.live) }") == [])
  }

  @Test func ofTheTypeBesideIt() {
    #expect(edges("f()", in: clock + "func f() { let c: Clock = .live }") == ["reads Clock.live"])
    #expect(edges("f()", in: clock + "func f() { let c: Foreign = .live }") == [])
    #expect(edges("f()", in: clock + "func f() { let c = .live }") == [])
    #expect(edges("f()", in: clock + "func f() -> Clock { .live }") == ["reads Clock.live"])
    #expect(
      edges("f()", in: clock + "func f() -> Clock { return .at(2) }")
        == ["calls Clock.at(_:)"])
    #expect(edges("f()", in: clock + "func f() -> Foreign { .live }") == [])
    #expect(edges("f()", in: clock + "func f(x: Clock?) { x == .live }") == nil)
    #expect(edges("f(x:)", in: clock + "func f(x: Clock?) { x == .live }") == ["reads Clock.live"])
  }

  @Test func inADefaultArgument() {
    let text = clock + "func f(clock: Clock = .live) {}\nfunc g(clock: Foreign = .live) {}"
    #expect(edges("clock: of f(clock:)", in: text) == ["reads Clock.live"])
    #expect(edges("clock: of g(clock:)", in: text) == [])
  }

  @Test func inAnInitialValueAndAnAssignment() {
    let text = """
      struct A {
        var c: Clock = .live
        var d: Foreign = .live
        mutating func f() { c = .at(1) }
        mutating func g() { d = .at(1) }
      }
      """
    #expect(edges("initial value of A.c", in: clock + text) == ["reads Clock.live"])
    #expect(edges("initial value of A.d", in: clock + text) == [])
    #expect(edges("A.f()", in: clock + text) == ["calls Clock.at(_:)"])
    #expect(edges("A.g()", in: clock + text) == [])
  }
}
