import Diagnostics
import RuleEngine
import SwiftLexer
import Testing

@Suite("A file may end anywhere")
struct CutTextTests {
  private static let code = [
    "func f<T: A>(_ a: B = .c, d e: Set<F>) async throws(G) -> [H] where T == I { j }",
    "static func ==<T>(left: T, right: T) -> Bool", "func `a`()", "init?<T>(a: T) {}",
    "subscript<T>(a b: T) -> C { get set }", "deinit {}", "let (a, b): (C, D) = (e, f)",
    "var a: B? { willSet(c) { d } }", "case a(b: C), d = 1", "typealias A<B> = C<B>.D",
    "associatedtype A: B = C", "extension A: @B",
    "extension A.B<C>: @retroactive D where E: F { g }",
    "struct A<B: C>: D { e }", "import struct A.B", "protocol A<B>: C { d }",
    "#Preview(\"a\") { b }",
    "macro a(_ b: C) -> D = #e(f: \"g\")", "infix operator <+>: A",
    "if let a = b as? C, case .d = e {",
    "for case let a? in b where c {", "switch a { case .b(let c) where d: e",
    "guard let self else {",
    "#if A(>=1) && B\n.c\n#elseif D\n.e\n#endif", "a ? b : c", "a.b { [weak c] (d: E) -> F in g }",
    "\"a \\(b, c: d)\"", "a::b.c", "\\A.b[c]?.d", "@A(b: c) @D d", "a[b]?.c!(d)?.e = try? await f",
  ]

  private static let beginnings = [
    "", "@State ", "@State @A(", "A.b<", "let f = FileManager.default\nf.d()\n",
    "let f = FileManager.default\nf.", "typealias A = FileManager\nA.default.d()\n#if f\n@State ",
    "struct A { let a = FileManager.default; func b() { c { a",
  ]

  /// Held against rules with all that they may ask of a file.
  @Test func nothingAfterTheLastTokenIsAskedFor() throws {
    let rules = CompiledRules(
      [try rule("banned", bans: ["@State", "A.b", "a.b(_:)", ".c", "FileManager.default.d()"])])
    var scratch = LintScratch()
    var findingCount = 0
    for beginning in Self.beginnings {
      for code in Self.code {
        let text = Array("\(beginning)\(code)".utf8)
        for token in lex(text).tokens {
          let source = SourceFile(path: FilePath("a.swift"), bytes: Array(text[..<token.end]))
          let findings = lint(
            source, relativePath: source.path, with: rules, makingKeys: true, reusing: &scratch)
          findingCount += findings.reported.count
          #expect(!declaredScopes(of: source, reusing: &scratch).isEmpty)
        }
      }
    }
    #expect(1000 < findingCount)
  }
}
