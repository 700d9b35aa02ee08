import Diagnostics

/// The graph of calls: the nodes are functions, initializers, accessors, initial values, observers
/// and single default arguments, each by its number; types have numbers of their own.
///
/// The search in it does not care whether the edges come from tokens or from a compiler.
package struct Graph: Sendable {
  package struct Edge: Sendable {
    /// The node that it leads to.
    package var target: Int32
    package var how: Hop
    /// Whether it leads to this very member, as `super.f()` does, and to no overriding one.
    package var isDirect: Bool
    /// The offset in the file of its source, from 0 in UTF-8 bytes.
    package var offset: UInt32

    package init(_ target: Int, _ how: Hop, isDirect: Bool = false, at offset: Int) {
      self.target = Int32(target)
      self.how = how
      self.isDirect = isDirect
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
    package var how: Hop

    package init(of member: Int, in type: Int, by node: Int, _ how: Hop) {
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
  private var edgesByNode: [[Edge]] = []

  package init() {}

  package var nodeCount: Int { types.count }

  /// Adds a node.
  /// - Returns: the number of the new node.
  package mutating func addNode(type: Int = -1, makesType: Bool = false) -> Int {
    types.append(Int32(type))
    self.makesType.append(makesType)
    edgesByNode.append([])
    return types.count - 1
  }

  package mutating func add(_ edge: Edge, from node: Int) { edgesByNode[node].append(edge) }

  /// The edges in the order in which they were added, which is that of the source.
  package func edges(of node: Int) -> [Edge] { edgesByNode[node] }
}
