import SwiftLexer

extension Outline {
  /// At the colon of a parameter: its name stands before.
  mutating func passColonOfNames(at index: Int) {
    guard top.names.isParameterList, !top.names.hasParameter else { return }
    top.names.hasParameter = true
    guard file.isIdentifier(index - 1) else { return }
    declarations.locals.parameters.append((levels[top.parent].scope, index - 1))
  }

  /// At the `{` of a body: the parameters of its function, accessor or subscript.
  mutating func declareParameters(at brace: Int) {
    switch top.role {
    case .function, .variable:
      while let last = declarations.locals.parameters.last, top.base <= last.scope {
        declarations.locals.parameters.removeLast()
        if last.scope == top.base { declareParameter(last.token) }
      }
    case .accessor, .setter:
      guard tokens[brace - 1].kind == .rightParen, file.isIdentifier(brace - 2)
      else { return }
      declareParameter(brace - 2)
    case .file, .parentheses, .brackets, .closure, .statements, .type, .enumeration:
      break
    }
  }

  /// At the `in` of a closure: `{ [weak self, x = y] (a: Int, b) -> Int in`.
  mutating func declareSignature(endingAt end: Int) {
    guard !top.names.hasSignature else { return }
    top.names.hasSignature = true
    var index = top.open + 1
    while index < end, tokens[index].kind != .arrow {
      switch tokens[index].kind {
      case .atSign:
        index += 1
        if file.isArgumentList(at: index + 1) {
          index = pairs.partner(of: index + 1) ?? index
        }
      case .leftSquare:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .equal)
        index = close
      case .leftParen:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .colon)
        index = close
      default:
        // Neither a member nor what is called before an `in` is a parameter.
        if file.isIdentifier(index), !tokens.isMember(index),
          tokens[index + 1].kind != .leftParen
        {
          declareParameter(index)
        }
      }
      index += 1
    }
  }

  /// Captures with a value, or parameters.
  private mutating func declareListed(
    in list: Range<Int>, endingWith mark: TokenKind
  ) {
    var start = list.lowerBound
    while start < list.upperBound {
      let end = file.firstToken(.comma, in: start..<list.upperBound) ?? list.upperBound
      // A capture without a value is what it is outside.
      let name = file.firstToken(mark, in: start..<end) ?? (mark == .equal ? start : end)
      if start < name, file.isIdentifier(name - 1) {
        declareParameter(name - 1)
      }
      start = end + 1
    }
  }

  /// One with the name of a banned type is none: what is noticed of names does not look for it.
  private mutating func declareParameter(_ token: Int) {
    if !file.isTypeOfPattern(token) { declareLocal(token, isType: false) }
  }

  /// They are visible in the whole declaration that is going on.
  mutating func declareGenericParameters(at index: Int) {
    for name in readGenericParameters(at: index) {
      declareLocal(name, isType: true, scope: top.scope)
    }
  }

  /// Each list is read once, whatever it is in.
  mutating func readGenericParameters(at index: Int) -> [Int] {
    guard declarations.locals.readGenericParameters <= index else { return [] }
    let (found, end) = file.genericParameters(at: index)
    declarations.locals.readGenericParameters = end
    return found
  }
}
