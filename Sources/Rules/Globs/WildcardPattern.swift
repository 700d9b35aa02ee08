/// A pattern of paths, read by the parser of its dialect and cut at its slashes. There are two
/// dialects: globs, and the patterns of ignore files.
package struct WildcardPattern: Sendable {
  package enum Dialect: Sendable {
    /// Characters are Unicode scalars, and to match a folder above the path is enough.
    case glob
    /// Characters are bytes, and the whole path must match. The beginning of the pattern may have
    /// been removed, so that nothing is left of it.
    case ignoreFile(ignoringCase: Bool)
  }

  package enum Token: Sendable {
    /// A byte of a character; in lower case if case is ignored.
    case literal(UInt8)
    case anyCharacter
    case anyRun
    case characterClass(CharacterClass)
    case separator

    package var isSeparator: Bool {
      if case .separator = self { true } else { false }
    }

    package var isAnyRun: Bool {
      if case .anyRun = self { true } else { false }
    }
  }

  /// A class such as `[a-z0-9]` or `[!_]`.
  package struct CharacterClass: Sendable {
    /// Of scalar values, or of bytes.
    package var ranges: [ClosedRange<UInt32>] = []
    package var isNegated = false

    package init() {}

    /// - Parameter character: nil for a byte that is not UTF-8, which no range holds.
    fileprivate func contains(_ character: UInt32?) -> Bool {
      guard let character else { return isNegated }
      return ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// The part between two slashes. The frequent forms are told apart because they match by
  /// comparing bytes.
  package enum Component: Sendable {
    /// `**`: any number of components.
    case anyDepth
    /// No wildcard, e.g. `Sources`.
    case exact([UInt8])
    /// `*` and then no wildcard, e.g. `*.swift`.
    case suffix([UInt8])
    case pattern([Token])

    package init(_ tokens: ArraySlice<Token>) {
      if let literal = tokens.literal {
        self = .exact(literal)
      } else if tokens.first?.isAnyRun == true, let literal = tokens.dropFirst().literal {
        self = .suffix(literal)
      } else {
        self = .pattern(Array(tokens))
      }
    }

    package var isAnyDepth: Bool {
      if case .anyDepth = self { true } else { false }
    }
  }

  private let components: [Component]
  /// Whether characters are bytes and the whole path must match.
  private let isOfIgnoreFile: Bool
  private let ignoresCase: Bool

  package init(_ components: [Component], _ dialect: Dialect) {
    self.components = components
    switch dialect {
    case .glob: (isOfIgnoreFile, ignoresCase) = (false, false)
    case .ignoreFile(let ignoringCase): (isOfIgnoreFile, ignoresCase) = (true, ignoringCase)
    }
  }

  /// Whether the components match the path; of a glob, its beginning. After a `**` the leftmost
  /// match of what follows is enough, for all that comes later can still be matched from there; so
  /// going back to the last `**` is all the backtracking there is.
  package func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    // A component begins before it.
    let limit = isOfIgnoreFile ? path.count + 1 : path.count
    var index = 0
    var start = 0
    var retry: (index: Int, start: Int)?
    while true {
      if index == components.count {
        if !isOfIgnoreFile || start == limit { return true }
      } else if components[index].isAnyDepth {
        index += 1
        retry = (index, start)
        continue
      } else {
        guard start < limit else { return false }
        let end = componentEnd(in: path, from: start)
        if matches(components[index], path, start..<end) {
          index += 1
          start = end + 1
          continue
        }
      }
      guard let last = retry else { return false }
      start = componentEnd(in: path, from: last.start) + 1
      index = last.index
      retry = (index, start)
    }
  }

  private func componentEnd(in path: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
    return end
  }

  /// - Parameter range: one component of the path, without slashes.
  private func matches(
    _ component: Component, _ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    switch component {
    case .anyDepth: true
    case .exact(let literal): range.count == literal.count && equal(path[range], literal)
    case .suffix(let literal):
      literal.count <= range.count && equal(path[range].suffix(literal.count), literal)
    case .pattern(let tokens): matches(tokens, path, range)
    }
  }

  private func equal(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ literal: [UInt8]) -> Bool {
    ignoresCase
      ? text.lazy.map(\.lowercasedASCII).elementsEqual(literal) : text.elementsEqual(literal)
  }

  /// Whether the tokens of one component match all of the range. As every token but `*` takes
  /// exactly one character, or one byte of it, going back to the last `*` is all the backtracking
  /// there is.
  private func matches(
    _ tokens: [Token], _ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    var index = 0
    var offset = range.lowerBound
    var retry: (index: Int, offset: Int)?
    while offset < range.upperBound || index < tokens.count {
      if index < tokens.count, tokens[index].isAnyRun {
        index += 1
        retry = (index, offset)
        continue
      }
      if index < tokens.count, offset < range.upperBound,
        let length = lengthOfMatch(tokens[index], in: path, at: offset)
      {
        index += 1
        offset += length
        continue
      }
      guard let last = retry, last.offset < range.upperBound else { return false }
      offset = last.offset + character(in: path, at: last.offset).length
      index = last.index
      retry = (index, offset)
    }
    return true
  }

  /// The number of bytes of the path that the token takes there; nil if it does not match.
  private func lengthOfMatch(
    _ token: Token, in path: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> Int? {
    switch token {
    case .literal(let byte):
      return (ignoresCase ? path[offset].lowercasedASCII : path[offset]) == byte ? 1 : nil
    case .anyCharacter:
      return character(in: path, at: offset).length
    case .characterClass(let characterClass):
      let (value, length) = character(in: path, at: offset)
      return characterClass.contains(value) ? length : nil
    case .anyRun, .separator:
      return nil
    }
  }

  /// Its length is in bytes; a byte that is not UTF-8 is a character of its own, without a value.
  private func character(
    in path: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (value: UInt32?, length: Int) {
    if isOfIgnoreFile {
      return (UInt32(ignoresCase ? path[offset].lowercasedASCII : path[offset]), 1)
    }
    let scalar = unicodeScalar(at: offset, in: path)
    return (scalar?.value, scalar.map(UTF8.width) ?? 1)
  }
}

extension ArraySlice<WildcardPattern.Token> {
  /// The bytes of the tokens if none is a wildcard.
  package var literal: [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for token in self {
      guard case .literal(let byte) = token else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension UInt8 {
  package var lowercasedASCII: UInt8 {
    UInt8(ascii: "A") <= self && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
