import SwiftLexer

/// What must stand beside a word that was found in a file's bytes for it to be of interest. It
/// holds no reference, so that looking at it costs little.
struct SearchWord: Sendable {
  let prefix: Prefix
  /// What may follow, by index in `SearchWords.tails`; anything if empty.
  fileprivate var tails: Range<Int>
  /// Whether it is a type in all tails, which goes on.
  fileprivate var isType = true
  /// Whether all tails ask for more than the word.
  fileprivate var isMentionAlone = true
  /// Whether an alias or a constant may stand for the word alone.
  fileprivate var isBound = false

  /// - Parameter tail: comes after all others.
  fileprivate mutating func add(_ tail: PathTail, in paths: PatternPaths) {
    tails = tails.lowerBound..<tails.upperBound + 1
    if !paths.startsWithType(tail) { isType = false }
    if !paths.needsMore(tail) { isMentionAlone = false }
    if tail.isBound { isBound = true }
  }

  /// What must stand before a word. In doubt, as behind a comment or a line break, it does.
  enum Prefix: Sendable {
    case anything
    case period
    /// A period, or nothing where the word is called.
    case periodOrCall
    /// A period without a receiver; `Self` counts as none.
    case implicitPeriod
    /// The same, or one after `self`.
    case implicitPeriodOrSelf
    /// The same, or nothing where the word is called.
    case implicitPeriodOrCall
    case pound
    case atSign
  }
}

/// Words to search for, and what may follow them.
struct SearchWords: Sendable {
  private var words: [SearchWord] = []
  private var tails: [PathTail] = []
  private let paths: PatternPaths

  /// - Parameters:
  ///   - paths: that the tails are in.
  ///   - count: how many words will come.
  init(_ paths: PatternPaths, count: Int = 0, tailCount: Int = 0) {
    self.paths = paths
    words.reserveCapacity(count)
    tails.reserveCapacity(tailCount)
  }

  var count: Int { words.count }

  /// Adds a word that anything may follow, unless tails are added.
  mutating func append(after prefix: SearchWord.Prefix) {
    words.append(SearchWord(prefix: prefix, tails: tails.count..<tails.count))
  }

  /// Adds what may follow the last word.
  mutating func append(_ tail: PathTail) {
    tails.append(tail)
    words[words.count - 1].add(tail, in: paths)
  }

  /// How far a word, which stands in the range, is of interest. In doubt it is part of a match: the
  /// lexer and the matcher know for sure.
  /// - Parameter word: its index.
  func role(
    of word: Int, in range: Range<Int>, of source: UnsafeBufferPointer<UInt8>
  ) -> WordRole {
    let word = words[word]
    guard source.mayStand(after: word.prefix, wordFrom: range.lowerBound, to: range.upperBound)
    else { return .none }
    guard !word.tails.isEmpty else { return .match }
    switch standing(of: word, in: range, of: source) {
    case .possible: return .match
    case .different: return .mention
    // What it ends with may go on from a constant or an alias.
    case .ended: return source.mayFollowEqual(range.lowerBound) ? .match : .mention
    }
  }

  /// What the bytes after the word say of the tail that they agree with most.
  private func standing(
    of word: SearchWord, in range: Range<Int>, of source: UnsafeBufferPointer<UInt8>
  ) -> PathTail.Standing {
    var end = range.upperBound
    if word.isType, end < source.count, source[end] == UInt8(ascii: "<") {
      guard let close = source.endOfGenericArguments(from: end) else { return .possible }
      end = close
    }
    if word.isMentionAlone,
      source.endsPath(ofWordFrom: range.lowerBound, at: end, isType: word.isType)
    {
      return word.isBound ? .ended : .different
    }
    return paths.standing(
      of: tails[word.tails], afterWordFrom: range.lowerBound, to: end, in: source)
  }
}

/// What a word in a file may be.
enum WordRole {
  case none
  /// It alone is no match, but it may tell the type of an implicit member.
  case mention
  /// It may be part of a match.
  case match
}

/// What stands before a word.
private enum Neighbour {
  /// The start of the file.
  case none
  case byte(Int)
  /// Maybe a comment, or what no lexer but Swift's knows.
  case unknown
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func mayStand(
    after prefix: SearchWord.Prefix, wordFrom start: Int, to end: Int
  ) -> Bool {
    switch prefix {
    case .anything: true
    case .period: mayFollow(UInt8(ascii: "."), start)
    case .periodOrCall: mayFollow(UInt8(ascii: "."), start) || mayBeCalled(at: end)
    case .implicitPeriod: mayEndImplicitPeriod(before: start)
    case .implicitPeriodOrSelf: mayEndImplicitPeriod(before: start, orSelf: true)
    case .implicitPeriodOrCall: mayEndImplicitPeriod(before: start) || mayBeCalled(at: end)
    case .pound: mayFollow(UInt8(ascii: "#"), start)
    case .atSign: mayFollow(UInt8(ascii: "@"), start) || mayFollow(UInt8(ascii: "."), start)
    }
  }

  /// Whether the byte comes before the word, maybe with blanks or a module selector (SE-0491)
  /// between.
  private func mayFollow(_ byte: UInt8, _ start: Int) -> Bool {
    switch neighbour(before: start) {
    case .none: false
    case .unknown: true
    case .byte(let offset): self[offset] == byte || endsModuleSelector(at: offset)
    }
  }

  /// Whether a period or a module may stand before the word.
  func mayBeMember(at start: Int) -> Bool {
    switch neighbour(before: start) {
    case .none: false
    case .unknown: true
    case .byte(let offset): self[offset] == UInt8(ascii: ".") || self[offset] == UInt8(ascii: ":")
    }
  }

