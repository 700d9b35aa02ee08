import SwiftLexer

// What stands before a name in a file, as far as bytes tell for sure.

private let declarations = ["let", "var", "struct", "enum"].map { Array($0.utf8) }

/// What stands before a name.
private enum Neighbour {
  /// The start of the file.
  case none
  case byte(Int)
  /// Maybe a comment, or what no lexer but Swift's knows.
  case unknown
}

extension UnsafeBufferPointer<UInt8> {
  func mayStand(after prefix: Needle.Prefix, nameAt range: Range<Int>) -> Bool {
    let start = range.lowerBound
    return switch prefix {
    case .anything: true
    case .period: mayFollow(UInt8(ascii: "."), start)
    case .implicit: mayBeImplicitMember(start)
    case .periodOrCall: mayFollow(UInt8(ascii: "."), start) || mayBeCalled(at: range.upperBound)
    case .extension: mayFollowExtension(start)
    case .pound: mayFollow(UInt8(ascii: "#"), start)
    case .atSign: mayFollow(UInt8(ascii: "@"), start) || mayFollow(UInt8(ascii: "."), start)
    }
  }

  /// Whether the byte comes before the name, maybe with blanks or a module selector (SE-0491)
  /// between.
  private func mayFollow(_ byte: UInt8, _ start: Int) -> Bool {
    switch neighbour(before: start) {
    case .none: false
    case .unknown: true
    case .byte(let offset): self[offset] == byte || endsModuleSelector(at: offset)
    }
  }

  /// Whether a period or a module may stand before the name.
  func mayBeMember(at start: Int) -> Bool {
    switch neighbour(before: start) {
    case .none: false
    case .unknown: true
    case .byte(let offset): self[offset] == UInt8(ascii: ".") || self[offset] == UInt8(ascii: ":")
    }
  }

  /// Whether a period comes before the name, and no receiver right before that.
  private func mayBeImplicitMember(_ start: Int) -> Bool {
    guard case .byte(let period) = neighbour(before: start) else { return mayFollow(0, start) }
    guard self[period] == UInt8(ascii: ".") else { return endsModuleSelector(at: period) }
    var end = period - 1
    while 0 < end, self[end] == UInt8(ascii: "?") || self[end] == UInt8(ascii: "!") { end -= 1 }
    return end < 0 || !endsReceiver(self[end])
  }

  /// Whether a name, a call or a subscript ends with the byte.
  private func endsReceiver(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ")"),
      UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "`"):
      true
    default: false
    }
  }

  /// Whether the word `extension` may come before the type's name, or before those that it is
  /// nested in, or its module.
  func mayFollowExtension(_ start: Int) -> Bool {
    var start = start
    for _ in 0..<pathLimit {
      let offset: Int
      switch neighbour(before: start) {
      case .none: return false
      case .unknown: return true
      case .byte(let found): offset = found
      }
      let isPeriod = self[offset] == UInt8(ascii: ".")
      guard isPeriod || endsModuleSelector(at: offset) else {
        guard self[offset] == UInt8(ascii: "n"), let word = startOfName(before: offset + 1) else {
          return false
        }
        return self[word...offset].elementsEqual("extension".utf8)
      }
      guard let name = startOfName(before: isPeriod ? offset : offset - 1) else { return true }
      start = name
    }
    return true
  }

  private func endsModuleSelector(at offset: Int) -> Bool {
    self[offset] == UInt8(ascii: ":") && 0 < offset && self[offset - 1] == UInt8(ascii: ":")
  }

  /// What stands before the name, blanks and line breaks passed over.
  private func neighbour(before start: Int) -> Neighbour {
    var offset = start - 1
    while 0 <= offset {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "`"):
        break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if mayEndInComment(lineBefore: offset) { return .unknown }
      case UInt8(ascii: "/"):
        // What follows `//` is in the comment.
        let endsComment = 0 < offset && self[offset - 1] == UInt8(ascii: "*")
        return endsComment ? .unknown : .byte(offset)
      case UInt8(ascii: ">"), ..<UInt8(ascii: " "), 0x7f...:
        return .unknown
      default:
        return .byte(offset)
      }
      offset -= 1
    }
    return .none
  }

  private func mayEndInComment(lineBefore newline: Int) -> Bool {
    var offset = newline - 1
    while 0 < offset, newline - offset < 256 {
      if self[offset] == UInt8(ascii: "\n") || self[offset] == UInt8(ascii: "\r") { return false }
      if self[offset] == UInt8(ascii: "/"), self[offset - 1] == UInt8(ascii: "/") { return true }
      offset -= 1
    }
    return 0 < offset
  }

  /// Whether an `=` may stand before the name there, as in `typealias D = (Date)`.
  func mayFollowEqual(_ start: Int) -> Bool {
    for offset in stride(from: start - 1, through: 0, by: -1) {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "("), UInt8(ascii: "`"):
        continue
      case UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: "/"):
        return true
      case UInt8(ascii: ":"):
        // Behind one alone stands no value of a declaration.
        return 0 < offset && self[offset - 1] == UInt8(ascii: ":")
      case let byte:
        return byte < UInt8(ascii: " ") || 0x7f <= byte
      }
    }
    return false
  }

  /// Whether a `(` or the rest of a qualified name may stand before the name, as in `(Date)()`.
  func mayBeInParentheses(_ start: Int) -> Bool {
    var offset = start
    if 0 < offset, self[offset - 1] == UInt8(ascii: "`") { offset -= 1 }
    while 0 < offset {
      offset -= 1
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        continue
      case UInt8(ascii: ":"):
        return 0 < offset && self[offset - 1] == UInt8(ascii: ":")
      case UInt8(ascii: "("), UInt8(ascii: "."), UInt8(ascii: "/"):
        return true
      case let byte:
        // A line break may end a comment, and a control character may be no more than a blank.
        return byte < UInt8(ascii: " ") || 0x7f <= byte
      }
    }
    return false
  }

  /// Whether the name is a type for sure, and what follows it a body: after `extension`, `->`, or
  /// the colon of `var x:` or `enum E:`.
  func isTypeBeforeBody(_ start: Int) -> Bool {
    guard let mark = offsetBeforeBlanks(start) else { return false }
    switch self[mark] {
    case UInt8(ascii: "n"):
      guard mark + 1 < start, let keyword = startOfName(before: mark + 1) else { return false }
      return self[keyword...mark].elementsEqual("extension".utf8) && !mayBeMember(at: keyword)
    case UInt8(ascii: ">"):
      guard 1 < mark, self[mark - 1] == UInt8(ascii: "-") else { return false }
      return self[mark - 2] == UInt8(ascii: " ") || self[mark - 2] == UInt8(ascii: ")")
    case UInt8(ascii: ":"):
      guard let name = startOfName(before: mark), let space = offsetBeforeBlanks(name),
        space + 1 < name, let keyword = startOfName(before: space + 1)
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
  private func startOfName(before end: Int) -> Int? {
    var start = end
    while 0 < start, self[start - 1].isNameByte { start -= 1 }
    guard start < end else { return nil }
    return 0 < start && 0x7F <= self[start - 1] ? nil : start
  }
}

/// In names: deeper than types are nested. It keeps the work in proportion to the file.
private let pathLimit = 8
