/// What a byte tells of the token that it begins, and of an operator beside it.
struct ByteTraits {
  struct Classes: OptionSet {
    let rawValue: UInt8

    static let any = Self(rawValue: 1)
    /// An operator character, a colon or outside ASCII.
    static let operatorOrColon = Self(rawValue: 2)
    /// An operator character that belongs to an operator whatever stands beside it.
    static let plainOperator = Self(rawValue: 4)
    /// An operator after it is not bound to it.
    static let endsNoOperand = Self(rawValue: 8)
    /// An operator before it is not bound to it.
    static let beginsNoOperand = Self(rawValue: 16)
    /// Of an operator after it, more than this byte must be known.
    static let isUnclearBefore = Self(rawValue: 32)
    /// Of an operator before it, more than this byte must be known.
    static let isUnclearAfter = Self(rawValue: 64)
  }

  /// What the byte begins if that is a name or has one byte; `unknown` if it is something else.
  let kind: TokenKind
  /// What does not follow the byte if it is a token of its own.
  let notBefore: Classes
  let classes: Classes
  /// One of four bytes is found faster than one of three.
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

  /// By byte. Never freed: a pointer needs no reference counting.
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
