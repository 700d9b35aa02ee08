import Foundation
import TestSupport
import Testing

@testable import SwiftLexer

@Suite struct BlockSkimTests {
  @Test(arguments: [
    "func f() {\n  let a = 1\n  // } \"\n  let b = \"}\\(x { $0 } + \"}\")\"\n}\n",
    "func f() {\n  let a = \"\"\"\n  } \"\" \\\"\"\" {\n  \"\"\"; /* } /* } */ } */ b()\n}\n",
    "x.map { [weak self, y = a.b] in\n  guard let self else { return }; do { c() }\n}\n",
    "func f() {\n  let a = b / c; let d = (e) / 2; `}`(); g(#selector(h), 1 / 2, i[0]/j)\n}\n",
    "f({ a in\n  b(/a}\\/ \\(/, [/a}\"/], #\"\\}\"}\"##, ##\"}\"}\"#}\"##, c: 1)\n  \"\\(#function)}\" })\n",
    "func f() { // a\n  // c\n  return aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa }\n",
    "let a = { case .b(let c) = d; eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee }\n",
  ])
  func blocksWithoutPlacesAreSkipped(text: String) {
    let skipped = skim(Array(text.utf8), keeping: [])
    #expect(skipped.count == 1 && 32 < skipped[0].end - skipped[0].start, "\(skipped)")
    expectSkippedTokensAlone(in: Array(text.utf8), keeping: [])
  }

  /// Each holds a block, and what takes the lexer to know where that ends.
  @Test(arguments: [
    "#\"\"\"}\"\"\"#", "#\"\\#(\"}\")\"#", "##\"}\"#", "a = /}/", "a + /}/ + b", "return / }/",
    "\u{201C}}\u{201D}", "é()", "'}'",
    "<#}#>", "\n<<<<<<< a\n}\n=======\n>>>>>>> b\n", "\"\\(try! (a))\"", "\"\\(a\n)\"",
    "\"\\(a /* ) */)\"", "\"\\({)\"", "a */ b", "a +/ b",
  ])
  func givesUpWhereBytesDoNotTell(text: String) {
    let block = "func f() {\n  let a = 1; let b = 2; let c = 3; let d = 4; let e = 5\n}\n"
    #expect(skim(Array((block + text).utf8), keeping: []).isEmpty)
    expectSkippedTokensAlone(in: Array((block + text + block).utf8), keeping: [])
  }

  @Test(arguments: 0..<8)
  func conflictsAreFoundWhereverTheyStand(shift: Int) {
    let block = "func f() {\n  let a = 1; let b = 2; let c = 3; let d = 4; let e = 5\n}\n"
    let before = block + String(repeating: "\n", count: shift)
    for conflict in ["<<<<<<< a\n}\n=======\n>>>>>>> b\n", ">>>> a\n}\n<<<<\n"] {
      let text = Array((before + conflict + block).utf8)
      #expect(skim(text, keeping: []).isEmpty)
      expectSkippedTokensAlone(in: text, keeping: [])
    }
  }

  @Test(arguments: [50, 70])
  func blocksAreFollowedUpToSomeDepth(depth: Int) {
    let inner = String(repeating: "a { ", count: depth) + String(repeating: "}\n", count: depth)
    let text = Array("func f() {\n  b()\n  \(inner)}\n".utf8)
    #expect(skim(text, keeping: []).isEmpty == (depth == 70))
    expectSkippedTokensAlone(in: text, keeping: [])
  }

  /// Strings, comments and blocks over the 64 bytes, and the 4 KiB, that are looked at at once.
  @Test(arguments: 0..<70)
  func textOfAnyLengthIsPassed(length: Int) {
    let filling = String(repeating: "a", count: length)
    for text in ["\"\(filling)}\"", "// \(filling)}", "/* \(filling)} */", "\"\\(\(filling))}\""] {
      let line = "  let aLongerName = anotherName \(text)\n"
      let block = "func f() {\n\(line)  d() // \(filling)\n}\n"
      let bytes = Array((block + String(repeating: line, count: 70) + block + "let e").utf8)
      #expect(skim(bytes, keeping: []).map(\.end) == [bytes.count - 6])
      expectSkippedTokensAlone(in: bytes, keeping: [])
      for end in 64..<64 + block.utf8.count {
        expectSkippedTokensAlone(in: Array(bytes[..<end]), keeping: [])
      }
    }
  }

