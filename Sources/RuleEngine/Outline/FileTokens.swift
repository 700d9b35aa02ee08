import SwiftLexer

/// The tokens of one file with their brackets, and the names that rules know: what can be told of a
/// place from the tokens beside it. What is around a place is told by `Outline`.
struct FileTokens {
  let tables: RuleTables
  let tokens: SourceTokens
  let pairs: TokenPairs

  init(_ tokens: SourceTokens, _ pairs: TokenPairs, _ tables: RuleTables) {
    self.tables = tables
    self.tokens = tokens
    self.pairs = pairs
  }

  /// The bracket that the token is in; nil where it is far, or where it may depend on conditional
  /// compilation.
  func opening(around index: Int) -> Int? {
    var index = index - 1
    for _ in 0..<searchLimit where 0 <= index {
      switch tokens[index].kind {
      case .leftBrace, .leftParen, .leftSquare:
        return pairs.partner(of: index) == nil ? nil : index
      case .rightBrace, .rightParen, .rightSquare:
        guard let open = pairs.partner(of: index) else { return nil }
        index = open
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        return nil
      default:
        break
      }
      index -= 1
    }
    return nil
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let searchLimit = 256
