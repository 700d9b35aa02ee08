import Diagnostics
import TestSupport
import Testing

@testable import CallGraph

@Suite("Circles, depth and any bytes are no danger", .serialized)
struct BadInputTests {
  // MARK: - Graphs

  @Test func circlesOfCalls() {
    let text = "func a() { b() }\nfunc b() { c(); a() }\nfunc c() { c(); a(); d() }\nfunc d() {}"
    #expect(TracedProgram(text).way(from: "a()") == nil)
    let cause = TracedProgram(text.replacing("d() {}", with: "d() { Date() }"))
    #expect(cause.way(from: "a()") == ["calls b()", "calls c()", "calls d()"])
    #expect(cause.way(from: "d()") == [])
  }

  @Test(arguments: [
    "class A: B {}\nclass B: A {}\nfunc f(a: A) { a.g(); A() }",
    "protocol P: Q {}\nprotocol Q: P {}\nfunc f(p: P) { p.g() }",
    "typealias A = B\ntypealias B = A\nfunc f(a: A) { a.g(); A() }",
    "class A: A { func g() { super.g() } }",
    "extension A.B {}\nextension B.A {}\ntypealias A = A.B",
    "func f() { let a = b; let b = a; a.g(); b.g() }",
    "struct A { var a = b; var b = a; func f() { a.g() } }",
    "let a = b\nlet b = a\nfunc f() { a.g() }",
    "struct S<T: T> { func f(t: T) { t.g() } }",
    "struct S<T: U, U: T> { func f(t: T) { t.g() } }",
    "protocol P { associatedtype T: T\nvar t: T { get } }\nfunc f(p: P) { p.t.t.t.g() }",
    "class A: XCTestCase { class A: A { func testA() {} } }",
  ])
  func circlesOfTypes(text: String) {
    let program = TracedProgram(text)
    #expect(program.program.nodes.count < 20)
    #expect(program.tests.count <= 1)
  }

  @Test func aWayOf50000Calls() throws {
    let count = 50_000
    var text = ""
    for number in 0..<count { text += "func f\(number)() { f\(number + 1)() }\n" }
    let program = TracedProgram(text + "func f\(count)() { Date() }").program
    var causes = [Bool](repeating: false, count: program.nodes.count)
    causes[count] = true
    var search = Search(program.graph, goals: causes)
    let steps = search.steps(from: 0)
    #expect(steps.count == count + 1)
    #expect(steps.last?.node == count)
    causes[count] = false
    search = Search(program.graph, goals: causes)
    #expect(search.steps(from: 0).isEmpty)
  }

  @Test func aWayOf50000Dispatches() {
    let count = 50_000
    var graph = Graph()
    for _ in 0...2 * count { _ = graph.addNode() }
    graph.superclasses = [-1]
    for number in 0..<count {
      graph.add(Graph.Edge(2 * number + 1, .calls, at: 0), from: 2 * number)
      graph.implementations.append(
        Graph.Implementation(of: 2 * number + 1, in: 0, by: 2 * number + 2, .implements))
    }
    var causes = [Bool](repeating: false, count: graph.nodeCount)
    causes[2 * count] = true
    var none = Search(graph, goals: causes)
    #expect(none.steps(from: 0).isEmpty)
    var all = Search(graph, goals: causes, dispatch: .all)
    #expect(all.steps(from: 0).last?.node == 2 * count)
  }

  // MARK: - Time

  private static func nest(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String
  {
    many(open, count) + inner + many(close, count)
  }

  private static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func numbered(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: "\n")
  }

