/// A name to search for, and what must stand beside it for it to be of interest.
///
/// That is there for speed alone: without a look at what follows, half as many files more were
/// lexed with all packs, as most have a `String`. It is sound since it knows but blanks, line
/// comments and single bytes beside the name; whatever else stands there, such as a string, a
/// bracket or another comment, is in doubt, and then the name counts. So does one in a comment or
/// a string. What Swift's tokens are is known to the lexer, and to the skim.
///
/// It holds no reference, so that looking at it costs little.
struct Needle: Sendable {
  let prefix: Prefix
  /// What may follow, by index in `Needles.tails`; anything if empty.
  fileprivate var tails: Range<Int>
  /// Whether it is a type in all tails, which goes on.
  fileprivate var isType = true
  /// Whether all tails ask for more than the name.
  fileprivate var isMentionAlone = true
  /// Whether an alias or a constant may stand for the name alone.
  fileprivate var isBound = false

  /// - Parameter tail: comes after all others.
  fileprivate mutating func add(_ tail: PathTail, in paths: PatternPaths) {
    tails = tails.lowerBound..<tails.upperBound + 1
    if !paths.startsWithType(tail) { isType = false }
    if !paths.needsMore(tail) { isMentionAlone = false }
    if tail.isBound { isBound = true }
  }

  /// What must stand before the name. In doubt, as behind a comment or a line break, it does.
  enum Prefix: Sendable {
    case anything
    case period
    /// A period without a receiver before it.
    case implicit
    /// A period, or nothing where the name is called.
    case periodOrCall
    case pound
    case atSign
    case `extension`
  }
}

/// Needles, and what may follow them.
struct Needles: Sendable {
  private var all: [Needle] = []
  private var tails: [PathTail] = []
  private let paths: PatternPaths

  /// - Parameters:
  ///   - paths: that the tails are in.
  ///   - count: how many needles will come.
  init(_ paths: PatternPaths, count: Int = 0, tailCount: Int = 0) {
    self.paths = paths
    all.reserveCapacity(count)
    tails.reserveCapacity(tailCount)
  }

  /// Adds a needle that anything may follow, unless tails are added.
  mutating func append(after prefix: Needle.Prefix) {
    all.append(Needle(prefix: prefix, tails: tails.count..<tails.count))
  }

  /// Adds what may follow the last needle.
  mutating func append(_ tail: PathTail) {
    tails.append(tail)
    all[all.count - 1].add(tail, in: paths)
  }

  /// How far a name that was found is of interest. In doubt it is part of a match.
  /// - Parameters:
  ///   - index: of the needle with the name.
  ///   - range: where the name stands.
  ///   - isAlone: whether a member that is no initializer may stand behind anything.
  func role(
    of index: Int, in range: Range<Int>, of source: UnsafeBufferPointer<UInt8>,
    isAlone: Bool = false
  ) -> NeedleRole {
    let needle = all[index]
    let isAlone = isAlone && needle.prefix == .periodOrCall
    guard isAlone || source.mayStand(after: needle.prefix, nameAt: range) else { return .none }
    guard !needle.tails.isEmpty else { return .match }
    switch standing(of: needle, in: range, of: source) {
    case .possible: return .match
    case .different: return .mention
    // What it ends with may go on from a constant or an alias.
    case .ended: return source.mayFollowEqual(range.lowerBound) ? .match : .mention
    }
  }

  /// What the bytes after the name say of the tail that they agree with most.
  private func standing(
    of needle: Needle, in range: Range<Int>, of source: UnsafeBufferPointer<UInt8>
  ) -> PathTail.Standing {
    var end = range.upperBound
    if needle.isType, end < source.count, source[end] == UInt8(ascii: "<") {
      guard let close = source.endOfGenericArguments(from: end) else { return .possible }
      end = close
    }
    if needle.isMentionAlone,
      source.endsPath(ofNameFrom: range.lowerBound, at: end, isType: needle.isType)
    {
      return needle.isBound ? .ended : .different
    }
    return paths.standing(
      of: tails[needle.tails], afterNameFrom: range.lowerBound, to: end, in: source)
  }
}

/// What a name that was found may be.
enum NeedleRole {
  case none
  /// It alone is no match, but it may tell the type of an implicit member.
  case mention
  /// It may be part of a match.
  case match
}
