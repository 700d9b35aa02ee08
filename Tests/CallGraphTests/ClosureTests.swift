import Testing

@Suite("Stored closures are seams; passed ones count as run")
struct ClosureTests {
  private func way(_ text: String, from label: String = "f()") -> [String]? {
    TracedProgram(text).way(from: label)
  }

  @Test func aClosureAsInitialValueIsKept() {
    let text = "struct A { var date: () -> Date = { Date() } }\nfunc f() { A() }"
    #expect(way(text) == nil)
    #expect(way("struct A { var date = { Date() } }\nfunc f() { A() }") == nil)
    #expect(
      way("struct A { let date: Date = { Date() }() }\nfunc f() { A() }")
        == ["calls A.init", "initial value of A.date"])
    #expect(
      way("struct A { var date = Date() }\nfunc f() { A() }")
        == ["initial value of A.date"])
  }

  @Test func aClosureInACollectionThatIsKeptIsKept() {
    #expect(way("struct A { var all = [{ Date() }] }\nfunc f() { A() }") == nil)
    #expect(way("struct A { var all = [Date()] }\nfunc f() { A() }") == ["initial value of A.all"])
  }

  @Test func aClosureAssignedToAMemberIsKept() {
    let text = "class A { var date: () -> Date = x; init() { self.date = { Date() } } }"
    #expect(way(text + "\nfunc f() { A() }") == nil)
    #expect(
      way("class A { var date: () -> Date = x; init() { date = { Date() } } }\nfunc f() { A() }")
        == nil)
    let other = "func f(a: A) { a.date = { Date() } }\nclass A { var date: () -> Date = x }"
    #expect(way(other, from: "f(a:)") == nil)
    let value = "func f(a: A) { a.date = Date() }\nclass A { var date: Date = x }"
    #expect(way(value, from: "f(a:)") == [])
    let spot = "func f(a: A) { a.date = { Date() }() }\nclass A { var date: Date = x }"
    #expect(way(spot, from: "f(a:)") == [])
  }

  @Test func anUnappliedFunctionIsKeptAsAClosureIs() {
    let text = "func now() { Date() }\n"
    #expect(way(text + "struct A { var date: () -> Void = now }\nfunc f() { A() }") == nil)
    #expect(
      way(text + "func f(a: A) { a.date = now }\nclass A { var date = x }", from: "f(a:)")
        == nil)
    #expect(
      way(text + "struct A { var date: Void = now() }\nfunc f() { A() }")
        == ["initial value of A.date", "calls now()"])
    #expect(way(text + "func f() { use(now) }") == ["passes now()"])
  }

  @Test func anUnappliedInitializerOfACauseIsKept() {
    #expect(way("struct A { var date: () -> Date = Date.init }\nfunc f() { A() }") == nil)
    #expect(
      way("struct A { var date = use(Date.init) }\nfunc f() { A() }")
        == ["initial value of A.date"])
    #expect(way("func f(a: A) { a.date = Date.init }", from: "f(a:)") == nil)
    #expect(way("func f(a: A) { a.date = Date.init(x: 1) }", from: "f(a:)") == [])
    #expect(way("func f() { use(Date.init) }") == [])
  }

  @Test func aClosureThatIsPassedCounts() {
    #expect(way("func f() { run { Date() } }") == [])
    #expect(way("func f() { run({ Date() }) }") == [])
    #expect(way("func f() { run(then: { Date() }) }") == [])
    // Also to the initializer of what is kept.
    #expect(
      way("struct A { var b = B { Date() } }\nfunc f() { A() }")
        == ["initial value of A.b"])
  }

  @Test func aClosureInALocalVariableCounts() {
    #expect(way("func f() { let g = { Date() }; g() }") == [])
    #expect(way("func f() { { Date() }() }") == [])
    #expect(way("func f() { let g = { } ; g() }") == nil)
  }

  @Test func storedClosuresAreCounted() {
    let program = TracedProgram("struct A { var a = { 1 }; var b = 1; let c = { 2 }() }").program
    #expect(program.notFollowed.storedClosures == 1)
  }

  @Test func whatIsNotFollowedIsCounted() {
    let text = """
      class A {
        @Published var x = 0
        var y = 0
        deinit {}
        func f() { use(\\.y); other.y; y }
      }
      func make<T: A>() -> T { T(z: 1) }
      """
    let counts = TracedProgram(text).program.notFollowed
    #expect(counts.propertyWrappers == 1)
    #expect(counts.deinitializers == 1)
    #expect(counts.keyPaths == 1)
    #expect(counts.generics == 1)
    #expect(counts.unknownReceivers == 1)
    #expect(counts.uses == 2)
  }
}
