import Rules

/// A search of a file's bytes, before lexing: whether a rule can match at all.
///
/// For speed alone: every file could be lexed.
///
/// It is sound: every match has all names of its pattern in the file, each as a whole word, but that
/// a type and its member may stand apart, as in `let d: Date = .init()`. So one name of each pattern
/// is looked for (`CompiledPattern.needle`), and where that is a type, its members too. What stands
/// beside a name turns most away (`Needle`); in doubt nothing does, as the lexer knows for sure.
///
/// It declines where a name is too short to search for (`LiteralSearch.isOpen`): then all files
/// are lexed. With the core pack six of seven files of an app need not be lexed for it.
struct Prefilter: Sendable {
  private let search: LiteralSearch
  /// A literal may be that of several needles; each has its own list of them by literal.
  private let needles: Needles
  private let needlesByLiteral: IndexLists
  /// By needle: the members of its type that may stand without it.
  private let membersOfType: IndexLists
  private let members: Needles
  private let membersByLiteral: IndexLists
  /// By member: the index of its literal.
  private let literalOfMember: [Int]
  private let literalCount: Int

  /// - Parameters:
  ///   - names: those of the patterns.
  ///   - otherWords: each of which is a reason of its own to lex the file.
  init(
    _ patterns: CompiledPatterns, _ names: NameTable, otherWords: [String] = []
  ) {
    var names = names
    let paths = PatternPaths(patterns, names)
    var requests = NeedleRequests(paths, count: patterns.count)
    var members = NeedleRequests(paths, count: patterns.count)
    for word in otherWords {
      requests.add(NeedleRequest(name: names.insert(word), prefix: .anything))
    }
    let selfName = names.insert("Self")
    let commonMembers = commonMembers.map { names.insert($0) }
    var isCommon = Array(repeating: false, count: names.count)
    for name in commonMembers { isCommon[name] = true }
    for number in patterns.indices where patterns[number].original == nil {
      let pattern = patterns[number]
      let member = pattern.needleOfMember(&names).map { members.add($0, of: number) }
      let type = pattern.needleForType(selfName, &names).map { members.add($0, of: number) }
      if let needle = pattern.needleOfToldMember { requests.add(needle, of: number) }
      if pattern.memberOfSingleton(names) != nil {
        requests.add(NeedleRequest(name: pattern.anchor, prefix: .extension))
      }
      if let needle = pattern.needle(names, isCommon) {
        let index = requests.add(needle, of: number)
        guard needle.isType else { continue }
        if let member { requests.add(member: member, to: index) }
        if let type { requests.add(member: type, to: index) }
      } else {
        for needle in pattern.needlesOfLabels { requests.add(needle) }
      }
    }
    needles = requests.needles
    membersOfType = IndexLists(requests.members, count: requests.all.count)
    self.members = members.needles

    var literals = Literals(count: names.count)
    let ofNeedles = literals.add(requests)
    let ofMembers = literals.add(members)
    literalOfMember = ofMembers.map(\.list)
    search = LiteralSearch(literals.names, in: names)
    literalCount = literals.names.count
    needlesByLiteral = IndexLists(ofNeedles, count: literalCount)
    membersByLiteral = IndexLists(ofMembers, count: literalCount)
  }

  /// Whether a rule can match.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var memory = SearchMemory()
    return mayMatch(bytes, using: &memory)
  }

  /// The same for one of many files.
  func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>, using memory: inout SearchMemory) -> Bool {
    if search.isOpen { return true }
    memory.removeAll()
    let isMatch = search.find(in: bytes) { literal, range in
      mayBeMatch(literal, range, of: bytes, in: &memory)
    }
    if isMatch { return true }
    return !memory.types.isEmpty && mayMatchMember(in: bytes, using: &memory)
  }

  /// Whether one of the needles with the literal may be part of a match.
  @inline(__always)
  private func mayBeMatch(
    _ literal: Int, _ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>,
    in memory: inout SearchMemory
  ) -> Bool {
    if !membersByLiteral.isEmpty(literal) { memory.members.append((literal, range)) }
    return needlesByLiteral.first(in: literal) { needle in
      switch needles.role(of: needle, in: range, of: bytes) {
      case .none:
        return false
      case .mention:
        if !membersOfType.isEmpty(needle), !memory.types.contains(needle) {
          memory.types.append(needle)
        }
        if !memory.hasExtension, bytes.mayFollowExtension(range.lowerBound) {
          memory.hasExtension = true
        }
        return false
      case .match:
        return true
      }
    } != nil
  }

  /// Whether a member of the types that are mentioned is among what was found.
  private func mayMatchMember(
    in bytes: UnsafeBufferPointer<UInt8>, using memory: inout SearchMemory
  ) -> Bool {
    if memory.members.isEmpty { return false }
    // The file before may have been held against fewer rules.
    if memory.isWanted.count < literalCount {
      memory.isWanted = Array(repeating: false, count: literalCount)
    }
    for type in memory.types {
      for member in membersOfType[type] where !memory.wanted.contains(member) {
        memory.wanted.append(member)
        memory.isWanted[literalOfMember[member]] = true
      }
    }
    defer {
      for member in memory.wanted { memory.isWanted[literalOfMember[member]] = false }
    }
    return memory.members.contains { literal, range in
      memory.isWanted[literal]
        && memory.wanted.contains { member in
          literalOfMember[member] == literal
            && members.role(of: member, in: range, of: bytes, isAlone: memory.hasExtension)
              == .match
        }
    }
  }
}

/// What is found in a file; its memory is used again from file to file, whatever the rules.
///
/// For speed alone: each file could have new memory.
package struct SearchMemory: Sendable {
  /// Whether one of the types is extended.
  fileprivate var hasExtension = false
  /// The needles of types that are mentioned.
  fileprivate var types: [Int] = []
  /// Literals that members have.
  fileprivate var members: [(literal: Int, range: Range<Int>)] = []
  /// The members of the types that are mentioned.
  fileprivate var wanted: [Int] = []
  /// By literal: whether one of those has it; all false between files.
  fileprivate var isWanted: [Bool] = []

  package init() {}

  /// In most files nothing is found.
  fileprivate mutating func removeAll() {
    hasExtension = false
    if !types.isEmpty { types.removeAll(keepingCapacity: true) }
    if !members.isEmpty { members.removeAll(keepingCapacity: true) }
    if !wanted.isEmpty { wanted.removeAll(keepingCapacity: true) }
  }
}

/// What files ask of collections all the time.
private let commonMembers = [
  "compactMap", "enumerated", "filter", "first", "flatMap", "forEach", "joined", "last", "map",
]
