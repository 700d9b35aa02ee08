import CallGraph
import Diagnostics
import Foundation
import Syntax

// Prints each place in a folder that shows the order of a collection, and the type that it has: the
// file, `for` or the name of the member, the offsets of the first and of the last token, the type.
//
// Its argument is the folder, its input the paths of the files below it.

let showing: Set = [
  "compactMap", "dropFirst", "dropLast", "enumerated", "first", "flatMap", "forEach", "joined",
  "makeIterator", "map", "prefix", "reduce", "reversed", "suffix",
]
var paths: [String] = []
while let path = readLine() { paths.append(path) }
let texts = paths.map { path in
  [UInt8](FileManager.default.contents(atPath: CommandLine.arguments[1] + "/" + path) ?? Data())
}
let declared = DeclaredTypes(
  zip(paths, texts).map { (FilePath($0), FileSummary(of: $1, hasBodies: false)) })
for (path, text) in zip(paths, texts) {
  withSyntaxTree(of: text) { tree in
    let types = ExpressionTypes(of: tree, at: FilePath(path), in: declared)
    for node in 0..<tree.count { printPlace(node, of: tree, types, path) }
  }
}

func printPlace(_ node: Int, of tree: SyntaxTree, _ types: ExpressionTypes, _ path: String) {
  var (use, value): (String, Int?) = ("for", nil)
  let name = String(decoding: tree.source.text(at: tree.token(of: node)), as: UTF8.self)
  switch tree.kind(of: node) {
  case .forStmt: value = tree.parts(ofBinding: node).value
  case .memberAccessExpr where showing.contains(name): (use, value) = (name, tree.operand(of: node))
  case .functionCallExpr
  where name == "Array" && tree.firstChild(of: node).map(tree.kind) == .declReferenceExpr:
    let arguments = Array(tree.arguments(of: node))
    if arguments.count == 1, tree.label(of: arguments[0]) == nil {
      (use, value) = ("Array", tree.value(of: arguments[0]))
    }
  default: break
  }
  guard let value else { return }
  let type = types.type(ofExpressionAt: value)
  let known = type.map { ($0.isOwn ? "own " : "") + $0.name + ($0.isOptional ? "?" : "") } ?? "-"
  let (first, last) = (tree.start(of: value), tree.end(of: value) - 1)
  print(path, use, tree.source[first].start, tree.source[last].start, known, separator: "\t")
}
