import SwiftLexer

// The values of constants that are arguments. The constant is declared in the function that uses
// it: `guard let url = bundle.url(forResource: "teas") else { return }`, then
// `Data(contentsOf: url)`.

extension FileUses {
  /// Whether a constant that is named in the range has a value with one of the names or literals.
  /// The constants in that value count, too.
  mutating func constants(namedIn range: Range<Int>, hold mentions: [CompiledMention]) -> Bool {
    var values = [range]
    var lookupsLeft = Limits.lookups
    while let value = values.popLast() {
      var index = value.lowerBound
      let end = min(value.upperBound, index + Limits.toSetting)
      while index < end, 0 < lookupsLeft {
        if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
        if isConstantsName(index) {
          lookupsLeft -= 1
          if let value = self.value(ofConstantNamedAt: index) {
            if holds(mentions, in: value) { return true }
            values.append(value)
          }
        }
        index += 1
      }
    }
    return false
  }

  /// Whether the name is not a member, a label or a function.
  private func isConstantsName(_ index: Int) -> Bool {
    file.isIdentifier(index) && !tokens.isMember(index) && tokens[index + 1].kind != .colon
      && !file.isArgumentList(at: index + 1)
  }

  /// The tokens of the value that a constant gets in its declaration, before its use and in the
  /// same function. `nil` for a parameter, a variable and anything else that the name may be.
  private func value(ofConstantNamedAt use: Int) -> Range<Int>? {
    /// Whether the search, which goes backward, is before an `in`. The parameters of a closure or
    /// the variables of a loop are there.
    var isBeforeIn = false
    /// Whether the search is before the body of a statement. The conditions of that statement
    /// declare nothing for the code after the body.
    var isBehindBody = false
    var index = use
    for _ in 0..<Limits.toSetting {
      guard 0 < index else { return nil }
      index -= 1
      switch tokens[index].kind {
      case .rightBrace:
        isBehindBody = true
        index = pairs.partner(of: index) ?? index
      case .rightParen, .rightSquare:
        let close = index
        index = pairs.partner(of: index) ?? index
        if isAccessor(at: index - 1), holds(use, in: index..<close) { return nil }
      case .leftBrace:
        (isBeforeIn, isBehindBody) = (false, false)
      default:
        switch tokens[index].keyword {
        case .in: isBeforeIn = true
        case .func, .`init`, .deinit, .subscript: return nil
        default: break
        }
        guard tokens.isSameText(at: index, and: use), 0 < index else { break }
        let keyword = tokens[index - 1].keyword
        if isBeforeIn || keyword == .var { return nil }
        if keyword == .let, !(isBehindBody && mayBeCondition(at: index - 1)),
          let value = value(ofConstantDeclaredAt: index)
        {
          return value
        }
      }
    }
    return nil
  }

  /// Whether the name before parentheses is that of an accessor, so that they hold its parameter.
  private func isAccessor(at index: Int) -> Bool {
    0 <= index
      && (tokens.isWord("set", at: index) || tokens.isWord("willSet", at: index)
        || tokens.isWord("didSet", at: index))
  }

  private func holds(_ name: Int, in range: Range<Int>) -> Bool {
    range.contains { tokens.isSameText(at: $0, and: name) }
  }

  private func mayBeCondition(at start: Int) -> Bool {
    guard 0 < start else { return false }
    // After any other token, the `let` starts a statement.
    switch tokens[start - 1].kind {
    case .comma: return isCondition(at: start)
    case .keyword:
      return [.if, .while, .case].contains(tokens[start - 1].keyword) && isCondition(at: start)
    default: return false
    }
  }

  /// Whether the `let` is in the conditions of an `if` or a `while`; true in doubt. False for a
  /// `guard`, whose constants are visible after it.
  private func isCondition(at start: Int) -> Bool {
    var index = start - 1
    for _ in 0..<Limits.toCondition where 0 < index {
      switch tokens[index].kind {
      case .rightBrace, .rightParen, .rightSquare: index = pairs.partner(of: index) ?? index
      default: break
      }
      switch tokens[index].keyword {
      case .guard: return false
      case .if, .while: return true
      default: break
      }
      index -= 1
    }
    return true
  }

  private func value(ofConstantDeclaredAt name: Int) -> Range<Int>? {
    var equal = name + 1
    if tokens[equal].kind == .colon {
      guard let type = file.type(from: equal + 1) else { return nil }
      equal = type.upperBound
    }
    guard tokens[equal].kind == .equal else { return nil }
    let end = endOfStatement(from: equal + 1)
    return equal + 1..<file.endOfArgument(from: equal + 1, to: end)
  }
}
