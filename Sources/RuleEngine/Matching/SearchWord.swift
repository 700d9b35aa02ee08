/// A word to search for in a file's bytes, and what must follow it to be of interest.
struct SearchWord: Sendable {
  let bytes: [UInt8]
  /// Offset in the word of the two neighbouring bytes that are rarest in source code.
  let pairOffset: Int
  /// The two bytes.
  let first: UInt8
  let second: UInt8
  let suffix: Suffix

  /// What may follow a word beside `.`, `(`, `<`, `#if` and comments.
  struct Suffix: OptionSet, Sendable {
    let rawValue: UInt8
    static let none: Suffix = []
    /// `?` and `!`
    static let optionalChain = Suffix(rawValue: 1)
    /// `{`
    static let closure = Suffix(rawValue: 2)
    static let anything = Suffix(rawValue: 4)
  }

  /// - Parameter name: of at least two bytes.
  init(_ name: String, before suffix: Suffix) {
    let bytes = Array(name.utf8)
    let weights = bytes.map(\.frequency)
    pairOffset = (0..<bytes.count - 1).min { left, right in
      weights[left] * weights[left + 1] < weights[right] * weights[right + 1]
    }!
    first = bytes[pairOffset]
    second = bytes[pairOffset + 1]
    self.bytes = bytes
    self.suffix = suffix
  }

  /// Whether the word stands there, not as a part of a longer one, and what follows it may be part
  /// of a match. In doubt it says yes: the lexer and the matcher know for sure.
  @inline(__always)
  func stands(withPairAt offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
    guard source[offset] == first else { return false }
    let start = offset - pairOffset
    let end = start + bytes.count
    guard 0 <= start, end <= source.count, bytes.elementsEqual(source[start..<end]) else {
      return false
    }
    // Whether a character beyond ASCII goes on with the word is left to the lexer.
    guard start == 0 || !source[start - 1].isASCIIWordByte else { return false }
    guard end < source.count else { return suffix.contains(.anything) }
    return !source[end].isASCIIWordByte
      && (suffix.contains(.anything) || isContinued(from: start, to: end, in: source))
  }

  /// Whether a call or a member may follow the word.
  private func isContinued(
    from start: Int, to end: Int, in source: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var offset = end
    var isNewLine = false
    if source[offset] == UInt8(ascii: "`") { offset += 1 }
    while offset < source.count {
      switch source[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isNewLine = true
      case UInt8(ascii: ")"):
        guard mayBeInParentheses(start, in: source) else { return false }
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        return suffix.contains(.optionalChain)
      case UInt8(ascii: "{"):
        return suffix.contains(.closure)
      case UInt8(ascii: ">"):
        // At the start of a line it may be a conflict marker, which is blank to Swift.
        return isNewLine
      default:
        return !source[offset].endsPath
      }
      offset += 1
    }
    return false
  }

  /// Whether a `(` or the rest of a qualified name may stand before the word, as in `(Date)()`.
  private func mayBeInParentheses(
    _ start: Int, in source: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var offset = start
    if 0 < offset, source[offset - 1] == UInt8(ascii: "`") { offset -= 1 }
    while 0 < offset {
      offset -= 1
      switch source[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        continue
      case UInt8(ascii: ":"):
        return 0 < offset && source[offset - 1] == UInt8(ascii: ":")
      case UInt8(ascii: "("), UInt8(ascii: "."), UInt8(ascii: "/"):
        return true
      case let byte:
        // A line break may end a comment, and a control character may be no more than a blank.
        return byte < UInt8(ascii: " ") || 0x7f <= byte
      }
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte goes on with an identifier, whatever stands around it.
  var isASCIIWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default:
      false
    }
  }

  /// Whether a token that starts with the byte can neither call what stands before it nor ask it
  /// for a member.
  fileprivate var endsPath: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ":"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "|"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "["):
      true
    default:
      isASCIIWordByte
    }
  }

  /// About how often the byte stands in source code, in ten thousand bytes.
  fileprivate var frequency: Int {
    switch self {
    case UInt8(ascii: "e"), UInt8(ascii: "t"): 600
    case UInt8(ascii: "a"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"),
      UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "l"):
      400
    case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "u"), UInt8(ascii: "p"),
      UInt8(ascii: "m"), UInt8(ascii: "f"):
      200
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 80
    case UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "C"), UInt8(ascii: "N"): 60
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 30
    default: 40
    }
  }
}
