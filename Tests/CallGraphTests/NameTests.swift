import Testing

@Suite("What a name means depends on how it is used and where")
struct NameTests {
  @Test func aNameThatIsNotCalledMeansAPropertyBeforeAFunction() {
    let both = "struct A { var size: Int { 0 }; func size(of x: Int) {}; func f() { use(size) } }"
    #expect(edges("A.f()", in: both) == ["reads A.size"])
    let called =
      "struct A { var size: Int { 0 }; func size(of x: Int) {}; func f() { size(of: 1) } }"
    #expect(edges("A.f()", in: called) == ["calls A.size(of:)"])
    let alone = "struct A { func size(of x: Int) {}; func f() { use(size) } }"
    #expect(edges("A.f()", in: alone) == ["passes A.size(of:)"])
    let stored = "struct A { var size = 0; func size(of x: Int) {}; func f() { use(size) } }"
    #expect(edges("A.f()", in: stored) == [])
  }

  @Test func aCallWithALabelIsNeverOfALocalVariable() {
    let labelled = "struct A { func stamp(at x: Int) {}; func f(stamp: Int) { stamp(at: 1) } }"
    #expect(edges("A.f(stamp:)", in: labelled) == ["calls A.stamp(at:)"])
    let plain = """
      struct A { func stamp(_ x: Int) {}; func f(stamp: (Int) -> Void) { stamp(1) } }
      """
    #expect(edges("A.f(stamp:)", in: plain) == [])
  }

  @Test func aLocalFunctionHidesAMember() {
    let own = "struct A { func g() {}; func f() { func g() {}; g() } }"
    #expect(edges("A.f()", in: own) == ["calls A.f().g()"])
    let before = "struct A { func g() {}; func f() { g(); func g() {} } }"
    #expect(edges("A.f()", in: before) == ["calls A.f().g()"])
    let none = "struct A { func g() {}; func f() { func h() {}; g() } }"
    #expect(edges("A.f()", in: none) == ["calls A.g()"])
  }

  @Test func aNameThatIsBoundIsVisibleWhereItIsAndNowhereElse() {
    let condition = "var a: Int? { 1 }\nfunc g(_ a: Int?) -> Int { 1 }\n"
    let after = condition + "func f() { guard let a else { return }; g(a) }"
    #expect(edges("f()", in: after) == ["reads a", "calls g(_:)"])
    let inside = condition + "func f(b: Int?) { guard let a = b else { return g(a) } }"
    #expect(edges("f(b:)", in: inside) == ["calls g(_:)", "reads a"])
    let cases =
      condition + "func f(b: B) { switch b { case .x(let a): break\ncase .y: g(a) } }"
    #expect(edges("f(b:)", in: cases) == ["calls g(_:)", "reads a"])
    let associated = "enum A { case x(a: Int); var a: Int { 1 }; func f() { print(a) } }"
    #expect(edges("A.f()", in: associated) == ["reads A.a"])
    let parts = "struct S { func g() {} }\nfunc f(p: (Int, S)) { let (_, s) = p; s.g() }"
    #expect(edges("f(p:)", in: parts) == ["calls S.g()"])
  }

  @Test func namesResolveInsideOut() {
    let member = "func g() {}\nstruct A { func g() {}; func f() { g() } }"
    #expect(edges("A.f()", in: member) == ["calls A.g()"])
    let extended = "func g() {}\nstruct A { func f() { g() } }\nextension A { func g() {} }"
    #expect(edges("A.f()", in: extended) == ["calls A.g()"])
    let inherited = "func g() {}\nclass B { func g() {} }\nclass A: B { func f() { g() } }"
    #expect(edges("A.f()", in: inherited) == ["calls B.g()"])
    let module = "func g() {}\nclass B {}\nclass A: B { func f() { g() } }"
    #expect(edges("A.f()", in: module) == ["calls g()"])
    let outer = "func g() {}\nenum O { static func g() {}\nstruct A { func f() { g() } } }"
    #expect(edges("O.A.f()", in: outer) == ["calls O.g()"])
    let nested = "enum O { struct S { func g() {} }\nfunc f(s: S) { s.g() } }\nstruct S {}"
    #expect(edges("O.f(s:)", in: nested) == ["calls O.S.g()"])
    let notNested =
      "enum O { func f(s: S) { s.g() } }\nenum P { struct S { func g() {} } }\nstruct S {}"
    #expect(edges("O.f(s:)", in: notNested) == [])
  }

