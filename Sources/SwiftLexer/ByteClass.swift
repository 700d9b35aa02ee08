/// What a byte outside strings and comments begins.
enum ByteClass: UInt8 {
  case blank, newline, word, digit, dollar, backtick
  /// A token of one byte, whatever follows.
  case punctuation
  case leftParen, rightParen, colon, pound, quote
  /// A byte of a scalar outside ASCII, or a control character that Swift has no use for.
  case other
  case operatorCharacter, slash, leftAngle, rightAngle
  /// `!` and `?`, which bind to what stands before them.
  case postfixMark

  var isOperator: Bool { Self.operatorCharacter.rawValue <= rawValue }

  /// The class of each of the 256 bytes.
  static let table: [ByteClass] = (UInt8.min...UInt8.max).map(ByteClass.init(of:))

  private init(of byte: UInt8) {
    switch byte {
    case " ", "\t", "\u{B}", "\u{C}": self = .blank
    case "\n", "\r": self = .newline
    case "a"..."z", "A"..."Z", "_": self = .word
    case "0"..."9": self = .digit
    case "$": self = .dollar
    case "`": self = .backtick
    case "[", "]", "{", "}", ",", ";", "@", "\\": self = .punctuation
    case "(": self = .leftParen
    case ")": self = .rightParen
    case ":": self = .colon
    case "#": self = .pound
    case "\"", "'": self = .quote
    case "/": self = .slash
    case "<": self = .leftAngle
    case ">": self = .rightAngle
    case "!", "?": self = .postfixMark
    case "=", "-", "+", "*", "%", "&", "|", "^", "~", ".": self = .operatorCharacter
    default: self = .other
    }
  }
}

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
  var isDigit: Bool { "0"..."9" ~= self }
  var isHexDigit: Bool { isDigit || "a"..."f" ~= self | 0x20 }
  var isNewline: Bool { self == "\n" || self == "\r" }
}
