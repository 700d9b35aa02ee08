import Rules

/// A look at a file's bytes that tells, before lexing, whether a rule can match at all.
///
/// Every match has all names of its pattern in the file, each as a whole word, but for the type
/// before a member, which may be known otherwise. So one name for each pattern is chosen, and the
/// file searched for these words (`WordSearch`). What stands before and after a word
/// (`SearchWord.Prefix`, `PathTail`) tells most that are no use. Where only the type of a pattern
/// is mentioned, as in `let d: Date = .init()`, its members count, too. Comments and strings are
/// left out where the line tells (`isText`).
struct Prefilter: Sendable {
  private let search: WordSearch
  /// Finds the texts that only members have, where `search` does not.
  private let memberSearch: WordSearch?
  private let words: SearchWords
  /// How many of the words, the first ones, count in comments too.
  private let otherWordCount: Int
  /// By word: the members of its type that may stand without it.
  private let membersOfType: IndexLists
  /// By word: the texts of types of which one must stand in the file, too; none for any file.
  private let otherTypes: IndexLists
  /// By text: whether it is one of those.
  private let isOtherType: [Bool]
  private let members: SearchWords
  /// By the index of a text: the words and the members that it is the text of.
  private let wordsByText: IndexLists
  private let membersByText: IndexLists
  private let textCount: Int
  /// By member: the index of its text.
  private let textOfMember: [Int]

  /// - Parameters:
  ///   - names: those of the patterns.
  ///   - otherWords: each of which is a reason of its own to lex the file.
  init(_ patterns: [CompiledPattern], _ names: NameTable, otherWords: [String] = []) {
    var names = names
    let paths = PatternPaths(patterns, names)
    var members = WordRequests(paths, count: patterns.count)
    var requests = WordRequests(paths, count: patterns.count)
    for word in otherWords {
      requests.add(WordRequest(name: names.insert(word), prefix: .anything))
    }
    otherWordCount = requests.all.count
    let commonMembers = commonMembers.map { names.insert($0) }
    var isCommon = Array(repeating: false, count: names.count)
    for name in commonMembers { isCommon[name] = true }
    for number in patterns.indices {
      let pattern = patterns[number]
      let member = pattern.wordOfMember(&names).map { members.add($0, of: number) }
      let type = pattern.wordForType(&names).map { members.add($0, of: number) }
      if let word = pattern.wordInPath(names, isCommon) {
        let index = requests.add(word, of: number)
        guard word.isType else { continue }
        if let member { requests.add(member: member, to: index) }
        if let type { requests.add(member: type, to: index) }
      } else {
        for word in pattern.wordsOfLabels { requests.add(word) }
      }
    }
    words = requests.words
    membersOfType = IndexLists(requests.members, count: requests.all.count)
    self.members = members.words
    let byText = WordsByText(requests, names)
    let otherTypes = requests.otherTypes.indices.flatMap { word in
      byText.texts(of: requests.otherTypes[word]).map { IndexPair(list: word, index: $0) }
    }
    self.otherTypes = IndexLists(otherTypes, count: requests.all.count)
    let withMembers = WordsByText(members, names, after: byText)
    let newTexts = withMembers.texts[byText.texts.count...]
    if let rare = WordSearch(rare: byText.texts[...], in: names),
      case let new = WordSearch(newTexts, in: names), !new.isOpen
    {
      search = rare
      memberSearch = new
    } else {
      search = WordSearch(frequent: withMembers.texts[...], in: names)
      memberSearch = nil
    }
    wordsByText = byText.lists(count: withMembers.texts.count)
    textCount = withMembers.texts.count
    var isOtherType = Array(repeating: false, count: textCount)
    for pair in otherTypes { isOtherType[pair.index] = true }
    self.isOtherType = isOtherType
    membersByText = withMembers.lists(count: textCount)
    textOfMember = withMembers.textOfWord
  }

  /// Whether the words are few and rare: then the search costs a fraction of any other.
  var isForRareTexts: Bool { memberSearch != nil }