  @Test(arguments: [
    "@a didSet { b() }", "#if a\n}\n#else\n}\n#endif", "\"a\"", "a /* b\n */", "a",
  ])
  func someBlocksAreKept(start: String) {
    let filling = start == "a" ? "" : "; let b = 2; let c = 3; let d = 4; let e = 5 // f"
    let end = start.hasSuffix("*/") ? "/* \n */" : "\n"
    let text = Array("func f() { \(start)\(filling)\n\(end)}\n".utf8)
    #expect(skim(text, keeping: []).isEmpty)
  }

  @Test(arguments: [
    "  let a = 1\n  func g(h: Int, [i]) { jjjjjjjjjjjjjjjjjjjj }\n",
    "  // kkkkkkkkkkkk\n  @l m(\")\") { nn }\n",
    "\n\n  if a(b), c { dddddddddddddddddddddddddddd }  \n",
  ])
  func statementsWithoutPlacesAreSkipped(text: String) {
    let (before, after) = ("struct S {\n  func f() { e() }\n", "  func p() { q() }\n}\n")
    let bytes = Array((before + text + after).utf8)
    let places = [before.utf8.count - 5, bytes.count - 9]
    let skipped = skim(bytes, keeping: places)
    #expect(skipped.map(\.start) == [before.utf8.count - 1], "\(skipped)")
    #expect(skipped.first.map { bytes[$0.end - 1] } == UInt8(ascii: "}"))
    expectSkippedTokensAlone(in: bytes, keeping: places)
  }

  /// Each goes on with what stands before it, or may do so, or what follows goes on with it.
  @Test(arguments: [
    "else { aaaaaaaaaaaaaaaaaaaa }\n", "a: { bbbbbbbbbbbbbbbbbbbbbbbb }\n", "a { b } // c\n",
    "a(b { cccccccccccccccccccc }\n", "a) { bbbbbbbbbbbbbbbbbbbb }\n", "a(] { bbbbbbbbbbbbbb }\n",
    "a { bbbbbbbbbbbbbbbbbbbbbbbb }.c\n", "a { bbbbbbbbbbbbbbbbbbb }\n.c\n", "a { bb }\nwhile c\n",
    "a { bbbbbbbbbbbbbbbbbbbbb }\nc: { }\n",
  ])
  func otherTextIsNoStatement(text: String) {
    let before = "struct S {\n  func f() { e() }\n"
    let bytes = Array((before + text + "  func p() { q() }\n}\n").utf8)
    let places = [before.utf8.count - 5, bytes.count - 9]
    #expect(!skim(bytes, keeping: places).contains { $0.start == before.utf8.count - 1 })
    expectSkippedTokensAlone(in: bytes, keeping: places)
  }

  @Test func headerIsSkipped() {
    let header = "// a\n\n/* b */\nimport A\n@testable import struct B.C"
    let rest = "\n\nstruct S {\n  func f() { place() }\n}\n"
    for (text, isSkipped) in [
      (header, true), (header + " // d", false), (header + "; d()", false),
      (header + "\n.d()\nlet e = f", false), (header + "\nimport placeB", false),
    ] {
      let bytes = Array((text + rest).utf8)
      let places = bytes.indices.filter { bytes[$0...].starts(with: "place".utf8) }
      let skipped = skim(bytes, keeping: places)
      #expect(skipped.contains { $0.start == 0 && $0.end == header.utf8.count } == isSkipped)
      expectSkippedTokensAlone(in: bytes, keeping: places)
    }
  }

  @Test func commentsAreKept() {
    let text = "func f() { g() }\nfunc h() {\n  // aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n}\nfunc i() {}\n"
    let bytes = Array(text.utf8)
    var blockSkim = BlockSkim()
    for (comments, count) in [([], 1), ([40], 0), ([bytes.count - 8], 1)] {
      bytes.withUnsafeBufferPointer { blockSkim.skim($0, keeping: [11], comments: comments) }
      #expect(blockSkim.skipped.count == count)
    }
  }

