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
    /// The offset in the file of its source, from 0 in UTF-8 bytes.
    package var offset: UInt32
    /// What it passes for the key of its target.
    package var value = Value.unknown
    /// The condition in its source that it is under; -1 for none.
    var condition: Int32 = -1

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
  /// one; -1 for none.
  package private(set) var keys: [Int32] = []
  /// The conditions in each node with a key, by their places, outer ones first.
  private var conditions: [Int32: [Condition]] = [:]
  /// The places of code in nodes that nothing runs.
  private var notRun: Set<UInt64> = []
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

  /// A part of a node that runs only for some values of its key.
  struct Condition: Sendable {
    var range: Range<UInt32>
    var values: [Int32]
    /// Whether it runs for all values but those.
    var isRefused: Bool
    /// The index of the condition around it; -1 for none.
    var outer = -1

    func holds(for value: Int32) -> Bool {
      if value <= Value.firstType { return true }
      let isNamed =
        values.contains(value)
        || value == Value.given && !isRefused && values.contains { $0 != Value.nil }
      return isNamed != isRefused
    }
  }

  /// - Parameter conditions: in the order of their places, outer ones first.
  mutating func setKey(_ key: Int32, of node: Int, _ conditions: [Condition]) {
    keys[node] = key
    var conditions = conditions
    var last = -1
    for index in conditions.indices {
      while last != -1, conditions[last].range.upperBound < conditions[index].range.upperBound {
        last = conditions[last].outer
      }
      conditions[index].outer = last
      last = index
    }
    if !conditions.isEmpty { self.conditions[Int32(node)] = conditions }
  }

  /// The innermost condition around a place; -1 for none.
  private func condition(at offset: UInt32, in node: Int) -> Int {
    guard keys[node] != -1, let conditions = conditions[Int32(node)] else { return -1 }
    var (low, high) = (0, conditions.count)
    while low < high {
      let middle = (low + high) / 2
      if conditions[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    var index = low - 1
    while index != -1, !conditions[index].range.contains(offset) { index = conditions[index].outer }
    return index
  }

  /// Whether the code at a place of a step's node runs in that step.
  package func runs(at offset: Int, in step: Search.Step) -> Bool {
    if notRun.contains(UInt64(step.node) << 32 | UInt64(offset)) { return false }
    let condition = condition(at: UInt32(offset), in: step.node)
    return runs(Int32(condition), in: step.node, for: step.value)
  }

  mutating func setNotRun(at offset: UInt32, in node: Int32) {
    notRun.insert(UInt64(node) << 32 | UInt64(offset))
  }

  /// Whether a value of `self` may have the implementation in a type, as it is one of this type, or
  /// a subclass or superclass of it.
  func mayHave(_ implementation: Implementation, _ value: Int32) -> Bool {
    guard value <= Value.firstType, implementation.type != -1 else { return true }
    let type = Value.firstType - value
    return isSubclass(type, of: implementation.type) || isSubclass(implementation.type, of: type)
  }

  private func isSubclass(_ type: Int32, of other: Int32) -> Bool {
    var next = type
    // A class may have many superclasses.
    for _ in 0..<64 where next != other {
      if next == -1 { return false }
      next = superclasses[Int(next)]
    }
    return true
  }

  /// Whether the code under a condition of a node runs if its key has the value.
  func runs(_ condition: Int32, in node: Int, for value: Int32) -> Bool {
    guard condition != -1, value != Value.unknown, let conditions = conditions[Int32(node)] else {
      return true
    }
    var index = Int(condition)
    while index != -1 {
      if !conditions[index].holds(for: value) { return false }
      index = conditions[index].outer
    }
    return true
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
