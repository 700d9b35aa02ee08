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

  var isOperatorCharacter: Bool {
    switch self {
    case "/", "=", "-", "+", "*", "%", "<", ">", "!", "&", "|", "^", "~", ".", "?": true
    default: false
    }
  }
}
