import SwiftLexer

// The names of parameters: of functions, closures and generics.

extension Matcher {
  /// At the colon of a parameter: its name stands before.
  mutating func passParameter(at index: Int) {
    guard top.names.isParameterList, !top.names.hasParameter else { return }
    top.names.hasParameter = true
    guard names.phase == .resolving, isIdentifier(index - 1) else { return }
    names.locals.parameters.append((levels[top.parent].scope, index - 1))
  }

  /// At the `{` of a body: the parameters of its function, accessor or subscript.
  mutating func declareParameters(at brace: Int) {
    guard names.phase == .resolving else { return }
    switch top.role {
    case .function, .variable:
      while let last = names.locals.parameters.last, top.base <= last.scope {
        names.locals.parameters.removeLast()
        if last.scope == top.base { declareLocal(last.token, isType: false) }
      }
    case .accessor, .setter:
      guard tokens[brace - 1].kind == .rightParen, isIdentifier(brace - 2) else { return }
      declareLocal(brace - 2, isType: false)
    case .file, .parentheses, .brackets, .closure, .statements, .type, .enumeration:
      break
    }
  }

  /// At the `in` of a closure: `{ [weak self, x = y] (a: Int, b) -> Int in`.
  mutating func declareSignature(endingAt end: Int) {
    guard !top.names.hasSignature else { return }
    top.names.hasSignature = true
    guard names.phase == .resolving else { return }
    var index = top.open + 1
    while index < end, tokens[index].kind != .arrow {
      switch tokens[index].kind {
      case .atSign:
        index += 1
        if isArgumentList(at: index + 1) { index = pairs.partner(of: index + 1) ?? index }
      case .leftSquare:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .equal)
        index = close
      case .leftParen:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .colon)
        index = close
      default:
        if isIdentifier(index) { declareLocal(index, isType: false) }
      }
      index += 1
    }
  }

  /// Captures with a value, or parameters.
  private mutating func declareListed(in list: Range<Int>, endingWith mark: TokenKind) {
    var start = list.lowerBound
    while start < list.upperBound {
      let end = firstToken(.comma, in: start..<list.upperBound) ?? list.upperBound
      // A capture without a value is what it is outside.
      let name = firstToken(mark, in: start..<end) ?? (mark == .equal ? start : end)
      if start < name, isIdentifier(name - 1) { declareLocal(name - 1, isType: false) }
      start = end + 1
    }
  }
}

extension Matcher {
  /// They are visible in the whole declaration that is going on.
  mutating func declareGenericParameters(at index: Int) {
    guard names.phase == .resolving else { return }
    for name in readGenericParameters(at: index) {
      declareLocal(name, isType: true, scope: top.scope)
    }
  }

  /// Each list is read once, whatever it is in.
  mutating func readGenericParameters(at index: Int) -> [Int] {
    guard names.locals.readGenericParameters <= index else { return [] }
    let (found, end) = genericParameters(at: index)
    names.locals.readGenericParameters = end
    return found
  }

  /// The names in `<T, each U: P<V>, let n: Int>`, and the token after it; none if there is no `<`.
  func genericParameters(at index: Int) -> (names: [Int], end: Int) {
    guard index < tokens.count, tokens[index].kind.isOperator,
      tokens.text(at: index).elementsEqual("<".utf8)
    else {
      return ([], index)
    }
    var found: [Int] = []
    var depth = 0
    var isStart = false
    var end = index
    repeat {
      let token = tokens[end]
      switch token.kind {
      case .leftParen, .leftSquare:
        end = pairs.partner(of: end) ?? end
      case .comma:
        isStart = depth == 1
      case .identifier, .rawIdentifier:
        if isStart, !tokens.isWord("each", at: end) {
          found.append(end)
          isStart = false
        }
      case .keyword where token.keyword.isPartOfGenericParameters, .colon, .period, .colonColon,
        .atSign, .arrow, .integerLiteral, .postfixQuestionMark, .exclamationMark:
        break
      case let kind where kind.isOperator:
        let text = tokens.text(at: end)
        if text.elementsEqual("<".utf8) {
          depth += 1
          isStart = depth == 1
        }
        depth -= text.prefix { $0 == UInt8(ascii: ">") }.count
      default:
        return ([], index)
      }
      end += 1
    } while 0 < depth
    return (found, end)
  }
}

extension Keyword {
  fileprivate var isPartOfGenericParameters: Bool {
    switch self {
    case .Any, .Self, .class, .inout, .let, .throws, .where: true
    default: false
    }
  }
}