  @Test func aMemberNeedsAValueAStaticOneTheType() {
    let text = """
      struct A {
        func g() {}
        static func h() {}
        func f() { g(); h() }
        static func s() { g(); h() }
      }
      """
    #expect(edges("A.f()", in: text) == ["calls A.g()"])
    #expect(edges("A.s()", in: text) == ["calls A.h()"])
  }

  @Test func privateEndsAtTheFile() {
    let use = "struct B { func f(a: A) { a.g(); h(); A(x: 1) } }"
    func edges(_ access: String) -> [String]? {
      TracedProgram([
        "Sources/App/A.swift":
          "struct A { \(access) func g() {}; \(access) init(x: Int) {} }\n\(access) func h() {}",
        "Sources/App/B.swift": use,
      ]).edges("B.f(a:)")
    }
    #expect(edges("private") == [])
    #expect(edges("fileprivate") == [])
    #expect(edges("internal") == ["calls A.g()", "calls h()", "calls A.init(x:)"])
    let sameFile = "struct A { private func g() {} }\nfunc f(a: A) { a.g() }"
    #expect(CallGraphTests.edges("f(a:)", in: sameFile) == ["calls A.g()"])
  }

  @Test func privateTypesOfTwoFilesAreTwo() {
    let program = TracedProgram([
      "Sources/App/A.swift": "private struct S { func g() {} }\nfunc a(s: S) { s.g() }",
      "Sources/App/B.swift": "private struct S { func h() {} }\nfunc b(s: S) { s.g(); s.h() }",
    ])
    #expect(program.edges("a(s:)") == ["calls S.g()"])
    #expect(program.edges("b(s:)") == ["calls S.h()"])
  }

  @Test func anExtensionOfAForeignTypeCountsInAClassWithAForeignSuperclassIfJustOneFits() {
    let use = "class T: Foreign { func f() { wait(for: 1) } }\n"
    let one = "extension Base { func wait(for x: Int) {} }\n"
    #expect(edges("T.f()", in: use + one) == ["calls Base.wait(for:)"])
    let two = one + "extension Other { func wait(for x: Int) {} }\n"
    #expect(edges("T.f()", in: use + two) == [])
    let structure = "struct T { func f() { wait(for: 1) } }\n"
    #expect(edges("T.f()", in: structure + one) == [])
    let own = "class B {}\nclass T: B { func f() { wait(for: 1) } }\n"
    #expect(edges("T.f()", in: own + one) == [])
    let otherLabel = "extension Base { func wait(until x: Int) {} }\n"
    #expect(edges("T.f()", in: use + otherLabel) == [])
    let known = "class T: XCTestCase { func f() { wait(for: 1) } }\n"
    let test = "extension XCTest { func wait(for x: Int) {} }\n"
    #expect(edges("T.f()", in: known + test) == ["calls XCTest.wait(for:)"])
  }

  @Test func aRequirementWinsOverMembersOfTheProtocolsExtensions() {
    let use = "\nfunc f(p: P) { p.g() }"
    let requirement = TracedProgram(
      "protocol P { func g() }\nextension P { func g() { Date() } }" + use)
    #expect(requirement.way(from: "f(p:)", dispatch: .none) == nil)
    let extensionAlone = TracedProgram(
      "protocol P {}\nextension P { func g() { Date() } }" + use)
    #expect(extensionAlone.way(from: "f(p:)", dispatch: .none) == ["calls P.g()"])
    let notFitting = TracedProgram(
      "protocol P { func g(x: Int) }\nextension P { func g() { Date() } }" + use)
    #expect(notFitting.way(from: "f(p:)", dispatch: .none) == ["calls P.g()"])
  }

  @Test func aTypesOwnMemberWinsOverOneOfAProtocolsExtension() {
    let text = """
      protocol P {}
      extension P { func g() {}; func h() {} }
      struct A: P { func g() {} }
      struct B {}
      func f(a: A) { a.g(); a.h() }
      func other(b: B) { b.g() }
      """
    #expect(edges("f(a:)", in: text)?.count == 2)
    #expect(
      TracedProgram(
        text.replacing("func g() {} }\nstruct B", with: "func g() { Date() } }\nstruct B")
      )
      .way(from: "f(a:)") == ["calls A.g()"])
    #expect(edges("other(b:)", in: text) == [])
  }
}

