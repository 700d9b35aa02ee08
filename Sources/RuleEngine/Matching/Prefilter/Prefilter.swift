/// A look at a file's bytes that tells, before lexing, whether a rule can match at all.
///
/// Every match has all names of its pattern in the file, each as a whole word, but for the type
/// before a member, which may be known otherwise. So one name for each pattern is chosen, and the
/// file searched for these words (`WordSearch`). What stands before and after a word
/// (`SearchWord.Prefix`, `PathTail`) tells most that are no use. Where only the type of a pattern
/// is mentioned, as in `let d: Date = .init()`, its members count, too.
struct Prefilter: Sendable {
  private let search: WordSearch
  /// Finds texts that members have, where `search` does not.
  private let memberSearch: WordSearch?
  private let words: [SearchWord]
  /// By word: the members of its type that may stand without it.
  private let membersOfType: [[Int]]
  private let members: [SearchWord]
  /// By the index of a text: the words and the members that it is the text of.
  private let wordsByText: [[Int]]
  private let membersByText: [[Int]]

  /// - Parameter otherWords: each of which is a reason of its own to lex the file.
  init(_ patterns: [Pattern], otherWords: [String] = []) {
    var members = WordRequests()
    var requests = WordRequests()
    for word in otherWords { _ = requests.add(WordRequest(name: word, prefix: .anything)) }
    for pattern in patterns {
      let inPlace = WordRequest.inPlaceOfType(of: pattern).map { members.add($0) }
      for var request in WordRequest.inPath(of: pattern) {
        request.members = request.isType ? inPlace : []
        _ = requests.add(request)
      }
    }
    words = requests.all.map(\.word)
    membersOfType = requests.all.map(\.members)
    self.members = members.all.map(\.word)
    let byText = WordsByText(words)
    let withMembers = WordsByText(self.members, after: byText.texts)
    let all = WordSearch(withMembers.texts)
    let rare = all.isOpen ? nil : WordSearch(rare: byText.texts)
    search = rare ?? all
    memberSearch = rare == nil ? nil : all
    wordsByText = byText.indices + withMembers.texts[byText.texts.count...].map { _ in [] }
    membersByText = withMembers.indices
  }

  /// Whether one of the words stands in the bytes.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if search.isOpen { return true }
    var types: [Int] = []
    var found: [(text: Int, range: Range<Int>)] = []
    let isMatch = search.find(in: bytes) { text, range in
      if !membersByText[text].isEmpty { found.append((text, range)) }
      return wordsByText[text].contains { word in
        let role = words[word].role(in: range, of: bytes)
        if role == .mention, !membersOfType[word].isEmpty, !types.contains(word) {
          types.append(word)
        }
        return role == .match
      }
    }
    if isMatch || types.isEmpty { return isMatch }
    if let memberSearch {
      found = []
      _ = memberSearch.find(in: bytes) { text, range in
        if !membersByText[text].isEmpty { found.append((text, range)) }
        return false
      }
    }
    return mayMatchMember(of: types, at: found, in: bytes)
  }

  /// - Parameters:
  ///   - types: the words of those that are mentioned.
  ///   - found: texts that members have.
  private func mayMatchMember(
    of types: [Int], at found: [(text: Int, range: Range<Int>)],
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if found.isEmpty { return false }
    var isWanted = Array(repeating: false, count: members.count)
    for type in types { for member in membersOfType[type] { isWanted[member] = true } }
    return found.contains { text, range in
      membersByText[text].contains { member in
        isWanted[member] && members[member].role(in: range, of: bytes) == .match
      }
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
  /// The type whose member it is.
  var type: [String] = []
  /// Whether it may stand for an initializer.
  var isInitializer = false
  /// What may then stand in its place, by index.
  var members: [Int] = []

  var word: SearchWord { SearchWord(name, after: prefix, before: tails) }

  /// Words of which at least one stands in the file wherever the pattern matches: the longest name
  /// of the path, which is likely the rarest, but for what every file asks of collections.
  ///
  /// A pattern that is nothing but `.init(…)` has one of its labels written instead; see
  /// `Matcher.hasLabels`.
  static func inPath(of pattern: Pattern) -> [WordRequest] {
    let components = pattern.components
    let names = components.indices.filter { !components[$0].isInitializer }
    let rare = names.filter { !commonMembers.contains(components[$0].name) }
    let longest = (rare.isEmpty ? names : rare).max { left, right in
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
    let type = pattern.components[..<count].map(\.name)
    let word = WordRequest(
      name: member.name,
      prefix: member.isInitializer ? .implicitPeriodOrSelf : .implicitPeriodOrCall,
      tails: [PathTail(of: pattern, from: count)], type: type, isInitializer: member.isInitializer)
    guard member.isInitializer else { return [word] }
    let itself = WordRequest(
      name: "Self", prefix: .anything, tails: [PathTail(of: pattern, from: count - 1)], type: type,
      isInitializer: true)
    return [word, itself]
  }
}

extension Pattern {
  /// How many of the components, from the first on, are names of types.
  var typeCount: Int { components.prefix { $0.isType && $0.labels == nil }.count }
}

/// Requests, those for the same word made one.
struct WordRequests {
  private(set) var all: [WordRequest] = []
  private var indices: [Key: Int] = [:]

  private struct Key: Hashable {
    let name: String
    let prefix: SearchWord.Prefix
    let type: [String]
  }

  /// - Returns: the index of the word, which may have been there.
  mutating func add(_ request: WordRequest) -> Int {
    let key = Key(name: request.name, prefix: request.prefix, type: request.type)
    guard let index = indices[key] else {
      indices[key] = all.count
      all.append(request)
      return all.count - 1
    }
    all[index].members += request.members
    // Without a tail anything may follow.
    if all[index].tails.isEmpty || request.tails.isEmpty {
      all[index].tails = []
    } else {
      all[index].tails += request.tails.filter { !all[index].tails.contains($0) }
    }
    return index
  }
}

/// What files ask of collections all the time.
private let commonMembers: Set<String> = [
  "compactMap", "enumerated", "filter", "first", "flatMap", "forEach", "joined", "last", "map",
]