  private func endsModuleSelector(at offset: Int) -> Bool {
    self[offset] == UInt8(ascii: ":") && 0 < offset && self[offset - 1] == UInt8(ascii: ":")
  }

  /// What stands before the word, blanks and line breaks passed over.
  private func neighbour(before start: Int) -> Neighbour {
    var offset = start - 1
    while 0 <= offset {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "`"):
        break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if mayEndInComment(lineBefore: offset) { return .unknown }
      case UInt8(ascii: "/"):
        // What follows `//` is in the comment.
        let endsComment = 0 < offset && self[offset - 1] == UInt8(ascii: "*")
        return endsComment ? .unknown : .byte(offset)
      case UInt8(ascii: ">"), ..<UInt8(ascii: " "), 0x7f...:
        return .unknown
      default:
        return .byte(offset)
      }
      offset -= 1
    }
    return .none
  }

  private func mayEndInComment(lineBefore newline: Int) -> Bool {
    var offset = newline - 1
    while 0 < offset, newline - offset < 256 {
      if self[offset] == UInt8(ascii: "\n") || self[offset] == UInt8(ascii: "\r") { return false }
      if self[offset] == UInt8(ascii: "/"), self[offset - 1] == UInt8(ascii: "/") { return true }
      offset -= 1
    }
    return 0 < offset
  }

  /// Whether an argument list may follow the word that ends at the offset.
  private func mayBeCalled(at end: Int) -> Bool {
    for byte in self[end...] where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "`"), UInt8(ascii: "/"): return true
      default: return byte < UInt8(ascii: " ") || 0x7f <= byte
      }
    }
    return false
  }

  /// Whether nothing of the path can follow the word, which can be told for most at little cost.
  fileprivate func endsPath(ofWordFrom start: Int, at end: Int, isType: Bool) -> Bool {
    var offset = end
    var isNewLine = false
    while offset < count, self[offset] <= UInt8(ascii: " ") {
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isNewLine = true
      default: return false
      }
      offset += 1
    }
    guard offset < count else { return true }
    switch self[offset] {
    case UInt8(ascii: ")"): return !mayBeInParentheses(start)
    case UInt8(ascii: "("): return isNewLine
    // At the start of a line it may be a conflict marker.
    case UInt8(ascii: ">"): return !isNewLine
    case UInt8(ascii: "?"), UInt8(ascii: "!"): return isType
    case UInt8(ascii: "{"): return isType && isTypeBeforeBody(start)
    case let byte: return byte.endsPath
    }
  }

  /// Whether an `=` stands before the name there, as in `typealias D = Date`.
  fileprivate func mayFollowEqual(_ start: Int) -> Bool {
    var offset = start
    while 0 < offset {
      offset -= 1
      guard start - offset < 128 else { return true }
      switch self[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "."), UInt8(ascii: "`"),
        UInt8(ascii: "\t"):
        continue
      case UInt8(ascii: ":"):
        // Behind one alone stands no value of a declaration.
        guard 0 < offset, self[offset - 1] == UInt8(ascii: ":") else { return false }
        offset -= 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if mayEndInComment(lineBefore: offset) { return true }
      case UInt8(ascii: "="), UInt8(ascii: "/"):
        return true
      case let byte:
        // A module before the name is passed over; so is whatever word stands there.
        guard byte.isASCIIWordByte else { return byte < UInt8(ascii: " ") || 0x7f <= byte }
        guard self[offset + 1].isASCIIWordByte || endsModule(at: offset) else { return false }
      }
    }
    return false
  }

  /// Whether a `.` or `::` comes next after the word that ends at the offset, maybe after blanks.
  private func endsModule(at offset: Int) -> Bool {
    let next = self[(offset + 1)...].first {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
        && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "`")
    }
    return next == UInt8(ascii: ".") || next == UInt8(ascii: ":")
  }

  /// Whether what stands before the name may be a period that nothing stands before.
  fileprivate func mayEndImplicitPeriod(before start: Int, orSelf: Bool = false) -> Bool {
    let offset: Int
    switch neighbour(before: start) {
    case .none: return false
    case .unknown: return true
    case .byte(let place): offset = place
    }
    guard self[offset] == UInt8(ascii: ".") else { return endsModuleSelector(at: offset) }
    guard 0 < offset else { return true }
    let previous = self[offset - 1]
    guard previous.isASCIIWordByte else {
      return previous != UInt8(ascii: ")") && previous != UInt8(ascii: "]")
        && previous != UInt8(ascii: "\"")
    }
    var first = offset - 1
    while 0 < first, self[first - 1].isASCIIWordByte { first -= 1 }
    // `return.now` is an implicit member.
    let word = self[first..<offset]
    return word.elementsEqual("self".utf8)
      ? orSelf : wordsBeforeImplicitMembers.contains { $0.elementsEqual(word) }
  }
}

/// The words that may stand before a period and are no receiver.
private let wordsBeforeImplicitMembers: [[UInt8]] =
  (Keyword.allCases.filter { $0 != .super }.map(\.rawValue) + ["await", "unsafe", "yield"])
  .map { Array($0.utf8) }

extension UInt8 {
  /// Whether the byte goes on with an identifier, whatever stands around it.
  var isASCIIWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default:
      false
    }
  }

  /// Whether a token that starts with the byte can neither call what stands before it nor ask it
  /// for a member.
  var endsPath: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ":"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "|"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "["):
      true
    default:
      isASCIIWordByte
    }
  }
}
