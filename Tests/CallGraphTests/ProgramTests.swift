import Testing

@testable import CallGraph

@Suite("Ways over several kinds of hops, and places in files")
struct ProgramTests {
  @Test func aWayThatNobodySaw() {
    let files = [
      "Sources/Game/Game.swift": """
      public struct Game {
        public struct State {
          public static var onboarding: State { State(start: Date()) }
          init(start: Int) {}
        }
      }
      """,
      "Sources/Onboarding/Onboarding.swift": """
      import Game
      public struct Onboarding {
        public struct State {
          public init(game: Game.State = .onboarding, step: Int = 0) {}
        }
      }
      """,
      "Sources/App/App.swift": """
      import Onboarding
      struct AppReducer {
        var core: Int { use(Onboarding.State(step: 1)) }
        var other: Int { use(Onboarding.State(game: g, step: 1)) }
      }
      """,
    ]
    let program = TracedProgram(files)
    #expect(
      program.way(from: "AppReducer.core") == [
        "default argument game: of Onboarding.State.init(game:step:)",
        "reads Game.State.onboarding",
      ])
    #expect(program.way(from: "AppReducer.other") == nil)
  }

  @Test func everyKindOfHop() {
    let text = """
      protocol Loader { func load() }
      struct Live: Loader {
        var store = Store()
        func load() { store.stamp() }
      }
      class Store {
        func stamp() { late }
        lazy var late = Value()
      }
      struct Value { var x = now() }
      func now(clock: Int = Clock.current) -> Int { 0 }
      enum Clock { static var current: Int { Date() } }
      func use(_ l: Loader) { l.load() }
      func f() { use(Live()) }
      """
    #expect(
      TracedProgram(text).way(from: "f()") == [
        "calls use(_:)", "calls Loader.load()", "implements Live.load()", "calls Store.stamp()",
        "reads initial value of Store.late", "initial value of Value.x",
        "default argument clock: of now(clock:)", "reads Clock.current",
      ])
  }

  @Test func theInnermostNodeIsAroundAPlace() throws {
    let text = """
      struct A {
        var x = first()
        func f(y: Int = second()) { func g() { third() }; fourth() }
      }
      fifth()
      """
    let program = TracedProgram(text)
    func label(at word: String) throws -> String {
      let start = try #require(text.firstRange(of: word)?.lowerBound)
      let offset = text.utf8.distance(from: text.startIndex, to: start)
      return program.label(try #require(program.program.node(at: offset, inFile: 0)))
    }
    #expect(try label(at: "first") == "initial value of A.x")
    #expect(try label(at: "second") == "y: of A.f(y:)")
    #expect(try label(at: "third") == "A.f(y:).g()")
    #expect(try label(at: "fourth") == "A.f(y:)")
    #expect(try label(at: "fifth") == "top level")
    #expect(program.program.node(at: text.utf8.count + 1, inFile: 0) == nil)
    let member = try #require(text.firstRange(of: "  var x")?.lowerBound)
    let offset = text.utf8.distance(from: text.startIndex, to: member)
    let outside = TracedProgram(text.replacing("fifth()", with: ""))
    #expect(outside.program.node(at: offset, inFile: 0) == nil)
  }

  @Test func anEdgeIsInTheFileOfItsSource() throws {
    let program = TracedProgram([
      "Sources/A/a.swift": String(repeating: "// far\n", count: 9) + "struct A { var x = Date() }",
      "Sources/A/b.swift": "extension A { init(y: Int) {} }",
    ]).program
    let node = try #require(
      program.nodes.indices.first { program.name(ofNode: $0) == "A.init(y:)" })
    #expect(program.graph.edges(of: node).map(\.how) == [.initialValue])
    #expect(program.graph.edges(of: node).map(\.offset) == [14])
  }

  @Test func nodesOfAPartOfAFile() {
    let text = "struct A { func f() {}\nfunc g() {} }\nfunc h() {}"
    let program = TracedProgram(text)
    let end = text.utf8.count
    let labels = program.program.nodes(in: 0..<end - 12, ofFile: 0).map(program.label)
    #expect(labels == ["A.f()", "A.g()"])
    #expect(program.program.nodes(in: 0..<end, ofFile: 0).map(program.label).last == "h()")
  }

  @Test func namesAreThoseOfTheBaseline() {
    let text = """
      extension Outer.Inner { func f(_ a: Int, to b: Int) { func g() {} } }
      extension [Int] { subscript(x: Int, y y: Int) -> Int { 0 } }
      extension Array { init?(z: Int) {} }
      #Preview { f() }
      """
    let names = TracedProgram(text).program.nodes.indices
    let program = TracedProgram(text)
    #expect(
      names.map(program.label) == [
        "Outer.Inner.f(_:to:)", "Outer.Inner.f(_:to:).g()", "Array.subscript(_:y:)",
        "Array.init(z:)", "#Preview",
      ])
  }

  @Test func theCodeOfAPreviewIsANode() {
    let text = "#Preview { now() }\n#Preview { later() }\nfunc now() { Date() }\nfunc later() {}"
    #expect(edges("#Preview", in: text) == ["calls now()", "calls later()"])
    #expect(TracedProgram(text).way(from: "#Preview") == ["calls now()"])
  }
}