  @Test func placesAreKeptButInComments() {
    let text =
      "struct S {\n  func f() {\n    // aaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbb\n    c()\n  }\n}\n"
    let bytes = Array(text.utf8)
    let offset = { (word: String) in
      text.utf8.distance(from: text.startIndex, to: text.range(of: word)!.lowerBound)
    }
    #expect(skim(bytes, keeping: [offset("bbb")]).map(\.end) == [bytes.count - 2])
    #expect(skim(bytes, keeping: [offset("c()")]).isEmpty)
    #expect(skim(bytes, keeping: [offset("struct")]).map(\.end) == [bytes.count - 2])
  }

  @Test func sourcesOfTheProjectLoseSkippedTokensAlone() throws {
    var random = SplitMix64(seed: seeds(2).last!)
    var skippedBytes = 0
    for text in try swiftSources() {
      skippedBytes += expectSkippedTokensAlone(in: text, keeping: places(in: text, using: &random))
    }
    #expect(300_000 < skippedBytes)
  }

  @Test(arguments: seeds(4))
  func mutatedFilesLoseSkippedTokensAlone(seed: UInt64) throws {
    let fixtures = try swiftSources(in: ["Fixtures"])
    var mutated = MutatedSources(seed: seed, sources: try swiftSources(), fixtures: fixtures)
    var random = SplitMix64(seed: seed)
    var skippedBytes = 0
    for _ in 0..<Self.mutationCount {
      let text = mutated.next()
      skippedBytes += expectSkippedTokensAlone(in: text, keeping: places(in: text, using: &random))
    }
    #expect(20 * Self.mutationCount < skippedBytes, "seed \(seed)")
  }

  /// For each seed; more where the environment says so.
  private static let mutationCount =
    ProcessInfo.processInfo.environment["FAST_PATH_MUTATIONS"].flatMap { Int($0) } ?? 2_000

  private func places(in text: [UInt8], using random: inout SplitMix64) -> [Int] {
    let letters = text.indices.filter { "a"..."z" ~= Unicode.Scalar(text[$0]) }
    return letters.filter { _ in Int.random(in: 0..<400, using: &random) == 0 }
  }

  private func skim(_ text: [UInt8], keeping places: [Int]) -> [SkippedText] {
    var skim = BlockSkim()
    text.withUnsafeBufferPointer { skim.skim($0, keeping: places) }
    return skim.skipped
  }

  /// - Returns: how many bytes were skipped.
  @discardableResult
  private func expectSkippedTokensAlone(in text: [UInt8], keeping places: [Int]) -> Int {
    let skipped = skim(text, keeping: places)
    let whole = lex(text).tokens
    var expected: [Token] = []
    var next = skipped[...]
    var depth = 0
    for token in whole {
      while let first = next.first, first.end <= token.start {
        next.removeFirst()
        if depth != 0 { Issue.record("braces of \(first) in \(describe(text))") }
      }
      guard let first = next.first, first.start <= token.start else {
        expected.append(token)
        continue
      }
      if token.kind == .leftBrace { depth += 1 }
      if token.kind == .rightBrace { depth -= 1 }
      let isDirective = [.poundIf, .poundElseif, .poundElse, .poundEndif].contains(token.kind)
      let holdsPlace = places.contains { token.start <= $0 && $0 < token.end }
      if depth < 0 || isDirective || holdsPlace || first.end < token.end {
        Issue.record("\(token) in \(first) of \(describe(text))")
      }
    }
    var source = LexedSource()
    text.withUnsafeBufferPointer { lex($0, skipping: skipped, into: &source) }
    if source.tokens.map(describe) != expected.map(describe) {
      Issue.record("tokens of \(describe(text)) without \(skipped)")
    }
    return skipped.reduce(0) { $0 + $1.end - $1.start }
  }

  private func describe(_ token: Token) -> String {
    "\(token.offset) \(token.length) \(token.kind) \(token.keyword) \(token.isAtLineStart)"
  }

  private func describe(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).debugDescription
  }
}
