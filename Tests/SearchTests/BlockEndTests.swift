import Diagnostics
import RuleEngine
import TestSupport
import Testing

@testable import Rules

/// Where blocks, literals and comments end, as the uses behind them tell: whatever stands between
/// two uses hides neither of them, and of what is text nothing is reported.
@Suite struct BlockEndTests {
  private static let rules = CompiledRules(
    RuleFile(
      parsing: SourceFile(
        path: FilePath("F.yml"),
        bytes: Array("pack: p\nrules:\n  - {id: d, message: \"'d'\", ban: [Date()]}\n".utf8))
    ).rules.map(\.value))

  private struct Use: Equatable {
    let offset: Int
    let scope: String
  }

  /// What is found in the text.
  private func uses(in text: String) throws -> [Use] {
    let source = SourceFile(path: FilePath("F.swift"), bytes: Array(text.utf8))
    let findings = lint(source, relativePath: source.path, with: Self.rules, makingKeys: true)
    let isSearched = source.bytes.withUnsafeBufferPointer(Self.rules.mayMatch)
    #expect(isSearched || findings.reported.isEmpty, "\(text.debugDescription)")
    return try findings.reported.map { diagnostic in
      Use(offset: diagnostic.range.lowerBound, scope: try #require(diagnostic.key).scope)
    }
  }

  /// Expects uses behind the text, in a function that it is part of and behind that.
  private func expectUses(behind text: String) throws {
    let (inside, outside) = ("\n_ = Date()\n", "}\n_ = Date()\n")
    let start = "func f() {\n" + text
    let found = try uses(in: start + inside + outside)
    let offsets = [5, inside.utf8.count + 6].map { start.utf8.count + $0 }
    #expect(found.map(\.offset) == offsets, "\(text.debugDescription)")
    let scopes = try uses(in: "func f() {" + inside + outside).map(\.scope)
    #expect(found.map(\.scope) == scopes, "\(text.debugDescription)")
  }

  @Test(arguments: [
    "func f() {\n  let a = 1\n  // } \"\n  let b = \"}\\(x { $0 } + \"}\")\"\n}\n",
    "func f() {\n  let a = \"\"\"\n  } \"\" \\\"\"\" {\n  \"\"\"; /* } /* } */ } */ b()\n}\n",
    "x.map { [weak self, y = a.b] in\n  guard let self else { return }; do { c() }\n}\n",
    "func f() {\n  let a = b / c; let d = (e) / 2; `}`(); g(#selector(h), 1 / 2, i[0]/j)\n}\n",
    "f({ a in\n  b(/a}\\/ \\(/, [/a}\"/], #\"\\}\"}\"##, ##\"}\"}\"#}\"##, c: 1)\n  \"\\(#function)}\" })\n",
    "func f() { // a\n  // c\n  return aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa }\n",
    "let a = { case .b(let c) = d; eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee }\n",
    "#\"\"\"}\"\"\"#", "#\"\\#(\"}\")\"#", "##\"}\"#\"##", "a = /}/", "a + /}/", "return / }/",
    "\u{201C}}\u{201D}", "é()", "'}'", "<#}#>", "\"\\(try! (a))\"", "\"\\(a\n)\"",
    "\"\\(a /* ) */)\"", "a */ b", "a +/ b",
  ])
  func literalsAndCommentsHideBraces(text: String) throws {
    try expectUses(behind: text)
    try expectUses(behind: "let a = 1; let b = 2; let c = 3; let d = 4; let e = 5\n" + text)
  }

  /// Of what a conflict leaves nothing is read, wherever it stands in the bytes that are looked at
  /// at once.
  @Test(arguments: 0..<8)
  func conflictsAreFoundWhereverTheyStand(shift: Int) throws {
    let before = "  a()\n" + String(repeating: "\n", count: shift)
    for conflict in ["<<<<<<< a\n}\n=======\n>>>>>>> b\n", ">>>> a\n}\n<<<<\n"] {
      try expectUses(behind: before + conflict)
      try expectUses(
        behind: before + conflict.replacing("}", with: "Date() }") + "let e = f()")
    }
  }

  @Test(arguments: [50, 70])
  func blocksAreFollowedToAnyDepth(depth: Int) throws {
    try expectUses(
      behind: String(repeating: "a { ", count: depth) + String(repeating: "}\n", count: depth))
    let blocks = String(repeating: "a { ", count: depth)
    let text = blocks + "Date()" + String(repeating: "}\n", count: depth)
    #expect(try uses(in: text).map(\.offset) == [blocks.utf8.count])
  }

  /// Strings, comments and blocks over the 64 bytes that are looked at at once.
  @Test(arguments: 0..<70)
  func textOfAnyLengthIsPassed(length: Int) throws {
    let filling = String(repeating: "a", count: length)
    for text in [
      "\"\(filling) Date() }\"", "// \(filling) Date() }", "/* \(filling) Date() } */",
      "\"\\(\(filling + "b"))} Date()\"",
    ] {
      let line = "  let aLongerName = anotherName \(text)\n"
      try expectUses(behind: line)
      try expectUses(behind: String(repeating: line, count: 5) + "  d() // \(filling)")
    }
  }

  /// Blocks and statements that begin, end or go on in other ways.
  @Test(arguments: [
    "func f() { @a didSet { b() }; let b = 2\n}", "func f() { #if a\n}\n#else\n}\n#endif\n}",
    "func f() { \"a\"; let b = 2 // f\n}", "func f() { a /* b\n */; let b = 2 /* \n */}",
    "  let a = 1\n  func g(h: Int, [i]) { jjjjjjjjjjjjjjjjjjjj }\n",
    "  // kkkkkkkkkkkk\n  @l m(\")\") { nn }\n",
    "\n\n  if a(b), c { dddddddddddddddddddddddddddd }  \n",
    "else { aaaaaaaaaaaaaaaaaaaa }\n", "a: { bbbbbbbbbbbbbbbbbbbbbbbb }\n", "a { b } // c\n",
    "a(b { cccccccccccccccccccc }\n", "a) { bbbbbbbbbbbbbbbbbbbb }\n", "a(] { bbbbbbbbbbbbbb }\n",
    "a { bbbbbbbbbbbbbbbbbbbbbbbb }.c\n", "a { bbbbbbbbbbbbbbbbbbb }\n.c\n", "a { bb }\nwhile c\n",
    "a { bbbbbbbbbbbbbbbbbbbbb }\nc: { }\n", "\"\\({)\"", "##\"}\"#",
    "// a\n\n/* b */\nimport A\n@testable import struct B.C // d", "import A; d()",
    "import A\n.d()\nlet e = f", "import A\nimport placeB",
    "func g() { h() }\nfunc i() {\n  // aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n}\nfunc j() {}\n",
    "struct S {\n  func f() {\n    // aaaaaaaaaaaaaa Date()\n    c()\n  }\n}\n",
  ])
  func usesBesideOtherTextAreFound(text: String) throws {
    let use = "_ = Date()\n"
    let offsets = [4, use.utf8.count + text.utf8.count + 5]
    #expect(try uses(in: use + text + "\n" + use).map(\.offset) == offsets)
    let member = "struct S {\n  func f() { Date() }\n"
    let bytes = member + text + "\n  func p() { Date() }\n}\n"
    let memberOffsets = [member.utf8.count - 9, bytes.utf8.count - 11]
    #expect(try uses(in: bytes).map(\.offset) == memberOffsets)
  }
}
