/// Appends the tree of a file: a line `F`, path, size; then a line for each node, the outer before
/// the inner ones. It has the node's offset from 0, its length and its kind, indented by how deep
/// the node is: `12⇥3⇥    declReferenceExpr`. Sizes are in bytes.
package func dumpTree(of bytes: [UInt8], path: [UInt8], into output: inout [UInt8]) {
  output += "F\t".utf8
  output += path
  output += "\t\(bytes.count)\n".utf8
  withSyntaxTree(of: bytes) { dump($0, into: &output) }
}

private func dump(_ tree: SyntaxTree, into output: inout [UInt8]) {
  // A tree may be too deep for recursion.
  var node = tree.root
  var depth = 0
  while true {
    let range = tree.bytes(of: node)
    output += "\(range.lowerBound)\t\(range.count)\t".utf8
    output += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    output += "\(tree.kind(of: node))\n".utf8
    if let child = tree.firstChild(of: node) {
      node = child
      depth += 1
      continue
    }
    while tree.nextSibling(of: node) == nil {
      guard let parent = tree.parent(of: node) else { return }
      node = parent
      depth -= 1
    }
    node = tree.nextSibling(of: node)!
  }
}
