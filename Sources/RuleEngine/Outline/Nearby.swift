import SwiftLexer

/// The tokens of one file, each with those beside it: what can be told of a place at once, without
/// going through the file up to there.
///
/// What its neighbours do not tell of a token, `UseContext` has it say nonetheless: it assumes the
/// usual, and counts that it did. `Surroundings` knows.
struct Nearby {
  let tables: RuleTables
  let tokens: SourceTokens
  var pairs: TokenPairs
  /// The last of `pairs.directives` that was passed.
  var directive: Int?
  /// How often something was assumed.
  var unknownCount = 0
  /// The `<` that are open while generic arguments are read; kept for its memory.
  var openAngles: [Int] = []

  init(_ tokens: SourceTokens, _ pairs: consuming TokenPairs, _ tables: RuleTables) {
    self.tables = tables
    self.tokens = tokens
    self.pairs = pairs
  }
}
