import SwiftLexer

extension Matcher {
  /// Finds out which declarations the matches are in that a shallow pass has found. It goes no
  /// further than to the last of them, and passes over brackets without any.
  mutating func findScopesOfMatches() {
    begin(.matching, keepingMatches: true)
    var (match, index) = (0, 0)
    // Scopes that attributes began: the declaration comes after them.
    var unnamed: [Int] = []
    while index < tokens.count {
      if match == found.matches.count {
        while let last = unnamed.last, scopes[last].introducer != nil { unnamed.removeLast() }
        if unnamed.isEmpty { return }
      }
      let name = match < found.matches.count ? found.firstName(of: match) : tokens.count
      if tokens[index].isAtLineStart { passLineStart(at: index) }
      switch tokens[index].kind {
      case .identifier:
        if tokens.isWord("actor", at: index) { passActor(at: index) }
      case .keyword:
        passKeyword(at: index)
      case .leftParen, .leftSquare:
        openBracket(at: index)
        if let end = endOfBracket(at: index, before: name) {
          index = end
          continue
        }
      case .leftBrace:
        openBrace(at: index)
        if let end = endOfBracket(at: index, before: name) {
          index = end
          continue
        }
      case .rightParen, .rightSquare, .rightBrace:
        closeBracket(at: index)
      case .colon, .comma, .equal, .semicolon, .infixQuestionMark, .binaryOperator,
        .postfixOperator:
        passPunctuation(at: index)
      case .atSign:
        passAttribute(at: index)
      case .pound:
        passMacro(at: index)
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        index = passDirective(at: index)
        continue
      default:
        break
      }
      while match < found.matches.count, found.firstName(of: match) <= index {
        found.setScope(top.scope, of: match)
        match += 1
        if match == found.matches.count { unnamed = scopesWithoutName(around: top.scope) }
      }
      index += 1
    }
  }

  private func scopesWithoutName(around scope: Int) -> [Int] {
    var unnamed: [Int] = []
    var scope = scope
    while 0 < scope {
      if scopes[scope].introducer == nil { unnamed.append(scope) }
      scope = scopes[scope].parent
    }
    return unnamed
  }
}
