import Foundation
import Syntax
import TestSupport
import Testing

@Suite("A tree is that of Swift's own parser; make conformance compares them")
struct SyntaxTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Syntax")

  private static func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  @Test func treeOfAllKindsIsAsItIsKept() throws {
    var tree: [UInt8] = []
    dumpTree(of: try Self.bytes(of: "kinds.swift"), path: Array("kinds.swift".utf8), into: &tree)
    let kept = String(decoding: try Self.bytes(of: "kinds.tree"), as: UTF8.self)
    #expect(String(decoding: tree, as: UTF8.self) == kept)
    for kind in SyntaxKind.allCases where kind != .deferred && kind != .unexpected {
      #expect(kept.contains(" \(kind)\n") || kept.contains("\t\(kind)\n"), "\(kind)")
    }
  }

  @Test(arguments: ["kinds.swift"] + hardTexts.keys.sorted())
  func nodesAreInTheirParents(name: String) throws {
    let bytes = try Self.hardTexts[name].map { Array($0.utf8) } ?? Self.bytes(of: name)
    #expect(treeFault(in: bytes) == nil)
  }

  /// What Swift reports as an error; nothing of it may get lost.
  private static let hardTexts = [
    "open brackets": "f(a[b{c(\"\\(d", "closed ones": ")]}f()}", "crossed": "(a[b)c]",
    "clauses that open": "struct S {\n#if A\nfunc f() {\n#else\nfunc g() {\n#endif\nh()\n}\n}\ni()",
    "a clause that closes": "f {\n#if A\n}\n#endif\ng()", "no endif": "#if A\nf()\n#else\ng()",
    "stray directives": "#endif\n#else\nf()", "after endif": "#if A\n#endif x\nf()",
    "split operators": "let a: A<B<C>>?=d, e:Int?=nil\nfunc ==<T>(f: A<B<T>>)->A<B>?{}",
  ]

  @Test func partsThatAreDeferredAreFound() {
    let depth = 1_000
    let bytes = repeated("f { ", depth) + Array("now".utf8) + repeated(" }", depth)
    withTree(of: bytes) { tree in
      let node = tree.node(ofToken: 2 * depth)
      #expect(tree.kind(of: node) == .declReferenceExpr)
      let parents = sequence(first: node) { tree.parent(of: $0) }
      #expect(parents.count { tree.kind(of: $0) == .closureExpr } == depth)
    }
  }

  /// They nest, or go on, 20,000 times and more.
  @Test(arguments: [
    "(", "[", "{", "{ if a ", ".b { _ in Date() }\n", "f()", ".a()", "else if b {}", "c ? a : ",
    "c ? ",
    "A<", "a < b, ", "\"\\(", "-> A", "#if A\n", "#if A\n@a\n", "try ", "-", "- ", "if ", "let ",
    "@a ",
    "@a(", "a: ", "case 1: ", "switch x { case 1: ", "func f() {", "struct S { func f() { ", "a? ",
    "{ (a: A) -> ", "{ [a = ", "\\", "public ", "final ", "class ", "repeat ", "await ", "#a(",
    "any ",
    "catch {} ", "a as ", "for x in ", "guard ", "var x: Int { get { ", "enum E { case a(b: ",
    "@A<",
    "f {} a: {} ", "throws(", "some ", "a, ", "((A) -> A) -> ",
  ])
  func isLinearForRepeated(pattern: String) {
    let growth = growth(
      of: { count in repeated(pattern, count) },
      work: { bytes in withTree(of: bytes) { #expect($0.kind(of: $0.root) == .sourceFile) } })
    #expect(growth < linearGrowth)
  }

  @Test func anElseIfChainIsNoDeeperThanItsLength() {
    let bytes = Array("if a {}".utf8) + repeated(" else if b { c() }", 50_000)
    withTree(of: bytes) { tree in
      #expect((0..<tree.count).count { tree.kind(of: $0) == .ifExpr } == 50_001)
      #expect((0..<tree.count).count { tree.kind(of: $0) == .functionCallExpr } == 50_000)
    }
  }
}
