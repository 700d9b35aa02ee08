import SwiftLexer
import Testing

@Suite struct PairTests {
  /// By bracket its other one, as a number among the brackets; `-` for one that stands alone.
  private func partners(_ text: String) -> String {
    let source = lex(Array(text.utf8))
    return Array(text.utf8).withUnsafeBufferPointer { bytes in
      source.tokens.withUnsafeBufferPointer { tokens in
        let pairs = TokenPairs(SourceTokens(bytes: bytes, tokens: tokens))
        let brackets = tokens.indices.dropLast().filter { index in
          "()[]{}".utf8.contains(bytes[tokens[index].start])
        }
        return brackets.map { index in
          let number = pairs.partner(of: index).flatMap { brackets.firstIndex(of: $0) }
          return number.map(String.init) ?? "-"
        }.joined(separator: " ")
      }
    }
  }

  @Test(arguments: [
    ("f( [ ] { } )", "5 2 1 4 3 0"), ("( [ )", "2 - 0"), ("[ ( ] )", "2 - 0 -"), ("( ] )", "2 - 0"),
    // None but a brace closes what is around braces.
    ("( { ) } )", "4 3 - 1 0"), ("[ { ] } ]", "4 3 - 1 0"), ("{ ( [ }", "3 - - 0"),
    // A bracket that each clause closes goes with that of the first, and each of these with it.
    ("(\n#if A\n)\n#else\n)\n#endif", "1 0 0"),
    ("{\n#if A\n} {\n#elseif B\n} {\n#endif\n}", "1 0 5 0 - 2"),
    // Brackets of conditions are nobody's; one too many takes no more than its line.
    ("#if A(\nB)\n(\n)\n#endif", "- - 3 2"), ("#if A)\n(\n)\n#endif", "- 2 1"),
  ])
  func bracketsOfOneKindArePairsInTheirBraces(text: String, expected: String) {
    #expect(partners(text) == expected)
  }
}
