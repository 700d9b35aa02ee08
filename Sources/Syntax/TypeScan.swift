import SwiftLexer

// Whether a `<` begins generic arguments, and where a type ends, before it is parsed.

extension Parser {
  /// Where generic arguments end: the token, and how many bytes of it belong to them.
  struct GenericEnd {
    let token: Int
    let bytes: Int
  }

  /// The `>` of the generic arguments that begin at the token; nil if they are none. What is found is
  /// kept in `pairs`, for each `<` that is passed, so that each is scanned once.
  func genericEnd(at index: Int) -> GenericEnd? {
    guard isOperator("<", at: index) else { return nil }
    if pairs.partners[index] == TokenPairs.none { scanGenericArguments(from: index) }
    let partner = pairs.partners[index]
    if partner == Self.notGeneric { return nil }
    return GenericEnd(token: Int(partner >> 5), bytes: Int(partner & 31))
  }

  private static var notGeneric: UInt32 { .max - 1 }

  /// Notes the ends of the angle brackets from a token on, up to that of the first one, or up to a
  /// token that no type has.
  private func scanGenericArguments(from start: Int) {
    // Angle brackets, and the ends of round and square ones around those inside.
    var open: [(angle: Int, close: Int)] = [(start, 0)]
    var index = start + 1
    var isAfterOperand = false
    while let last = open.last {
      let token = tokens[index]
      if token.kind.isOperator, source.bytes[token.start] == UInt8(ascii: ">") {
        guard let left = closeAngles(&open, at: index) else { break }
        isAfterOperand = left
        index += 1
      } else if last.close != 0, index == last.close {
        open.removeLast()
        isAfterOperand = true
        index += 1
      } else if isOperator("<", at: index) {
        guard isAfterOperand else { break }
        if pairs.partners[index] == Self.notGeneric { break }
        open.append((index, 0))
        isAfterOperand = false
        index += 1
      } else if let close = bracketOfType(at: index, &isAfterOperand) {
        open.append((0, close))
        index += 1
      } else {
        guard mayBeInType(index, isInBracket: last.close != 0, &isAfterOperand) else { break }
        index += 1
      }
    }
    for (angle, close) in open where close == 0 { pairs.partners[angle] = Self.notGeneric }
  }

  /// Closes as many angle brackets as the token has `>`.
  /// - Returns: whether an operand ends there; nil if the token cannot stand there.
  private func closeAngles(_ open: inout [(angle: Int, close: Int)], at index: Int) -> Bool? {
    let text = source.text(at: index)
    for (offset, byte) in text.enumerated() {
      guard let last = open.last else { return true }
      switch byte {
      case UInt8(ascii: ">"):
        let bytes = offset + 1
        guard last.close == 0, bytes < 32, index < 1 << 27 else { return nil }
        pairs.partners[last.angle] = UInt32(index << 5 | bytes)
        open.removeLast()
      case UInt8(ascii: "?"), UInt8(ascii: "!"): break
      case UInt8(ascii: "-") where offset + 2 == text.count && text[offset + 1] == UInt8(ascii: ">"):
        return false
      default: return nil
      }
    }
    return true
  }

  /// The end of the bracket at the token, if it may stand there in a type.
  private func bracketOfType(at index: Int, _ isAfterOperand: inout Bool) -> Int? {
    let kind = tokens[index].kind
    guard kind == .leftParen || kind == .leftSquare, let close = pairs.partner(of: index),
      index < close
    else { return nil }
    if isAfterOperand {
      // `@convention(c)`, `throws(E)`, `nonisolated(nonsending)`
      guard kind == .leftParen, takesArguments(index - 1) else { return nil }
    }
    isAfterOperand = false
    return close
  }

  private func takesArguments(_ index: Int) -> Bool {
    tokens[index].keyword == .throws || word(at: index) == .nonisolated
      || 0 < index && tokens[index - 1].kind == .atSign
  }

  /// Whether a token other than brackets may stand there in a type.
  private func mayBeInType(_ index: Int, isInBracket: Bool, _ isAfterOperand: inout Bool) -> Bool {
    let token = tokens[index]
    switch token.kind {
    case .identifier, .rawIdentifier, .placeholder:
      guard !isAfterOperand || mayPrecedeName(index - 1, isInBracket: isInBracket) || isEffect(index)
      else { return false }
      isAfterOperand = true
    case .keyword:
      switch token.keyword {
      case .Any, .Self, .throws, .rethrows: isAfterOperand = true
      case .inout, .repeat: isAfterOperand = false
      default:
        guard isInBracket && tokens[index + 1].kind == .colon || tokens[index - 1].kind == .period
        else { return false }
        isAfterOperand = true
      }
    case .integerLiteral:
      guard !isAfterOperand else { return false }
      isAfterOperand = true
    case .period, .colonColon, .arrow:
      guard isAfterOperand || token.kind == .colonColon else { return false }
      isAfterOperand = false
    case .comma:
      guard isAfterOperand else { return false }
      isAfterOperand = false
    case .colon:
      guard isAfterOperand, isInBracket else { return false }
      isAfterOperand = false
    case .postfixQuestionMark, .exclamationMark: return isAfterOperand
    case .atSign:
      guard !isAfterOperand else { return false }
    case .binaryOperator:
      if isOperator("...", at: index) { return isAfterOperand }
      guard isAfterOperand, isOperator("&", at: index) else { return false }
      isAfterOperand = false
    case .postfixOperator: return isAfterOperand && isOperator("...", at: index)
    case .prefixOperator: return isOperator("~", at: index) || isOperator("-", at: index)
    default: return false
    }
    return true
  }

