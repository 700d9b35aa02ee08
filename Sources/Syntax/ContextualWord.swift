import SwiftLexer

/// The words that the lexer takes for names and that have a meaning of their own in some places.
enum ContextualWord: String, CaseIterable {
  // Modifiers of declarations.
  case consumingUnderscored = "__consuming"
  case setterAccess = "__setter_access"
  case constUnderscored = "_const"
  case localUnderscored = "_local"
  case borrowing, consuming, convenience, distributed, dynamic, final, indirect, infix, isolated
  case lazy, mutating, nonisolated, nonmutating, open, optional, override, package, postfix, prefix
  case reasync, required, sending, unowned, weak
  case async
  // Declarations.
  case actor, macro, using
  // Statements and expressions.
  case any, await, borrow, consume, copy, discard, each, unsafe, yield
  case opaque = "some"
  // Types.
  case owned = "__owned"
  case shared = "__shared"
  case nonsending, of
  case metatype = "Type"
  case protocolMetatype = "Protocol"
  // Accessors.
  case get, set, didSet, willSet
  case unsafeAddress, addressWithOwner, addressWithNativeOwner, unsafeMutableAddress
  case mutableAddressWithOwner, mutableAddressWithNativeOwner
  case readUnderscored = "_read"
  case modifyUnderscored = "_modify"
  case read, modify, mutate

  var isModifier: Bool {
    Self.consumingUnderscored.order <= order && order <= Self.async.order
  }

  /// Whether what follows in parentheses belongs to the modifier.
  var takesDetail: Bool {
    switch self {
    case .nonisolated, .package, .open, .unowned: true
    default: false
    }
  }

  /// Whether it comes before a type, as `inout` does.
  var isTypeSpecifier: Bool {
    switch self {
    case .shared, .owned, .isolated, .constUnderscored, .borrowing, .consuming, .sending: true
    default: false
    }
  }

  var isAccessor: Bool { Self.get.order <= order && order <= Self.mutate.order }

  var isAccessorModifier: Bool {
    switch self {
    case .consumingUnderscored, .borrowing, .consuming, .mutating, .nonmutating, .nonisolated: true
    default: false
    }
  }

  /// The expression that the word begins if an operand follows.
  var prefixedExpression: SyntaxKind? {
    switch self {
    case .await: .awaitExpr
    case .borrow: .borrowExpr
    case .consume: .consumeExpr
    case .copy: .copyExpr
    case .each: .packElementExpr
    case .unsafe: .unsafeExpr
    default: nil
    }
  }

  private var order: UInt8 { unsafeBitCast(self, to: UInt8.self) }
}

/// The contextual words by their text: a table by a hash of the first and last eight bytes. Words
/// are looked up so often that comparing them one by one took a third of the parser's time.
struct ContextualWords: @unchecked Sendable {
  static let shared = ContextualWords()

  private struct Entry {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var length = 0
    var word: ContextualWord?
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << hashBits)
  private static let hashBits = 9
  private static let longest = ContextualWord.allCases.map(\.rawValue.utf8.count).max()!

  private init() {
    entries.initialize(repeating: Entry(), count: 1 << Self.hashBits)
    for word in ContextualWord.allCases {
      var text = word.rawValue
      text.withUTF8 { text in
        var entry = Self.key(text.baseAddress!, length: text.count)
        entry.word = word
        var index = Self.index(of: entry)
        while entries[index].length != 0 { index = (index + 1) & (1 << Self.hashBits - 1) }
        entries[index] = entry
      }
    }
  }

  /// The word that is written there, and nothing else beside it.
  @inline(__always)
  func word(_ text: UnsafePointer<UInt8>, length: Int) -> ContextualWord? {
    if Self.longest < length || length < 2 { return nil }
    let key = Self.key(text, length: length)
    var index = Self.index(of: key)
    while entries[index].length != 0 {
      let entry = entries[index]
      if entry.first == key.first, entry.last == key.last, entry.length == length {
        return entry.word
      }
      index = (index + 1) & (1 << Self.hashBits - 1)
    }
    return nil
  }

  @inline(__always)
  private static func key(_ text: UnsafePointer<UInt8>, length: Int) -> Entry {
    let text = UnsafeRawPointer(text)
    if 8 <= length {
      return Entry(
        first: text.loadUnaligned(as: UInt64.self),
        last: (text + length - 8).loadUnaligned(as: UInt64.self), length: length)
    }
    if 4 <= length {
      return Entry(
        first: UInt64(text.loadUnaligned(as: UInt32.self)),
        last: UInt64((text + length - 4).loadUnaligned(as: UInt32.self)), length: length)
    }
    return Entry(
      first: UInt64(text.loadUnaligned(as: UInt16.self)),
      last: UInt64((text + length - 2).loadUnaligned(as: UInt16.self)), length: length)
  }

  @inline(__always)
  private static func index(of key: Entry) -> Int {
    let hash = (key.first &+ key.last &* 0x9E37_79B9_7F4A_7C15) &* 0xD019_EF10_ED95_864D
    return Int(truncatingIfNeeded: hash &>> UInt64(64 - hashBits))
  }
}