@Suite("Labels, defaults and trailing closures of a call have to fit")
struct ArgumentTests {
  @Test func labels() {
    let text = "func g(a: Int) {}\nfunc g(b: Int) {}\n"
    #expect(edges("f()", in: text + "func f() { g(a: 1) }") == ["calls g(a:)"])
    #expect(edges("f()", in: text + "func f() { g(b: 1) }") == ["calls g(b:)"])
    #expect(edges("f()", in: text + "func f() { g(c: 1) }") == [])
    #expect(edges("f()", in: text + "func f() { g(1) }") == [])
    #expect(edges("f()", in: text + "func f() { g() }") == [])
    #expect(edges("f()", in: text + "func f() { g(a: 1, b: 2) }") == [])
    #expect(edges("f()", in: "func g(_ a: Int) {}\nfunc f() { g(1) }") == ["calls g(_:)"])
    #expect(edges("f()", in: "func g(_ a: Int) {}\nfunc f() { g(a: 1) }") == [])
    let compound = "func f() { use(g(b:)) }"
    #expect(edges("f()", in: text + compound) == ["passes g(b:)"])
    #expect(edges("f()", in: text + "func f() { use(g(c:)) }") == [])
  }

  @Test func overloadsThatStillFitAllCount() {
    let text = "func g(_ a: Int) {}\nfunc g(_ a: String) {}\nfunc f() { g(x) }"
    #expect(edges("f()", in: text) == ["calls g(_:)", "calls g(_:)"])
    let other = "func g(_ a: Int) {}\nfunc g(to a: String) {}\nfunc f() { g(x) }"
    #expect(edges("f()", in: other) == ["calls g(_:)"])
  }

  @Test func defaultsThatTheCallLeavesOutAreEdges() {
    let text =
      "func g(a: Int = x(), b: Int = y()) {}\nfunc x() -> Int { 0 }\nfunc y() -> Int { 0 }\n"
    #expect(
      edges("f()", in: text + "func f() { g() }")
        == ["calls g(a:b:)", "default argument a: of g(a:b:)", "default argument b: of g(a:b:)"])
    #expect(
      edges("f()", in: text + "func f() { g(a: 1) }")
        == ["calls g(a:b:)", "default argument b: of g(a:b:)"])
    #expect(
      edges("f()", in: text + "func f() { g(b: 1) }")
        == ["calls g(a:b:)", "default argument a: of g(a:b:)"])
    #expect(edges("f()", in: text + "func f() { g(a: 1, b: 2) }") == ["calls g(a:b:)"])
    // Each by itself: the function does not compute its default arguments.
    #expect(edges("g(a:b:)", in: text) == [])
    #expect(edges("a: of g(a:b:)", in: text) == ["calls x()"])
    #expect(edges("b: of g(a:b:)", in: text) == ["calls y()"])
  }

  @Test func variadicParametersTakeAnyNumber() {
    let text = "func g(_ a: Int..., b: Int) {}\n"
    for call in ["g(b: 1)", "g(1, b: 1)", "g(1, 2, 3, b: 1)"] {
      #expect(edges("f()", in: text + "func f() { \(call) }") == ["calls g(_:b:)"], "\(call)")
    }
    #expect(edges("f()", in: text + "func f() { g(1, 2) }") == [])
  }

  @Test func trailingClosuresAreForParametersOfFunctionType() {
    let text = "func g(a: Int, then b: () -> Void) {}\n"
    #expect(edges("f()", in: text + "func f() { g(a: 1) { } }") == ["calls g(a:then:)"])
    #expect(edges("f()", in: text + "func f() { g(a: 1, then: { }) }") == ["calls g(a:then:)"])
    #expect(edges("f()", in: text + "func f() { g { } }") == [])
    let own = "struct Own {}\nfunc g(a: Int, b: Own) {}\nfunc f() { g(a: 1) { } }"
    #expect(edges("f()", in: own) == [])
    // A foreign name may stand for a function's type.
    let foreign = "func g(a: Int, b: Handler) {}\nfunc f() { g(a: 1) { } }"
    #expect(edges("f()", in: foreign) == ["calls g(a:b:)"])
    let two = "func g(a: () -> Void, b: () -> Void) {}\n"
    #expect(edges("f()", in: two + "func f() { g { } b: { } }") == ["calls g(a:b:)"])
    #expect(edges("f()", in: two + "func f() { g { } c: { } }") == [])
    let optional = "func g(a: Int = 0, b: (() -> Void)? = nil, c: @escaping () -> Void) {}\n"
    #expect(edges("f()", in: optional + "func f() { g(b: nil) { } }")?.first == "calls g(a:b:c:)")
    let alias = "typealias Action = () -> Void\nfunc g(a: Action) {}\nfunc f() { g { } }"
    #expect(edges("f()", in: alias) == ["calls g(a:)"])
  }
}
