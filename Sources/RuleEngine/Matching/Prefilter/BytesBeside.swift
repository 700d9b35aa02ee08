// What stands beside a word in a file, as far as bytes tell for sure.

private let declarations = ["let", "var", "struct", "enum"].map { Array($0.utf8) }

/// In bytes. It keeps the work in proportion to the file.
private let searchLimit = 256

extension UnsafeBufferPointer<UInt8> {
  /// The offset after the `>` that closes the generic arguments there; nil where there may be
  /// more to them than names.
  func endOfGenericArguments(from open: Int) -> Int? {
    var depth = 0
    for offset in open..<Swift.min(open + searchLimit, count) {
      switch self[offset] {
      case UInt8(ascii: "<"):
        depth += 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth == 0 { return offset + 1 }
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "?"):
        break
      case let byte:
        guard byte.isASCIIWordByte else { return nil }
      }
    }
    return nil
  }

  /// The offset after the `)` that closes the arguments there; nil where these may hold comments,
  /// regexes, directives, strings that are not plain, or brackets without others.
  func endOfCall(from open: Int) -> Int? {
    // Two bits for each open bracket, the innermost last.
    var brackets: UInt64 = 1
    var offset = open
    while offset < Swift.min(open + searchLimit, count) {
      switch self[offset] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        guard 2 <= brackets.leadingZeroBitCount else { return nil }
        brackets = brackets << 2 | kindOfBracket(at: offset)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard brackets & 3 == kindOfBracket(at: offset) else { return nil }
        brackets >>= 2
        if brackets == 1 { return offset + 1 }
      case UInt8(ascii: "\""):
        guard let end = endOfPlainString(from: offset) else { return nil }
        offset = end - 1
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        // At the start of a line it may be a conflict marker.
        if self[offset - 1] < UInt8(ascii: " ") { return nil }
      case UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "`"),
        0..<UInt8(ascii: "\t"), 0x0B, 0x0C, 0x0E..<UInt8(ascii: " "), 0x7F...:
        return nil
      default:
        break
      }
      offset += 1
    }
    return nil
  }

  /// 1, 2 or 3, the same for both of a pair.
  private func kindOfBracket(at offset: Int) -> UInt64 {
    switch self[offset] {
    case UInt8(ascii: "("), UInt8(ascii: ")"): 1
    case UInt8(ascii: "["), UInt8(ascii: "]"): 2
    default: 3
    }
  }

  /// The offset after a string on one line that has no escapes; nil for any other.
  private func endOfPlainString(from quote: Int) -> Int? {
    for offset in quote + 1..<Swift.min(quote + searchLimit, count) {
      switch self[offset] {
      case UInt8(ascii: "\""):
        let mayBeLong = offset == quote + 1 && offset + 1 < count && self[offset + 1] == self[quote]
        return mayBeLong ? nil : offset + 1
      case UInt8(ascii: "\\"), ..<UInt8(ascii: " "):
        return nil
      default:
        break
      }
    }
    return nil
  }

  /// Whether the word is a type for sure, and what follows it a body: after `extension`, `->`, or
  /// the colon of `var x:` or `enum E:`.
  func isTypeBeforeBody(_ start: Int) -> Bool {
    guard let mark = offsetBeforeBlanks(start) else { return false }
    switch self[mark] {
    case UInt8(ascii: "n"):
      guard mark + 1 < start, let keyword = startOfWord(before: mark + 1) else { return false }
      return self[keyword...mark].elementsEqual("extension".utf8) && !mayBeMember(at: keyword)
    case UInt8(ascii: ">"):
      guard 1 < mark, self[mark - 1] == UInt8(ascii: "-") else { return false }
      return self[mark - 2] == UInt8(ascii: " ") || self[mark - 2] == UInt8(ascii: ")")
    case UInt8(ascii: ":"):
      guard let name = startOfWord(before: mark), let space = offsetBeforeBlanks(name),
        space + 1 < name, let keyword = startOfWord(before: space + 1)
      else { return false }
      let word = self[keyword...space]
      guard declarations.contains(where: word.elementsEqual) else { return false }
      guard 0 < keyword else { return true }
      let before = self[keyword - 1]
      return before == UInt8(ascii: " ") || before == UInt8(ascii: "\n")
        || before == UInt8(ascii: "\t")
    default:
      return false
    }
  }

  /// The offset of the byte before the blanks before an offset; nil where there is none.
  private func offsetBeforeBlanks(_ offset: Int) -> Int? {
    self[..<offset].lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  }

  /// The start of the word that ends before an offset; nil where there is none, or where it may go
  /// on before.
  private func startOfWord(before end: Int) -> Int? {
    var start = end
    while 0 < start, self[start - 1].isASCIIWordByte { start -= 1 }
    guard start < end else { return nil }
    return 0 < start && 0x7F <= self[start - 1] ? nil : start
  }
}
