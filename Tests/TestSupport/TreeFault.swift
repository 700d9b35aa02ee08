import SwiftLexer
import Syntax

/// Calls a function with the tree of some bytes.
package func withTree<Result>(
  of bytes: [UInt8], maximumDepth: Int = 128, _ body: (SyntaxTree) -> Result
) -> Result {
  let source = lex(bytes)
  return bytes.withUnsafeBufferPointer { bytes in
    source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      return body(SyntaxTree(tokens, TokenPairs(tokens), maximumDepth: maximumDepth))
    }
  }
}

/// What is wrong with the tree of any bytes at all: a node that is not in its parent, or not after
/// the sibling before it; a token with another innermost node than the tree says; a tree that is
/// another one if more of it is deferred. Nil if nothing is.
package func treeFault(in bytes: [UInt8]) -> String? {
  let fault = withTree(of: bytes) { tree in faultOfNodes(in: tree) ?? faultOfTokens(in: tree) }
  if let fault { return fault }
  let whole = places(in: bytes, maximumDepth: 128)
  for depth in [0, 1, 3] where places(in: bytes, maximumDepth: depth) != whole {
    return "what is deeper than \(depth) is parsed otherwise once it is deferred"
  }
  return nil
}

private func faultOfNodes(in tree: SyntaxTree) -> String? {
  for node in nodes(of: tree) {
    let range = tree.bytes(of: node)
    var end = range.lowerBound
    for child in tree.children(of: node) {
      let inner = tree.bytes(of: child)
      guard end <= inner.lowerBound, inner.upperBound <= range.upperBound else {
        return "\(tree.kind(of: child)) at \(inner) is not in \(tree.kind(of: node)) at \(range)"
      }
      guard tree.parent(of: child) == node else {
        return "\(tree.kind(of: child)) at \(inner) has another parent"
      }
      end = inner.upperBound
    }
  }
  return nil
}

private func faultOfTokens(in tree: SyntaxTree) -> String? {
  let count = tree.source.count
  // Many tokens of few files, or all of them.
  for token in stride(from: 0, to: count, by: max(1, count / 500)) {
    let node = tree.node(ofToken: token)
    guard tree[node].range.contains(token) else { return "token \(token) is not in its node" }
    for child in tree.children(of: node) where tree[child].range.contains(token) {
      return "token \(token) is in a \(tree.kind(of: child)) of its node"
    }
  }
  return nil
}

/// The nodes of a tree, in deferred parts, too; the outer ones before those in them.
private func nodes(of tree: SyntaxTree) -> [Int] {
  var nodes = [tree.root]
  var index = 0
  while index < nodes.count {
    nodes += tree.children(of: nodes[index])
    index += 1
  }
  return nodes
}

/// Each node in one number of its kind, and its bytes.
private func places(in bytes: [UInt8], maximumDepth: Int) -> Set<[Int]> {
  withTree(of: bytes, maximumDepth: maximumDepth) { tree in
    Set(
      nodes(of: tree).map { node in
        let range = tree.bytes(of: node)
        return [Int(tree.kind(of: node).rawValue), range.lowerBound, range.upperBound]
      })
  }
}
