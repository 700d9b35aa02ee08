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
  /// By word: the members of its type that may stand without it, by index.
  private let members: [[Int]]
  private let memberCount: Int
  /// The searches for members: one if they are few, else those for initializers, which many types
  /// have and few names stand for, and for all others.
  private let memberSearches: [WordSearch]
  /// Whether a word is too short for a pair; then every file may match.
  private let isOpen: Bool

  /// - Parameters:
  ///   - names: those of the patterns.
  ///   - otherWords: each of which is a reason of its own to lex the file.
  init(_ patterns: [CompiledPattern], _ names: NameTable, otherWords: [String] = []) {
    var names = names
    var members = WordRequests()
    var requests = WordRequests()
    for word in otherWords {
      requests.add(WordRequest(name: names.insert(word), prefix: .anything))
    }
    let commonMembers = commonMembers.map { names.insert($0) }
    for pattern in patterns {
      var inPlace: [Int] = []
      if let word = pattern.wordOfMember(&names) { inPlace.append(members.add(word)) }
      if let word = pattern.wordForType(&names) { inPlace.append(members.add(word)) }
      if var word = pattern.wordInPath(names, common: commonMembers) {
        if word.isType { word.members = inPlace }
        requests.add(word)
      } else {
        for word in pattern.wordsOfLabels { requests.add(word) }
      }
    }
    let isOpen = requests.isAnyShort(names) || members.isAnyShort(names)
    self.isOpen = isOpen
    words = WordSearch(isOpen ? [] : requests.words(names))
    self.members = requests.all.map(\.members)
    memberCount = members.all.count
    let memberWords = isOpen ? [] : members.words(names)
    let initializers = memberWords.indices.filter { members.all[$0].isInitializer }
    let others = memberWords.indices.filter { !members.all[$0].isInitializer }
    let areFew = memberWords.count <= VectorSearch.limit
    memberSearches = (areFew ? [initializers + others] : [initializers, others]).map {
      WordSearch(memberWords, at: $0)
    }
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
    return isFound || !mentioned.isEmpty && mayMatchMember(of: mentioned, bytes)
  }

  /// - Parameter types: by index in `members`.
  private func mayMatchMember(of types: [Int], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isWanted = Array(repeating: false, count: memberCount)
    for type in types { for member in members[type] { isWanted[member] = true } }
    return memberSearches.contains { search in
      search.words.contains { isWanted[$0] }
        && search.find(in: bytes, where: { isWanted[$0] }) { _, role, _ in role == .match }
    }
  }
}

/// What files ask of collections all the time.
private let commonMembers = [
  "compactMap", "enumerated", "filter", "first", "flatMap", "forEach", "joined", "last", "map",
]
