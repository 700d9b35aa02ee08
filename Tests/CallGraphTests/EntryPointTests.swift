import Testing

@Suite("Tests are those of XCTest and of Swift Testing")
struct EntryPointTests {
  private func names(_ text: String) -> Set<String> { Set(TracedProgram(text).tests.keys) }

  /// The way of a test to the nearest cause.
  private func way(_ name: String, _ text: String) -> [String]? {
    TracedProgram(text).tests[name] ?? ["there is no test '\(name)'"]
  }

  // MARK: - XCTest

  @Test func methodsOfATestCaseWithoutParameters() {
    let text = """
      class T: XCTestCase {
        func testA() {}
        func testB() async throws {}
        func testC(_ x: Int) {}
        func helper() {}
        static func testD() {}
        private func testE() {}
      }
      """
    #expect(names(text) == ["T.testA()", "T.testB()"])
    #expect(names(text.replacing("XCTestCase", with: "NSObject")) == [])
    #expect(names(text.replacing("XCTestCase", with: "SnapshotTestCase")).count == 2)
    #expect(names(text.replacing("class T: XCTestCase", with: "class T")) == [])
    #expect(
      names("extension T { func testF() {} }\n" + text)
        == ["T.testA()", "T.testB()", "T.testF()"])
  }

  @Test func inheritedTestsAreThereForEachClass() {
    let text = """
      class Base: XCTestCase { func testA() { step() }; func step() {} }
      class One: Base { override func step() { Date() } }
      class Two: Base { func testB() {} }
      class Own: Base { override func testA() { Date() } }
      """
    let all: Set = ["Base.testA()", "One.testA()", "Two.testA()", "Two.testB()", "Own.testA()"]
    #expect(names(text) == all)
    #expect(way("Own.testA()", text) == [])
    #expect(way("One.testA()", text) == ["calls Base.step()", "overrides One.step()"])
    #expect(way("Two.testA()", text) == nil)
    #expect(way("Base.testA()", text) == nil)
  }

  @Test func whatTheFrameworkRunsAround() {
    let names = [
      "setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest",
    ]
    for name in names {
      let text = "class T: XCTestCase { func testA() {}; override func \(name)() { Date() } }"
      #expect(way("T.testA()", text) == ["runs T.\(name)()"], "\(name)")
    }
    let other = "class T: XCTestCase { func testA() {}; func prepare() { Date() } }"
    #expect(way("T.testA()", other) == nil)
    let perClass = "class T: XCTestCase { func testA() {}; override class func setUp() { Date() } }"
    #expect(way("T.testA()", perClass) == ["runs T.setUp()"])
  }

  @Test func whatTheFrameworkRunsOfSuperclasses() {
    let text = """
      class Base: XCTestCase { override func setUp() { Date() } }
      class T: Base { func testA() {} }
      class U: Base { func testA() {}; override func setUp() {} }
      class V: Base { func testA() {}; override func setUp() { super.setUp() } }
      """
    #expect(way("T.testA()", text) == ["runs Base.setUp()"])
    #expect(way("U.testA()", text) == nil)
    #expect(way("V.testA()", text) == ["runs V.setUp()", "calls Base.setUp()"])
    // These two are not one method.
    let both = text.replacing("setUp() {} }", with: "setUp() async {} }")
    #expect(way("U.testA()", both) == ["runs Base.setUp()"])
  }

  @Test func initialValuesOfATestCase() {
    let text = "class T: XCTestCase { let x = Date(); lazy var y = 0; func testA() {} }"
    #expect(way("T.testA()", text) == ["runs initial value of T.x"])
    let late = "class T: XCTestCase { lazy var x = Date(); func testA() {} }"
    #expect(way("T.testA()", late) == nil)
    let kept = "class T: XCTestCase { var x = { Date() }; func testA() {} }"
    #expect(way("T.testA()", kept) == nil)
  }

  // MARK: - Swift Testing

  @Test func functionsWithTheAttribute() {
    let text = """
      @Test func plain() {}
      @Test("a name", .tags(.slow), arguments: [1, 2]) func cases(x: Int) {}
      @Testing.Test func qualified() {}
      struct S { @Test func inSuite() {} }
      @Suite("a name") struct N { @Suite struct M { @Test func nested() {} } }
      @Other func other() {}
      func none() {}
      """
    #expect(
      names(text) == [
        "plain()", "cases(x:)", "qualified()", "S.inSuite()", "N.M.nested()",
      ])
  }

  @Test func aSuiteIsMadeForEachTest() {
    let initializer = "struct S { init() { Date() }\n@Test func a() {}\n@Test static func b() {} }"
    #expect(way("S.a()", initializer) == ["runs S.init()"])
    #expect(way("S.b()", initializer) == nil)
    let value = "struct S { let x = Date(); static let y = 0\n@Test func a() {} }"
    #expect(way("S.a()", value) == ["runs initial value of S.x"])
    let constant = "struct S { static let x = Date()\n@Test func a() {} }"
    #expect(way("S.a()", constant) == nil)
    let other = "struct S { init(x: Int) { Date() }; init() {}\n@Test func a() {} }"
    #expect(way("S.a()", other) == nil)
    let extended = "struct S { let x = Date() }\nextension S { @Test func a() {} }"
    #expect(way("S.a()", extended) == ["runs initial value of S.x"])
  }

  @Test func argumentsAndTraitsOfATestCountAsRun() {
    let argument = "func all() -> [Int] { Date() }\n@Test(arguments: all()) func a(x: Int) {}"
    #expect(way("a(x:)", argument) == ["calls all()"])
    let trait = "func isOn() -> Bool { Date() }\n@Test(.enabled(if: isOn())) func a() {}"
    #expect(way("a()", trait) == ["calls isOn()"])
    let direct = "@Test(arguments: [Date()]) func a(x: Int) {}"
    #expect(way("a(x:)", direct) == [])
    let other = "func isOn() -> Bool { Date() }\n@Test(.enabled(if: isOff())) func a() {}"
    #expect(way("a()", other) == nil)
  }

  @Test func whatAMacroTakesIsCode() {
    let text = "func now() -> Int { Date() }\n@Test func a() { #expect(now() == 1) }"
    #expect(way("a()", text) == ["calls now()"])
    #expect(way("a()", text.replacing("#expect(now() == 1)", with: "#expect(1 == 1)")) == nil)
  }

  @Test func everyFunctionIsAnEntry() {
    let program = TracedProgram("func f() {}\nstruct A { var x: Int { 0 }; var y = 0; init() {} }")
    let names = program.program.functions.map { program.label($0.node) }
    #expect(names.sorted() == ["A.init()", "A.x", "f()"])
  }
}
