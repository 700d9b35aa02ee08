import SwiftLexer

extension FileTokens {
  /// The last token of the generic arguments whose `<` stands at `index`, e.g. the `>` of
  /// `<Never, Never>`; nil if they are none, or end within an operator such as `>>`.
  func genericArguments(at index: Int) -> Int? {
    guard isOperator("<", at: index) else { return nil }
    if pairs.partners[index] == TokenPairs.none { scanGenericArguments(from: index) }
    let end = pairs.partners[index]
    return end == GenericArguments.notAny ? nil : Int(end)
  }

  /// The same in an expression, where `a < b, c > d` are two comparisons: what follows the `>`
  /// decides, as in the compiler's parser.
  func genericArgumentsInExpression(at index: Int) -> Int? {
    guard let end = genericArguments(at: index) else { return nil }
    let next = tokens[end + 1]
    switch next.kind {
    case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon,
      .endOfFile, .exclamationMark, .postfixQuestionMark, .colon:
      return end
    case .binaryOperator:
      return isOperator("&", at: end + 1) ? end : nil
    case .leftParen, .leftSquare:
      return next.isAtLineStart ? nil : end
    default:
      return nil
    }
  }

  /// Finds the end of the generic arguments at `start` and of all in them, and remembers them, so
  /// that no token is looked at twice. The lists that are open are a chain in `TokenPairs.partners`.
  private func scanGenericArguments(from start: Int) {
    var innermost = UInt32(start)
    pairs.partners[start] = TokenPairs.none
    var index = start + 1
    while innermost != TokenPairs.none {
      if isOperator("<", at: index), tokens[index - 1].isWord {
        pairs.partners[index] = innermost
        innermost = UInt32(index)
      } else if startsWithRightAngle(at: index) {
        guard closeAngles(at: index, &innermost) else { break }
      } else if isGroup(at: index), let close = pairs.partner(of: index) {
        index = close
      } else if !isPartOfType(at: index) {
        break
      }
      index += 1
    }
    while innermost != TokenPairs.none {
      let outer = pairs.partners[Int(innermost)]
      pairs.partners[Int(innermost)] = GenericArguments.notAny
      innermost = outer
    }
  }

  /// Closes as many lists as the operator has `>`; false where it goes on otherwise in a list.
  private func closeAngles(at index: Int, _ innermost: inout UInt32) -> Bool {
    let text = tokens.text(at: index)
    let angles = text.prefix { $0 == UInt8(ascii: ">") }.count
    for angle in 1...angles {
      guard innermost != TokenPairs.none else { return true }
      let open = Int(innermost)
      innermost = pairs.partners[open]
      let isWhole = angle == text.count
      pairs.partners[open] = isWhole ? UInt32(index) : GenericArguments.notAny
    }
    let isMark = { (byte: UInt8) in byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") }
    return text[(text.startIndex + angles)...].allSatisfy(isMark)
  }

  /// Whether a tuple, an array or a dictionary type starts there, rather than a call.
  private func isGroup(at index: Int) -> Bool {
    let kind = tokens[index].kind
    guard kind == .leftParen || kind == .leftSquare else { return false }
    let previous = tokens[index - 1]
    let isAttribute = 1 < index && tokens[index - 2].kind == .atSign
    return !previous.isWord || previous.keyword == .throws || isAttribute
  }

  private func isPartOfType(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .keyword, .placeholder, .integerLiteral, .period, .comma,
      .colonColon, .atSign, .arrow, .exclamationMark, .postfixQuestionMark:
      true
    case .binaryOperator:
      isOperator("&", at: index)
    case .prefixOperator:
      isOperator("~", at: index) || isOperator("-", at: index)
    case .postfixOperator:
      isOperator("...", at: index)
    default:
      false
    }
  }

  private func startsWithRightAngle(at index: Int) -> Bool {
    tokens[index].kind.isOperator && tokens.text(at: index).first == UInt8(ascii: ">")
  }

  private func isOperator(_ text: StaticString, at index: Int) -> Bool {
    guard tokens[index].kind.isOperator else { return false }
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return tokens.text(at: index).elementsEqual(expected)
  }
}

enum GenericArguments {
  /// In `TokenPairs.partners`: this `<` opens no generic arguments that a token ends.
  static let notAny = UInt32.max - 1
}
