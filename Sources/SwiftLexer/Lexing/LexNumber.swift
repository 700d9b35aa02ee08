// Numbers. A literal that is wrong keeps the characters of a name that touch it.

extension Lexer {
  mutating func lexNumber() {
    guard source[position] == "0" else { return lexDecimal() }
    switch source.byte(at: position + 1) {
    case "x": lexHexadecimal()
    case "o", "b": emit(.integerLiteral, to: source.endOfName(from: position + 2))
    default: lexDecimal()
    }
  }

  private mutating func lexDecimal() {
    var end = source.endOfDigits(from: position + 1)
    let next = source.byte(at: end)
    guard next == "." || next | 0x20 == "e" else {
      return emit(.integerLiteral, to: source.endOfName(from: end))
    }
    if next == "." {
      // After a dot, digits are the index of a tuple's element: `x.0.1`.
      guard source.byte(at: end + 1).isDigit, previousToken?.kind != .period else {
        return emit(.integerLiteral, to: end)
      }
      end = source.endOfDigits(from: end + 1)
    }
    if source.byte(at: end) | 0x20 == "e" {
      end = source.endOfName(from: source.endOfSign(at: end + 1))
    }
    emit(.floatLiteral, to: end)
  }

  private mutating func lexHexadecimal() {
    let start = position + 2
    guard source.byte(at: start).isHexDigit else {
      // The parser looks at one byte as if it were a scalar, so U+05C0 to U+05FF do not belong.
      let isMisread = source.byte(at: start) == 0xD7
      return emit(.integerLiteral, to: isMisread ? start : source.endOfName(from: start))
    }
    let dot = source.endOfDigits(from: start, where: \.isHexDigit)
    guard source.byte(at: dot) == "." else {
      let isFloat = source.byte(at: dot) | 0x20 == "p"
      let end = source.endOfName(from: isFloat ? source.endOfSign(at: dot + 1) : dot)
      return emit(isFloat ? .floatLiteral : .integerLiteral, to: end)
    }
    guard dot + 1 == source.count || source[dot + 1].isHexDigit else {
      return emit(.integerLiteral, to: dot)
    }
    lexHexadecimalFraction(dot: dot)
  }

  private mutating func lexHexadecimalFraction(dot: Int) {
    let end = source.endOfDigits(from: dot + 1, where: \.isHexDigit)
    let next = end + 1 < source.count ? source[end + 1] : nil
    guard source.byte(at: end) | 0x20 == "p" else {
      // Without an exponent this is a number and a member, unless a digit follows after the next
      // byte: `0x1.8 0`.
      return emit(.integerLiteral, to: next?.isDigit ?? true ? end : dot)
    }
    if let next, !next.isDigit, next != "+", next != "-", !source[dot + 1].isDigit {
      // `0xff.fp` is a number and a member.
      emit(.integerLiteral, to: dot)
    } else {
      emit(.floatLiteral, to: source.endOfName(from: source.endOfSign(at: end + 1)))
    }
  }
}

extension SourceBytes {
  fileprivate func endOfDigits(
    from start: Int, where isDigit: (UInt8) -> Bool = \.isDigit
  ) -> Int {
    var end = start
    while isDigit(byte(at: end)) || byte(at: end) == "_" { end += 1 }
    return end
  }

  fileprivate func endOfSign(at offset: Int) -> Int {
    byte(at: offset) == "+" || byte(at: offset) == "-" ? offset + 1 : offset
  }
}
