// The type that is written before the value of a variable or a parameter.

extension UnsafeBufferPointer<UInt8> {
  /// Whether the member there, after an implicit period, is the whole value of a variable or a
  /// parameter whose type is written and is none that counts: `var names: Set<String> = .init()`.
  /// - Parameters:
  ///   - member: the range of its name.
  ///   - counts: whether a word is part of the name of a type that does.
  func hasOtherType(_ member: Range<Int>, counts: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    let equal = member.lowerBound - 3
    guard 0 < equal, self[equal] == UInt8(ascii: "="), self[equal + 1] == UInt8(ascii: " "),
      self[equal + 2] == UInt8(ascii: "."), endsValue(at: member.upperBound),
      let start = startOfType(before: equal)
    else { return false }
    var word = start..<start
    for offset in start...equal {
      if self[offset].isASCIIWordByte { continue }
      word = word.upperBound..<offset
      let text = UnsafeBufferPointer(rebasing: self[word])
      if counts(text) || text.elementsEqual("Self".utf8) { return false }
      word = offset + 1..<offset + 1
    }
    return true
  }

  /// Whether a value ends there, or with the arguments that follow.
  private func endsValue(at offset: Int) -> Bool {
    guard offset < count else { return false }
    let end = self[offset] == UInt8(ascii: "(") ? endOfCall(from: offset) : offset
    guard var end else { return false }
    var isNewLine = false
    while end < count, self[end].isBlank || self[end].isNewline {
      isNewLine = isNewLine || self[end].isNewline
      end += 1
    }
    guard end < count else { return false }
    switch self[end] {
    case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "}"): return true
    case UInt8(ascii: "a"): return false
    case let byte: return isNewLine && (byte.isASCIIWordByte || byte == UInt8(ascii: "@"))
    }
  }

  /// The offset after the colon before a type; nil where that is not for sure the type of a
  /// variable or a parameter.
  private func startOfType(before equal: Int) -> Int? {
    var depth = 0
    for offset in stride(from: equal - 1, to: Swift.max(equal - searchLimit, 0), by: -1) {
      switch self[offset] {
      case UInt8(ascii: ">"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "<"), UInt8(ascii: "["): depth -= 1
      case UInt8(ascii: ":") where depth == 0: return isDeclared(before: offset) ? offset + 1 : nil
      case UInt8(ascii: ":"), UInt8(ascii: ","): if depth == 0 { return nil }
      case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "?"): break
      case let byte: if !byte.isASCIIWordByte { return nil }
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  /// Whether the colon follows the name of a variable or a parameter, which may have a label.
  private func isDeclared(before colon: Int) -> Bool {
    guard let name = startOfWord(before: colon), let mark = offsetBeforeBlanks(name) else {
      return false
    }
    if startsParameter(self[mark]) { return true }
    guard let word = startOfWord(before: mark + 1) else { return false }
    return variables.contains(where: self[word...mark].elementsEqual)
      || offsetBeforeBlanks(word).map { startsParameter(self[$0]) } ?? false
  }

  private func startsParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",")
  }
}

private let variables = ["let", "var"].map { Array($0.utf8) }

/// In bytes. It keeps the work in proportion to the file.
private let searchLimit = 256
