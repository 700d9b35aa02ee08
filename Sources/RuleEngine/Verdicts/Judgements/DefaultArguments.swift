import SwiftLexer

extension FileUses {
  /// Whether a use stands in the default value of a parameter, in no closure there: of a function,
  /// an initializer, a subscript or the case of an enumeration.
  func isDefaultArgument(_ match: Match) -> Bool {
    var index = match.start - 1
    // What stands between the use and the bracket that is being left.
    var (hasComma, hasEqual) = (false, false)
    for _ in 0..<searchLimit where 0 <= index {
      switch tokens[index].kind {
      case .rightParen, .rightSquare, .rightBrace:
        guard let open = pairs.partner(of: index) else { return false }
        index = open
      case .leftParen:
        if hasEqual { return isParameterList(index) }
        (hasComma, hasEqual) = (false, false)
      case .leftSquare:
        (hasComma, hasEqual) = (false, false)
      case .comma:
        hasComma = true
      case .equal:
        hasEqual = hasEqual || !hasComma
      case .leftBrace, .poundIf, .poundElseif, .poundElse, .poundEndif, .semicolon:
        return false
      case .keyword:
        switch tokens[index].keyword {
        case .let, .var, .return, .case, .guard, .if: return false
        default: break
        }
      default:
        break
      }
      index -= 1
    }
    return false
  }

  /// Whether the parenthesis, in which something is assigned, follows a name, maybe with generic
  /// parameters.
  private func isParameterList(_ open: Int) -> Bool {
    guard file.isGrouping(open) else { return true }
    guard 0 < open else { return false }
    return tokens[open - 1].keyword == .subscript
      || tokens[open - 1].kind.isOperator && tokens.text(at: open - 1).last == UInt8(ascii: ">")
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let searchLimit = 256
