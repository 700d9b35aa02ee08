/// A word of which at least one for each pattern must stand in a file.
struct WordRequest {
  /// Its number.
  let name: Int
  let prefix: SearchWord.Prefix
  /// What may follow; anything if nil.
  var tail: PathTail?
  /// Whether it is the name of the pattern's type, which may be known otherwise.
  var isType = false
  /// The number of the type whose member it is.
  var type: Int?
  /// The number of a type that must stand in the file, too.
  var otherType: Int?

  fileprivate func isSameWord(as other: WordRequest) -> Bool {
    name == other.name && prefix == other.prefix && type == other.type
  }
}

extension CompiledPattern {
  /// A word that stands in the file wherever the pattern matches, but for a type that is known
  /// otherwise: the longest name of the path, which is likely the rarest, unless every file asks
  /// it of collections. Nil for a pattern that is nothing but `.init(…)`.
  /// - Parameter commonMembers: the numbers of those names.
  func wordInPath(_ names: NameTable, common commonMembers: [Int]) -> WordRequest? {
    func rank(_ index: Int) -> (rare: Int, count: Int) {
      let name = components[index].name
      return (commonMembers.contains(name) ? 0 : 1, names.names[name].count)
    }
    var longest: Int?
    for index in components.indices where !components[index].isInitializer {
      if longest.map({ rank($0) < rank(index) }) ?? true { longest = index }
    }
    return longest.map { longest in
      WordRequest(
        name: components[longest].name, prefix: prefix(of: longest),
        tail: PathTail(of: self, from: longest),
        isType: longest < typeCount && typeCount < components.count,
        otherType: root == .name && 0 < typeCount && typeCount <= longest ? anchor : nil)
    }
  }

  /// Words of which at least one stands in the file wherever `.init(…)` matches: one of its labels
  /// is written instead; see `WalkState.hasLabels`.
  var wordsOfLabels: [WordRequest] {
    let labels = components.flatMap { $0.labels ?? [] }.filter { $0 != CompiledComponent.noLabel }
    let words = labels.isEmpty ? [components[0].name] : labels
    return words.map { WordRequest(name: $0, prefix: .anything) }
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

  /// The member of the pattern's type, which stands alone where the type is known otherwise.
  func wordOfMember(_ names: inout NameTable) -> WordRequest? {
    guard let member else { return nil }
    return WordRequest(
      name: member, prefix: isInitializer ? .implicitPeriodOrSelf : .implicitPeriodOrCall,
      tail: PathTail(of: self, from: typeLength), type: type(&names))
  }

  /// `Self`, which stands for the type in its own body.
  func wordForType(_ names: inout NameTable) -> WordRequest? {
    guard isInitializer else { return nil }
    return WordRequest(
      name: names.insert("Self"), prefix: .anything,
      tail: PathTail(of: self, from: typeLength - 1), type: type(&names))
  }

  /// The number of the type, with those around it.
  private func type(_ names: inout NameTable) -> Int {
    guard 1 < typeLength else { return anchor }
    let path = components[..<typeLength].map { names.names[$0.name] }.joined(separator: [0x2E])
    return Array(path).withUnsafeBufferPointer { names.insert($0) }
  }
}

/// Requests, those for the same word made one.
struct WordRequests {
  private(set) var all: [WordRequest] = []
  /// By request: what may follow; anything if empty.
  private var tails: [[PathTail]] = []
  /// By request: what may then stand in its place, by index in another list.
  private(set) var members: [[Int]] = []
  /// By request: the numbers of types of which one must stand in the file, too; any file will do
  /// if empty.
  private(set) var otherTypes: [[Int]] = []
  /// By the number of the type, or of the word that has none: the last of its requests.
  private var last: [Int?] = []
  /// By request: the one before it with the same.
  private var previous: [Int?] = []

  /// - Returns: the index of the word, which may have been there.
  @discardableResult
  mutating func add(_ request: WordRequest) -> Int {
    let number = request.type ?? request.name
    if last.count <= number { last += repeatElement(nil, count: number + 1 - last.count) }
    var same = last[number]
    while let index = same, !all[index].isSameWord(as: request) { same = previous[index] }
    guard let same else {
      previous.append(last[number])
      last[number] = all.count
      all.append(request)
      tails.append(request.tail.map { [$0] } ?? [])
      members.append([])
      otherTypes.append(request.otherType.map { [$0] } ?? [])
      return all.count - 1
    }
    add(otherType: request.otherType, to: same)
    if tails[same].isEmpty { return same }
    if let tail = request.tail {
      if !tails[same].contains(tail) { tails[same].append(tail) }
    } else {
      tails[same] = []
    }
    return same
  }

  private mutating func add(otherType: Int?, to word: Int) {
    guard let otherType else {
      otherTypes[word] = []
      return
    }
    if !otherTypes[word].isEmpty, !otherTypes[word].contains(otherType) {
      otherTypes[word].append(otherType)
    }
  }

  /// Adds a member that may stand in place of a word.
  mutating func add(member: Int, to word: Int) {
    members[word].append(member)
  }

  var nameCount: Int {
    all.indices.count { index in !all[..<index].contains { $0.name == all[index].name } }
  }

  /// - Parameter names: those of the patterns.
  func words(_ names: NameTable) -> SearchWords {
    var words = SearchWords(names)
    for (request, tails) in zip(all, tails) { words.append(after: request.prefix, before: tails) }
    return words
  }
}

/// The different texts of words.
struct WordsByText {
  /// In the order of the words.
  private(set) var texts: [[UInt8]] = []
  /// By the index of a text: the indices of the words that have it.
  private var indices: [[Int]] = []
  /// By word: the index of its text.
  private(set) var textOfWord: [Int] = []
  /// By the number of a name: the index of its text.
  private var places: [Int?]

  /// - Parameter others: whose texts come first.
  init(_ words: WordRequests, _ names: NameTable, after others: WordsByText? = nil) {
    texts = others?.texts ?? []
    indices = texts.map { _ in [] }
    places = others?.places ?? Array(repeating: nil, count: names.names.count)
    for (index, word) in words.all.enumerated() {
      let place = places[word.name] ?? texts.count
      if place == texts.count {
        places[word.name] = place
        texts.append(names.names[word.name])
        indices.append([])
      }
      indices[place].append(index)
      textOfWord.append(place)
    }
  }

  /// The texts of names; none if one of them has none.
  func texts(of names: [Int]) -> [Int] {
    let texts = names.compactMap { places[$0] }
    return texts.count == names.count ? texts : []
  }

  /// - Parameter count: of texts; the last ones may have no words.
  func lists(count: Int) -> IndexLists { IndexLists(indices, count: count) }
}

/// Lists of indices, one after the other in one array: looking at one counts no references.
struct IndexLists: Sendable {
  private var indices: [Int] = []
  /// By list; one more at the end.
  private var starts = [0]

  /// - Parameter count: of lists; those that are missing are empty.
  init(_ lists: [[Int]], count: Int) {
    starts.reserveCapacity(count + 1)
    for list in 0..<count {
      if list < lists.count { indices += lists[list] }
      starts.append(indices.count)
    }
  }

  subscript(list: Int) -> ArraySlice<Int> { indices[starts[list]..<starts[list + 1]] }

  @inline(__always)
  func isEmpty(_ list: Int) -> Bool { starts[list] == starts[list + 1] }

  /// The first index in a list for which the condition holds.
  @inline(__always)
  func first(in list: Int, where isWanted: (Int) -> Bool) -> Int? {
    for place in starts[list]..<starts[list + 1] where isWanted(indices[place]) {
      return indices[place]
    }
    return nil
  }
}