  /// Texts that make a careless reader or linker look at the same again and again, or recurse.
  private static let traps: [(name: String, text: @Sendable (Int) -> String)] = [
    ("open parentheses", { many("(", $0) }),
    ("open braces", { many("{", $0) }),
    ("open types", { many("struct A {", $0) }),
    ("nested parentheses", { "let a = " + nest("(", "b", ")", $0) }),
    ("nested brackets", { "let a = " + nest("[", "b", "]", $0) }),
    ("nested calls", { "func f() {" + nest("f(x: ", "f()", ")", $0) + "}" }),
    ("nested subscripts", { "func f() {" + nest("a[", "b", "]", $0) + "}" }),
    ("nested closures", { nest("f { ", "f()", "}", $0) }),
    ("nested closures with parameters", { nest("f { x in x.f { ", "$0", "} }", $0) }),
    ("nested functions", { nest("func f() { f()\n", "", "}", $0) }),
    ("nested types", { nest("struct A { func f() {}\n", "", "}", $0) }),
    ("nested generic arguments", { "let a: " + nest("A<", "B", ">", $0) + " = f()" }),
    ("nested generic arguments of a call", { nest("A<", "B", ">", $0) + "()" }),
    ("nested function types", { "func f(" + nest("_ x: (", "Int", ") -> Int", $0) + ") {}" }),
    ("nested conditions", { nest("#if A\nfunc f() {\n", "f()\n", "}\n#endif\n", $0) }),
    ("nested interpolations", { nest("\"\\(", "f()", ")\"", $0) }),
    ("nested conditional expressions", { "let a = " + nest("if c { ", "b", "} else { d }", $0) }),
    ("nested statements", { "func f() {" + nest("if a { ", "f()", "}", $0) + "}" }),
    ("clauses", { "func f() { if a {}" + many(" else if a { f() }", $0) + "}" }),
    ("operators", { "let a = " + many("b + ", $0) + "c" }),
    ("alternatives", { "let a = " + many("b ? c : ", $0) + "d" }),
    ("defaults of optionals", { "let a = " + many("b ?? ", $0) + "c" }),
    ("a chain of calls", { "struct A { func f() -> A { self" + many(".f()", $0) + "} }" }),
    ("a chain of members", { "struct A { var a: A { self" + many(".a", $0) + "} }" }),
    ("a chain of unknown calls", { "func f() { a" + many(".f()", $0) + "}" }),
    ("a chain of closures", { "func f() { a" + many(".f { $0 }", $0) + "}" }),
    ("a chain of types", { "let a: A" + many(".B", $0) + " = b" }),
    ("many arguments", { "func f(_ x: Int...) {}\nfunc g() { f(" + many("f(), ", $0) + "1) }" }),
    (
      "many parameters",
      { "func f(" + many("_ x: Int = g(), ", $0) + "y: Int) {}\nfunc g() { f(y: 1) }" }
    ),
    ("many trailing closures", { "func f() { f { }" + many(" x: { f() }", $0) + "}" }),
    ("many cases", { "enum A { case " + many("a(Int), ", $0) + "b }" }),
    ("many locals", { "func f() {" + many("let a = b; let b = a\n", $0) + "a.f() }" }),
    ("many elements", { "let a = [" + many("f(), ", $0) + "]" }),
    ("many key paths", { "let a = [" + many("\\.a.b, ", $0) + "]" }),
    ("many functions", { count in numbered(count) { "func f\($0)() { f\(($0 * 7) % count)() }" } }),
    ("many types", { numbered($0) { "struct A\($0) { let a: A\($0 / 2); func f() { a.f() } }" } }),
    ("many extensions", { "struct A {}\n" + numbered($0) { "extension A { func f\($0)() {} }" } }),
    (
      "many extensions of unknown types",
      { numbered($0) { "extension A\($0).B { func f() { g() } }" } }
    ),
    ("many imports", { numbered($0) { "import A\($0)" } + "\nfunc f() { g() }" }),
    (
      "many closures of dictionaries",
      { "func f(d: [Int: Int]) {" + many("d.map { $0.key }\n", $0) + "}" }
    ),
    ("a chain of classes", { numbered($0) { "class A\($0 + 1): A\($0) { func f() { g() } }" } }),
    (
      "a chain of protocols",
      { numbered($0) { "protocol P\($0 + 1): P\($0) {}\nextension P\($0) { func f() { g() } }" } }
    ),
    (
      "a chain of aliases", { numbered($0) { "typealias A\($0) = A\($0 + 1)" } + "\nlet a: A0 = b" }
    ),
    ("a chain of values", { numbered($0) { "let a\($0) = a\($0 + 1)" } + "\nfunc f() { a0.g() }" }),
    (
      "many overrides",
      { "class B { func f() {} }\n" + numbered($0) { "class A\($0): B { override func f() {} }" } }
    ),
    (
      "many conformances",
      { "protocol P { func f() }\n" + numbered($0) { "struct A\($0): P { func f() {} }" } }
    ),
    (
      "overloads that take other types",
      {
        numbered($0) {
          "struct S\($0) {}\nfunc f(_ x: S\($0)) {}\nfunc g(a\($0) x: S\($0)) { f(x) }"
        }
      }
    ),
    (
      "overloads and arguments of no known type",
      { numbered($0) { "func f(_ x: S\($0)) {}\nfunc g\($0)() { f(a.b) }" } }
    ),
    (
      "overloads with default arguments",
      { numbered($0) { "func f(_ x: Int, a\($0): Int = g0()) {}\nfunc g\($0)() { f(1) }" } }
    ),
    (
      "members of one name",
      {
        "struct S {}\n" + numbered($0) { _ in "extension S { func f() { g() }\nfunc g() { f() } }" }
      }
    ),
    (
      "variables of one name",
      {
        "struct S {}\n"
          + numbered($0) { _ in "extension S { var v: Int { v }; func f() { v = 1 } }" }
      }
    ),
    (
      "initializers of one type",
      {
        "struct S {}\n"
          + numbered($0) { "extension S { init(a: T\($0)) {} }\nfunc f(a\($0) x: T) { S(a: x) }" }
      }
    ),
    (
      "operators of one name",
      {
        numbered($0) {
          "struct S\($0) { static func == (a: S\($0), b: S\($0)) -> Bool { a == b } }"
        }
      }
    ),
    (
      "calls that leave out many arguments",
      { count in
        "func f(" + numbered(20) { "x\($0): Int = 1," } + "y: Int = 1) {}\n"
          + numbered(count) { "func g\($0)() { f() }" }
      }
    ),
    ("joined alternatives", { many("(a ? b : c) as A, ", $0) }),
    ("open strings", { many("\"\\(", $0) }),
    ("broken declarations", { many("func (", $0) + many("init<", $0) + many("subscript", $0) }),
    ("broken patterns", { "func f() {" + many("if case let (", $0) + many("for case .a(", $0) }),
    ("attributes", { many("@A(b: c) ", $0) + "func f() {}" }),
    ("open attributes", { many("@A(", $0) + "func f() {}" }),
  ]

