import CallGraph
import Diagnostics
import Syntax
import Testing

@Suite("Types of expressions, as rules ask for them")
struct ExpressionTypeTests {
  /// The type of what the last loop of a text goes through, such as `Set<Int>?`; `-` for unknown.
  private func loop(
    _ text: String, at path: String = "Sources/App/File.swift", in declared: DeclaredTypes? = nil
  ) -> String {
    withSyntaxTree(of: Array(text.utf8)) { tree in
      let types = ExpressionTypes(of: tree, at: FilePath(path), in: declared)
      let loops = (0..<tree.count).filter { tree.kind(of: $0) == .forStmt }
      let last = loops.max { tree.start(of: $0) < tree.start(of: $1) }
      guard let last, let value = tree.parts(ofBinding: last).value,
        let type = types.type(ofExpressionAt: value)
      else { return "-" }
      let parts = [type.key, type.element].compactMap { $0 }.joined(separator: ", ")
      return (type.isOwn ? "own " : "") + type.name + (parts.isEmpty ? "" : "<\(parts)>")
        + (type.isOptional ? "?" : "")
    }
  }

  private func declared(_ files: KeyValuePairs<String, String>) -> DeclaredTypes {
    DeclaredTypes(files.map { (FilePath($0), FileSummary(of: Array($1.utf8), hasBodies: false)) })
  }

  private static let names = """
    struct Room { var tags: Set<String>; var size = 1 }
    struct House {
      let ids: Set<Int>
      var rooms: [String: Room] = [:]
      var maybe: [String: Int]?
      lazy var made: Set = { Set(list.map { $0.size }) }()
      let list: [Room]
    }
    """

  @Test(arguments: [
    // Written, and literals.
    ("house.ids", "Set<Int>"), ("house.rooms", "Dictionary<String>"), ("house.made", "Set"),
    ("house.maybe", "Dictionary<String, Int>?"), ("house.maybe!", "Dictionary<String, Int>"),
    ("house.maybe ?? [:]", "Dictionary<String, Int>"), ("[\"a\": 1]", "Dictionary<String, Int>"),
    ("[String: Int]()", "Dictionary<String, Int>"),
    ("[AnyHashable: Any]()", "Dictionary<AnyHashable>"),
    ("[(id: Int, tags: Set<Int>)]().first!.tags", "Set<Int>"),
    ("Set<Int>()", "Set<Int>"), ("([1, 2] as Set<Int>)", "Set<Int>"), ("[1, 2]", "Array<Int>"),
    // What collections give.
    ("house.ids.sorted()", "Array<Int>"), ("house.ids.sorted { $0 < $1 }", "Array<Int>"),
    ("house.ids.dropFirst()", "Array<Int>"), ("house.ids.filter { $0 > 1 }", "Set<Int>"),
    ("house.ids.subtracting([1])", "Set<Int>"), ("house.ids.symmetricDifference([1])", "Set<Int>"),
    ("house.ids.map { $0 }", "Array<Int>"), ("house.ids.lazy", "LazySequence<Int>"),
    ("house.rooms.keys", "Dictionary.Keys<String, String>"),
    ("house.rooms.keys.sorted()", "Array<String>"),
    ("house.rooms.mapValues { $0.size }.values", "Dictionary.Values<Int>"),
    ("house.rooms.mapValues(\\.size)", "Dictionary<String, Int>"),
    ("house.rooms.merging([:]) { first, _ in first }", "Dictionary<String>"),
    ("house.rooms.filter { $0.value.size > 1 }", "Dictionary<String>"),
    ("house.rooms.first!.value.tags", "Set<String>"),
    ("house.rooms.map { $0.key }", "Array<String>"), ("house.rooms[\"a\"]?.tags", "Set<String>?"),
    ("house.rooms[\"a\"]!.tags", "Set<String>"),
    // Made of others.
    ("Set(house.list)", "Set"), ("Set(house.list.map(\\.size))", "Set<Int>"),
    ("Array(house.ids)", "Array<Int>"), ("Set(house.rooms.keys)", "Set<String>"),
    ("Dictionary(grouping: house.list, by: \\.size)", "Dictionary<Int>"),
    ("Dictionary(grouping: house.ids) { $0 }", "Dictionary<Int, Array<Int>>"),
    ("Dictionary(uniqueKeysWithValues: house.ids.map { ($0, \"a\") })", "Dictionary<Int, String>"),
    ("house.ids.reduce(into: [Int: String]()) { $0[$1] = \"\" }", "Dictionary<Int, String>"),
    ("lock.withLock { house.ids }", "Set<Int>"), ("note.userInfo", "Dictionary<AnyHashable>?"),
    ("try JSONDecoder().decode(Set<Int>.self, from: data)", "Set<Int>"),
    // An optional's own methods.
    ("(value as? [String: Int]).map { $0 }", "Dictionary<String, Int>?"),
    ("(value as? [String: Int])?.keys", "Dictionary.Keys<String, String>?"),
    ("house.maybe.map { $0.keys } ?? none", "Dictionary.Keys<String, String>"),
    ("unknown.ids", "-"), ("house.ids.formatted()", "-"),
  ])
  func aLoopGoesThroughAValueOfAType(expression: String, type: String) {
    let code = "func f(house: House, value: Any) {\n  for x in (\(expression)) {}\n}\n"
    #expect(loop(Self.names + "\n" + code) == type, "\(expression)")
  }

