/// The tokens of one file with the bytes that they are made of.
@usableFromInline package struct SourceTokens {
  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline package let tokens: UnsafeBufferPointer<Token>

  /// The memory belongs to the caller, and has to outlive this value.
  @inlinable @inline(__always)
  package init(bytes: UnsafeBufferPointer<UInt8>, tokens: UnsafeBufferPointer<Token>) {
    self.bytes = bytes
    self.tokens = tokens
  }

  @inlinable @inline(__always) package var count: Int { tokens.count }
  @inlinable @inline(__always) package var indices: Range<Int> { tokens.indices }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Token { tokens[index] }

  /// Whether the same is written at both places; lengths come first, as they nearly always differ.
  @inlinable @inline(__always)
  package func isSameText(at index: Int, and other: Int) -> Bool {
    let (text, others) = (text(at: index), text(at: other))
    return text.count == others.count && text.elementsEqual(others)
  }

  /// The text of the token; that of a name is without its backticks.
  @inlinable @inline(__always)
  package func text(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let token = tokens[index]
    let ticks = token.kind == .rawIdentifier ? 1 : 0
    return UnsafeBufferPointer(
      start: bytes.baseAddress.map { $0 + token.start + ticks },
      count: Int(token.length) - 2 * ticks)
  }

  /// Whether the token is this word, and not a name in backticks.
  @inlinable
  package func isWord(_ word: StaticString, at index: Int) -> Bool {
    let token = tokens[index]
    guard Int(token.length) == word.utf8CodeUnitCount, token.kind == .identifier else {
      return false
    }
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    return text(at: index).elementsEqual(expected)
  }
}

extension SourceTokens {
  /// Whether the binary operator is `??`.
  @inlinable
  package func isCoalescing(at index: Int) -> Bool {
    let text = text(at: index)
    return text.count == 2 && text.allSatisfy { $0 == UInt8(ascii: "?") }
  }

  /// Whether the token is a `<` and nothing more.
  @inlinable
  package func isOpeningAngle(at index: Int) -> Bool {
    let token = tokens[index]
    return token.length == 1 && token.kind.isOperator && bytes[token.start] == UInt8(ascii: "<")
  }

  /// Whether the token is a `>` and nothing more.
  package func isClosingAngle(at index: Int) -> Bool {
    let token = tokens[index]
    return token.length == 1 && token.kind.isOperator && bytes[token.start] == UInt8(ascii: ">")
  }

  /// Whether an operand ends with the token, so that `.`, `(` or `{` after it goes on with it.
  package func endsOperand(at index: Int) -> Bool {
    let token = tokens[index]
    switch token.kind {
    case .identifier:
      return !isPrefixWord(at: index)
    case .keyword:
      return token.keyword.isOperand || isMember(index)
    case .rawIdentifier, .dollarIdentifier, .placeholder, .integerLiteral, .floatLiteral,
      .closeQuote, .stringPounds, .regexSlash, .regexPounds, .rightParen, .rightSquare, .rightBrace,
      .postfixOperator:
      return true
    case .exclamationMark, .postfixQuestionMark:
      // In `try? .now` and `x as! Date` the mark belongs to the keyword.
      return index == 0 || tokens[index - 1].kind != .keyword || endsOperand(at: index - 1)
    default:
      return false
    }
  }

  /// Whether the word is one of those before a declaration's keyword, e.g. `static`.
  package func isModifier(_ index: Int) -> Bool {
    guard tokens[index].kind == .identifier || tokens[index].kind == .keyword else { return false }
    return modifierWords.contains { text(at: index).elementsEqual($0) }
  }

  /// Whether the name stands after a period.
  @inlinable @inline(__always)
  package func isMember(_ index: Int) -> Bool {
    0 < index && tokens[index - 1].kind == .period
  }

  /// Whether the name is a word that an expression follows, e.g. `await`. All but `await` are
  /// ordinary names too, if the period follows at once or on another line.
  private func isPrefixWord(at index: Int) -> Bool {
    guard !isMember(index) else { return false }
    if isWord("await", at: index) { return true }
    guard isWord("unsafe", at: index) || isWord("yield", at: index) else { return false }
    let next = tokens[index + 1]
    return !next.isAtLineStart && next.start != tokens[index].end
  }
}

private let modifierWords = declarationModifiers.map { Array($0.utf8) }

extension Keyword {
  /// Whether the word is an operand itself, as `self` and `nil` are.
  fileprivate var isOperand: Bool {
    switch self {
    case .`Any`, .`false`, .`init`, .`nil`, .`self`, .`Self`, .`super`, .`true`: true
    default: false
    }
  }
}

/// Whether the tokens are one operand, such as `a.b(c)?.d` or `[1, 2]`, so that they mean the same
/// beside any operator and before any period. In doubt they are taken for more.
package func isOperandExpression(
  _ range: Range<Int>, in tokens: SourceTokens, _ pairs: TokenPairs
) -> Bool {
  var index = range.lowerBound
  var isAfterOperand = false
  while index < range.upperBound {
    switch tokens[index].kind {
    case .dollarIdentifier where isAfterOperand:
      // In a replacement `$0` stands for a trailing closure there.
      break
    case .identifier, .rawIdentifier, .dollarIdentifier, .placeholder, .integerLiteral,
      .floatLiteral:
      guard !isAfterOperand else { return false }
      isAfterOperand = true
    case .keyword:
      guard !isAfterOperand, tokens.endsOperand(at: index) else { return false }
      isAfterOperand = true
    case .period, .colonColon:
      isAfterOperand = false
    case .pound, .stringPounds, .openQuote, .interpolationBackslash:
      // A string's closing quote makes it an operand; its pounds stand on either side.
      if tokens[index].kind != .stringPounds { isAfterOperand = false }
    case .closeQuote:
      isAfterOperand = true
    case .leftParen, .leftSquare:
      guard let partner = pairs.partner(of: index) else { return false }
      isAfterOperand = true
      index = partner
    case .leftBrace:
      guard isAfterOperand, let partner = pairs.partner(of: index) else { return false }
      index = partner
    case .postfixQuestionMark, .exclamationMark:
      guard isAfterOperand else { return false }
    default:
      return false
    }
    index += 1
  }
  return isAfterOperand
}
