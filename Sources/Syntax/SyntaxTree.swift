import SwiftLexer

/// A node. Nodes of a part lie in one array, children before their parent.
@usableFromInline package struct SyntaxNode: Sendable {
  @usableFromInline package fileprivate(set) var kind: SyntaxKind
  /// The part and the context in which a `deferred` node is to be parsed.
  let flags: UInt8
  /// The number of bytes of the first token before the node; 0 but in `Int?=nil`, where one token
  /// has two meanings.
  package let lead: UInt8
  /// The number of bytes of the last token that belong to the node; 0 for all of them. In `A<B<C>>`
  /// the inner type has one of two bytes.
  package let trail: UInt8
  /// The index of the first token, and that after the last one.
  @usableFromInline package let start: UInt32
  @usableFromInline package let end: UInt32
  /// The first node of its subtree, itself if it has no children.
  let first: UInt32
  /// The first of its children, 0 if there is none; and the next of its siblings.
  fileprivate(set) var child: UInt32 = 0
  fileprivate(set) var sibling: UInt32 = 0
  /// The node around it; itself for the root. For the root of contents it is the `deferred` node.
  @usableFromInline fileprivate(set) var parent: UInt32
  /// The index of the token that `SyntaxKind` tells of; `start` for other kinds. For `deferred` it
  /// is the root of its contents, 0 before they are parsed.
  @usableFromInline package fileprivate(set) var token: UInt32

  @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
}

