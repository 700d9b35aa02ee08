/// One use of a pattern. All positions are indices of tokens.
///
/// It is small, 52 bytes, since a file may have one for each of its words.
struct Match {
  /// Index in `RuleTables.patterns`.
  @Narrow fileprivate(set) var pattern: Int
  /// What the report points at.
  @Narrow private(set) var start: Int
  /// The last token of the expression.
  @Narrow private(set) var end: Int
  /// The last token of the expression that the member is asked of; nil where there is none.
  @NarrowOptional private(set) var receiver: Int?
  @NarrowOptional private var rootNumber: Int?
  /// A name of the path other than the first that stands alone in an extension of the type, and may
  /// be one of the file's own.
  @NarrowOptional private(set) var bareName: Int?
  /// The innermost declaration or macro, by index in `Outline.scopes`.
  @Narrow var scope: Int
  /// The declaration in the file that the name means instead, by the token of its name.
  @NarrowOptional var shadow: Int?
  /// The name of the constant that stands for the first part of the pattern, where it is declared.
  @NarrowOptional var constant: Int?
  /// Which of the pattern's names its first name stands for, by index.
  @Narrow private(set) var component: Int
  @Narrow private var firstName: Int
  @Narrow private var nameCount: Int
  private let rootKind: MatchRoot.Kind
  /// Whether the type's name is written with its module, be it in an alias.
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

  /// The name that may be one of the file's own.
  var root: MatchRoot? { rootNumber.map { MatchRoot(rootKind, $0) } }

  /// In `FoundMatches.nameTokens`: the names of the path.
  fileprivate(set) var names: Range<Int> {
    get { firstName..<firstName + nameCount }
    set { (firstName, nameCount) = (newValue.lowerBound, newValue.count) }
  }
}

/// A name without a module that a match starts with. Positions are indices of tokens.
enum MatchRoot {
  /// Of the type or function, as written in the use.
  case name(Int)
  /// Of the type, as written elsewhere.
  case type(Int)
  /// Of the type, which is written nowhere: its number.
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
  /// The tokens of each match's names.
  private(set) var nameTokens: [Int] = []
  /// The greatest last token of a match; -1 if there is none.
  private(set) var lastEnd = -1

  mutating func removeAll() {
    matches.removeAll(keepingCapacity: true)
    nameTokens.removeAll(keepingCapacity: true)
    lastEnd = -1
  }

  /// The token of the first name of a match.
  func firstName(of match: Match) -> Int { nameTokens[match.names.lowerBound] }

  /// Their indices in the order of the source, as they mostly are.
  var matchesByPlace: [Int] {
    func place(_ number: Int) -> (Int, Int, Int) {
      let match = matches[number]
      return (match.start, match.end, match.pattern)
    }
    let numbers = matches.indices
    let areInOrder = numbers.dropFirst().allSatisfy { place($0 - 1) <= place($0) }
    return areInOrder ? Array(numbers) : numbers.sorted { place($0) < place($1) }
  }

  /// - Parameter isKept: takes the index of each.
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

  /// Adds one where another pattern matches the same.
  mutating func add(_ match: Match, copiedFor pattern: Int) {
    matches.append(match)
    matches[matches.count - 1].pattern = pattern
  }
}
