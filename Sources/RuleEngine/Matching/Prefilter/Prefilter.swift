/// A look at a file's bytes that tells, before lexing, whether a rule can match at all.
///
/// Every match has all names of its pattern in the file, each as a whole word, but for the type
/// before a member, which may be known otherwise. So one name for each pattern is chosen, and the
/// file searched for these words: by a pair of neighbouring bytes that is rare in source code, many
/// positions at a time. What stands before and after a word (`SearchWord.Prefix`, `PathTail`) tells
/// most that are no use. Where only the type of a pattern is mentioned, as in
/// `let d: Date = .init()`, the file is searched for its members, too.
struct Prefilter: Sendable {
  private let words: WordSearch
  /// By word: the members of its type that may stand without it, by index in `memberWords`.
  private let members: [[Int]]
  private let memberWords: WordSearch
  /// Whether a word is too short for a pair; then every file may match.
  private let isOpen: Bool

  /// - Parameter otherWords: each of which is a reason of its own to lex the file.
  init(_ patterns: [Pattern], otherWords: [String] = []) {
    var members: [WordRequest] = []
    var requests = otherWords.map { WordRequest(name: $0, prefix: .anything) }
    for pattern in patterns {
      let inPlace = WordRequest.inPlaceOfType(of: pattern).map { members.add($0) }
      for var request in WordRequest.inPath(of: pattern) {
        request.members = request.isType ? inPlace : []
        _ = requests.add(request)
      }
    }
    isOpen = (requests + members).contains { $0.name.utf8.count < 2 }
    words = WordSearch(isOpen ? [] : requests.map(\.word))
    self.members = requests.map(\.members)
    memberWords = WordSearch(isOpen ? [] : members.map(\.word))
  }

  /// Whether one of the words stands in the bytes.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isOpen { return true }
    var mentioned: [Int] = []
    let isFound = words.find(in: bytes) { word, role, _ in
      if role == .mention, !members[word].isEmpty, !mentioned.contains(word) {
        mentioned.append(word)
      }
      return role == .match
    }
    if isFound || mentioned.isEmpty { return isFound }
    let wanted = Set(mentioned.flatMap { members[$0] })
    return memberWords.find(in: bytes) { member, role, _ in
      role == .match && wanted.contains(member)
    }
  }
}

/// A word of which at least one for each pattern must stand in a file.
struct WordRequest {
  let name: String
  let prefix: SearchWord.Prefix
  /// What may follow; anything if empty.
  var tails: [PathTail] = []
  /// Whether it is the name of the pattern's type, which may be known otherwise.
  var isType = false
  /// What may then stand in its place, by index.
  var members: [Int] = []

  var word: SearchWord { SearchWord(name, after: prefix, before: tails) }

  /// Words of which at least one stands in the file wherever the pattern matches: the longest name
  /// of the path, which is likely the rarest.
  ///
  /// A pattern that is nothing but `.init(…)` has one of its labels written instead; see
  /// `Matcher.hasLabels`.
  static func inPath(of pattern: Pattern) -> [WordRequest] {
    let components = pattern.components
    let names = components.indices.filter { !components[$0].isInitializer }
    let longest = names.max { left, right in
      components[left].name.utf8.count < components[right].name.utf8.count
    }
    guard let longest else {
      let labels = components.flatMap { $0.labels ?? [] }.filter { $0 != "_" }
      return (labels.isEmpty ? ["init"] : labels).map { WordRequest(name: $0, prefix: .anything) }
    }
    let typeCount = pattern.typeCount
    return [
      WordRequest(
        name: components[longest].name, prefix: prefix(of: longest, in: pattern),
        tails: [PathTail(of: pattern, from: longest)],
        isType: longest < typeCount && typeCount < components.count)
    ]
  }

  private static func prefix(of index: Int, in pattern: Pattern) -> SearchWord.Prefix {
    guard index == 0 else {
      return index == pattern.typeCount ? .periodOrCall : .period
    }
    return switch pattern.root {
    case .name: .anything
    case .anyReceiver: .period
    case .implicitMember: .implicitPeriod
    case .macro: .pound
    case .attribute: .atSign
    }
  }

  /// What is written where the pattern's type is known otherwise: its member, and `Self()`.
  static func inPlaceOfType(of pattern: Pattern) -> [WordRequest] {
    let count = pattern.typeCount
    guard pattern.root == .name, 0 < count, count < pattern.components.count else { return [] }
    let member = pattern.components[count]
    let word = WordRequest(
      name: member.name,
      prefix: member.isInitializer ? .implicitPeriodOrSelf : .implicitPeriodOrCall,
      tails: [PathTail(of: pattern, from: count)])
    guard member.isInitializer else { return [word] }
    let itself = WordRequest(
      name: "Self", prefix: .anything, tails: [PathTail(of: pattern, from: count - 1)])
    return [word, itself]
  }
}

extension Pattern {
  /// How many of the components, from the first on, are names of types.
  fileprivate var typeCount: Int { components.prefix { $0.isType && $0.labels == nil }.count }
}

extension [WordRequest] {
  /// - Returns: the index of the word, which may have been there.
  mutating func add(_ request: WordRequest) -> Int {
    let known = firstIndex { $0.name == request.name && $0.prefix == request.prefix }
    guard let known else {
      append(request)
      return count - 1
    }
    self[known].members += request.members
    // Without a tail anything may follow.
    if self[known].tails.isEmpty || request.tails.isEmpty {
      self[known].tails = []
    } else {
      self[known].tails += request.tails.filter { !self[known].tails.contains($0) }
    }
    return known
  }
}
