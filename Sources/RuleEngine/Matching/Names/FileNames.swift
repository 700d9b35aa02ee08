import Rules

/// What the names of one file stand for, as far as that may differ from the banned APIs: types and
/// functions of its own, aliases, constants.
///
/// Few files need it. The shallow pass over the tokens, or the one that matches with what is around
/// them, notices whether this one does; if so, another collects what is visible before it is
/// declared, and a last one matches again.
struct FileNames {
  /// What the pass over the tokens is for.
  enum Phase { case shallow, matching, declaring, resolving }

  var phase = Phase.shallow
  /// The names of the patterns, with their numbers there, and those that the file declares.
  var table: NameTable

  /// Whether the file has an alias of the kind, maybe.
  var hasAlias = false
  /// The `=` of the file's constants of the kind, in order, and maybe others: by token.
  private(set) var constants: [Int] = []
  var hasConstant: Bool { !constants.isEmpty }
  /// Whether there is such a constant, whatever is around it.
  var hasSureConstant = false
  /// Whether constants of the kind may be used; nil until somebody asks.
  var usesConstant: Bool?
  /// Whether the pass that matches adds to what the shallow pass has noted of this, which may be
  /// too much, and passes over what that has found idle; else it starts anew.
  var areNoted = false
  /// By number: names of patterns that the file may declare; empty for none.
  private(set) var suspects: [Bool] = []

  /// The file and its braces, in the order in which they open.
  private(set) var regions: [Region] = []
  /// How many of them were passed.
  private(set) var regionCount = 0
  private var nodeCount = 0
  private var typeNodes: [NameKey: Int] = [:]

  /// Declarations that are visible in all of the braces around them.
  var hoisted: [HoistedName] = []
  /// By number: whether one of them has the name; false for those beyond the end.
  private var isHoisted: [Bool] = []
  /// By where it is declared and what it is: the last of `hoisted`.
  private var lastHoisted: [NameKey: Int] = [:]
  /// Names of aliases and constants, with the name that what they stand for starts with.
  var bindings: [(name: Int, root: Int)] = []
  /// By number: whether such a name may stand for something banned.
  private(set) var isBound: [Bool] = []

  /// Whether functions may be called with the labels of patterns.
  var callsKnown: [FunctionCall: Bool] = [:]
  /// By token, from the pass that collects on: whether it is a declared name, which is no use.
  var isDeclared: [Bool] = []
  /// Declarations that are visible from where they stand, or in a part of the braces.
  var locals = LocalNames()

  /// - Parameter table: the names of the patterns.
  init(_ table: NameTable) {
    self.table = table
  }

  /// Whether the passes that know the names are needed, whatever the one that matches finds.
  var countSurely: Bool { hasAlias || hasSureConstant && usesConstant == true }

  mutating func begin(_ phase: Phase) {
    self.phase = phase
    regionCount = 0
    if phase == .matching, !areNoted {
      hasAlias = false
      constants = []
      hasSureConstant = false
      suspects = []
    }
    if phase == .declaring {
      let node = newNode()
      _ = openRegion(parent: 0, node: node, isType: false)
    } else {
      regionCount = 1
    }
    locals = LocalNames()
  }

  /// - Parameter equal: the token of the `=`; several names may lead to it.
  mutating func noteConstant(assignedAt equal: Int) {
    if constants.last.map({ $0 < equal }) ?? true { constants.append(equal) }
  }

  mutating func suspect(_ name: Int) {
    if suspects.isEmpty { suspects = Array(repeating: false, count: table.count) }
    suspects[name] = true
  }

  /// Counts the file or a pair of braces; its number is the same in each pass.
  /// - Parameter node: counts only in the pass that collects.
  mutating func openRegion(parent: Int, node: Int, isType: Bool) -> Int {
    regionCount += 1
    if phase == .declaring {
      let type = isType ? regionCount - 1 : regions.isEmpty ? nil : regions[parent].type
      regions.append(Region(parent: parent, node: node, type: type))
    }
    return regionCount - 1
  }

  mutating func newNode() -> Int {
    nodeCount += 1
    return nodeCount - 1
  }

  /// The node of a type, the same for all of its extensions.
  mutating func typeNode(_ name: Int, in parent: Int) -> Int {
    let key = NameKey(node: parent, slot: NameSlot(name, isType: true))
    if let node = typeNodes[key] { return node }
    typeNodes[key] = newNode()
    return nodeCount - 1
  }
}

/// The file, or what stands between braces.
struct Region {
  /// The region around it, by index; the file's is 0, and its own.
  let parent: Int
  /// What its declarations are members of: one for a type and all of its extensions.
  let node: Int
  /// The innermost type declaration or extension, itself included.
  let type: Int?
}

/// A name as a type or as anything else: they do not get in each other's way where a type is named.
struct NameSlot: Hashable {
  let number: Int

