import Rules

/// The declarations of one file, as a pass with `Outline` comes to them, and which of them are
/// visible where. What they mean is asked later, of few; see `NamedUses`.
struct Declarations {
  /// The names of the patterns, with their numbers there, and those that the file declares.
  var table = NameTable()
  /// The file and its braces, in the order in which they open.
  private(set) var regions: [Region] = []
  private var nodeCount = 0
  var typeNodes: [NameKey: Int] = [:]
  /// Declarations that are visible in all of the braces around them.
  var hoisted: [HoistedName] = []
  /// By number: whether one of them has the name; false for those beyond the end.
  private var hasHoisted: [Bool] = []
  /// By where it is declared and what it is: the last of `hoisted`.
  private var lastByKey: [NameKey: Int] = [:]
  /// Declarations that are visible from where they stand, or in a part of the braces.
  var locals = LocalNames()
  /// What is assigned to names of the file.
  var assignments: [AssignedName: [Assignment]] = [:]
  /// By token: whether it is a declared name, which is no use.
  var isDeclared: [Bool] = []

  init() {}

  /// - Parameters:
  ///   - table: the names of the patterns.
  ///   - tokenCount: of the file.
  init(_ table: NameTable, tokenCount: Int) {
    self.table = table
    isDeclared = Array(repeating: false, count: tokenCount)
    let node = newNode()
    _ = openRegion(parent: 0, node: node, isType: false)
  }

  /// Counts the file or a pair of braces.
  mutating func openRegion(parent: Int, node: Int, isType: Bool) -> Int {
    let number = regions.count
    let type = isType ? number : regions.isEmpty ? nil : regions[parent].type
    regions.append(Region(parent: parent, node: node, type: type))
    return number
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

  mutating func hoist(_ name: HoistedName) {
    let number = name.key.slot.name
    if hasHoisted.count <= number {
      hasHoisted += repeatElement(false, count: table.count - hasHoisted.count)
    }
    hasHoisted[number] = true
    hoisted.append(name)
    hoisted[hoisted.count - 1].previous = lastByKey[name.key]
    lastByKey[name.key] = hoisted.count - 1
  }

  /// Whether there are declarations of the name that are visible in all of the braces around them.
  func isHoisted(_ name: Int) -> Bool { name < hasHoisted.count && hasHoisted[name] }

  /// The last declaration of a name as a member of a node.
  func lastHoisted(_ key: NameKey) -> Int? { lastByKey[key] }
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

  /// Of a constant: the type that is written, where no value follows.
  var late: LateType?

  enum Kind { case function, privateVariable, other }
}

/// A declaration, by index in `Declarations.hoisted`, with labels as in `CompiledComponent`.
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

extension Declarations {
  /// The declarations of a name as members of a node, the last first.
  func hoisted(_ slot: NameSlot, in node: Int) -> [Int] {
    var found: [Int] = []
    var next = lastHoisted(NameKey(node: node, slot: slot))
    while let index = next, found.count < Limits.declarations {
      found.append(index)
      next = hoisted[index].previous
    }
    return found
  }

  /// The innermost of the declarations around a region.
  /// - Parameter excluded: one that is passed over, by index.
  func hoisted(_ slots: [NameSlot], around region: Int, but excluded: Int?) -> [Int] {
    var region = region
    for step in 0...Limits.declarations {
      for slot in slots {
        let found = hoisted(slot, in: regions[region].node).filter { $0 != excluded }
        if !found.isEmpty { return found }
      }
      if region == 0 { break }
      region = step + 1 < Limits.declarations ? regions[region].parent : 0
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
    for step in 0...Limits.declarations {
      let key = NameKey(node: regions[region].node, slot: NameSlot(name, isType: true))
      if let node = typeNodes[key] { return node }
      if region == 0 { break }
      region = step + 1 < Limits.declarations ? regions[region].parent : 0
    }
    return nil
  }
}

/// Names that are visible from where they are declared, or in a part of the braces: parameters,
/// local variables, patterns, generic parameters of functions.
struct LocalNames {
  private(set) var all: [LocalName] = []
  /// By number of the slot: the last of `all` and 1; 0 for none, as for those beyond the end.
  private var last: [UInt32] = []
  /// Variables whose declaration is going on: what stands behind the `=` does not see them.
  var pending: [LocalName] = []
  /// The parameters of functions whose body has not come, with the scope of the function.
  var parameters: [(scope: Int, token: Int)] = []
  /// Up to which token patterns and generic parameters were read.
  var readPatterns = 0
  var readGenericParameters = 0
  private var serial = 0

  /// A number for a part of braces.
  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  mutating func declare(_ name: LocalName) {
    let slot = name.slot.number
    if last.count <= slot { last += repeatElement(0, count: 2 * slot + 64 - last.count) }
    var name = name
    name.previous = last[slot] == 0 ? nil : Int(last[slot]) - 1
    all.append(name)
    last[slot] = UInt32(all.count)
  }

  /// The innermost one that is visible, by index in `all`.
  mutating func innermost(_ slot: NameSlot, in levels: Levels) -> Int? {
    guard slot.number < last.count, last[slot.number] != 0 else { return nil }
    var next = Int(last[slot.number]) - 1
    // Those of another clause of an `#if` may be seen again behind the `#endif`.
    var hiddenCount = 0
    while hiddenCount < Limits.hiddenDeclarations {
      let name = all[next]
      let isHidden = levels.innermost < name.level && name.level < levels.all.count
      if !isHidden, name.isVisible(in: levels) { return next }
      if isHidden || 0 < hiddenCount {
        hiddenCount += 1
      } else {
        last[slot.number] = name.previous.map { UInt32($0 + 1) } ?? 0
      }
      guard let previous = name.previous else { return nil }
      next = previous
    }
    return nil
  }
}

struct LocalName {
  let slot: NameSlot
  let token: Int
  /// The level that is searched for it, by index in `Levels.all`, and what tells it from others.
  let level: Int
  let region: Int
  let arm: Int
  /// As in `NamePlace`; nil for all of the arm.
  let condition: Int?
  /// The declaration that a generic parameter belongs to.
  var scope: Int?
  /// Of a constant: what it is declared to be.
  var value: LocalValue?
  /// As of `HoistedName`.
  var late: LateType?
  /// Another one with the same slot, by index.
  fileprivate var previous: Int?

  init(
    _ slot: NameSlot, token: Int, level: Int, in place: NamePlace, scope: Int? = nil
  ) {
    self.slot = slot
    self.token = token
    self.level = level
    self.scope = scope
    region = place.region
    arm = place.arm
    condition = place.condition
  }

  fileprivate func isVisible(in levels: Levels) -> Bool {
    guard level < levels.all.count else { return false }
    let place = levels.all[level].names
    return place.region == region && place.arm == arm
      && (condition == nil || place.condition == condition)
      && (scope == nil || levels.all[level].scope == scope)
  }
}

/// What a declared name stands for.
enum NameMeaning: Equatable {
  /// Nothing that is banned.
  case other
  /// The type of a pattern, or the one that it is nested in.
  case type(AliasedType)
  /// What some patterns start with.
  case value(BoundValue)
}

struct BoundValue: Equatable {
  /// What of which patterns the value consists of.
  var parts: [BoundPart]
  /// Whether a module is written before the type.
  let isQualified: Bool
}

/// Who asks what a name means that its value or type starts with.
enum Asker {
  /// A declaration by index in `Declarations.hoisted`.
  case hoisted(Int)
  case local(LocalValue)
}
