import SwiftLexer
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
func ourNodes(in bytes: [UInt8], maximumDepth: Int = 128) -> [ComparedNode] {
  withTree(of: bytes, maximumDepth: maximumDepth) { tree in
    var nodes: [ComparedNode] = []
    for node in allNodes(of: tree) {
      let range = tree.bytes(of: node)
      nodes.append(
        ComparedNode(kind: tree.kind(of: node), start: range.lowerBound, end: range.upperBound))
    }
    return nodes
  }
}

/// What is wrong with our tree of any bytes: a node that is not in its parent or not in the order of
/// its siblings, a parent without the child, a part that is parsed otherwise once it is deferred.
func treeFault(in bytes: [UInt8]) -> String? {
  let whole = withTree(of: bytes, maximumDepth: 128) { tree -> String? in
    for node in allNodes(of: tree) {
      let range = tree.bytes(of: node)
      var end = range.lowerBound
      for child in tree.children(of: node) {
        let inner = tree.bytes(of: child)
        if inner.lowerBound < end || range.upperBound < inner.upperBound {
          return "\(tree.kind(of: child)) at \(inner) is not in \(tree.kind(of: node)) at \(range)"
        }
        if tree.parent(of: child) != node { return "\(tree.kind(of: child)) has another parent" }
        end = inner.upperBound
      }
    }
    return nil
  }
  if let whole { return whole }
  let nodes = ourNodes(in: bytes).sorted()
  for depth in [0, 1, 3] where ourNodes(in: bytes, maximumDepth: depth).sorted() != nodes {
    return "it is another tree where what is \(depth) deep is deferred"
  }
  return nil
}

private func withTree<Result>(
  of bytes: [UInt8], maximumDepth: Int, _ body: (SyntaxTree) -> Result
) -> Result {
  let source = lex(bytes)
  return bytes.withUnsafeBufferPointer { bytes in
    source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      return body(SyntaxTree(tokens, TokenPairs(tokens), maximumDepth: maximumDepth))
    }
  }
}

private func allNodes(of tree: SyntaxTree) -> [Int] {
  var nodes: [Int] = []
  var index = 0
  while index < tree.count {
    if tree.kind(of: index) == .deferred {
      _ = tree.contents(of: index)
    } else {
      nodes.append(index)
    }
    index += 1
  }
  return nodes
}
