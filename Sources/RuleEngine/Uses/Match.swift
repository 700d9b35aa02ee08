/// One use of a pattern. All positions are indices of tokens.
///
/// A match is small, 52 bytes, since a file may have a match for each of its words.
struct Match {
  /// The pattern, by index in `RuleTables.patterns`.
  @Narrow fileprivate(set) var pattern: Int
  /// The token that the report points at.
  @Narrow private(set) var start: Int
  /// The last token of the expression.
  @Narrow private(set) var end: Int
  /// The last token of the expression whose member the name is; `nil` if there is no such
  /// expression.
  @NarrowOptional private(set) var receiver: Int?
  @NarrowOptional private var rootNumber: Int?
  /// The token of a name of the path, other than the first, that is bare: it stands alone in an
  /// extension of its type, so it may be a name of the file. Otherwise `nil`.
  @NarrowOptional private(set) var bareName: Int?
  /// The innermost declaration or macro, by index in `Outline.scopes`.
  @Narrow var scope: Int
  /// The token of the name in the file's declaration that shadows the banned name; `nil` if none
  /// does.
  @NarrowOptional var shadow: Int?
  /// The token of the name in the declaration of the constant that stands for the first part of the
  /// pattern; `nil` if there is no constant.
  @NarrowOptional var constant: Int?
  /// The index of the pattern's component that the first name of the match stands for.
  @Narrow private(set) var component: Int
  @Narrow private var firstName: Int
  @Narrow private var nameCount: Int
  private let rootKind: MatchRoot.Kind
  /// Whether a module is written before the type's name, here or in an alias.
  var isQualified: Bool

  init(pattern: Int, start: MatchStart, end: Int, scope: Int, component: Int) {
    self.pattern = pattern
    self.start = start.report
    self.end = end
    receiver = start.receiver
    let root = start.root?.parts
    rootNumber = root?.number
    rootKind = root?.kind ?? .name
    bareName = start.bareName
    self.scope = scope
    shadow = nil
    constant = nil
    self.component = component
    firstName = 0
    nameCount = 0
    isQualified = start.isQualified
  }

  /// The name that may be a name of the file; `nil` if there is none.
  var root: MatchRoot? { rootNumber.map { MatchRoot(rootKind, $0) } }

  /// The tokens of the names of the path, as a range in `FoundMatches.nameTokens`.
  fileprivate(set) var names: Range<Int> {
    get { firstName..<firstName + nameCount }
    set { (firstName, nameCount) = (newValue.lowerBound, newValue.count) }
  }
}

/// A name without a module that a match starts with. Positions are indices of tokens.
enum MatchRoot {
  /// The name of a type or function, written in the use.
  case name(Int)
  /// The name of a type, written somewhere else.
  case type(Int)
  /// The name of a type that is written nowhere, by its number.
  case unwritten(Int)

  fileprivate enum Kind: UInt8 {
    case name, type, unwritten
  }

  fileprivate init(_ kind: Kind, _ number: Int) {
    switch kind {
    case .name: self = .name(number)
    case .type: self = .type(number)
    case .unwritten: self = .unwritten(number)
    }
  }

  fileprivate var parts: (kind: Kind, number: Int) {
    switch self {
    case .name(let number): (.name, number)
    case .type(let number): (.type, number)
    case .unwritten(let number): (.unwritten, number)
    }
  }
}

/// Matches of one file, in the order in which they were found.
struct FoundMatches {
  var matches: [Match] = []
  /// The tokens of the names of all matches, one match after the other.
  private(set) var nameTokens: [Int] = []
  /// The greatest last token of a match; -1 if there is no match.
  private(set) var lastEnd = -1

  mutating func removeAll() {
    matches.removeAll(keepingCapacity: true)
    nameTokens.removeAll(keepingCapacity: true)
    lastEnd = -1
  }

  /// The token of the first name of a match.
  func firstName(of match: Match) -> Int { nameTokens[match.names.lowerBound] }

  /// The indices of the matches in source order. They mostly are in this order already.
  var matchesByPlace: [Int] {
    func place(_ number: Int) -> (Int, Int, Int) {
      let match = matches[number]
      return (match.start, match.end, match.pattern)
    }
    let numbers = matches.indices
    let areInOrder = numbers.dropFirst().allSatisfy { place($0 - 1) <= place($0) }
    return areInOrder ? Array(numbers) : numbers.sorted { place($0) < place($1) }
  }

  /// - Parameter isKept: takes the index of a match.
  mutating func keepMatches(where isKept: (Int) -> Bool) {
    var count = 0
    for number in matches.indices where isKept(number) {
      matches[count] = matches[number]
      count += 1
    }
    matches.removeLast(matches.count - count)
  }

  mutating func add(_ match: Match, names: [Int]) {
    var match = match
    match.names = nameTokens.count..<nameTokens.count + names.count
    nameTokens += names
    lastEnd = max(lastEnd, match.end)
    matches.append(match)
  }

  /// Adds a copy of a match for another pattern that is written alike.
  /// - Parameter pattern: by index in `RuleTables.patterns`.
  mutating func add(_ match: Match, copiedFor pattern: Int) {
    matches.append(match)
    matches[matches.count - 1].pattern = pattern
  }
}
