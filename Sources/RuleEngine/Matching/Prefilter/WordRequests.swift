import Rules

/// A word of which at least one for each pattern must stand in a file.
struct WordRequest {
  /// Its number.
  let name: Int
  let prefix: SearchWord.Prefix
  /// What may follow is the pattern's path from this component on; anything if nil.
  var component: Int?
  /// Whether it is the name of the pattern's type, which may be known otherwise.
  var isType = false
  /// The number of the type whose member it is.
  var type: Int?
  /// The number of a type that must stand in the file, too.
  var otherType: Int?
}

extension CompiledPattern {
  /// A word that stands in the file wherever the pattern matches, but for a type that is known
  /// otherwise: the longest name of the path, which is likely the rarest, unless every file asks
  /// it of collections. Nil for a pattern that is nothing but `.init(…)`.
  /// - Parameter isCommon: by the number of a name, whether it is one of those.
  func wordInPath(_ names: NameTable, _ isCommon: [Bool]) -> WordRequest? {
    var best: (index: Int, isRare: Bool, count: Int)?
    for index in components.indices where !components[index].isInitializer {
      let name = components[index].name
      let (isRare, count) = (!isCommon[name], names.range(of: name).count)
      if let best, best.isRare == isRare ? count <= best.count : best.isRare { continue }
      best = (index, isRare, count)
    }
    guard let longest = best?.index else { return nil }
    return WordRequest(
      name: components[longest].name, prefix: prefix(of: longest), component: longest,
      isType: longest < typeCount && typeCount < components.count,
      otherType: root == .name && 0 < typeCount && typeCount <= longest ? anchor : nil)
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

  /// What stands before the names that the pattern starts with, where they count for it: those that
  /// the file may declare do wherever they stand.
  var prefixOfDeclared: SearchWord.Prefix { mayBeDeclared ? .anything : prefix(of: 0) }

  /// The member of the pattern's type, which stands alone where the type is known otherwise.
  func wordOfMember(_ names: inout NameTable) -> WordRequest? {
    guard let member else { return nil }
    return WordRequest(
      name: member, prefix: isInitializer ? .implicitPeriodOrSelf : .implicitPeriodOrCall,
      component: typeLength, type: type(&names))
  }

  /// `Self`, which stands for the type in its own body.
  func wordForType(_ names: inout NameTable) -> WordRequest? {
    guard isInitializer else { return nil }
    return WordRequest(
      name: names.insert("Self"), prefix: .anything, component: typeLength - 1,
      type: type(&names))
  }

  /// The number of the type, with those around it.
  private func type(_ names: inout NameTable) -> Int {
    guard 1 < typeLength else { return anchor }
    var path: [UInt8] = []
    path.reserveCapacity(64)
    for component in components[..<typeLength] {
      path += names[component.name]
      path.append(UInt8(ascii: "."))
    }
    return path.dropLast().withUnsafeBufferPointer { names.insert($0) }
  }
}

/// Requests, those for the same word made one.
struct WordRequests {
  /// What a request asks for, and other requests by index.
  struct Entry {
    let name: Int
    let prefix: SearchWord.Prefix
    fileprivate let type: Int?
    /// The one before it with the same type, or with the same word that has none.
    fileprivate let previous: Int?
    /// The last of its tails; anything may follow if nil.
    fileprivate var lastTail: Int?

    fileprivate func isFor(_ request: WordRequest) -> Bool {
      name == request.name && prefix == request.prefix && type == request.type
    }
  }

  private(set) var all: [Entry] = []
  /// Requests, and what may then stand in their place, by index in another list.
  private(set) var members: [IndexPair] = []
  /// By request: the numbers of types of which one must stand in the file, too; any file will do
  /// if empty.
  private(set) var otherTypes: [[Int]] = []
  /// What may follow the words, each with the one before it of the same request.
  private var tails: [(tail: PathTail, previous: Int?)] = []
  /// By the number of the type, or of the word that has none: the last of its requests.
  private var last: [Int?] = []
  private let paths: PatternPaths

  /// - Parameter count: how many requests may come.
  init(_ paths: PatternPaths = PatternPaths(), count: Int = 0) {
    self.paths = paths
    all.reserveCapacity(count)
    tails.reserveCapacity(count)
    members.reserveCapacity(count)
    last.reserveCapacity(2 * count)
  }

  /// - Parameter pattern: its number, where it counts what may follow the word.
  /// - Returns: the index of the word, which may have been there.
  @discardableResult
  mutating func add(_ request: WordRequest, of pattern: Int = 0) -> Int {
    let number = request.type ?? request.name
    while last.count <= number { last.append(nil) }
    let tail = request.component.map { paths.tail(of: pattern, from: $0) }
    var same = last[number]
    while let index = same, !all[index].isFor(request) { same = all[index].previous }
    if let same {
      add(tail, toWord: same)
      add(otherType: request.otherType, toWord: same)
      return same
    }
    if let tail { tails.append((tail, nil)) }
    all.append(
      Entry(
        name: request.name, prefix: request.prefix, type: request.type,
        previous: last[number], lastTail: tail == nil ? nil : tails.count - 1))
    otherTypes.append(request.otherType.map { [$0] } ?? [])
    last[number] = all.count - 1
    return all.count - 1
  }

  private mutating func add(_ tail: PathTail?, toWord word: Int) {
    guard let last = all[word].lastTail else { return }
    all[word].lastTail = nil
    guard let tail else { return }
    var known: Int? = last
    while let index = known, !paths.areEqual(tails[index].tail, tail) {
      known = tails[index].previous
    }
    if known == nil { tails.append((tail, last)) }
    all[word].lastTail = known == nil ? tails.count - 1 : last
  }

  private mutating func add(otherType: Int?, toWord word: Int) {
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
    members.append(IndexPair(list: word, index: member))
  }

  var words: SearchWords {
    var words = SearchWords(paths, count: all.count, tailCount: tails.count)
    for entry in all {
      words.append(after: entry.prefix)
      var next = entry.lastTail
      while let index = next {
        words.append(tails[index].tail)
        next = tails[index].previous
      }
    }
    return words
  }
}

/// The different texts of words.
struct WordsByText {
  /// The numbers of their names, in the order of the words.
  private(set) var texts: [Int] = []
  /// Texts and the words that have them, by index.
  private var indices: [IndexPair] = []
  /// By word: the index of its text.
  private(set) var textOfWord: [Int] = []
  /// By the number of a name: the index of its text.
  private var places: [Int?]

  /// - Parameter others: whose texts come first.
  init(_ words: WordRequests, _ names: NameTable, after others: WordsByText? = nil) {
    texts = others?.texts ?? []
    places = others?.places ?? Array(repeating: nil, count: names.count)
    indices.reserveCapacity(words.all.count)
    for index in words.all.indices {
      let name = words.all[index].name
      let place = places[name] ?? texts.count
      if place == texts.count {
        places[name] = place
        texts.append(name)
      }
      indices.append(IndexPair(list: place, index: index))
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
