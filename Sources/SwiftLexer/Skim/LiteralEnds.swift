// Where comments and literals end, told from the bytes alone. Where that takes a lexer, the answer
// is nil.

extension SourceBytes {
  /// The offset after the comment that starts there; nil where none does.
  func endOfComment(at offset: Int) -> Int? {
    switch byte(at: offset + 1) {
    case "/": endOfLine(from: offset + 2)
    case "*": endOfBlockComment(from: offset).end
    default: nil
    }
  }

  func endOfName(inBackticksAt offset: Int) -> Int {
    let end = endOfBackticks(from: offset + 1)
    return byte(at: end) == "`" ? end + 1 : offset + 1
  }

  /// The offset after the slash of an operator, or after the regex literal that starts with it.
  func endOfSlash(at slash: Int) -> Int? {
    switch byte(before: slash) {
    case ")", "]", "a"..."z", "A"..."Z", "0"..."9", "_":
      return slash + 1
    case "(", "[", ",", ":":
      return endOfBareRegex(at: slash)
    case " ":
      return byte(at: slash + 1) == " " && endsOperand(before: slash) ? slash + 1 : nil
    default:
      return nil
    }
  }

  /// - Parameter slash: follows what an expression follows.
  private func endOfBareRegex(at slash: Int) -> Int? {
    guard !byte(at: slash + 1).isOperatorCharacter, byte(at: slash + 1).isASCII,
      isRightBound(slash + 1, isLeftBound: false)
    else { return nil }
    guard let regex = bareRegex(slash: slash, isCertain: false) else { return slash + 1 }
    return regex.bodyEnd + (regex.hasClosingSlash ? 1 : 0)
  }

  /// Whether what stands before the blanks is the end of an operand, so that no regex can follow.
  private func endsOperand(before blanks: Int) -> Bool {
    var last = blanks - 1
    while 0 < last, bytes[last] == " " { last -= 1 }
    switch bytes[last] {
    case ")", "]": return true
    case "a"..."z", "A"..."Z", "0"..."9", "_": break
    default: return false
    }
    var start = last
    while 0 < start, bytes[start - 1].isLetterOrUnderscore { start -= 1 }
    let length = last + 1 - start
    return 16 <= length
      || KeywordTable.shared.word(in: vector(at: start), length: length).traits.keyword == .none
  }

  /// The offset after the first `#` of a directive, a macro and the like, or after a raw string.
  func endOfPound(at offset: Int) -> Int? {
    guard byte(before: offset) != "<" else { return nil }
    switch byte(at: offset + 1) {
    case "a"..."z", "A"..."Z", "_": return offset + 1
    case "\"", "#": return endOfRawString(at: offset)
    default: return nil
    }
  }

  /// - Parameter start: of the first `#`.
  private func endOfRawString(at start: Int) -> Int? {
    let pounds = countPounds(from: start)
    guard byte(at: start + pounds) == "\"", byte(at: start + pounds + 1) != "\"" else { return nil }
    var offset = start + pounds + 1
    while true {
      offset = end(from: offset) {
        ($0 .!= .all("\"")) .& ($0 .!= .all("\\")) .& ($0 .!= .all("\n")) .& ($0 .!= .all("\r"))
      }
      switch byte(at: offset) {
      case "\"":
        let closing = countPounds(from: offset + 1)
        if pounds <= closing { return offset + 1 + closing }
        offset += 1
      case "\\":
        if byte(at: offset + 1) == "#" { return nil }
        offset += 1
      default:
        return nil
      }
    }
  }
}

// Strings, with their interpolations.

extension SourceBytes {
  /// The offset after the string literal that starts there, if it is one of the most frequent
  /// ones: without escapes, and not empty.
  @inline(__always)
  func endOfPlainString(at quote: Int) -> Int? {
    guard quote &+ 17 < count else { return nil }
    let text = wholeVector(at: quote &+ 1)
    let isText =
      (text .!= .all("\"")) .& (text .!= .all("\\")) .& (text .!= .all("\n"))
      .& (text .!= .all("\r"))
    let end = quote &+ 1 &+ isText.trueCount
    return end != quote &+ 1 && bytes[end] == "\"" ? end &+ 1 : nil
  }

  /// The offset after the string literal that starts there; nil where that is hard to tell.
  func endOfString(at quote: Int, depth: Int = 0) -> Int? {
    let isTriple = byte(at: quote + 1) == "\"" && byte(at: quote + 2) == "\""
    guard !isTriple || depth == 0 else { return nil }
    var offset = quote + (isTriple ? 3 : 1)
    while true {
      offset = end(from: offset) {
        ($0 .!= .all("\"")) .& ($0 .!= .all("\\")) .& ($0 .!= .all("\n")) .& ($0 .!= .all("\r"))
      }
      guard offset < count else { return count }
      switch bytes[offset] {
      case "\\":
        switch byte(at: offset + 1) {
        case "(":
          guard let end = endOfInterpolation(from: offset + 2, depth: depth) else { return nil }
          offset = end
        case "\"", "'", "\\": offset += 2
        default: offset += 1
        }
      case "\"":
        guard isTriple else { return offset + 1 }
        if byte(at: offset + 1) == "\"", byte(at: offset + 2) == "\"" { return offset + 3 }
        offset += 1
      default:
        guard isTriple else { return depth == 0 ? offset : nil }
        offset += 1
      }
    }
  }

  /// The offset after the parenthesis that ends the interpolation.
  private func endOfInterpolation(from start: Int, depth: Int) -> Int? {
    guard depth < deepestInterpolation else { return nil }
    var offset = start
    var (parens, braces) = (0, 0)
    while true {
      offset = end(from: offset, passingOver: { $0.isPlainInInterpolation })
      guard offset < count else { return nil }
      switch bytes[offset] {
      case "(":
        parens += 1
      case ")":
        parens -= 1
        if parens < 0 { return braces == 0 ? offset + 1 : nil }
      case "{":
        braces += 1
      case "}":
        braces -= 1
        if braces < 0 { return nil }
      case "\"":
        guard let end = endOfString(at: offset, depth: depth + 1) else { return nil }
        offset = end - 1
      case "!", "?":
        // The mark of a `try` makes the lexer count parentheses in its own way.
        if 3 <= offset, starts(with: "try", at: offset - 3) { return nil }
      case "#":
        guard let end = endOfPound(at: offset) else { return nil }
        offset = end - 1
      case "/", "`", "'", "\n", "\r", 0x7F...:
        return nil
      default:
        break
      }
      offset += 1
    }
  }
}

extension SIMD16<UInt8> {
  /// Which bytes say nothing about where an interpolation ends.
  @inline(__always)
  fileprivate var isPlainInInterpolation: SIMDMask<SIMD16<Int8>> {
    let isParenthesis = (self & Self(repeating: 0xFE)) .== .all("(")
    let isMark = (self .== .all("!")) .| (self .== .all("?"))
    let isNewline = (self .== .all("\n")) .| (self .== .all("\r"))
    return .!(isBraceOrMayHoldOne .| isParenthesis .| isMark .| isNewline)
  }
}

/// How deep strings in interpolations are followed.
private let deepestInterpolation = 4
