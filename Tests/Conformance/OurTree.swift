import Syntax

/// `SyntaxKind` is the name of a type of SwiftSyntax, too.
typealias NodeKind = SyntaxKind

/// A node of either tree: what it is, and offsets of its first byte and of the byte after its last
/// one, from 0.
struct ComparedNode: Hashable, Comparable {
  let kind: NodeKind
  let start: Int
  let end: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.start, left.end, left.kind.rawValue) < (right.start, right.end, right.kind.rawValue)
  }
}

/// All nodes of our tree, those of deferred parts included.
func ourNodes(in bytes: [UInt8]) -> [ComparedNode] {
  withTree(of: bytes) { tree in
    var nodes: [ComparedNode] = []
    var index = 0
    // What is deferred is parsed, and its nodes come last.
    while index < tree.count {
      if tree.kind(of: index) == .deferred {
        _ = tree.contents(of: index)
      } else {
        let range = tree.bytes(of: index)
        nodes.append(
          ComparedNode(kind: tree.kind(of: index), start: range.lowerBound, end: range.upperBound))
      }
      index += 1
    }
    return nodes
  }
}
