import TestSupport
import Testing

@testable import SwiftLexer

/// What is read from the bits of a block is what is read token by token.
@Suite struct LexBlocksTests {
  @Test(arguments: seeds(20))
  func agreeWithSingleTokens(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let bytes = (0..<400).flatMap { _ in
        let name = [UInt8](repeating: UInt8(ascii: "n"), count: .random(in: 1..<12, using: &random))
        return Bool.random(using: &random) ? name : lexicalFragments.randomElement(using: &random)!
      }
      expectAgreement(on: bytes)
    }
  }

  /// Each text lies once at each place in a block.
  @Test(arguments: [
    "1.5a", "#if1 a", "0x1.8g", "a\u{E9}b c", "let", "init.self", "precedencegroup",
    "precedencegroupX", "a->b", "a == -b", "\n>>>> a", "x?.y!", "\"\\(a\n)\"", "/* \n */ a",
    "a\r\n b",
    String(repeating: "name", count: 16), String(repeating: "name", count: 40),
  ])
  func agreeAtAllPlaces(text: String) {
    for indentation in 0..<ByteBlock.size {
      let line = [UInt8](repeating: UInt8(ascii: " "), count: indentation) + text.utf8
      let rest = [UInt8](repeating: UInt8(ascii: "\n"), count: 300)
      expectAgreement(on: line + " z".utf8 + rest)
      expectAgreement(on: line + rest + "z".utf8)
    }
  }

  private func expectAgreement(on bytes: [UInt8]) {
    let (source, expected) = (lex(bytes), lexSingleTokens(bytes))
    #expect(
      source.tokens.map(TokenParts.init) == expected.tokens.map(TokenParts.init),
      "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    #expect(source.trivia.map(\.start) == expected.trivia.map(\.start))
    #expect(source.trivia.map(\.end) == expected.trivia.map(\.end))
  }

  private func lexSingleTokens(_ bytes: [UInt8]) -> LexedSource {
    bytes.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: Token.self, capacity: Lexer.stagingCapacity) { staging in
        withUnsafeTemporaryAllocation(of: ByteBlock.self, capacity: 1) { blocks in
          SoughtWords.all.withMarks { sought in
            var lexer = Lexer(
              source: SourceBytes(bytes: bytes), sought: sought, staging: staging, blocks: blocks)
            while lexer.position < bytes.count { lexer.lexToken() }
            lexer.finish()
            return lexer.output
          }
        }
      }
    }
  }
}

private struct TokenParts: Equatable {
  let range: Range<Int>
  let kind: TokenKind
  let keyword: Keyword
  let isAtLineStart: Bool

  init(_ token: Token) {
    range = token.start..<token.end
    (kind, keyword, isAtLineStart) = (token.kind, token.keyword, token.isAtLineStart)
  }
}