  /// What the whole way from bytes to the graph does with a text.
  private func trace(_ bytes: [UInt8]) {
    let summary = FileSummary(of: bytes)
    let program = Program([(path: FilePath("Sources/A/a.swift"), summary: summary)], manifests: [])
    _ = program.tests
  }

  @Test(arguments: traps.map(\.name))
  func timeIsInProportionToTheFile(name: String) throws {
    let trap = try #require(Self.traps.first { $0.name == name })
    let growth = growth(from: 1024) {
      Array(trap.text($0).utf8)
    } work: {
      trace($0)
    }
    #expect(growth < linearGrowth)
  }

  /// Recursion at this depth would overflow the stack.
  @Test(arguments: traps.map(\.name).filter { $0.contains("nested") || $0.contains("open") })
  func nestingIsNotRecursion(name: String) throws {
    let trap = try #require(Self.traps.first { $0.name == name })
    trace(Array(trap.text(50_000).utf8))
  }

  /// What nests too deeply for recursion is read as well, and knows its locals and its members.
  @Test func codeOfAnyDepthHasItsEdges() {
    func edges(_ code: String) -> Set<String> {
      let text = "struct A { func now() -> A { self } }\nfunc g(_ a: A) -> A { a }\n"
      return Set(TracedProgram(text + "func f(a: A) { \(code) }").edges("f(a:)") ?? [])
    }
    #expect(edges(Self.nest("g(", "a.now()", ")", 400)) == ["calls g(_:)", "calls A.now()"])
    #expect(edges(Self.nest("(", "a", ").now()", 400)) == ["calls A.now()"])
    #expect(edges(Self.nest("x { b in ", "a.now()", " }", 400)) == ["calls A.now()"])
    #expect(edges(Self.nest("if x { ", "a.now()", " }", 400)) == ["calls A.now()"])
    #expect(edges("let b: " + Self.nest("(", "A", ")", 400) + " = c\nb.now()") == ["calls A.now()"])
    let types = Self.nest("struct S { func f() {}\n", "func z(a: A) { a.now() }", "}", 400)
    let program = TracedProgram("struct A { func now() {} }\n" + types)
    let deep = program.program.nodes.indices.filter { program.label($0).hasSuffix(".z(a:)") }
    #expect(deep.map { program.program.graph.edges(of: $0).count } == [1])
  }

  private static let manyFiles: [(name: String, text: @Sendable (Int) -> String)] = [
    ("functions", { "func f\($0)() { f\($0 / 2)() }" }),
    ("private functions of one name", { "private func f() {}\nfunc g\($0)() { f() }" }),
    (
      "private types of one name",
      { "private struct S\($0 % 2) { func f() {} }\nlet a\($0) = S0()" }
    ),
    ("types of one name", { _ in "class S { func f() { g() }\nfunc g() { f() } }" }),
    (
      "functions and types of one name",
      { "class S { func f\($0)() { g() }\nfunc g() {} }\nfunc h() { S().g() }" }
    ),
    ("extensions of one type", { "extension S { func f\($0)() { f\($0 / 2)() } }" }),
    (
      "functions and types of one name in many folders",
      { _ in "class S { func f() { g() } }\nfunc g() { S().f() }\nextension S {}" }
    ),
  ]

