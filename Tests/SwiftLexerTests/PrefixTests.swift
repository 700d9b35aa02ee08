import SwiftLexer
import TestSupport
import Testing

/// A file that is cut off is lexed as the whole one is, up to the last whole token: so an editor's
/// half-written line changes nothing above it.
@Suite struct PrefixTests {
  @Test(arguments: lexicalFacts)
  func aCutFactIsLexedAlike(fact: LexicalFact) {
    for cut in 0...fact.source.count { expectAlike(fact.source, cutAt: cut) }
  }

  @Test(arguments: seeds(20))
  func aCutTextIsLexedAlike(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<40).flatMap { _ in lexicalFragments.randomElement(using: &random)! }
      expectAlike(bytes, cutAt: Int.random(in: 0...bytes.count, using: &random))
    }
  }

  private func expectAlike(_ bytes: [UInt8], cutAt cut: Int) {
    // A conflict reaches to its last marker, wherever that is.
    if hasMarker(bytes) { return }
    let whole = lex(bytes).tokens
    let part = lex(Array(bytes[..<cut])).tokens
    let count = certainCount(of: whole, before: cut, in: bytes)
    let (some, all) = (part.prefix(count).map(describe), whole.prefix(count).map(describe))
    #expect(some == all, "\(String(decoding: bytes, as: UTF8.self).debugDescription), \(cut)")
  }

  private func hasMarker(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("<<<<<<<") || text.contains(">>>>")
  }

  private func describe(_ token: Token) -> String {
    "\(token.start)..<\(token.end) \(token.kind) \(token.keyword) \(token.isAtLineStart)"
  }

  /// How many tokens nothing behind the cut can change. What the last whole one is, and those that
  /// touch it, may depend on what touches them next: an operator goes on, a `/` begins a regular
  /// expression only where another ends it, three quotes are not one.
  private func certainCount(of tokens: [Token], before cut: Int, in bytes: [UInt8]) -> Int {
    var count = max(0, tokens.count { $0.end <= cut } - 1)
    // A regular expression may hold blanks.
    while 0 < count,
      tokens[count - 1].kind == .regexBody || !" \n".utf8.contains(bytes[tokens[count].start - 1])
    {
      count -= 1
    }
    return count
  }
}
