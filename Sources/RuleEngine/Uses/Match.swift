/// One use of a pattern. All positions are indices of tokens.
struct Match {
  /// Index in `RuleTables.patterns`.
  fileprivate(set) var pattern: Int
  /// What the report points at.
  let start: Int
  /// The last token of the expression.
  let end: Int
  /// The last token of the expression that the member is asked of; nil where there is none.
  let receiver: Int?
  /// The name that may be one of the file's own.
  let root: MatchRoot?
  /// A name of the path other than the first that stands alone in an extension of the type, and may
  /// be one of the file's own.
  let bareName: Int?
  /// The innermost declaration or macro, by index in `Surroundings.scopes`.
  var scope: Int
  /// The declaration in the file that the name means instead, by the token of its name.
  var shadow: Int?
  /// The name of the constant that stands for the first part of the pattern, where it is declared.
  var constant: Int?
  /// Whether the type's name is written with its module, be it in an alias.
  var isQualified: Bool
  /// Which of the pattern's names its first name stands for, by index.
  let component: Int
  /// In `FoundMatches.nameTokens`: the names of the path.
  fileprivate(set) var names = 0..<0

  init(pattern: Int, start: MatchStart, end: Int, scope: Int, component: Int) {
    self.pattern = pattern
    self.start = start.report
    self.end = end
    receiver = start.receiver
    root = start.root
    bareName = start.bareName
    self.scope = scope
    self.component = component
    isQualified = start.isQualified
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
}

/// The matches of one file, in the order in which they were found.
struct FoundMatches {
  var matches: [Match] = []
  /// The tokens of each match's names.
  private(set) var nameTokens: [Int] = []
  /// The tokens of names beside what may be a match, which tell its type if the file declares them.
  var placeNames: [Int] = []

  mutating func removeAll() {
    matches.removeAll(keepingCapacity: true)
    nameTokens.removeAll(keepingCapacity: true)
    placeNames.removeAll(keepingCapacity: true)
  }

  /// The token of the first name of a match.
  func firstName(of match: Match) -> Int { nameTokens[match.names.lowerBound] }

  mutating func add(_ match: Match, names: [Int]) {
    var match = match
    match.names = nameTokens.count..<nameTokens.count + names.count
    nameTokens += names
    matches.append(match)
  }

  /// Adds one where another pattern matches the same.
  mutating func add(_ match: Match, copiedFor pattern: Int) {
    matches.append(match)
    matches[matches.count - 1].pattern = pattern
  }
}
