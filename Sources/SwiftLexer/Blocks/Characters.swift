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
  package var isNewline: Bool { self == "\n" || self == "\r" }
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
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

/// The traits of a byte: the token that it begins, and its effect on an operator beside it.
struct ByteTraits {
  struct Classes: OptionSet {
    let rawValue: UInt8

    static let any = Self(rawValue: 1)
    /// The byte is an operator character, a colon or outside ASCII.
    static let operatorOrColon = Self(rawValue: 2)
    /// The byte belongs to an operator whatever stands beside it.
    static let plainOperator = Self(rawValue: 4)
    /// An operator after it is not bound to it.
    static let endsNoOperand = Self(rawValue: 8)
    /// An operator before it is not bound to it.
    static let beginsNoOperand = Self(rawValue: 16)
    /// An operator after it needs a closer look.
    static let isUnclearBefore = Self(rawValue: 32)
    /// An operator before it needs a closer look.
    static let isUnclearAfter = Self(rawValue: 64)
  }

  /// The kind of a name or of a token of one byte that it begins; `unknown` for anything else.
  let kind: TokenKind
  /// The classes that the next byte must not have, if this byte is a token of its own.
  let notBefore: Classes
  let classes: Classes
  /// Pads to four bytes, which are found faster than three.
  private let padding: UInt8 = 0

  fileprivate init(of byte: UInt8) {
    kind =
      switch byte {
      case "a"..."z", "A"..."Z", "_": .identifier
      case "(": .leftParen
      case ")": .rightParen
      case "[": .leftSquare
      case "]": .rightSquare
      case "{": .leftBrace
      case "}": .rightBrace
      case ",": .comma
      case ";": .semicolon
      case "@": .atSign
      case "\\": .backslash
      case ".": .period
      case "=": .equal
      case ":": .colon
      default: .unknown
      }
    notBefore =
      switch kind {
      case .period, .equal, .colon: .operatorOrColon
      case .unknown: .any
      default: []
      }
    var classes: Classes = .any
    let isUnclear = !byte.isASCII || byte == "." || byte == "/"
    if !byte.isASCII || byte.isOperatorCharacter || byte == ":" { classes.insert(.operatorOrColon) }
    if byte.isOperatorCharacter, !isUnclear { classes.insert(.plainOperator) }
    switch byte {
    case " ", "\t", ",", ";", ":": classes.formUnion([.endsNoOperand, .beginsNoOperand])
    case "\n", "\r", 0: classes.formUnion([.isUnclearBefore, .beginsNoOperand])
    case "(", "[", "{": classes.insert(.endsNoOperand)
    case ")", "]", "}": classes.insert(.beginsNoOperand)
    default: break
    }
    if isUnclear { classes.formUnion([.isUnclearBefore, .isUnclearAfter]) }
    self.classes = classes
  }

  /// The traits by byte. The table is never freed: a pointer needs no reference counting.
  static let table = Table()

  struct Table: @unchecked Sendable {
    private let traits = UnsafeMutablePointer<ByteTraits>.allocate(capacity: 256)

    fileprivate init() {
      for byte in UInt8.min...UInt8.max {
        (traits + Int(byte)).initialize(to: ByteTraits(of: byte))
      }
    }

    @inline(__always)
    subscript(byte: UInt8) -> ByteTraits { traits[Int(byte)] }
  }
}

// The scalars outside ASCII that may stand in names and operators: "Identifiers" and "Operators" in
// the grammar of The Swift Programming Language; the ranges of names come from C's N1518.

extension Unicode.Scalar {
  /// Whether the scalar, from U+0080, may stand in a name after its first character.
  var continuesName: Bool {
    switch value {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
      0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
      0x203F...0x2040, 0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793,
      0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF,
      0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
      true
    default:
      (0x10000...0xEFFFF) ~= value && value & 0xFFFF <= 0xFFFD
    }
  }

  /// Whether the scalar, from U+0080, may begin an operator.
  var startsOperator: Bool {
    switch value {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
      0x3008...0x3030:
      true
    default:
      false
    }
  }

  /// Whether the scalar, from U+0080, may stand in an operator after its first character.
  var continuesOperator: Bool {
    switch value {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
      0xE0100...0xE01EF:
      true
    default:
      startsOperator
    }
  }
}
