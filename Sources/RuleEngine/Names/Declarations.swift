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
