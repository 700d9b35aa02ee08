import Rules
import SwiftLexer

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
    _ = openRegion(at: nil, parent: 0, node: node, isType: false)
  }

  /// Adds the file or a pair of braces.
  /// - Returns: its index in `regions`.
  mutating func openRegion(at open: Int?, parent: Int, node: Int, isType: Bool) -> Int {
    let number = regions.count
    let type = isType ? number : regions.isEmpty ? nil : regions[parent].type
    regions.append(Region(open: open, parent: parent, node: node, type: type))
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
}

/// The file, or what stands between braces.
struct Region {
  /// The token of the opening brace; `nil` for the file.
  @NarrowOptional private(set) var open: Int?
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
    var next = lastByKey[NameKey(node: node, slot: slot)]
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
    firstOutward(from: region) { node in
      slots.lazy.map { slot in hoisted(slot, in: node).filter { $0 != excluded } }
        .first { !$0.isEmpty }
    } ?? []
  }

  /// What the first region from the innermost on gives. Of many regions, only some and the file are
  /// asked.
  /// - Parameter value: takes the node of a region.
  private func firstOutward<Value>(from region: Int, _ value: (Int) -> Value?) -> Value? {
    var region = region
    for step in 0...Limits.declarations {
      if let value = value(regions[region].node) { return value }
      if region == 0 { break }
      region = step + 1 < Limits.declarations ? regions[region].parent : 0
    }
    return nil
  }

  /// The node of the innermost type with the name that is declared or extended around a region;
  /// `nil` if there is none.
  func typeNode(_ name: Int, around region: Int) -> Int? {
    firstOutward(from: region) { typeNodes[NameKey(node: $0, slot: NameSlot(name, isType: true))] }
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

extension LocalNames {
  /// A declaration, and those before it that would be visible in its place if they were in force,
  /// by index in `all`, the last first.
  func alternatives(of local: Int) -> [Int] {
    var found = [local]
    while let next = all[found[found.count - 1]].previous, all[next].isBeside(all[local]),
      found.count < Limits.declarations
    {
      found.append(next)
    }
    return found
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

  /// Whether both are visible in the same part of the same braces, so that they are declared in
  /// different clauses of an `#if`.
  fileprivate func isBeside(_ other: LocalName) -> Bool {
    level == other.level && region == other.region && arm == other.arm
      && condition == other.condition && scope == other.scope
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
  /// The type of a pattern, or a type around it; all its names are those of patterns.
  case type(TypePath)
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

/// A name where it is used. Its meaning can be looked up once all declarations of the file are
/// known.
enum NameReference {
  case name(VisibleName)
  /// A member, by the number of its name, of the innermost type around a region: `self.queue`.
  case member(Int, region: Int)
  /// A member of a type, both by the numbers of their names. The type is declared or extended
  /// around the region.
  case memberOfType(Int, type: Int, region: Int)
}

/// A name with nothing before it.
struct VisibleName {
  /// The number of the name in `Declarations.table`.
  @Narrow var number: Int
  /// Whether only types are looked up.
  let isType: Bool
  /// The region that the name is used in, by index in `Declarations.regions`.
  @Narrow var region: Int
  /// The innermost local declaration of the name that is visible there, by index in
  /// `LocalNames.all`; `nil` if there is none.
  @NarrowOptional var local: Int?
}

/// The value and the type that a local constant is declared with.
struct LocalValue {
  let initializer: Initializer
  /// The names that the value and the type start with; `nil` where the file cannot declare them.
  let root: NameReference?
  let type: NameReference?
  /// The member of the value's first name, if that name may be a type of the file; otherwise `nil`.
  let typeMember: NameReference?
}

extension Outline {
  mutating func reference(toNameAt token: Int, isType: Bool = false) -> NameReference {
    reference(to: number(ofNameAt: token), isType: isType)
  }

  /// - Parameter number: the number of the name in `Declarations.table`.
  mutating func reference(to number: Int, isType: Bool) -> NameReference {
    var local = declarations.locals.innermost(NameSlot(number, isType: true), in: levels)
    if !isType,
      let other = declarations.locals.innermost(NameSlot(number, isType: false), in: levels),
      local.map({ isFartherIn(other, than: $0) }) ?? true
    {
      local = other
    }
    return .name(
      VisibleName(number: number, isType: isType, region: top.names.region, local: local))
  }

  private func isFartherIn(_ local: Int, than other: Int) -> Bool {
    (declarations.locals.all[other].level, other) < (declarations.locals.all[local].level, local)
  }

  /// - Parameter head: the first token of what stands before the member: `self`, `Self`,
  ///   `type(of: self)`, or the name of a type that the file declares or extends.
  mutating func reference(toMemberAt token: Int, of head: Int) -> NameReference {
    let (name, region) = (number(ofNameAt: token), top.names.region)
    guard file.isIdentifier(head), !file.isOwnType(at: head) else {
      return .member(name, region: region)
    }
    return .memberOfType(name, type: number(ofNameAt: head), region: region)
  }

  /// The declared value; `nil` if it starts with no name, so that it stands for nothing that is
  /// banned.
  mutating func value(of initializer: Initializer) -> LocalValue? {
    guard let root = file.root(of: initializer) else { return nil }
    var reference: NameReference?
    var typeMember: NameReference?
    switch root.kind {
    case .name:
      reference = self.reference(toNameAt: root.token)
      typeMember = file.typeMember(of: root).map {
        self.reference(toMemberAt: $0, of: root.token)
      }
    case .member:
      reference = self.reference(toMemberAt: root.token, of: initializer.start)
    case .qualified, .type: break
    }
    let type = file.nominalPath(of: initializer.annotation).map {
      self.reference(toNameAt: $0[0], isType: true)
    }
    return LocalValue(initializer: initializer, root: reference, type: type, typeMember: typeMember)
  }
}

/// The name that an alias's type or a constant's value starts with.
struct InitializerRoot {
  /// Its token.
  let token: Int
  let kind: Kind

  enum Kind {
    case name
    /// A module is written before the name.
    case qualified
    /// `self`, `Self` or `type(of: self)` is written before the name.
    case member
    /// The name is the first one of the written type, and the value is a member of that type.
    case type
  }
}

extension FileTokens {
  /// The name that the value starts with; `nil` if it starts with no name.
  func root(of initializer: Initializer) -> InitializerRoot? {
    let start = initializer.start
    switch tokens[start].kind {
    case .period:
      return nominalPath(of: initializer.annotation).map {
        InitializerRoot(token: $0[0], kind: .type)
      }
    case .keyword:
      let keyword = tokens[start].keyword
      guard keyword == .`self` || keyword == .Self else { return nil }
      return member(after: start)
    case .identifier, .rawIdentifier:
      if isOwnType(at: start) { return member(after: start + 5) }
      let mark = tokens[start + 1].kind
      if mark == .period || mark == .colonColon, isModule(at: start), isIdentifier(start + 2) {
        return InitializerRoot(token: start + 2, kind: .qualified)
      }
      return InitializerRoot(token: start, kind: .name)
    default:
      return nil
    }
  }

  /// The token of the member after the root; `nil` if the root cannot be a type of the file.
  func typeMember(of root: InitializerRoot) -> Int? {
    guard root.kind == .name, tokens[root.token + 1].kind == .period,
      isIdentifier(root.token + 2)
    else { return nil }
    return root.token + 2
  }

  private func member(after end: Int) -> InitializerRoot? {
    let isOptional = tokens[end + 1].kind == .postfixQuestionMark
    let period = isOptional ? end + 2 : end + 1
    guard tokens[period].kind == .period, isIdentifier(period + 1) else { return nil }
    return InitializerRoot(token: period + 1, kind: .member)
  }
}

/// A value that is assigned to a name.
struct Assignment {
  /// The first token of the value.
  let start: Int
  /// The region that the assignment is in, by index in `Declarations.regions`.
  let region: Int
  /// The assigned value; `nil` if it stands for nothing, and for an implicit member.
  let value: LocalValue?
}

/// A name that a value is assigned to, with nothing or `self` before it.
enum AssignedName: Hashable {
  /// A local name, by index in `LocalNames.all`.
  case local(Int)
  /// A member, by the number of its name, of the innermost type or of the file, by its node.
  case member(Int, of: Int)
}

/// The written type of a late constant: one that is declared without a value and gets a value
/// later.
struct LateType {
  let annotation: Range<Int>
  /// The first name of the type, which the file may declare.
  let root: NameReference
}

extension Outline {
  /// At an `=`: notes the value that the name before the `=` gets. A name that is being declared
  /// does not count.
  mutating func noteAssignment(at equal: Int) {
    let name = equal - 1
    guard !top.role.isBracket, 0 <= name, file.isIdentifier(name),
      !declarations.isDeclared[name], let assigned = assignedName(at: name)
    else { return }
    let initializer = Initializer(start: equal + 1, annotation: 0..<0)
    declarations.assignments[assigned, default: []].append(
      Assignment(start: initializer.start, region: top.names.region, value: value(of: initializer)))
  }

  private mutating func assignedName(at name: Int) -> AssignedName? {
    let head = file.headOfOwnMember(at: name)
    guard !file.isQualified(head) else { return nil }
    if head == name {
      guard case .name(let visible) = reference(toNameAt: name) else { return nil }
      if let local = visible.local { return .local(local) }
    } else if tokens[head].keyword != .`self` {
      return nil
    }
    let type = declarations.regions[top.names.region].type ?? 0
    return .member(number(ofNameAt: name), of: declarations.regions[type].node)
  }

  /// The written type of a late constant. `nil` if a value follows the name, or if the type has no
  /// name.
  mutating func lateType(ofConstantAt name: Int) -> LateType? {
    guard tokens[name + 1].kind == .colon,
      let annotation = file.typeWithoutValue(after: name + 1),
      let path = file.nominalPath(of: annotation)
    else { return nil }
    return LateType(annotation: annotation, root: reference(toNameAt: path[0], isType: true))
  }
}
