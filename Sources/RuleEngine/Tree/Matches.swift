/// A use of a pattern. All positions are indices of tokens, unless they are said to be nodes.
///
/// A match is small, since a file may have a match for each of its words.
struct Match {
  /// The pattern, by index in `RuleTables.patterns`.
  @Narrow fileprivate(set) var pattern: Int
  /// The token that the report points at.
  @Narrow private(set) var start: Int
  /// The last token of the expression.
  @Narrow private(set) var end: Int
  /// The node of the expression whose member the name is; `nil` if there is no such expression.
  @NarrowOptional private(set) var receiver: Int?
  /// The token of the name in the file's declaration that shadows the banned name; `nil` if none
  /// does.
  @NarrowOptional var shadow: Int? = nil
  /// The token of the name in the declaration of the constant that stands for the first part of the
  /// pattern; `nil` if there is no constant.
  @NarrowOptional var constant: Int? = nil
  /// The index of the pattern's component that the first name of the match stands for.
  @Narrow private(set) var component: Int
  @Narrow private var firstName = 0
  @Narrow private var nameCount = 0
  /// Whether a module is written before the type's name, here or in an alias.
  var isQualified: Bool

  init(pattern: Int, start: MatchStart, end: Int, component: Int) {
    self.pattern = pattern
    self.start = start.report
    self.end = end
    receiver = start.receiver
    self.component = component
    isQualified = start.isQualified
  }

  /// The tokens of the names of the path, as a range in `FoundMatches.nameTokens`.
  fileprivate(set) var names: Range<Int> {
    get { firstName..<firstName + nameCount }
    set { (firstName, nameCount) = (newValue.lowerBound, newValue.count) }
  }
}

/// The start of a match, up to its first name.
struct MatchStart {
  /// The token that the report points at.
  var report: Int
  /// Whether the expression starts there: it has no receiver.
  var isWhole = true
  /// See `Match.receiver`.
  var receiver: Int?
  /// The name that the match starts with, if it has no module. The file may declare it.
  var root: MatchRoot?
  /// See `Match.isQualified`.
  var isQualified = false
  /// The token of a name of the path, other than the first, that is bare: it stands alone in an
  /// extension of its type, so it may be a name of the file. Otherwise `nil`.
  var bareName: Int?

  /// The start of a use whose type is written elsewhere.
  func of(_ type: TypePath) -> MatchStart {
    var start = self
    start.root = type.root.map { MatchRoot(kind: .type, number: $0) }
    start.isQualified = type.isQualified
    return start
  }
}

/// A name without a module that a match starts with.
struct MatchRoot {
  let kind: Kind
  /// The token of the name; of a name that is written nowhere, its number.
  let number: Int

  enum Kind: UInt8 {
    /// The name of a type or function, written in the use.
    case name
    /// The name of a type, written somewhere else.
    case type
    /// The name of a type that is written nowhere.
    case unwritten
  }
}

/// Matches of one file, in the order in which they were found.
struct FoundMatches {
  var matches: [Match] = []
  /// The tokens of the names of all matches, one match after the other.
  private(set) var nameTokens: [Int] = []

  /// Puts the matches in source order. They mostly are in this order already.
  mutating func sort() {
    func place(_ match: Match) -> (Int, Int, Int) { (match.start, match.end, match.pattern) }
    let areInOrder = matches.indices.dropFirst().allSatisfy {
      place(matches[$0 - 1]) <= place(matches[$0])
    }
    if !areInOrder { matches.sort { place($0) < place($1) } }
  }

  mutating func add(_ match: Match, names: [Int]) {
    var match = match
    match.names = nameTokens.count..<nameTokens.count + names.count
    nameTokens += names
    matches.append(match)
  }

  /// Adds a match for each pattern that is written like that of a match.
  /// - Parameter copies: see `RuleTables.copies`.
  mutating func addCopies(_ copies: IndexLists) {
    for match in matches {
      for copy in copies[match.pattern] {
        matches.append(match)
        matches[matches.count - 1].pattern = copy
      }
    }
  }
}
