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
  let names = SyntaxKind.allCases.map { Array("\($0)\n".utf8) }
  // A tree may be too deep for recursion.
  var node = tree.root
  var indentation = [UInt8(ascii: "\t")]
  while true {
    let range = tree.bytes(of: node)
    append(range.lowerBound, to: &output)
    output.append(UInt8(ascii: "\t"))
    append(range.count, to: &output)
    output += indentation
    output += names[Int(tree.kind(of: node).rawValue)]
    if let child = tree.firstChild(of: node) {
      node = child
      indentation += "  ".utf8
      continue
    }
    while tree.nextSibling(of: node) == nil {
      guard let parent = tree.parent(of: node) else { return }
      node = parent
      indentation.removeLast(2)
    }
    node = tree.nextSibling(of: node)!
  }
}

/// Appends a number in decimal digits. A `String` of it would take more time than the tree.
private func append(_ number: Int, to output: inout [UInt8]) {
  var unit = 1
  while unit <= number / 10 { unit *= 10 }
  var rest = number
  while 0 < unit {
    output.append(UInt8(truncatingIfNeeded: 48 + rest / unit))
    rest %= unit
    unit /= 10
  }
}
