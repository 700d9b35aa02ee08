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
      let inPlace = pattern.wordsInPlaceOfType(&names).map { members.add($0) }
      for var request in pattern.wordsInPath(names, common: commonMembers) {
        request.members = request.isType ? inPlace : []
        requests.add(request)
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

/// A word of which at least one for each pattern must stand in a file.
struct WordRequest {
  /// Its number.
  let name: Int
  let prefix: SearchWord.Prefix
  /// What may follow; anything if empty.
  var tails: [PathTail] = []
  /// Whether it is the name of the pattern's type, which may be known otherwise.
  var isType = false
  /// The number of the type whose member it is.
  var type: Int?
  /// Whether it may stand for an initializer.
  var isInitializer = false
  /// What may then stand in its place, by index.
  var members: [Int] = []
}

extension CompiledPattern {
  /// Words of which at least one stands in the file wherever the pattern matches: the longest name
  /// of the path, which is likely the rarest, but for what every file asks of collections.
  ///
  /// A pattern that is nothing but `.init(…)` has one of its labels written instead; see
  /// `Matcher.hasLabels`.
  /// - Parameter commonMembers: the numbers of those names.
  fileprivate func wordsInPath(
    _ names: NameTable, common commonMembers: [Int]
  ) -> [WordRequest] {
    func rank(_ index: Int) -> (rare: Int, count: Int) {
      let name = components[index].name
      return (commonMembers.contains(name) ? 0 : 1, names.names[name].count)
    }
    var longest: Int?
    for index in components.indices where !components[index].isInitializer {
      if longest.map({ rank($0) < rank(index) }) ?? true { longest = index }
    }
    guard let longest else {
      let labels = components.flatMap { $0.labels ?? [] }.filter { $0 != CompiledComponent.noLabel }
      let words = labels.isEmpty ? [components[0].name] : labels
      return words.map { WordRequest(name: $0, prefix: .anything) }
    }
    return [
      WordRequest(
        name: components[longest].name, prefix: prefix(of: longest),
        tails: [PathTail(of: self, from: longest, names)],
        isType: longest < typeCount && typeCount < components.count)
    ]
  }

  private func prefix(of index: Int) -> SearchWord.Prefix {
    guard index == 0 else { return index == typeCount ? .periodOrCall : .period }
    return switch root {
    case .name: .anything
    case .anyReceiver: .period
    case .implicitMember: .implicitPeriod
    case .macro: .pound
    case .attribute: .atSign
    }
  }

  /// What is written where the pattern's type is known otherwise: its member, and `Self()`.
  func wordsInPlaceOfType(_ names: inout NameTable) -> [WordRequest] {
    guard let member else { return [] }
    let type = names.insert(path: components[..<typeLength].map(\.name))
    let word = WordRequest(
      name: member, prefix: isInitializer ? .implicitPeriodOrSelf : .implicitPeriodOrCall,
      tails: [PathTail(of: self, from: typeLength, names)], type: type,
      isInitializer: isInitializer)
    guard isInitializer else { return [word] }
    let itself = WordRequest(
      name: names.insert("Self"), prefix: .anything,
      tails: [PathTail(of: self, from: typeLength - 1, names)], type: type, isInitializer: true)
    return [word, itself]
  }
}

/// Requests, those for the same word made one.
struct WordRequests {
  private(set) var all: [WordRequest] = []
  private var indices: [Key: Int] = [:]

  private struct Key: Hashable {
    let name: Int
    let prefix: SearchWord.Prefix
    let type: Int?
  }

  /// - Returns: the index of the word, which may have been there.
  @discardableResult
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
      for tail in request.tails where !all[index].tails.contains(tail) {
        all[index].tails.append(tail)
      }
    }
    return index
  }

  var nameCount: Int {
    all.indices.count { index in !all[..<index].contains { $0.name == all[index].name } }
  }

  /// Whether a word is too short for a pair of bytes.
  func isAnyShort(_ names: NameTable) -> Bool {
    all.contains { names.names[$0.name].count < 2 }
  }

  func words(_ names: NameTable) -> [SearchWord] {
    all.map { SearchWord(names.names[$0.name], after: $0.prefix, before: $0.tails) }
  }
}

/// What files ask of collections all the time.
private let commonMembers = [
  "compactMap", "enumerated", "filter", "first", "flatMap", "forEach", "joined", "last", "map",
]