  init(_ name: Int, isType: Bool) { number = 2 * name + (isType ? 1 : 0) }

  var name: Int { number / 2 }
  var isType: Bool { number & 1 == 1 }
}

struct NameKey: Hashable {
  let node: Int
  let slot: NameSlot
}

/// A declaration that is visible in all of the braces around it, also before it.
struct HoistedName {
  let key: NameKey
  /// The token of the name.
  let token: Int
  /// Where it stands.
  let region: Int
  let kind: Kind
  /// Another one with the same key, by index; nil for the first.
  var previous: Int?
  /// Nil until it is known.
  var meaning: NameMeaning?

  /// Of an alias or a constant: what it is declared to be.
  var initializer: Initializer?

  enum Kind { case function, other }
}

/// A declaration, by index in `FileNames.hoisted`, with labels as in `CompiledComponent`.
struct FunctionCall: Hashable {
  let declaration: Int
  let labels: [Int]
}

/// What stands behind the `=` of a constant or an alias.
struct Initializer {
  /// Its first token.
  let start: Int
  /// The tokens of the type that is written before the `=`; empty if none is.
  let annotation: Range<Int>
}

/// What a declared name stands for.
enum NameMeaning: Equatable {
  /// Nothing that is banned.
  case other
  /// The type of a pattern, or the one that it is nested in.
  case type(BoundType)
  /// What some patterns start with.
  case value(BoundValue)
}

struct BoundType: Equatable {
  /// The numbers of its names.
  let names: [Int]
  /// Whether a module is written before them.
  let isQualified: Bool
}

struct BoundValue: Equatable {
  var prefixes: [Prefix]
  let isQualified: Bool

  struct Prefix: Equatable {
    /// Index in `CompiledRules.patterns`.
    let pattern: Int
    /// The last of the pattern's components that the value consists of.
    let component: Int
  }
}

/// Of how many declarations of one name in one place it is asked what they mean, and out of how
/// many braces a name is looked for. No code comes near it; it keeps the work in proportion to the
/// file.
private let lookupLimit = 64

extension FileNames {
  mutating func hoist(_ name: HoistedName) {
    let number = name.key.slot.name
    if isHoisted.count <= number {
      isHoisted += repeatElement(false, count: table.count - isHoisted.count)
    }
    isHoisted[number] = true
    hoisted.append(name)
    hoisted[hoisted.count - 1].previous = lastHoisted[name.key]
    lastHoisted[name.key] = hoisted.count - 1
  }

  /// Whether there are declarations of the name that are visible in all of the braces around them.
  func isHoisted(_ name: Int) -> Bool { name < isHoisted.count && isHoisted[name] }

  /// The declarations of a name as members of a node, the last first.
  func hoisted(_ slot: NameSlot, in node: Int) -> [Int] {
    var found: [Int] = []
    var next = lastHoisted[NameKey(node: node, slot: slot)]
    while let index = next, found.count < lookupLimit {
      found.append(index)
      next = hoisted[index].previous
    }
    return found
  }

  /// The innermost of the declarations around a region.
  /// - Parameter excluded: one that is passed over, by index.
  func hoisted(_ slots: [NameSlot], around region: Int, but excluded: Int?) -> [Int] {
    var region = region
    for step in 0...lookupLimit {
      for slot in slots {
        let found = hoisted(slot, in: regions[region].node).filter { $0 != excluded }
        if !found.isEmpty { return found }
      }
      if region == 0 { break }
      region = step + 1 < lookupLimit ? regions[region].parent : 0
    }
    return []
  }

  /// What several declarations of one name mean: branches of `#if` may agree.
  func meaning(of declarations: [Int]) -> NameMeaning {
    guard let first = declarations.first, let meaning = hoisted[first].meaning else {
      return .other
    }
    return declarations.allSatisfy { hoisted[$0].meaning == meaning } ? meaning : .other
  }

  /// The node of the innermost type of that name which is declared or extended around a region.
  func typeNode(_ name: Int, around region: Int) -> Int? {
    var region = region
    for step in 0...lookupLimit {
      let key = NameKey(node: regions[region].node, slot: NameSlot(name, isType: true))
      if let node = typeNodes[key] { return node }
      if region == 0 { break }
      region = step + 1 < lookupLimit ? regions[region].parent : 0
    }
    return nil
  }

  /// Finds out which aliases and constants may stand for something banned, over others, too.
  /// - Parameter isBanned: by number, whether a pattern starts with the name.
  mutating func connectBindings(isBanned: (Int) -> Bool) {
    isBound = Array(repeating: false, count: table.count)
    let byRoot = Dictionary(grouping: bindings, by: \.root)
    var pending = byRoot.keys.filter(isBanned)
    while let root = pending.popLast() {
      for (name, _) in byRoot[root] ?? [] where !isBound[name] {
        isBound[name] = true
        pending.append(name)
      }
    }
  }
}
