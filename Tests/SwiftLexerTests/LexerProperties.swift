import SwiftLexer
import TestSupport
import Testing

/// What holds for any bytes at all.
@Suite struct LexerProperties {
  @Test(arguments: lexicalFacts)
  func holdForEveryPrefix(of fact: LexicalFact) {
    for length in 0...fact.source.count {
      let bytes = Array(fact.source.prefix(length))
      #expect(violation(of: lex(bytes), in: bytes) == nil, "of the first \(length) bytes")
    }
  }

  @Test(arguments: seeds(20))
  func holdForRandomBytes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 0...200, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect(violation(of: lex(bytes), in: bytes) == nil, "\(bytes)")
    }
  }

  @Test(arguments: seeds(20))
  func holdForRandomFragments(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let bytes = (0..<40).flatMap { _ in lexicalFragments.randomElement(using: &random)! }
      #expect(violation(of: lex(bytes), in: bytes) == nil, "\(bytes)")
    }
  }

  @Test func parenthesesNestDeeply() {
    let depth = 100_000
    let tokens = lex(repeated("(", depth) + repeated(")", depth)).tokens
    #expect(tokens.count == 2 * depth + 1)
  }

  @Test func commentsNestDeeply() {
    let depth = 100_000
    let bytes = repeated("/*", depth) + repeated("*/", depth) + Array("a".utf8)
    let source = lex(bytes)
    #expect(source.trivia.map(\.length) == [UInt32(4 * depth)])
    #expect(source.tokens.map(\.kind) == [.identifier, .endOfFile])
  }

  @Test func interpolationsNestDeeply() {
    let depth = 100_000
    let bytes = repeated("\"\\(", depth) + repeated(")\"", depth) + Array("a".utf8)
    let kinds = lex(bytes).tokens.map(\.kind)
    let opening: [TokenKind] = [.openQuote, .interpolationBackslash, .leftParen]
    #expect(Array(kinds.prefix(3 * depth)) == repeatElement(opening, count: depth).flatMap(\.self))
    let closing = kinds.dropFirst(3 * depth)
    #expect(closing.filter { $0 == .closeQuote }.count == depth)
    #expect(closing.suffix(3) == [.closeQuote, .identifier, .endOfFile])
  }

  @Test func aNewlineEndsAllOfManyStrings() {
    let bytes = repeated("\"\\(", 100_000) + Array("\n\"a\"".utf8)
    let kinds = lex(bytes).tokens.map(\.kind)
    #expect(kinds.suffix(4) == [.leftParen, .openQuote, .closeQuote, .endOfFile])
  }
}

/// The lexer looks ahead in many places. Were one of them to do so again for each token on the way,
/// the time would grow with the square of the size.
@Suite struct LexerTime {
  private static let patterns: [String] = [
    "/a ", " /a", " /(", "(/", " /)", "/a\\ /", "= / ", "+/a ", "?/", "<<<<<<< \n", ">>>> \n",
    "<<<<<<< \n>>>> \n<<<<<<<\n", "`", "`a\n", "<#", "a<# ", "+<#", "<#a\n", ".<#", "#", "# ",
    "#/\n", "#/a\n", "##/\n#/\n", "##/\n/#", "##/\n#/a/# ", "##/\n#/\n/#", "#\"\"\"", "#\"\"\"\\#(",
    "##\"\"\"\\##(#\"\"\"\\#(",
    "\"\\(", "\"\"\"\\(", "\"\\(\n", "\"\\()\"", "\"\\(try?", "/*", "/**/", "+/**/", "+/+*/",
    "/+*/",
    "./**/+/**/", "+/+/**/", "./+/**/", ".+/.+/**/", "\u{201C}", "\u{201C}a\\", "*/", "0x1.f",
    "1e", "\\", "'", "\"a", "\0#!", "\0<<<<<<< a", "\u{FEFF}", "\u{301}", "try?(", "try? / ", "!",
  ]

  @Test(arguments: patterns)
  func isLinearForRepeated(pattern: String) {
    expectLinear(upTo: 100_000 / pattern.utf8.count) { repeated(pattern, $0) }
  }

  @Test(arguments: seeds(50))
  func isLinearForRepeatedFragments(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...7, using: &random)
    let pattern = (0..<count).flatMap { _ in lexicalFragments.randomElement(using: &random)! }
    expectLinear(upTo: 100_000 / pattern.count) { repeated(pattern, $0) }
  }

  /// No two starts have as many `#`s, so nothing that is known of one holds for the next.
  @Test(arguments: ["/\n", "\"\"\"\\(", "/\n/"])
  func isLinearForFewerAndFewerPounds(end: String) {
    expectLinear(upTo: 180_000) { count in
      // So that there are about as many bytes.
      let longest = Int((2 * Double(count)).squareRoot())
      return (1...longest).reversed().flatMap { repeated("#", $0) + Array(end.utf8) }
    }
  }

  /// - Parameter count: of the text whose tokens are looked at, too.
  private func expectLinear(upTo count: Int, _ text: (Int) -> [UInt8]) {
    #expect(growth(of: text) { _ = lex($0) } < linearGrowth)
    let bytes = text(count)
    #expect(violation(of: lex(bytes), in: bytes) == nil)
  }
}

/// Says what is wrong with the order or the extent of the tokens and trivia; nil if nothing is.
private func violation(of source: LexedSource, in bytes: [UInt8]) -> String? {
  guard let end = source.tokens.last, end.kind == .endOfFile, end.start == bytes.count,
    end.length == 0
  else { return "the last token is not the end of the file" }
  var trivia = source.trivia[...]
  var position = 0
  var mayTextFollow = false
  for token in source.tokens {
    while let next = trivia.first, next.offset < token.offset {
      if next.start < position { return "trivia at \(next.start) overlaps" }
      if !isBlank(bytes[position..<next.start]), !mayTextFollow { return "gap at \(position)" }
      if next.length == 0 { return "trivia at \(next.start) is empty" }
      position = next.end
      trivia.removeFirst()
    }
    if token.start < position { return "token at \(token.start) overlaps" }
    if !isBlank(bytes[position..<token.start]), !mayTextFollow { return "gap at \(position)" }
    if token.length == 0, token.kind != .endOfFile { return "token at \(token.start) is empty" }
    if (token.keyword == .none) == (token.kind == .keyword) { return "keyword at \(token.start)" }
    // The text of a string is no token.
    mayTextFollow = token.kind == .openQuote || token.kind == .rightParen
    position = token.end
  }
  return trivia.isEmpty && position == bytes.count ? nil : "something lies after the end"
}

private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.allSatisfy { " \t\n\r\u{B}\u{C}".utf8.contains($0) }
}
