import Rules

/// Which scope headers may hold somewhere in a file, as bits. Several may have the same one.
///
/// For speed alone: each match could be held against the headers.
struct PossibleScopes: OptionSet {
  let rawValue: UInt64

  static let all = PossibleScopes(rawValue: .max)

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameter patterns: indices in `CompiledScopes.patterns`.
  init(_ patterns: some Sequence<Int>) {
    rawValue = patterns.reduce(0) { $0 | 1 << UInt64($1 % 64) }
  }
}

/// A word that stands in every file where a scope header holds: that of its attribute or macro, of
/// its inherited type, or its name.
struct ScopeWord: Sendable {
  /// Index in `CompiledScopes.patterns`.
  let pattern: Int
  let text: Text

  enum Text {
    /// The number of its name.
    case whole(Int)
    case start(Name)
    case end(Name)

    /// - Parameter word: that stands in a file.
    func isPart(of word: UnsafeBufferPointer<UInt8>) -> Bool {
      switch self {
      case .whole: false
      case .start(let text): word.starts(with: text)
      case .end(let text): word.suffix(text.count).elementsEqual(text)
      }
    }
  }

  /// Nil where there is none.
  init?(of scope: CompiledScope, number: Int, _ names: inout NameTable) {
    pattern = number
    switch scope {
    case .condition:
      return nil
    case .macro(let name):
      text = .whole(names.insert(name))
    case .declaration(let header):
      let isNameAlone = header.attributes.isEmpty && header.type == nil
      let path = header.attributes.first ?? header.type ?? header.name
      guard let name = path?.last, name.isWord else { return nil }
      if isNameAlone, header.isStartOfName {
        text = .start(name)
      } else if isNameAlone, header.isEndOfName {
        text = .end(name)
      } else {
        text = .whole(names.insert(name))
      }
      let isSpelledOtherwise = Self.haveOtherSpellings.contains { other in
        other == name || other.withUnsafeBufferPointer(text.isPart)
      }
      if isSpelledOtherwise { return nil }
    }
  }

  /// `[Date]` is an `Array`.
  private static let haveOtherSpellings = ["Array", "Dictionary", "Optional"].map {
    Name($0.utf8)
  }
}

/// The first bytes of the words that begin with a part, and the last ones of those that end with
/// one. It may hold others.
///
/// For speed alone: each word could be held against each part.
struct EndsOfParts: Sendable {
  private var first: UInt64 = 0
  private var last: UInt64 = 0

  init(_ parts: [ScopeWord]) {
    for part in parts {
      switch part.text {
      case .whole: break
      case .start(let text): first |= 1 << UInt64(text.first! & 63)
      case .end(let text): last |= 1 << UInt64(text.last! & 63)
      }
    }
  }

  @inline(__always)
  func mayHold(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    // Of two backticks, the text is empty.
    guard !word.isEmpty else { return false }
    let (start, end) = (word[0] & 63, word[word.count - 1] & 63)
    return (first >> UInt64(start) | last >> UInt64(end)) & 1 != 0
  }
}

extension Name {
  /// Whether it is not an operator.
  fileprivate var isWord: Bool {
    first.map { 0x80 <= $0 || $0 == UInt8(ascii: "_") || (0x41...0x5A).contains($0 & 0xDF) }
      ?? false
  }
}

extension NameTable {
  fileprivate mutating func insert(_ name: Name) -> Int {
    name.withUnsafeBufferPointer { insert($0) }
  }
}
