import Rules

/// The declarations of one file, as the pass of an `Outline` finds them, and where each is visible.
/// Their meaning is looked up later, and only for few of them; see `NamedUses`.
struct Declarations {
  /// The names of the patterns, with their numbers in the rule tables, and the names that the file
  /// declares.
  var table = NameTable()
  /// The file and its braces, in the order in which they open.
  private(set) var regions: [Region] = []
  private var nodeCount = 0
  var typeNodes: [NameKey: Int] = [:]
  /// The declarations that are visible in all of the braces around them.
  var hoisted: [HoistedName] = []
  /// By the number of a name: whether a hoisted declaration has the name; false for numbers beyond
  /// the end.
  private var hasHoisted: [Bool] = []
  /// The last declaration with a key, by index in `hoisted`.
  private var lastByKey: [NameKey: Int] = [:]
  /// The declarations that are visible only after them, or in a part of the braces.
  var locals = LocalNames()
  /// The values that are assigned to each name, in source order.
  var assignments: [AssignedName: [Assignment]] = [:]
  /// By token: whether the token is a declared name, and therefore no use.
  var isDeclared: [Bool] = []

  init() {}

  /// - Parameters:
  ///   - table: the names of the patterns.
  ///   - tokenCount: how many tokens the file has.
  init(_ table: NameTable, tokenCount: Int) {
    self.table = table
    isDeclared = Array(repeating: false, count: tokenCount)
    let node = newNode()
    _ = openRegion(parent: 0, node: node, isType: false)
  }

  /// Adds the file or a pair of braces.
  /// - Returns: its index in `regions`.
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

  /// The node of a type; all extensions of the type have the same node.
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

  /// Whether a hoisted declaration has the name.
  func isHoisted(_ name: Int) -> Bool { name < hasHoisted.count && hasHoisted[name] }

  /// The last hoisted declaration of a name as a member of a node, by index in `hoisted`.
  func lastHoisted(_ key: NameKey) -> Int? { lastByKey[key] }
}

/// The file, or what stands between braces.
struct Region {
  /// The region around this region, by index. The file has index 0 and is its own parent.
  let parent: Int
  /// What the declarations of the region are members of. A type and all of its extensions have the
  /// same node.
  let node: Int
  /// The innermost type declaration or extension around the region, or the region itself, by index.
  let type: Int?
}

/// A name, as the name of a type or as any other name. Where code names a type, other declarations
/// with the name do not shadow it.
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
  /// The region that the declaration is in, by index in `Declarations.regions`.
  let region: Int
  let kind: Kind
  /// The declaration with the same key before this one, by index; `nil` for the first.
  var previous: Int?
  /// What the name stands for; `nil` until this is known.
  var meaning: NameMeaning?

  /// The type of an alias, or the value of a constant or private variable.
  var initializer: Initializer?

  /// The written type of a late constant.
  var late: LateType?

  enum Kind { case function, privateVariable, other }
}

/// A call of a function with certain labels. The function is given by index in
/// `Declarations.hoisted`, the labels as in `CompiledComponent`.
struct FunctionCall: Hashable {
  let declaration: Int
  let labels: [Int]
}

/// The value of a constant, or the type of an alias: what stands after the `=`.
struct Initializer {
  /// The first token of the value.
  let start: Int
  /// The tokens of the type that is written before the `=`; empty if there is none.
  let annotation: Range<Int>
}

extension Declarations {
  /// The declarations of a name as members of a node, the last first, by index in `hoisted`.
  func hoisted(_ slot: NameSlot, in node: Int) -> [Int] {
    var found: [Int] = []
    var next = lastHoisted(NameKey(node: node, slot: slot))
    while let index = next, found.count < Limits.declarations {
      found.append(index)
      next = hoisted[index].previous
    }
    return found
  }

  /// The declarations with one of the names in the innermost region that has any, by index in
  /// `hoisted`.
  /// - Parameter excluded: a declaration to skip, by index.
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

  /// What several declarations of one name mean. If they differ, as clauses of an `#if` may, they
  /// mean nothing that is banned.
  func meaning(of declarations: [Int]) -> NameMeaning {
    guard let first = declarations.first, let meaning = hoisted[first].meaning else {
      return .other
    }
    return declarations.allSatisfy { hoisted[$0].meaning == meaning } ? meaning : .other
  }

  /// The node of the innermost type with the name that is declared or extended around a region;
  /// `nil` if there is none.
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

/// Names that are visible only after their declaration, or in a part of the braces: parameters,
/// local variables, patterns, generic parameters of functions.
struct LocalNames {
  private(set) var all: [LocalName] = []
  /// By the number of a slot: the index in `all` of the last declaration, plus 1. 0 stands for
  /// none, as do numbers beyond the end.
  private var last: [UInt32] = []
  /// Variables that are being declared. They are not visible in the value after their `=`.
  var pending: [LocalName] = []
  /// The parameters of functions whose body was not passed, with the scope of the function.
  var parameters: [(scope: Int, token: Int)] = []
  /// The token up to which patterns were read, and the token up to which generic parameters were.
  var readPatterns = 0
  var readGenericParameters = 0
  private var serial = 0

  /// A number that tells a part of braces from all others.
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

  /// The innermost visible declaration, by index in `all`; `nil` if there is none.
  mutating func innermost(_ slot: NameSlot, in levels: Levels) -> Int? {
    guard slot.number < last.count, last[slot.number] != 0 else { return nil }
    var next = Int(last[slot.number]) - 1
    // Names in another clause of an `#if` may be visible again after the `#endif`.
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
  /// The level of the braces that the name is declared in, by index in `Levels.all`. Several levels
  /// may have the same index one after the other: `region` and `arm` tell them apart.
  let level: Int
  let region: Int
  let arm: Int
  /// See `LevelNames.condition`; `nil` for a name that is visible in all of the arm.
  let condition: Int?
  /// The declaration that a generic parameter belongs to, by index in `Outline.scopes`; otherwise
  /// `nil`.
  var scope: Int?
  /// The value that a constant is declared with.
  var value: LocalValue?
  /// See `HoistedName.late`.
  var late: LateType?
  /// The declaration with the same slot before this one, by index; `nil` for the first.
  fileprivate var previous: Int?

  init(_ slot: NameSlot, token: Int, level: Int, in place: LevelNames, scope: Int? = nil) {
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
  /// The type of a pattern, or a type around it.
  case type(AliasedType)
  /// The first part of some patterns.
  case value(BoundValue)
}

struct BoundValue: Equatable {
  /// The parts of patterns that the value stands for.
  var parts: [BoundPart]
  /// Whether a module is written before the type.
  let isQualified: Bool
}

/// The declaration whose value or type starts with a name that is looked up.
enum Asker {
  /// A declaration by index in `Declarations.hoisted`.
  case hoisted(Int)
  case local(LocalValue)
}
