import SwiftLexer

/// Calls the body with the tree of a file, which lives for as long.
package func withSyntaxTree<Result>(of bytes: [UInt8], _ body: (SyntaxTree) -> Result) -> Result {
  var source = LexedSource()
  return bytes.withUnsafeBufferPointer { bytes in
    lex(bytes, into: &source)
    return source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      return body(SyntaxTree(tokens, TokenPairs(tokens)))
    }
  }
}

extension SyntaxTree {
  /// The nodes in it, in source order; an `#if` is replaced by the nodes in all of its clauses.
  /// - Parameter entered: a kind of which a child is replaced by the nodes in it.
  package func parts(of node: Int, entering entered: SyntaxKind = .ifConfigDecl) -> Parts {
    Parts(tree: self, whole: node, entered: entered, part: firstChild(of: node))
  }

  package struct Parts: Sequence, IteratorProtocol {
    fileprivate let tree: SyntaxTree
    fileprivate let whole: Int
    fileprivate let entered: SyntaxKind
    fileprivate var part: Int?

    package mutating func next() -> Int? {
      while let current = part {
        switch tree.kind(of: current) {
        case .ifConfigDecl:
          part = tree.firstChild(of: current) ?? tree.node(after: current, in: whole)
        case .ifConfigClause:
          part = tree.firstPart(ofClause: current) ?? tree.node(after: current, in: whole)
        case entered where tree.parent(of: current) == whole:
          part = tree.firstChild(of: current) ?? tree.node(after: current, in: whole)
        default:
          part = tree.node(after: current, in: whole)
          return current
        }
      }
      return nil
    }
  }

  /// The first node after the condition, which ends with its line.
  private func firstPart(ofClause clause: Int) -> Int? {
    children(of: clause).first { source[Int(self[$0].start)].isAtLineStart }
  }

  /// The first node that begins after the node ends; nil if the whole has none.
  package func node(after node: Int, in whole: Int) -> Int? {
    var node = node
    while node != whole {
      if let sibling = nextSibling(of: node) { return sibling }
      guard let parent = parent(of: node) else { return nil }
      node = parent
    }
    return nil
  }

  /// The index of the token that `SyntaxKind` tells of.
  @inlinable @inline(__always)
  package func token(of node: Int) -> Int { Int(self[node].token) }

  /// The index of the first token.
  @inlinable @inline(__always)
  package func start(of node: Int) -> Int { Int(self[node].start) }

  /// The index of the token after the last one.
  @inlinable @inline(__always)
  package func end(of node: Int) -> Int { Int(self[node].end) }
}
