// Bytes are compared with the characters they stand for.

@inline(__always)
func == (byte: UInt8, character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

@inline(__always)
func != (byte: UInt8, character: Unicode.Scalar) -> Bool { byte != UInt8(ascii: character) }

@inline(__always)
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: character) }

@inline(__always)
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
  characters.contains(Unicode.Scalar(byte))
}

extension UInt8 {
  var isASCII: Bool { self < 0x80 }
  var isNewline: Bool { self == "\n" || self == "\r" }
  var isDigit: Bool { "0"..."9" ~= self }
  var isHexDigit: Bool { isDigit || "a"..."f" ~= self | 0x20 }
  var isLetterOrUnderscore: Bool { "a"..."z" ~= self | 0x20 || self == "_" }

  /// Whether the byte goes on with a name, whatever stands around it: an ASCII letter or digit, `_`
  /// or `$`.
  @inlinable @inline(__always) package var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default:
      false
    }
  }

  var isOperatorCharacter: Bool {
    switch self {
    case "/", "=", "-", "+", "*", "%", "<", ">", "!", "&", "|", "^", "~", ".", "?": true
    default: false
    }
  }
}
