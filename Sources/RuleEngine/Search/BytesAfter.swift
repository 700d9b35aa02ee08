import SwiftLexer

// What stands after a name in a file, as far as bytes tell for sure. Of Swift's lexical grammar it
// knows blanks, line comments and ASCII names; the lexer and the skim know the rest.

/// How far behind a name comments are passed over, in bytes; it keeps the work in proportion to the
/// file.
let commentLimit = 512

/// How far the end of generic arguments is looked for, in bytes; for the same reason.
private let genericArgumentLimit = 256

/// The name after a period.
enum MemberName {
  case none
  case name(Range<Int>)
  /// A comment or the like stands between.
  case unknown
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether an argument list may follow the name that ends at the offset.
  func mayBeCalled(at end: Int) -> Bool {
    for byte in self[end...] where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "`"), UInt8(ascii: "/"): return true
      default: return byte < UInt8(ascii: " ") || 0x7f <= byte
      }
    }
    return false
  }

  /// Whether nothing of the path can follow the name, which can be told for most at little cost.
  func endsPath(ofNameFrom start: Int, at end: Int, isType: Bool) -> Bool {
    var offset = end
    var isNewLine = false
    while offset < count, self[offset] <= UInt8(ascii: " ") {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isNewLine = true
      default: return false
      }
      offset += 1
    }
    guard offset < count else { return true }
    switch self[offset] {
    case UInt8(ascii: ")"): return !mayBeInParentheses(start)
    case UInt8(ascii: "("): return isNewLine
    // At the start of a line it may be a conflict marker.
    case UInt8(ascii: ">"): return !isNewLine
    case UInt8(ascii: "?"), UInt8(ascii: "!"): return isType
    case UInt8(ascii: "{"): return isType && isTypeBeforeBody(start)
    case let byte: return byte.endsPath
    }
  }

  /// The offset after the `>` that closes the generic arguments there; nil where there may be
  /// more to them than names.
  func endOfGenericArguments(from open: Int) -> Int? {
    var depth = 0
    for offset in open..<Swift.min(open + genericArgumentLimit, count) {
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
        guard byte.isNameByte else { return nil }
      }
    }
    return nil
  }

  func member(afterPeriod period: Int) -> MemberName {
    guard let start = firstUnblank(from: period + 1, over: UInt8(ascii: "`")) else { return .none }
    let byte = self[start]
    if byte.isNameByte {
      let end = endOfName(from: start)
      // Whether a character beyond ASCII goes on with the name is left to the lexer.
      return end < count && 0x7f <= self[end] ? .unknown : .name(start..<end)
    }
    let isUnknown =
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "<") || byte < UInt8(ascii: " ") || 0x7f <= byte
    return isUnknown ? .unknown : .none
  }

  /// Whether what stands before the offset may be a module (SE-0491).
  func mayGoOnAsSelector(at end: Int) -> Bool {
    guard let next = firstUnblank(from: end, over: UInt8(ascii: "`")) else { return false }
    switch self[next] {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), ..<UInt8(ascii: " "), 0x7f...: return true
    default: return false
    }
  }

  /// Whether a `{` may be the next token.
  func mayStartClosure(at start: Int) -> Bool {
    guard let next = firstUnblank(from: start) else { return false }
    switch self[next] {
    case UInt8(ascii: "{"), UInt8(ascii: "/"), UInt8(ascii: ">"), ..<UInt8(ascii: " "), 0x7f...:
      return true
    default:
      return false
    }
  }

  /// The end of the line; nil where no comment starts, or a long one.
  func endOfLineComment(from start: Int) -> Int? {
    guard start + 1 < count, self[start + 1] == UInt8(ascii: "/") else { return nil }
    return self[start..<Swift.min(start + commentLimit, count)].firstIndex {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
  }

  /// The offset of the first byte that is neither blank, nor a line break, nor in a line comment.
  /// - Parameter other: a byte that is passed over too.
  func firstUnblank(from start: Int, over other: UInt8? = nil) -> Int? {
    var offset = start
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        offset += 1
      case let byte where byte == other:
        offset += 1
      case UInt8(ascii: "/"):
        guard offset - start < commentLimit, let end = endOfLineComment(from: offset) else {
          return offset
        }
        offset = end
      default:
        return offset
      }
    }
    return nil
  }

  func endOfName(from start: Int) -> Int {
    self[start...].firstIndex { !$0.isNameByte } ?? count
  }
}

extension UInt8 {
  /// Whether a token that starts with the byte can neither call what stands before it nor ask it
  /// for a member.
  var endsPath: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ":"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "|"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "["):
      true
    default:
      isNameByte
    }
  }
}
