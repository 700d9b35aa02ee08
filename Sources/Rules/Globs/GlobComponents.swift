/// One alternative of a glob, cut at its slashes.
struct GlobComponents: Sendable {
  private let components: [GlobComponent]

  /// - Parameter end: the glob's length in UTF-8 bytes, where a mistake at its end is reported.
  init(_ tokens: [GlobToken], end: Int) throws(PatternError) {
    var parts = tokens.split(omittingEmptySubsequences: false) { $0.isSeparator }
    if 1 < parts.count, parts.last?.isEmpty == true { parts.removeLast() }
    if 1 < parts.count, parts[0].literal == Array(".".utf8) { parts.removeFirst() }
    var components: [GlobComponent] = []
    for part in parts {
      let offset = part.startIndex < tokens.count ? tokens[part.startIndex].offset : end
      let component = try GlobComponent(part, offset: offset)
      // Neighbouring `**` say no more than one does.
      if component.isAnyDepth, components.last?.isAnyDepth == true { continue }
      components.append(component)
    }
    // A glob that matches a folder matches all below it, so that a final `**` is a `*`.
    if components.last?.isAnyDepth == true { components[components.count - 1] = .suffix([]) }
    if components.count == 1 { components.insert(.anyDepth, at: 0) }
    self.components = components
  }

  /// Whether the components match the path or its beginning. After a `**` the leftmost match of
  /// what follows is enough, for all that comes later can still be matched from there; so going
  /// back to the last `**` is all the backtracking there is.
  func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    var start = 0
    var retry: (index: Int, start: Int)?
    while index < components.count {
      if components[index].isAnyDepth {
        index += 1
        retry = (index, start)
        continue
      }
      guard start < path.count else { return false }
      let end = componentEnd(in: path, from: start)
      if components[index].matches(path, start..<end) {
        index += 1
        start = end + 1
      } else if let last = retry {
        start = componentEnd(in: path, from: last.start) + 1
        index = last.index
        retry = (index, start)
      } else {
        return false
      }
    }
    return true
  }

  private func componentEnd(in path: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
    return end
  }
}

/// What stands between two slashes of a glob. The frequent forms are told apart because they match
/// by comparing bytes.
enum GlobComponent: Sendable {
  /// `**`
  case anyDepth
  /// No wildcard, e.g. `Sources`.
  case exact([UInt8])
  /// `*` and then no wildcard, e.g. `*.swift`.
  case suffix([UInt8])
  case pattern([GlobToken.Kind])

  init(_ tokens: ArraySlice<GlobToken>, offset: Int) throws(PatternError) {
    guard !tokens.isEmpty else {
      throw PatternError(
        message: offset == 0
          ? "a glob is relative to the root; leave out the first '/'"
          : "expected a name between the slashes",
        offset: offset)
    }
    if let literal = tokens.literal {
      guard literal != Array(".".utf8), literal != Array("..".utf8) else {
        throw PatternError(message: "a glob names folders, not '.' or '..'", offset: offset)
      }
      self = .exact(literal)
    } else if let offset = tokens.doubleStarOffset {
      guard tokens.count == 2 else {
        throw PatternError(
          message: "'**' stands alone between slashes; write '*'", offset: offset)
      }
      self = .anyDepth
    } else if tokens[tokens.startIndex].isAnyRun, let literal = tokens.dropFirst().literal {
      self = .suffix(literal)
    } else {
      self = .pattern(tokens.map(\.kind))
    }
  }

  var isAnyDepth: Bool {
    switch self {
    case .anyDepth: true
    case .exact, .suffix, .pattern: false
    }
  }

  /// - Parameter range: one component of the path, without slashes.
  func matches(_ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    switch self {
    case .anyDepth:
      true
    case .exact(let literal):
      range.count == literal.count && path[range].elementsEqual(literal)
    case .suffix(let literal):
      literal.count <= range.count && path[range].suffix(literal.count).elementsEqual(literal)
    case .pattern(let kinds):
      matchesWildcards(kinds, path, range)
    }
  }
}

/// Whether the tokens of one component match all of the range. As every token but `*` takes exactly
/// one character, or one byte of it, going back to the last `*` is all the backtracking there is.
private func matchesWildcards(
  _ kinds: [GlobToken.Kind], _ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
) -> Bool {
  var index = 0
  var offset = range.lowerBound
  var retry: (index: Int, offset: Int)?
  while offset < range.upperBound || index < kinds.count {
    if index < kinds.count, case .anyRun = kinds[index] {
      index += 1
      retry = (index, offset)
      continue
    }
    if index < kinds.count, offset < range.upperBound,
      let length = kinds[index].matchedLength(in: path, at: offset)
    {
      index += 1
      offset += length
      continue
    }
    guard let last = retry, last.offset < range.upperBound else { return false }
    offset = last.offset + characterLength(in: path, at: last.offset)
    index = last.index
    retry = (index, offset)
  }
  return true
}

/// In bytes; a byte that is not UTF-8 is a character of its own.
private func characterLength(in path: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
  unicodeScalar(at: offset, in: path).map(UTF8.width) ?? 1
}

extension GlobToken {
  fileprivate var isSeparator: Bool {
    if case .separator = kind { true } else { false }
  }

  fileprivate var isAnyRun: Bool {
    if case .anyRun = kind { true } else { false }
  }
}

extension GlobToken.Kind {
  /// How many bytes of the path the token takes there; nil if it does not match.
  fileprivate func matchedLength(in path: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    switch self {
    case .literal(let byte):
      return path[offset] == byte ? 1 : nil
    case .anyCharacter:
      return characterLength(in: path, at: offset)
    case .characterClass(let characterClass):
      let character = unicodeScalar(at: offset, in: path)
      return characterClass.contains(character) ? character.map(UTF8.width) ?? 1 : nil
    case .anyRun, .separator:
      return nil
    }
  }
}

extension ArraySlice<GlobToken> {
  /// The UTF-8 of the tokens if none is a wildcard.
  fileprivate var literal: [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for token in self {
      guard case .literal(let byte) = token.kind else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Where two stars are written side by side, not brought together by braces as in `{a,*}*`.
  fileprivate var doubleStarOffset: Int? {
    zip(self, dropFirst()).first { first, second in
      first.isAnyRun && second.isAnyRun && first.offset + 1 == second.offset
    }?.0.offset
  }
}
