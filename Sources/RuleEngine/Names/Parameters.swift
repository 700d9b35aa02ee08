import SwiftLexer

extension Declarations {
  /// At the colon of a parameter: its name stands before.
  mutating func passColon(at index: Int, _ outline: inout Outline) {
    guard outline.top.names.isParameterList, !outline.top.names.hasParameter else { return }
    outline.top.names.hasParameter = true
    guard outline.file.isIdentifier(index - 1) else { return }
    locals.parameters.append((outline.levels[outline.top.parent].scope, index - 1))
  }

  /// At the `{` of a body: the parameters of its function, accessor or subscript.
  mutating func declareParameters(at brace: Int, _ outline: inout Outline) {
    switch outline.top.role {
    case .function, .variable:
      while let last = locals.parameters.last, outline.top.base <= last.scope {
        locals.parameters.removeLast()
        if last.scope == outline.top.base { declareParameter(last.token, &outline) }
      }
    case .accessor, .setter:
      guard outline.tokens[brace - 1].kind == .rightParen, outline.file.isIdentifier(brace - 2)
      else { return }
      declareParameter(brace - 2, &outline)
    case .file, .parentheses, .brackets, .closure, .statements, .type, .enumeration:
      break
    }
  }

  /// At the `in` of a closure: `{ [weak self, x = y] (a: Int, b) -> Int in`.
  mutating func declareSignature(endingAt end: Int, _ outline: inout Outline) {
    guard !outline.top.names.hasSignature else { return }
    outline.top.names.hasSignature = true
    var index = outline.top.open + 1
    while index < end, outline.tokens[index].kind != .arrow {
      switch outline.tokens[index].kind {
      case .atSign:
        index += 1
        if outline.file.isArgumentList(at: index + 1) {
          index = outline.pairs.partner(of: index + 1) ?? index
        }
      case .leftSquare:
        let close = outline.pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .equal, &outline)
        index = close
      case .leftParen:
        let close = outline.pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .colon, &outline)
        index = close
      default:
        // Neither a member nor what is called before an `in` is a parameter.
        if outline.file.isIdentifier(index), !outline.tokens.isMember(index),
          outline.tokens[index + 1].kind != .leftParen
        {
          declareParameter(index, &outline)
        }
      }
      index += 1
    }
  }

  /// Captures with a value, or parameters.
  private mutating func declareListed(
    in list: Range<Int>, endingWith mark: TokenKind, _ outline: inout Outline
  ) {
    var start = list.lowerBound
    while start < list.upperBound {
      let end = outline.file.firstToken(.comma, in: start..<list.upperBound) ?? list.upperBound
      // A capture without a value is what it is outside.
      let name = outline.file.firstToken(mark, in: start..<end) ?? (mark == .equal ? start : end)
      if start < name, outline.file.isIdentifier(name - 1) {
        declareParameter(name - 1, &outline)
      }
      start = end + 1
    }
  }

  /// One with the name of a banned type is none: what is noticed of names does not look for it.
  private mutating func declareParameter(_ token: Int, _ outline: inout Outline) {
    if !outline.file.isTypeOfPattern(token) { declareLocal(token, isType: false, &outline) }
  }

  /// They are visible in the whole declaration that is going on.
  mutating func declareGenericParameters(at index: Int, _ outline: inout Outline) {
    for name in readGenericParameters(at: index, &outline) {
      declareLocal(name, isType: true, scope: outline.top.scope, &outline)
    }
  }

  /// Each list is read once, whatever it is in.
  mutating func readGenericParameters(at index: Int, _ outline: inout Outline) -> [Int] {
    guard locals.readGenericParameters <= index else { return [] }
    let (found, end) = outline.file.genericParameters(at: index)
    locals.readGenericParameters = end
    return found
  }
}
