/// A look at a file's bytes that tells, before lexing, whether a rule can match at all.
///
/// Every match has all names of its pattern in the file, each as a whole word, but for the type
/// before a member, which may be known otherwise. So one name for each pattern is chosen, and the
/// file searched for these words: by a pair of neighbouring bytes that is rare in source code, many
/// positions at a time. Where only the type of a pattern is mentioned, as in
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
    var memberNames: [MemberWord] = []
    var requests = otherWords.map {
      WordRequest(name: $0, prefix: .anything, suffix: .anything, members: [])
    }
    for request in patterns.flatMap(WordRequest.requests) {
      if let index = requests.firstIndex(where: { $0.isSameWord(as: request) }) {
        requests[index].suffix.formUnion(request.suffix)
        requests[index].members += request.members
      } else {
        requests.append(request)
      }
      for member in request.members where !memberNames.contains(member) {
        memberNames.append(member)
      }
    }
    isOpen = !(requests.map(\.name) + memberNames.map(\.name)).allSatisfy { 1 < $0.utf8.count }
    let isLong = { (name: String) in 1 < name.utf8.count }
    words = WordSearch(
      requests.filter { isLong($0.name) }.map {
        SearchWord($0.name, after: $0.prefix, before: $0.suffix)
      })
    members = requests.filter { isLong($0.name) }.map { request in
      memberNames.indices.filter { request.members.contains(memberNames[$0]) }
    }
    memberWords = WordSearch(memberNames.filter { isLong($0.name) }.map(\.word))
    areCalledWithoutArguments = memberNames.map(\.isCalledWithoutArguments)
  }

  /// By member.
  private let areCalledWithoutArguments: [Bool]

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
    return memberWords.find(in: bytes) { member, role, end in
      role == .match && wanted.contains(member)
        && (!areCalledWithoutArguments[member] || bytes.mayBeCalledWithoutArguments(at: end))
    }
  }
}

/// A member that may stand without its type.
private struct MemberWord: Equatable {
  let name: String
  let isInitializer: Bool
  let isCalledWithoutArguments: Bool

  var word: SearchWord {
    SearchWord(name, after: isInitializer ? .implicitPeriod : .anything, before: .anything)
  }

  /// What is written in place of the type and the member: `Self()` has neither.
  static func words(of member: PatternComponent) -> [MemberWord] {
    let hasNoArguments = member.isInitializer && member.labels?.isEmpty == true
    let word = MemberWord(
      name: member.name, isInitializer: member.isInitializer,
      isCalledWithoutArguments: hasNoArguments)
    let itself = MemberWord(
      name: "Self", isInitializer: false, isCalledWithoutArguments: hasNoArguments)
    return member.isInitializer ? [word, itself] : [word]
  }
}

/// A word of which at least one for each pattern must stand in a file.
private struct WordRequest {
  let name: String
  let prefix: SearchWord.Prefix
  var suffix: SearchWord.Suffix
  /// Where the word is a type's name: the members that may stand without it.
  var members: [MemberWord]

  func isSameWord(as other: WordRequest) -> Bool { name == other.name && prefix == other.prefix }

  /// Words of which at least one stands in the file wherever the pattern matches: the longest name
  /// of the path, which is likely the rarest.
  ///
  /// A pattern that is nothing but `.init(…)` has one of its labels written instead; see
  /// `Matcher.hasLabels`.
  static func requests(for pattern: Pattern) -> [WordRequest] {
    let components = pattern.components
    let names = components.indices.filter { !components[$0].isInitializer }
    let longest = names.max { left, right in
      components[left].name.utf8.count < components[right].name.utf8.count
    }
    guard let longest else {
      let labels = components.flatMap { $0.labels ?? [] }.filter { $0 != "_" }
      return (labels.isEmpty ? ["init"] : labels).map {
        WordRequest(name: $0, prefix: .anything, suffix: .anything, members: [])
      }
    }
    let types = components.prefix { $0.isType && $0.labels == nil }.count
    let hasMembers = pattern.root == .name && longest < types && types < components.count
    return [
      WordRequest(
        name: components[longest].name,
        prefix: pattern.root == .implicitMember ? .implicitPeriod : .anything,
        suffix: suffix(of: longest, in: pattern),
        members: hasMembers ? MemberWord.words(of: components[types]) : [])
    ]
  }

  /// What follows the name of a pattern's component, see `Matcher.followPath`.
  private static func suffix(of index: Int, in pattern: Pattern) -> SearchWord.Suffix {
    let component = pattern.components[index]
    // A static function without arguments matches uncalled too.
    let isLast = index == pattern.components.count - 1
    if isLast && component.labels?.isEmpty != false { return .anything }
    var suffix: SearchWord.Suffix = component.isType ? .none : .optionalChain
    let hasInitializer = component.isType && pattern.components[index + 1].isInitializer
    let labels = hasInitializer ? pattern.components[index + 1].labels : component.labels
    let isCalled = hasInitializer || component.labels != nil
    if isCalled && labels?.isEmpty != true { suffix.formUnion(.closure) }
    return suffix
  }
}

/// Searches bytes for words.
private struct WordSearch: Sendable {
  private let words: [SearchWord]
  private let pairs: PairSearch
  /// By the first byte of its pair: the words, by index.
  private let wordsByByte: [[Int]]

  init(_ words: [SearchWord]) {
    self.words = words
    pairs = PairSearch(words)
    var wordsByByte: [[Int]] = Array(repeating: [], count: 256)
    for (index, word) in words.enumerated() { wordsByByte[Int(word.first)].append(index) }
    self.wordsByByte = wordsByByte
  }

  /// Whether `isWanted` says yes to a word that stands in the bytes.
  /// - Parameter isWanted: takes the word's index, its role, and the offset of its end.
  @inline(__always)
  func find(
    in bytes: UnsafeBufferPointer<UInt8>, isWanted: (Int, WordRole, Int) -> Bool
  ) -> Bool {
    let isMatch = { (offset: Int, bytes: UnsafeBufferPointer<UInt8>) in
      for index in wordsByByte[Int(bytes[offset])] {
        let role = words[index].role(withPairAt: offset, in: bytes)
        guard role != .none else { continue }
        if isWanted(index, role, offset - words[index].pairOffset + words[index].bytes.count) {
          return true
        }
      }
      return false
    }
    switch pairs {
    case .vector(let search): return search.find(in: bytes, isMatch: isMatch)
    case .table(let search): return search.find(in: bytes, isMatch: isMatch)
    }
  }
}