  private func isEffect(_ index: Int) -> Bool {
    guard word(at: index) == .async else { return false }
    let end = endOfEffects(from: index)
    return tokens[end].kind == .arrow
  }

  /// Whether the word can stand before a name: `any P`, `label name: T`, `@Sendable T`.
  private func mayPrecedeName(_ index: Int, isInBracket: Bool) -> Bool {
    if 0 < index, tokens[index - 1].kind == .atSign { return true }
    if isInBracket, tokens[index + 2].kind == .colon { return true }
    switch word(at: index) {
    case .any, .opaque, .each: return true
    case let word?: return word.isTypeSpecifier || word == .nonisolated
    case nil: return false
    }
  }

  /// Whether generic arguments follow an expression's name: after them comes what can follow a type
  /// alone (the rule of `isGenericTypeDisambiguatingToken` in Swift's parser).
  @inline(__always)
  func isAtGenericArguments() -> Bool {
    guard kind.isOperator, byte == UInt8(ascii: "<"), restLength == 1 else { return false }
    return isGeneric(at: index)
  }

  func isGeneric(at index: Int) -> Bool {
    guard let end = genericEnd(at: index), end.token < limit else { return false }
    let last = tokens[end.token]
    if end.bytes < Int(last.length) {
      let next = source.bytes[last.start + end.bytes]
      return next == UInt8(ascii: "?") || next == UInt8(ascii: "!")
    }
    let next = tokens[end.token + 1]
    switch next.kind {
    case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon, .endOfFile,
      .exclamationMark, .postfixQuestionMark, .colon:
      return true
    case .binaryOperator: return isOperator("&", at: end.token + 1)
    case .leftParen, .leftSquare: return !next.isAtLineStart
    default: return false
    }
  }

  /// The token after the attribute at the token, which may be of a declaration or of a type.
  func endOfAttribute(at start: Int) -> Int {
    var index = start + 1
    guard tokens[index].isWord else { return index }
    index += 1
    while tokens[index].kind == .period || tokens[index].kind == .colonColon,
      tokens[index + 1].isWord
    {
      index += 2
    }
    if let end = genericEnd(at: index) { index = end.token + 1 }
    if isArgumentList(ofAttributeAt: index), let close = pairs.partner(of: index), index < close {
      index = close + 1
    }
    return index
  }

  /// Whether the token opens the arguments of the attribute whose name ends before it.
  func isArgumentList(ofAttributeAt index: Int) -> Bool {
    tokens[index].kind == .leftParen && !tokens[index].isAtLineStart
      && tokens[index].start == tokens[index - 1].end
  }

  /// The token after the type that begins at the token; nil if there is none. A `?` or `!` belongs
  /// to it.
  func endOfType(at start: Int) -> Int? {
    var index = start
    if tokens[index].keyword == .repeat { index += 1 }
    while true {
      while tokens[index].kind == .atSign || isTypeSpecifier(at: index) {
        if tokens[index].kind == .atSign {
          index = endOfAttribute(at: index)
        } else {
          index += 1
          if word(at: index - 1) == .nonisolated, tokens[index].kind == .leftParen {
            index = (pairs.partner(of: index) ?? index) + 1
          }
        }
      }
      guard let end = endOfCompositionType(at: index), end <= limit else { return nil }
      index = end
      let arrow = endOfEffects(from: index)
      guard tokens[arrow].kind == .arrow else { return index }
      index = arrow + 1
    }
  }

  private func endOfCompositionType(at start: Int) -> Int? {
    var index = start
    if let word = word(at: index), word == .any || word == .opaque || word == .each,
      isTypeStart(at: index + 1)
    {
      index += 1
    }
    while true {
      guard let end = endOfSimpleType(at: index) else { return nil }
      index = end
      guard isOperator("&", at: index) else { return index }
      index += 1
    }
  }

  private func endOfSimpleType(at start: Int) -> Int? {
    var index = start
    if isOperator("~", at: index) { index += 1 }
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .placeholder: index = endOfTypeName(at: index)
    case .keyword where tokens[index].keyword == .Any || tokens[index].keyword == .Self:
      index = endOfTypeName(at: index)
    case .leftParen, .leftSquare:
      guard let close = pairs.partner(of: index), index < close, isType(from: index, to: close)
      else { return nil }
      index = close + 1
    default: return nil
    }
    while true {
      switch tokens[index].kind {
      case .period where tokens[index + 1].isWord: index = endOfTypeName(at: index + 1)
      case .postfixQuestionMark, .exclamationMark: index += 1
      default: return index
      }
    }
  }

  private func endOfTypeName(at start: Int) -> Int {
    var index = start + 1
    while tokens[index].kind == .colonColon, tokens[index + 1].isWord { index += 2 }
    if let end = genericEnd(at: index) { index = end.token + 1 }
    return index
  }

  /// Whether what is in the brackets can be types: no token is there that no type has.
  private func isType(from open: Int, to close: Int) -> Bool {
    var isAfterOperand = false
    var index = open + 1
    // Only for function types, tuples and collections as they are written in practice.
    guard close - open < 256 else { return false }
    while index < close {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        isAfterOperand = false
      case .rightParen, .rightSquare:
        isAfterOperand = true
      default:
        if let end = genericEnd(at: index) {
          index = end.token
          isAfterOperand = true
        } else if tokens[index].kind == .equal {
          return false
        } else if !mayBeInType(index, isInBracket: true, &isAfterOperand) {
          return false
        }
      }
      index += 1
    }
    return true
  }
}
