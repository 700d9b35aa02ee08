// Numbers. A literal that is wrong keeps the characters of a name that touch it.

extension Lexer {
  mutating func lexNumber() {
    if bytes[position] == "0" {
      switch byte(at: position + 1) {
      case "x": return lexHexadecimal()
      case "o", "b": return emit(.integerLiteral, to: endOfName(from: position + 2))
      default: break
      }
    }
    lexDecimal()
  }

  private func endOfDigits(from start: Int, where isDigit: (UInt8) -> Bool = \.isDigit) -> Int {
    var end = start
    while isDigit(byte(at: end)) || byte(at: end) == "_" { end += 1 }
    return end
  }

  private mutating func lexDecimal() {
    var end = endOfDigits(from: position + 1)
    if byte(at: end) == "." {
      // After a dot, digits are the index of a tuple's element: `x.0.1`.
      guard byte(at: end + 1).isDigit, previousToken?.kind != .period else {
        emit(.integerLiteral, to: end)
        return
      }
      end = endOfDigits(from: end + 1)
    } else if byte(at: end) != "e", byte(at: end) != "E" {
      emit(.integerLiteral, to: endOfName(from: end))
      return
    }
    if byte(at: end) == "e" || byte(at: end) == "E" {
      end += 1
      if byte(at: end) == "-" || byte(at: end) == "+" { end += 1 }
      end = endOfName(from: end)
    }
    emit(.floatLiteral, to: end)
  }

  private mutating func lexHexadecimal() {
    let start = position + 2
    guard byte(at: start).isHexDigit else {
      // The parser looks at one byte as if it were a scalar, so U+05C0 to U+05FF do not belong.
      emit(.integerLiteral, to: byte(at: start) == 0xD7 ? start : endOfName(from: start))
      return
    }
    let dot = endOfDigits(from: start, where: \.isHexDigit)
    switch byte(at: dot) {
    case "p", "P":
      lexHexadecimalExponent(at: dot, dot: nil)
    case "." where dot + 1 == bytes.count || byte(at: dot + 1).isHexDigit:
      lexHexadecimalFraction(dot: dot)
    case ".":
      emit(.integerLiteral, to: dot)
    default:
      emit(.integerLiteral, to: endOfName(from: dot))
    }
  }

  private mutating func lexHexadecimalFraction(dot: Int) {
    let end = endOfDigits(from: dot + 1, where: \.isHexDigit)
    if byte(at: end) == "p" || byte(at: end) == "P" {
      lexHexadecimalExponent(at: end, dot: dot)
    } else {
      // Without an exponent this is a number and a member, unless a digit follows after the next
      // byte: `0x1.8 0`.
      let isMember = end + 1 < bytes.count && !bytes[end + 1].isDigit
      emit(.integerLiteral, to: isMember ? dot : end)
    }
  }

  /// - Parameter dot: the offset of the dot in the literal, if there is one.
  private mutating func lexHexadecimalExponent(at start: Int, dot: Int?) {
    var end = start + 1
    let isSigned = byte(at: end) == "+" || byte(at: end) == "-"
    if isSigned { end += 1 }
    if let dot, end < bytes.count, !bytes[end].isDigit, !bytes[dot + 1].isDigit, !isSigned {
      // `0xff.fp` is a number and a member.
      emit(.integerLiteral, to: dot)
    } else {
      emit(.floatLiteral, to: endOfName(from: end))
    }
  }
}
