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
      guard let name = path?.last, !Self.haveOtherSpellings.contains(name), name.isWord else {
        return nil
      }
      if isNameAlone, header.isStartOfName {
        text = .start(name)
      } else if isNameAlone, header.isEndOfName {
        text = .end(name)
      } else {
        text = .whole(names.insert(name))
      }
    }
  }

  /// `[Date]` is an `Array`.
  private static let haveOtherSpellings = ["Array", "Dictionary", "Optional"].map {
    Name($0.utf8)
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
