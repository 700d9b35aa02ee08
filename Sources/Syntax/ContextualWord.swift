import SwiftLexer

/// The words that the lexer takes for names and that have a meaning of their own in some places.
enum ContextualWord: String, CaseIterable {
  // Modifiers of declarations.
  case consumingUnderscored = "__consuming"
  case constUnderscored = "_const"
  case borrowing, consuming, convenience, final, indirect, isolated, lazy, mutating, nonisolated
  case nonmutating, open, override, package, postfix, prefix, reasync, required, sending, unowned
  case weak
  case otherModifier
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
  case otherAccessor

  /// The words that are told apart from no other one.
  fileprivate static let otherModifiers = [
    "__setter_access", "_local", "distributed", "dynamic", "infix", "optional",
  ]
  fileprivate static let otherAccessors = [
    "unsafeAddress", "addressWithOwner", "addressWithNativeOwner", "unsafeMutableAddress",
    "mutableAddressWithOwner", "mutableAddressWithNativeOwner", "_read", "_modify", "read",
    "modify", "mutate",
  ]

  var isModifier: Bool {
    Self.consumingUnderscored.order <= order && order <= Self.async.order
  }

  /// Whether parentheses after the modifier belong to it.
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

  var isAccessor: Bool { Self.get.order <= order && order <= Self.otherAccessor.order }

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

/// The contextual words by their text, in a table by a hash. Words are looked up so often that
/// comparing them one by one took a third of the parser's time.
struct ContextualWords: @unchecked Sendable {
  static let shared = ContextualWords()

  private typealias Entry = (text: UnsafeMutableBufferPointer<UInt8>, word: ContextualWord)
  private let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: 512)
  private var longest = 0

  private init() {
    entries.initialize(repeating: nil, count: 512)
    for word in ContextualWord.allCases where word != .otherModifier && word != .otherAccessor {
      insert(word.rawValue, word)
    }
    for name in ContextualWord.otherModifiers { insert(name, .otherModifier) }
    for name in ContextualWord.otherAccessors { insert(name, .otherAccessor) }
  }

  private mutating func insert(_ name: String, _ word: ContextualWord) {
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
    _ = text.initialize(from: name.utf8)
    longest = max(longest, text.count)
    var index = Self.hash(UnsafeBufferPointer(text))
    while entries[index] != nil { index = (index + 1) & 511 }
    entries[index] = (text, word)
  }

  /// The word that is written there, and nothing else beside it.
  @inline(__always)
  func word(_ text: UnsafeBufferPointer<UInt8>) -> ContextualWord? {
    if longest < text.count { return nil }
    var index = Self.hash(text)
    while let entry = entries[index] {
      if entry.text.count == text.count, entry.text.elementsEqual(text) { return entry.word }
      index = (index + 1) & 511
    }
    return nil
  }

  @inline(__always)
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    (Int(text[0]) &* 37 &+ Int(text[text.count / 2]) &* 5 &+ Int(text[text.count - 1])) & 511
  }
}
