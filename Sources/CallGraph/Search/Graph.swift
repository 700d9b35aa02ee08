import Diagnostics

/// The graph of calls: the nodes are functions, initializers, accessors, initial values, observers
/// and single default arguments, each by its number; types have numbers of their own.
///
/// The search in it does not care whether the edges come from tokens or from a compiler.
package struct Graph: Sendable {
  package struct Edge: Hashable, Sendable {
    /// The node that it leads to.
    package var target: Int32
    package var how: HopKind
    /// Whether it leads to this very member, as `super.f()` does, and to no overriding one.
    package var isDirect: Bool
    /// Whether it begins in a closure, which may be run later, or never.
    package var isInClosure = false
    /// Whether it begins in a closure that the callee only keeps, or computes a value that other
    /// code may have computed before.
    var isUncertain = false
    /// The offset in the file of its source, from 0 in UTF-8 bytes.
    package var offset: UInt32
    /// What it passes for the key of its target.
    package var value = Value.unknown
    /// The condition in its source that it is under; -1 for none.
    var condition: Int32 = -1
    /// The slot with the types that the value before a member may have; -1 if they are unknown.
    var receiver: Int32 = -1

    package init(
      _ target: Int, _ how: HopKind, isDirect: Bool = false, isInClosure: Bool = false,
      at offset: Int
    ) {
      self.target = Int32(target)
      self.how = how
      (self.isDirect, self.isInClosure) = (isDirect, isInClosure)
      self.offset = UInt32(offset)
    }
  }

  /// A member of a type that stands in for a requirement or an overridden member.
  package struct Implementation: Sendable {
    /// The node of the requirement or the overridden member.
    package var member: Int32
    /// The type that an entry has to make, or a subclass of it, for the member to count; -1 for the
    /// member of a protocol's extension, which counts where no type has its own.
    package var type: Int32
    package var node: Int32
    package var how: HopKind

    package init(of member: Int, in type: Int, by node: Int, _ how: HopKind) {
      self.member = Int32(member)
      self.type = Int32(type)
      self.node = Int32(node)
      self.how = how
    }
  }

  /// The type that each node is a member of; -1 for none.
  package private(set) var types: [Int32] = []
  /// Whether reaching each node counts as making a value of its type: it is an initializer, an enum
  /// case or a static member.
  package private(set) var makesType: [Bool] = []
  /// The superclass of each type; -1 for none that the graph knows.
  package var superclasses: [Int32] = []
  package var implementations: [Implementation] = []
  /// The parameter of each node whose value decides what runs in it: 0 for `self`, 1 for the first
  /// one; -1 for none. Its value is known for each way to the node.
  package var keys: [Int32] = []
  /// Whether each node gets values from outside when a trace starts there.
  var takesValues: [Bool] = []
  /// The other parameters, and properties, whose values decide what runs: slots, whose values are
  /// known for an entry as a whole.
  private(set) var slots: [Slot] = []
  private var assignments: [Int32: [Assignment]] = [:]
  private var parameterSlots: [Int32: [Int32]] = [:]
  /// The conditions in each node, by their places, outer ones first.
  private var conditions: [Int32: Conditions] = [:]
  /// The places of code in nodes that nothing runs, and in closures that are only kept.
  private var notRun: Set<UInt64> = []
  private var kept: Set<UInt64> = []
  private var edgesByNode: [[Edge]] = []
  /// Edges that many nodes have: an edge to -2 minus the index of such a list leads on by each.
  private(set) var choices: [[Edge]] = []
  /// The type that each of them makes; -1 for none.
  private(set) var madeByChoice: [Int32] = []

  /// The unit of each node, such as its module, and the units whose code can run where an entry is
  /// in one; empty if all can.
  package var units: [Int32] = []
  package var linkedUnits: [[Int32]] = []

  package init() {}

  /// The unit of a node; -1 if nothing is known of units.
  package func unit(of node: Int) -> Int32 { units.isEmpty ? -1 : units[node] }

  package var nodeCount: Int { types.count }

  /// Adds a node.
  /// - Returns: the number of the new node.
  package mutating func addNode(type: Int = -1, makesType: Bool = false) -> Int {
    types.append(Int32(type))
    self.makesType.append(makesType)
    keys.append(-1)
    takesValues.append(false)
    edgesByNode.append([])
    return types.count - 1
  }

  package mutating func add(_ edge: Edge, from node: Int) {
    var edge = edge
    edge.condition = Int32(condition(at: edge.offset, in: node))
    edgesByNode[node].append(edge)
  }

  /// - Returns: the target of an edge that stands for all of them.
  package mutating func addChoice(_ edges: [Edge], making type: Int32 = -1) -> Int {
    choices.append(edges)
    madeByChoice.append(type)
    return -1 - choices.count
  }

  /// The edges in the order in which they were added, which is that of the source.
  package func edges(of node: Int) -> [Edge] {
    let edges = edgesByNode[node]
    return edges.contains { $0.choice != nil } ? edges.flatMap(single) : edges
  }

  /// The edges of a node, or those that an edge with this target stands for, as they were added.
  package func sharedEdges(of node: Int) -> [Edge] {
    node < 0 ? choices[-2 - node] : edgesByNode[node]
  }

  /// The edges that an edge stands for.
  package func single(_ edge: Edge) -> [Edge] {
    guard let choice = edge.choice else { return [edge] }
    return choices[choice].map { edge.leading(by: $0) }
  }

  // MARK: - Values of parameters

  /// What is known of a parameter: the name of an enum's case, or one of these.
  package enum Value {
    package static let unknown: Int32 = -1
    package static let `nil`: Int32 = -2
    /// Any value but `nil`.
    package static let given: Int32 = -3
    /// The value that the source of the edge has.
    static let own: Int32 = -4
    /// Of `self`: a value of the type with the number 0, or of a subclass. Type 1 is one less.
    static let firstType: Int32 = -5
  }

  /// A parameter or property with the values that an entry gives it.
  struct Slot: Sendable {
    let isProperty: Bool
    /// Whether its values are always unknown, and whether it is `nil` before it is written.
    var isLost = false
    var startsWithNil = false
    /// The slots that have its values, too.
    var copies: [Int32] = []
  }

  /// Code that gives a slot a value, or those of another slot.
  struct Assignment: Sendable {
    let slot: Int32
    /// The value; `own` for that of the node's key.
    var value = Value.unknown
    /// The slot that it is from; -1 for none.
    var source: Int32 = -1
    var condition: Int32 = -1
  }

  mutating func addSlot(isProperty: Bool) -> Int32 {
    slots.append(Slot(isProperty: isProperty))
    return Int32(slots.count - 1)
  }

  mutating func lose(_ slot: Int32) { slots[slot].isLost = true }
  mutating func setNil(_ slot: Int32) { slots[slot].startsWithNil = true }
  mutating func copy(from source: Int32, to slot: Int32) { slots[source].copies.append(slot) }

  mutating func add(_ slot: Int32, ofParameterOf node: Int32) {
    parameterSlots[node, default: []].append(slot)
  }

  mutating func add(_ assignment: Assignment, to node: Int32, at offset: UInt32) {
    var assignment = assignment
    assignment.condition = Int32(condition(at: offset, in: Int(node)))
    assignments[node, default: []].append(assignment)
  }

  func assignments(in node: Int) -> [Assignment] { assignments[Int32(node)] ?? [] }
  func parameterSlots(of node: Int) -> [Int32] { parameterSlots[Int32(node)] ?? [] }

  /// Whether a value fulfils a condition; nil if it may.
  private func holds(_ condition: Condition, for value: Int32) -> Bool? {
    if value == Value.unknown { return nil }
    if let type = condition.values.first, type <= Value.firstType {
      if value == Value.nil { return condition.isRefused }
      guard value <= Value.firstType else { return nil }
      let isOne = isSubclass(Int32(Value.firstType - value), of: Value.firstType - type)
      return isOne != condition.isRefused
    }
    if condition.values.contains(value) { return !condition.isRefused }
    let isGiven = value == Value.given || value <= Value.firstType
    return isGiven && condition.values.contains { $0 != Value.nil } ? nil : condition.isRefused
  }

  mutating func setConditions(_ conditions: [Condition], of node: Int) {
    if !conditions.isEmpty { self.conditions[Int32(node)] = Conditions(conditions) }
  }

  /// The innermost condition around a place; -1 for none.
  private func condition(at offset: UInt32, in node: Int) -> Int {
    conditions[Int32(node)]?.innermost(at: offset) ?? -1
  }

  /// Whether a place is in a branch about which no value can decide.
  func isInBranch(_ offset: UInt32, of node: Int) -> Bool {
    let condition = condition(at: offset, in: node)
    return condition != -1 && conditions[Int32(node)]!.all[condition].isInBranch
  }

  /// Whether the code at a place of a step's node may run in that step, and whether it is in a
  /// branch about which nothing known decides.
  func runs(
    at offset: Int, in step: Search.Step, _ values: SlotValues
  ) -> (isRun: Bool, isInBranch: Bool) {
    let place = UInt64(step.node) << 32 | UInt64(offset)
    if notRun.contains(place) { return (false, false) }
    let condition = Int32(condition(at: UInt32(offset), in: step.node))
    switch decision(about: condition, in: step.node, for: step.value, values) {
    case .runs: return (true, kept.contains(place))
    case .mayRun: return (true, true)
    case .waits, .never: return (false, false)
    }
  }

  mutating func setNotRun(at offset: UInt32, in node: Int32) {
    notRun.insert(UInt64(node) << 32 | UInt64(offset))
  }

  mutating func setKept(at offset: UInt32, in node: Int32) {
    kept.insert(UInt64(node) << 32 | UInt64(offset))
  }

  /// Whether a value of `self` may have the implementation in a type, as it is one of this type, or
  /// a subclass or superclass of it.
  func mayHave(_ implementation: Implementation, _ value: Int32) -> Bool {
    guard value <= Value.firstType, implementation.type != -1 else { return true }
    let type = Value.firstType - value
    return isSubclass(type, of: implementation.type) || isSubclass(implementation.type, of: type)
  }

  func isSubclass(_ type: Int32, of other: Int32) -> Bool {
    var next = type
    // A class may have many superclasses.
    for _ in 0..<64 where next != other {
      if next == -1 { return false }
      next = superclasses[Int(next)]
    }
    return true
  }

  /// What is known of code under a condition.
  enum Decision: Equatable {
    case runs, never
    /// Nothing that is known decides about a branch around it.
    case mayRun
    /// The values of a slot do not fit yet.
    case waits(Int32)
  }

  /// Whether the code under a condition of a node runs.
  /// - Parameters:
  ///   - value: that of the node's key.
  ///   - values: what is known of a slot.
  func decision(
    about condition: Int32, in node: Int, for value: Int32, _ values: SlotValues
  ) -> Decision {
    guard condition != -1, let conditions = conditions[Int32(node)]?.all else { return .runs }
    var index = Int(condition)
    var isInBranch = conditions[index].isInBranch
    var slot: Int32?
    if !conditions[index].decides { index = conditions[index].outerDeciding }
    let isTypeOfSelf = keys[node] == 0 && value <= Value.firstType
    while index != -1 {
      let own = conditions[index]
      if own.isOfKey, value != Value.unknown, !isTypeOfSelf {
        guard let isRun = holds(own, for: value) else {
          isInBranch = true
          index = own.outerDeciding
          continue
        }
        if !isRun { return .never }
      } else if own.slot != -1 {
        let known = values[own.slot].map { holds(own, for: $0) }
        if known.allSatisfy({ $0 == false }) { slot = own.slot }
        if !known.contains(true) { isInBranch = true }
      } else {
        isInBranch = true
      }
      index = own.outerDeciding
    }
    return slot.map { .waits($0) } ?? (isInBranch ? .mayRun : .runs)
  }
}

extension Graph.Edge {
  /// The index in `choices`; nil for an edge to a node.
  var choice: Int? { target < 0 ? -2 - Int(target) : nil }

  /// The edge from the same place to one of the nodes that it stands for.
  func leading(by other: Graph.Edge) -> Graph.Edge {
    var edge = self
    (edge.target, edge.how, edge.isDirect) = (other.target, other.how, other.isDirect)
    return edge
  }
}