  @Test func otherFilesTellTypes() {
    let text = "func f() { for x in house.ids {} }"
    #expect(loop(text) == "-")
    let other = declared([
      "Sources/App/House.swift": "struct House { var ids: Set<Int> { get { [] } set {} } }",
      "Sources/App/Main.swift": "let house = House()",
    ])
    #expect(loop(text, in: other) == "Set<Int>")
    other.replace(
      FilePath("Sources/App/House.swift"), with: FileSummary(of: Array("struct House {}".utf8)))
    #expect(loop(text, in: other) == "-")
    other.replace(
      FilePath("Sources/App/New.swift"),
      with: FileSummary(of: Array("extension House { var ids: [Int] }".utf8)))
    #expect(loop(text, in: other) == "Array<Int>")
  }

  /// A text takes the place of the file with its path. Nobody else sees it.
  @Test func aTextHasItsOwnDeclarations() {
    let file =
      "struct House<T> { var ids: Set<T>; private var own: [T] }\nstruct Other { var a = 1 }"
    let loops = "\nextension House { func f(h: House<Int>) { for x in h.ids {} } }"
    let alias = """
      struct Tree { typealias Own = Node; func f(own: Own) { for x in own.ids {} } }
      private struct Node { var ids: Set<Int> }
      """
    let other = declared([
      "Sources/App/House.swift": file, "Sources/App/Use.swift": "let h = House<Int>()",
      "Sources/App/Alias.swift": alias,
    ])
    let path = "Sources/App/House.swift"
    #expect(loop(file + loops, at: path, in: other) == "Set<Int>")
    #expect(loop(alias, at: "Sources/App/Alias.swift", in: other) == "Set<Int>")
    let changed =
      "struct House<T> { var ids: [T: T]; private var own: Set<T> }\nstruct Added { var s: Set<Int> }"
    #expect(loop(changed + loops, at: path, in: other) == "Dictionary<Int, Int>")
    #expect(
      loop(changed + "\nfunc g(a: Added) { for x in a.s {} }", at: path, in: other) == "Set<Int>")
    #expect(
      loop(changed + "\nfunc g() { for x in Added(s: []).s {} }", at: path, in: other) == "Set<Int>"
    )
    #expect(
      loop("func g(h: House<Int>) { for x in h.ids {} }", at: "Sources/App/Use.swift", in: other)
        == "Set<Int>")
    #expect(
      loop("func g(a: Added) { for x in a.s {} }", at: "Sources/App/Use.swift", in: other) == "-")
  }

  @Test func ownTypesAreTold() {
    let own = "struct Set<T> { init(_ x: [T]) {} }\n"
    #expect(loop(own + "func f() { for x in Set([1]) {} }") == "own Set")
    #expect(loop("class A { struct Set {}; func f(s: Set) { for x in s {} } }") == "own A.Set")
    #expect(loop("func f(s: Swift.Set<Int>) { for x in s {} }").hasSuffix("Set<Int>"))
  }

  @Test func selfMayBeACollection() {
    #expect(loop("extension Set { func f() { for x in self {} } }") == "Set")
    #expect(loop("extension Dictionary { func f() { for x in keys {} } }") == "Dictionary.Keys")
    #expect(loop("extension Set { func f() { for x in filter({ _ in true }) {} } }") == "Set")
    #expect(loop("extension Set { func f() { for x in sorted(by: <) {} } }") == "Array")
  }

  @Test func anOwnBoxHasWhatItIsMadeOf() {
    let box = """
      struct State { var open: Set<Int> = [] }
      final class Box<Value> { init(_ value: Value) {}; func read<U>(_ body: (Value) -> U) -> U { body() } }
      let box = Box(State())

      """
    #expect(loop(box + "func f() { for x in box.read({ $0.open }) {} }") == "Set<Int>")
    #expect(loop(box + "func f() { for x in box.read(\\.open) {} }") == "Set<Int>")
  }

  @Test func bindingsUnwrap() {
    let head = "struct A { var m: Set<Int>? }\nfunc f(a: A?) {\n"
    #expect(loop(head + "if let m = a?.m { for x in m {} } }") == "Set<Int>")
    #expect(loop(head + "let m = a?.m\nfor x in m {} }") == "Set<Int>?")
    #expect(loop(head + "guard let a, let m = a.m else { return }\nfor x in m {} }") == "Set<Int>")
    #expect(
      loop(head + "let m = try? g()\nfor x in m {} }\nfunc g() -> Set<Int> { [] }") == "Set<Int>?")
    #expect(loop(head + "for x in a!.m! {} }") == "Set<Int>")
  }

  @Test(arguments: [
    ("if case let .room(_, sizes) = n { for x in sizes {} }", "Dictionary<String, Int>"),
    ("if case let .room(all) = n { for x in all.sizes {} }", "Dictionary<String, Int>"),
    ("if case .tags(let tags) = n { for x in tags {} }", "Set<Int>?"),
    ("guard case .tags(let tags?) = n else { return }; for x in tags {}", "Set<Int>"),
    ("if case .tags(.some(let tags))? = list.first { for x in tags {} }", "Set<Int>"),
    ("for case Node.room(_, let sizes) in list { for x in sizes {} }", "Dictionary<String, Int>"),
    ("if case (.room(_, let sizes), 1) = (n, 1) { for x in sizes {} }", "Dictionary<String, Int>"),
    ("switch n { case .tags: (); case .room(_, let a): for x in a {} }", "Dictionary<String, Int>"),
    ("switch n { default: do {} catch .tags(let tags) { for x in tags {} } }", "-"),
    ("if case .success(let rows) = result { for x in rows {} }", "Array<Int>"),
    ("if case .next(.open(let all)) = box { for x in all {} }", "Array<String>"),
    ("if case let .other(tags) = n { for x in tags {} }", "-"),
  ])
  func aCaseTellsWhatItHas(code: String, type: String) {
    let head = """
      indirect enum Node { case room(String, sizes: [String: Int]), tags(Set<Int>?) }
      enum Box<T> { case open([T]), next(Box<T>) }
      func f(n: Node, list: [Node], result: Result<[Int], any Error>, box: Box<String>) {

      """
    #expect(loop(head + code + "\n}") == type, "\(code)")
  }
}