  @Test(arguments: manyFiles.map(\.name))
  func timeIsInProportionToTheFiles(name: String) throws {
    let kind = try #require(Self.manyFiles.first { $0.name == name })
    let growth = growth(from: 256) { count in
      return (0..<count).map { number in
        (
          path: FilePath(
            name.contains("folders") ? "Day\(number)/a.swift" : "Sources/A/\(number).swift"),
          summary: FileSummary(of: Array(kind.text(number).utf8))
        )
      }
    } work: {
      _ = Program($0, manifests: [])
    }
    #expect(growth < linearGrowth)
  }

  private static let manyTests: [(name: String, head: String, text: @Sendable (Int) -> String)] = [
    (
      "types that conform", "protocol P { func m() }\nfunc g(_ p: any P) { p.m() }\n",
      { "struct S\($0): P { func m() {} }\n@Test func t\($0)() { g(S\($0)()) }\n" }
    ),
    (
      "overloads", "",
      { "struct S\($0) {}\nfunc g(_ s: S\($0)) {}\n@Test func t\($0)() { g(S\($0)()) }\n" }
    ),
    (
      "default arguments", "func g(a: Int = f(), b: Int = f()) {}\n",
      { "@Test func t\($0)() { g(a: \($0)) }\n" }
    ),
    (
      "operators", "",
      {
        "struct S\($0) { static func + (l: S\($0), r: S\($0)) {} }\n@Test func t\($0)() { S\($0)() + S\($0)() }\n"
      }
    ),
  ]

  @Test(arguments: manyTests.map(\.name))
  func timeIsInProportionToTheTests(name: String) throws {
    let kind = try #require(Self.manyTests.first { $0.name == name })
    let growth = growth(from: 256) { count in
      FileSummary(of: Array((kind.head + (0..<count).map(kind.text).joined()).utf8))
    } work: { summary in
      let program = Program(
        [(path: FilePath("Sources/A/a.swift"), summary: summary)], manifests: [])
      let goals = [Bool](repeating: true, count: program.graph.nodeCount)
      var search = Search(program.graph, goals: goals)
      for test in program.tests {
        _ = search.steps(from: test.entry.node, around: test.entry.around)
      }
    }
    #expect(growth < linearGrowth)
  }

  @Test func aSearchTakesTimeInProportionToWhatItReaches() {
    let growth = growth { count in
      var graph = Graph()
      for _ in 0...count { _ = graph.addNode() }
      for node in 0..<count {
        graph.add(Graph.Edge(node + 1, .calls, at: 0), from: node)
        graph.add(Graph.Edge(node / 2, .calls, at: 0), from: node)
      }
      return graph
    } work: { graph in
      var goals = [Bool](repeating: false, count: graph.nodeCount)
      goals[graph.nodeCount - 1] = true
      var search = Search(graph, goals: goals)
      _ = search.steps(from: 0)
    }
    #expect(growth < linearGrowth)
  }

  // MARK: - Any bytes

  @Test(arguments: seeds(8))
  func mutatedSourcesAreRead(seed: UInt64) throws {
    var mutated = MutatedSources(
      seed: seed, sources: try swiftSources(in: ["Sources", "Fixtures"]),
      fixtures: try swiftSources(in: ["Tests/CallGraphTests"]))
    for _ in 0..<200 {
      let texts = (0..<3).map { _ in mutated.next() }
      let files = texts.enumerated().map { number, text in
        (
          path: FilePath("Sources/A\(number)/a.swift"),
          summary: FileSummary(of: text)
        )
      }
      let program = Program(files, manifests: [(FilePath("Package.swift"), mutated.next())])
      let areInFile = program.nodes.allSatisfy { $0.range.upperBound <= texts[$0.file].count }
      #expect(areInFile)
      for node in program.nodes.indices { _ = program.name(ofNode: node) }
      _ = (program.tests, program.functions)
    }
  }

  @Test func theSameBytesGiveTheSameGraph() throws {
    let sources = try swiftSources(in: ["Sources/CallGraph"])
    func edges() -> [String] {
      let program = Program(
        sources.enumerated().map { number, bytes in
          (
            path: FilePath("Sources/A/\(number).swift"),
            summary: FileSummary(of: bytes)
          )
        }, manifests: [])
      return program.nodes.indices.map { "\(program.graph.edges(of: $0))" }
    }
    let first = edges()
    #expect(500 < first.count)
    #expect(edges() == first)
  }
}