/// The syntax of one file. It is used by one thread, as parts that nest deeply are parsed when
/// somebody asks for them.
@usableFromInline package final class SyntaxTree {
  package let source: SourceTokens
  let pairs: TokenPairs
  private let maximumDepth: Int
  @exclusivity(unchecked) @usableFromInline private(set) var storage: NodeStorage
  /// The parts that the token of the last question is in, one in the other, as nodes.
  @exclusivity(unchecked) private var path: [ClosedRange<Int>] = []
  @exclusivity(unchecked) private var lastPlace = 0

  /// - Parameters:
  ///   - source: the tokens, whose memory has to live as long as the tree.
  ///   - maximumDepth: the number of brackets that are parsed at once, one in the other. Deeper
  ///     ones are parsed when they are asked for.
  ///   - marks: tokens in source order, directives among them; `nil` for all tokens. A bracket
  ///     without any of them is parsed when it is asked for.
  package init(
    _ source: SourceTokens, _ pairs: TokenPairs, maximumDepth: Int = 128,
    around marks: UnsafeBufferPointer<UInt32>? = nil
  ) {
    self.source = source
    self.pairs = pairs
    self.maximumDepth = maximumDepth
    storage = NodeStorage(capacity: source.count + 16)
    root = 0
    var parser = Parser(source, pairs, maximumDepth: maximumDepth, around: marks, storage)
    parser.parseSourceFile()
    storage = parser.storage
    root = storage.count - 1
    storage.nodes[root].parent = UInt32(root)
    path = [0...root]
  }

  deinit { storage.nodes.deallocate() }

  /// The node of the whole file.
  @exclusivity(unchecked) @usableFromInline package private(set) var root: Int

  /// The number of nodes so far, those of parts that were asked for included.
  package var count: Int { storage.count }

  @inlinable @inline(__always)
  package subscript(node: Int) -> SyntaxNode { storage.nodes[node] }

  @inlinable @inline(__always)
  package func kind(of node: Int) -> SyntaxKind { storage.nodes[node].kind }

  /// The node around it; nil for the root.
  @inlinable @inline(__always)
  package func parent(of node: Int) -> Int? {
    if node == root { return nil }
    let parent = Int(storage.nodes[node].parent)
    return storage.nodes[parent].kind == .deferred ? Int(storage.nodes[parent].parent) : parent
  }

  /// The nodes in it, in source order.
  package func children(of node: Int) -> Children {
    Children(tree: self, child: firstChild(of: node))
  }

  package func firstChild(of node: Int) -> Int? {
    let child = Int(storage.nodes[node].child)
    return child == 0 && storage.nodes[node].first == node ? nil : contents(of: child)
  }

  /// The node after it in the same parent.
  package func nextSibling(of node: Int) -> Int? {
    let sibling = Int(storage.nodes[node].sibling)
    return sibling == 0 ? nil : contents(of: sibling)
  }

  /// The first of its children that is of that kind.
  package func child(_ kind: SyntaxKind, of node: Int) -> Int? {
    children(of: node).first { self.kind(of: $0) == kind }
  }

  package struct Children: Sequence, IteratorProtocol {
    fileprivate let tree: SyntaxTree
    fileprivate var child: Int?

    package mutating func next() -> Int? {
      guard let current = child else { return nil }
      child = tree.nextSibling(of: current)
      return current
    }
  }

  /// The node that a `deferred` node stands for, which is parsed now unless it was before; any
  /// other node stands for itself. The nodes of the part come after all that are there.
  package func contents(of node: Int) -> Int {
    let deferred = storage.nodes[node]
    guard deferred.kind == .deferred else { return node }
    if deferred.token != 0 { return Int(deferred.token) }
    var parser = Parser(source, pairs, maximumDepth: maximumDepth, storage)
    parser.parse(deferred)
    storage = parser.storage
    let contents = storage.count - 1
    storage.nodes[contents].parent = UInt32(node)
    storage.nodes[contents].sibling = deferred.sibling
    storage.nodes[node].token = UInt32(contents)
    return contents
  }

  /// The innermost node that the token belongs to. It is sought from the last answer on, since
  /// most questions come in source order.
  package func node(ofToken token: Int) -> Int {
    while 1 < path.count, !holds(path[path.count - 1], token) { path.removeLast() }
    while true {
      var low = place(of: token, in: path[path.count - 1])
      lastPlace = low
      while token < storage.nodes[low].start { low = Int(storage.nodes[low].parent) }
      guard storage.nodes[low].kind == .deferred else { return low }
      let contents = contents(of: low)
      path.append(Int(storage.nodes[contents].first)...contents)
    }
  }

  private func holds(_ part: ClosedRange<Int>, _ token: Int) -> Bool {
    let node = storage.nodes[part.upperBound]
    return node.start <= token && token < node.end
  }

  /// The first node of a part that ends after the token: the one that has the token, or one after
  /// it. In a part, nodes end in order.
  private func place(of token: Int, in part: ClosedRange<Int>) -> Int {
    var (low, high) = (part.lowerBound, part.upperBound)
    if part.contains(lastPlace) {
      if storage.nodes[lastPlace].end <= token {
        low = min(lastPlace + 1, high)
        var step = 1
        while low + step < high, storage.nodes[low + step].end <= token {
          low += step + 1
          step *= 2
        }
        high = min(high, low + step)
      } else {
        high = lastPlace
      }
    }
    while low < high {
      let middle = (low + high) / 2
      if storage.nodes[middle].end <= token { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The bytes of the file that the node covers, offsets from 0.
  package func bytes(of node: Int) -> Range<Int> {
    let node = storage.nodes[node]
    let start = source[Int(node.start)].start + Int(node.lead)
    if node.end == node.start { return start..<start }
    let last = source[Int(node.end) - 1]
    return start..<(node.trail == 0 ? last.end : last.start + Int(node.trail))
  }
}

/// The memory of a tree's nodes, which a parser appends to.
@usableFromInline struct NodeStorage {
  @usableFromInline private(set) var nodes: UnsafeMutablePointer<SyntaxNode>
  @usableFromInline private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    nodes = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  /// Adds a node whose children are those from `first` on.
  @inline(__always)
  mutating func append(_ node: SyntaxNode) {
    if count == capacity { grow() }
    (nodes + count).initialize(to: node)
    var next = count
    var sibling: UInt32 = 0
    while node.first < next {
      let child = next &- 1
      nodes[child].parent = UInt32(truncatingIfNeeded: count)
      nodes[child].sibling = sibling
      sibling = UInt32(truncatingIfNeeded: child)
      next = Int(nodes[child].first)
    }
    nodes[count].child = sibling
    count &+= 1
  }

  /// Takes back the last nodes.
  mutating func remove(from count: Int) { self.count = count }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<SyntaxNode>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }
}
