/// A wildcard pattern as git matches it against a path (`wildmatch` with `WM_PATHNAME`), compiled
/// for a match in linear time: all ways to match advance together, none is tried again.
struct WildcardPattern: Sendable {
  private var elements: [Element] = []
  /// The longest text between wildcards. What does not hold it cannot match, and to know that
  /// takes a tenth of the time.
  private var longestText: [UInt8] = []
  private let ignoresCase: Bool

  private enum Element {
    case byte(UInt8)
    /// `?`
    case anyByteButSlash
    /// `[a-z]`
    case byteSet(ByteSet)
    /// `*`
    case anyBytesButSlash
    /// `**` at the end
    case anyBytes
    /// `**/`: nothing, or any bytes that end with a slash
    case anyFolders
  }

  /// Nil where the pattern is malformed, e.g. `[a`; git matches nothing with it.
  /// - Parameter pattern: the part of an ignore pattern that follows its literal beginning; a `**`
  ///   at the start of that part counts as the start of a component, as it does in git.
  init?(_ pattern: ArraySlice<UInt8>, ignoringCase: Bool) {
    ignoresCase = ignoringCase
    var rest = pattern
    var previous: UInt8?
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        elements.append(.byte(escaped))
        previous = escaped
        continue
      case UInt8(ascii: "?"):
        elements.append(.anyByteButSlash)
      case UInt8(ascii: "*"):
        appendStars(before: &rest, after: previous)
      case UInt8(ascii: "["):
        guard let set = ByteSet(parsing: &rest, ignoringCase: ignoringCase) else { return nil }
        elements.append(.byteSet(set))
      default:
        elements.append(.byte(ignoringCase ? byte.lowercasedASCII : byte))
      }
      previous = pattern[rest.startIndex - 1]
    }
    longestText = texts.max { $0.count < $1.count } ?? []
  }

  /// What lies between the wildcards, in lower case where case does not count.
  private var texts: [[UInt8]] {
    var texts: [[UInt8]] = [[]]
    for element in elements {
      if case .byte(let byte) = element {
        texts[texts.count - 1].append(byte)
      } else {
        texts.append([])
      }
    }
    return texts
  }

  /// What every text that matches ends with, in lower case where case does not count.
  var ending: [UInt8] { texts.last ?? [] }

  /// The first star has been consumed.
  private mutating func appendStars(before rest: inout ArraySlice<UInt8>, after previous: UInt8?) {
    var count = 1
    while rest.first == UInt8(ascii: "*") {
      rest.removeFirst()
      count += 1
    }
    guard 2 <= count, previous == nil || previous == UInt8(ascii: "/") else {
      return elements.append(.anyBytesButSlash)
    }
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      elements.append(.anyFolders)
    } else if rest.isEmpty || rest.starts(with: #"\/"#.utf8) {
      elements.append(.anyBytes)
    } else {
      elements.append(.anyBytesButSlash)
    }
  }

  /// Whether the pattern matches all of the text.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let mayMatch =
      ignoresCase
      ? text.lazy.map(\.lowercasedASCII).holds(longestText) : text.holds(longestText)
    guard mayMatch else { return false }
    let wordCount = elements.count / 64 + 1
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * wordCount) { words in
      words.initialize(repeating: 0)
      var current = PositionSet(words: .init(rebasing: words[..<wordCount]))
      var next = PositionSet(words: .init(rebasing: words[wordCount...]))
      insert(0, into: &current)
      for byte in text {
        next.removeAll()
        advance(from: current, to: &next, over: ignoresCase ? byte.lowercasedASCII : byte)
        swap(&current, &next)
      }
      return current.contains(elements.count)
    }
  }

  /// Inserts a position and those that are reached from it without reading a byte.
  private func insert(_ position: Int, into positions: inout PositionSet) {
    var position = position
    while positions.insert(position), position < elements.count {
      switch elements[position] {
      case .byte, .anyByteButSlash, .byteSet: return
      case .anyBytesButSlash, .anyBytes, .anyFolders: position += 1
      }
    }
  }

  private func advance(
    from current: PositionSet, to next: inout PositionSet, over byte: UInt8
  ) {
    let isSlash = byte == UInt8(ascii: "/")
    current.visitAll { position in
      guard position < elements.count else { return }
      switch elements[position] {
      case .byte(let expected):
        if byte == expected { insert(position + 1, into: &next) }
      case .anyByteButSlash:
        if !isSlash { insert(position + 1, into: &next) }
      case .byteSet(let set):
        if !isSlash, set.contains(byte) { insert(position + 1, into: &next) }
      case .anyBytesButSlash:
        if !isSlash { insert(position, into: &next) }
      case .anyBytes:
        insert(position, into: &next)
      case .anyFolders:
        // Only a slash ends the folders, so the position is kept without what follows it.
        next.insert(position)
        if isSlash { insert(position + 1, into: &next) }
      }
    }
  }
}

extension Collection<UInt8> {
  /// Whether the text lies somewhere in it.
  fileprivate func holds(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text) { return true }
      rest.removeFirst()
    }
    return false
  }
}

/// Places between a pattern's elements, one bit each.
private struct PositionSet {
  let words: UnsafeMutableBufferPointer<UInt64>

  /// Returns false where the position was there already.
  @discardableResult
  func insert(_ position: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(position % 64)
    let isNew = words[position / 64] & bit == 0
    words[position / 64] |= bit
    return isNew
  }

  func contains(_ position: Int) -> Bool {
    words[position / 64] & 1 << UInt64(position % 64) != 0
  }

  func removeAll() {
    words.update(repeating: 0)
  }

  func visitAll(_ body: (Int) -> Void) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        body(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}
