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

  @Test func anAutoclosureRunsWhereItsFunctionRunsIt() {
    let calls = [
      "use(Date())", "use(x, Date())", "use(make(Date()))", "use(x.map { Date() })",
      "use(x + clock())", "use(x ?? Date())", "use([Date()])", "use(x, y: clock())",
    ]
    let head = "func clock() { Date() }\nfunc f() { CALL }\n"
    let parameters =
      "_ a: @autoclosure () -> Int = 1, _ b: @autoclosure @escaping () -> Int = 1, y: @autoclosure () -> Int = 1"
    let runs = [
      "a(); b(); y()", "take(a, b, y)", "if c { take(a(), b()) }; let own = y; own()",
      "self.x = a(); self.y = b(); self.z = y()", "return { a() + b() + y() }",
      "let box = [a, b, y]", "other(a(), b(), y())",
    ]
    let keeps = ["", "self.a = a; self.b = b; self.c = y", "self.all = [a, b, y]", "g = a; g = b"]
    for call in calls {
      let head = head.replacing("CALL", with: call)
      for run in runs { #expect(way(head + "func use(\(parameters)) { \(run) }") != nil, "\(run)") }
      for keep in keeps {
        #expect(way(head + "func use(\(parameters)) { \(keep) }") == nil, "\(call) \(keep)")
      }
    }
    // What stands beside such an argument runs.
    let beside = "func f() { use(Date(), z: 1); use(1, z: Date()) }\n"
    #expect(way(beside + "func use(_ a: @autoclosure () -> Int, z: Int) { }") == [])
    #expect(
      way("func f() { use(Date()); Date() }\nfunc use(_ a: @autoclosure () -> Int) { }") == [])
    // An implementation may run it; so may code without source.
    let method = "use(_ a: @autoclosure () -> Int)"
    let use = "func f() { let p: P = S(); p.use(Date()) }\n"
    #expect(
      way(use + "protocol P { func \(method) }; struct S: P { func \(method) { a() } }") == [])
    #expect(
      way(
        "func f() { let p: P = S(); p.use(Date()) }\nclass P { func \(method) {} }\n"
          + "class S: P { override func \(method) { a() } }") == [])
    #expect(way("func f() { XCTAssertEqual(Date(), 1) }") == [])
    #expect(way("func f() { A(x: unimplemented(\"x\", placeholder: Date())) }") == nil)
    #expect(way("func f() { unimplemented(Date(), placeholder: 1) }") == [])
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