  /// Whether one of the words stands in the bytes.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var memory = PrefilterMemory()
    return mayMatch(bytes, using: &memory)
  }

  /// The same for one of many files.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>, using memory: inout PrefilterMemory) -> Bool {
    if search.isOpen { return true }
    memory.removeAll()
    let isMatch = search.find(in: bytes) { text, range in
      if !membersByText.isEmpty(text) { memory.found.append((text, range)) }
      if isOtherType[text], !memory.otherTypes.contains(text) { memory.otherTypes.append(text) }
      return wordsByText.first(in: text) { word in
        switch words.role(of: word, in: range, of: bytes) {
        case .none:
          return false
        case .mention:
          if membersOfType.isEmpty(word) || memory.types.contains(word) { return false }
          if !bytes.isText(at: range.lowerBound) { memory.types.append(word) }
          return false
        case .match:
          guard word < otherWordCount || !bytes.isText(at: range.lowerBound) else {
            return false
          }
          if hasOtherType(of: word, among: memory.otherTypes) { return true }
          if !memory.pending.contains(word) { memory.pending.append(word) }
          return false
        }
      } != nil
    }
    if isMatch || memory.pending.contains(where: { hasOtherType(of: $0, among: memory.otherTypes) })
    {
      return true
    }
    if memory.types.isEmpty { return false }
    if let memberSearch {
      _ = memberSearch.find(in: bytes) { text, range in
        if !membersByText.isEmpty(text) { memory.found.append((text, range)) }
        return false
      }
    }
    return mayMatchMember(in: bytes, using: &memory)
  }

  /// - Parameter found: the texts of types that stand in the file.
  private func hasOtherType(of word: Int, among found: [Int]) -> Bool {
    otherTypes.isEmpty(word) || otherTypes.first(in: word, where: found.contains) != nil
  }

  /// Whether a member of the types that are mentioned is among what was found.
  private func mayMatchMember(
    in bytes: UnsafeBufferPointer<UInt8>, using memory: inout PrefilterMemory
  ) -> Bool {
    if memory.found.isEmpty { return false }
    // The file before may have been held against fewer rules.
    if memory.isWanted.count < textCount {
      memory.isWanted = Array(repeating: false, count: textCount)
    }
    for type in memory.types {
      for member in membersOfType[type] where !memory.wanted.contains(member) {
        memory.wanted.append(member)
        memory.isWanted[textOfMember[member]] = true
      }
    }
    defer { for member in memory.wanted { memory.isWanted[textOfMember[member]] = false } }
    return memory.found.contains { text, range in
      memory.isWanted[text]
        && memory.wanted.contains { member in
          textOfMember[member] == text
            && members.role(of: member, in: range, of: bytes) == .match
            && !bytes.isText(at: range.lowerBound)
        }
    }
  }
}

/// What is found in a file; its memory is used again from file to file, whatever the rules.
package struct PrefilterMemory: Sendable {
  /// The words of types that are mentioned.
  fileprivate var types: [Int] = []
  /// Texts that members have.
  fileprivate var found: [(text: Int, range: Range<Int>)] = []
  /// The texts of types of which a word may want one.
  fileprivate var otherTypes: [Int] = []
  /// Words that want one of these.
  fileprivate var pending: [Int] = []
  /// The members of the types that are mentioned.
  fileprivate var wanted: [Int] = []
  /// By text: whether one of those has it; all false between files.
  fileprivate var isWanted: [Bool] = []

  package init() {}

  /// In most files nothing is found.
  fileprivate mutating func removeAll() {
    if !types.isEmpty { types.removeAll(keepingCapacity: true) }
    if !found.isEmpty { found.removeAll(keepingCapacity: true) }
    if !otherTypes.isEmpty { otherTypes.removeAll(keepingCapacity: true) }
    if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
    if !wanted.isEmpty { wanted.removeAll(keepingCapacity: true) }
  }
}

/// What files ask of collections all the time.
private let commonMembers = [
  "compactMap", "enumerated", "filter", "first", "flatMap", "forEach", "joined", "last", "map",
]
