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

  @Test func aStoredClosureThatNothingReplacesRunsWhereItIsCalled() {
    let uses = "\nfunc f() { A().use() }"
    let runs = [
      "struct A { var now: () -> Date = { Date() }; func use() { now() } }",
      "struct A { var now: () -> Date = Date.init; func use() { self.now() } }",
      "struct A { var now = { Date() }; func use() { let a = self; a.now() } }",
      "class A { let now: () -> Date = { Date() }; func use() { now() } }",
      "struct A { static var now = { Date() }; func use() { A.now() } }",
      "struct A { lazy var now = { Date() }; func use() { now() } }",
      "struct A { func use() { now() } }\nlet now: () -> Date = Date.init",
      "struct A { var now = { Date() }; var x = 1; func use() { now() } }\nlet a = A(x: 2)",
    ]
    for code in runs {
      let name = code.contains("\nlet now") ? "now" : "A.now"
      #expect(way(code + uses) == ["calls A.use()", "calls closure in \(name)"], "\(code)")
    }
    let code = "struct A { var now = { Date() }; func use() { now() } }"
    let replaced = [
      "let a = A(now: { x })", "let a = A { x }", "func g(a: inout A) { a.now = { x } }",
      "func g() { var a = A(); a.now = x }", "func g() { a.unknown.now = x }",
      "extension A { init(x: Int) { now = { x } } }",
    ]
    for other in replaced { #expect(way(code + uses + "\n" + other) == nil, "\(other)") }
    #expect(way(code + "\nfunc f() { A().other() }") == nil)
    #expect(
      way("struct A { var now = { 1 }; func use() { now() }; let x = { Date() } }" + uses) == nil)
  }

  @Test func theActionOfAControlIsKept() {
    let kept = [
      "Button(\"x\") { Date() }", "Button { Date() } label: { x }",
      "Button(action: { Date() }) { x }",
      "Button(role: .cancel, action: { Date() })", "UIAction { _ in Date() }",
      "UIAction(title: \"x\", handler: { _ in Date() })", "UIAlertAction(title: x) { _ in Date() }",
      "UIContextualAction(style: .normal) { a, b, c in Date() }", "x.onTapGesture { Date() }",
      "x.onTapGesture(count: 2) { Date() }",
    ]
    for code in kept { #expect(way("func f() { \(code) }") == nil, "\(code)") }
    let runs = [
      "Button { x } label: { Date() }", "Button(action: x) { Date() }", "Button(Date()) { x }",
      "Button(action: x, label: { Date() })", "List { Date() }", "x.onAppear { Date() }",
      "Button(action: make(Date()))",
    ]
    for code in runs { #expect(way("func f() { \(code) }") == [], "\(code)") }
    let text = "func now() { Date() }\nfunc f() { Button(\"x\", action: now) }"
    #expect(way(text) == nil)
    #expect(TracedProgram("func f() { Button { } }").program.notFollowed.storedClosures == 1)
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
