import Diagnostics

/// All files that are traced, linked by a graph of their code.
package struct Program: Sendable {
  /// A declaration, or a part of one, that code may be in.
  package struct Node: Sendable {
    package let kind: NodeKind
    /// The index of the file in the files that the program was made of.
    package let file: Int
    /// The offsets of the name, and of all of its code, from 0 in UTF-8 bytes.
    package let nameOffset: Int
    package let range: Range<Int>
    /// The index in the merged declarations.
    let declaration: Int32
    let parameter: Int32
  }

  /// A node that a trace starts from.
  package struct Entry: Sendable {
    package let node: Int
    /// The nodes that a test framework runs before and after it.
    package let around: [Int]
  }

  package private(set) var graph = Graph()
  package private(set) var nodes: [Node] = []
  package private(set) var notFollowed = NotFollowed()
  let files: MergedFiles
  /// The start of the nodes of each file; one more at the end.
  private let nodeStarts: [Int]
  /// The nodes of each file by their place, and the index in this order of the node around each; -1
  /// for none.
  private var inOrder: [Int32] = []
  private var around: [Int32] = []
  let entities: [TypeEntity]
  /// The type that each declaration declares or extends; -1 for none.
  let entityOf: [Int32]
  /// The nodes of the implicit initializers, by type.
  let implicitInitializers: [Int32: Int]
  /// The declarations directly in each declaration.
  let children: Rows
  /// - Parameters:
  ///   - files: the files in the order of their paths, which are relative to the root.
  ///   - manifests: each `Package.swift` below the root, with its path.
  package init(
    _ files: [(path: FilePath, summary: FileSummary)],
    manifests: [(path: FilePath, bytes: [UInt8])]
  ) {
    let modules = Modules(manifests)
    let paths = files.map(\.path.string)
    let linker = Linker(
      files.map(\.summary), modules: paths.map(modules.module), paths: paths)
    graph = linker.makeGraph()
    self.files = linker.files
    notFollowed = linker.files.notFollowed
    nodeStarts = linker.files.nodeStarts
    entities = linker.entities
    entityOf = linker.entityOf
    implicitInitializers = linker.implicitInitializers
    children = linker.children
    nodes = linker.files.nodes.map { node in
      Node(
        kind: node.kind, file: Int(linker.file(of: node.declaration)),
        nameOffset: Int(node.nameOffset), range: Int(node.start)..<Int(node.end),
        declaration: node.declaration, parameter: node.parameter)
    }
    for entity in linker.implicitEntities {
      let declaration = linker.entities[Int(entity)].declaration
      let offset = Int(self.files.declarations[Int(declaration)].nameOffset)
      nodes.append(
        Node(
          kind: .implicitInitializer, file: Int(linker.file(of: declaration)), nameOffset: offset,
          range: offset..<offset, declaration: declaration, parameter: -1))
    }
    orderNodes()
  }

  /// The innermost node around a place, by index; nil if the place is in no code.
  /// - Parameter offset: the offset from 0 in UTF-8 bytes.
  package func node(at offset: Int, inFile file: Int) -> Int? {
    var index = lastNode(startingUpTo: offset, inFile: file)
    while index != -1, !nodes[Int(inOrder[Int(index)])].range.contains(offset) {
      index = around[Int(index)]
    }
    return index == -1 ? nil : Int(inOrder[Int(index)])
  }

  /// The index in `inOrder` of the last node that starts up to a place; -1 for none.
  private func lastNode(startingUpTo offset: Int, inFile file: Int) -> Int32 {
    var (low, high) = (nodeStarts[file], nodeStarts[file + 1])
    while low < high {
      let middle = (low + high) / 2
      if nodes[Int(inOrder[middle])].range.lowerBound <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == nodeStarts[file] ? -1 : Int32(low - 1)
  }

  /// Sorts the nodes of each file by their place, and finds the one around each.
  private mutating func orderNodes() {
    inOrder = Array(0..<Int32(files.nodes.count))
    around = Array(repeating: -1, count: inOrder.count)
    for file in nodeStarts.indices.dropLast() {
      let part = nodeStarts[file]..<nodeStarts[file + 1]
      inOrder[part].sort { left, right in
        let (first, second) = (nodes[Int(left)].range, nodes[Int(right)].range)
        return (first.lowerBound, second.upperBound, left)
          < (second.lowerBound, first.upperBound, right)
      }
      var open: [Int] = []
      for index in part {
        let range = nodes[Int(inOrder[index])].range
        while let last = open.last,
          nodes[Int(inOrder[last])].range.upperBound < range.upperBound
        {
          open.removeLast()
        }
        around[index] = Int32(open.last ?? -1)
        open.append(index)
      }
    }
  }

  /// The nodes whose code is in a part of a file.
  package func nodes(in range: Range<Int>, ofFile file: Int) -> [Int] {
    let first = Int(lastNode(startingUpTo: range.lowerBound - 1, inFile: file))
    let end = Int(lastNode(startingUpTo: range.upperBound, inFile: file))
    guard end != -1 else { return [] }
    return inOrder[max(first + 1, nodeStarts[file])..<end + 1].map(Int.init)
      .filter { nodes[$0].range.upperBound <= range.upperBound }
  }

  /// The label of a default argument, or the name of the property with an initial value.
  package func detail(ofNode node: Int) -> String? {
    switch nodes[node].kind {
    case .defaultArgument:
      let parameter = files.parameters[Int(nodes[node].parameter)]
      return text(parameter.label == -1 ? parameter.name : parameter.label)
    case .initialValue:
      return text(files.declarations[Int(nodes[node].declaration)].name)
    default:
      return nil
    }
  }

  // MARK: - Names

  /// The name as the baseline writes it, e.g. `FeedModel.show(_:animated:)`; `-` at file level.
  package func name(ofNode node: Int) -> String {
    let name = name(of: nodes[node].declaration)
    return nodes[node].kind == .implicitInitializer ? name + ".init" : name
  }

  func name(of declaration: Int32) -> String {
    var parts: [String] = []
    var next = declaration
    while next != -1 {
      if let part = part(of: files.declarations[Int(next)]) { parts.append(part) }
      next = files.declarations[Int(next)].parent
    }
    return parts.isEmpty ? "-" : parts.reversed().joined(separator: ".")
  }

  func text(_ name: Int32) -> String {
    name == -1 ? "_" : String(decoding: files.names[Int(name)], as: UTF8.self)
  }

  private func part(of declaration: Declaration) -> String? {
    switch declaration.kind {
    case .file, .alias, .associatedType: return nil
    case .extensionOfType:
      let path = files.path(ofType: declaration.type)
      if path.isEmpty, declaration.type != -1 {
        return files.types[Int(declaration.type)].kind == .dictionary ? "Dictionary" : "Array"
      }
      return path.map(text).joined(separator: ".")
    case .function, .initializer, .subscripts:
      return text(declaration.name) + labels(of: declaration)
    case .macro: return "#" + text(declaration.name)
    default: return text(declaration.name)
    }
  }

  private func labels(of declaration: Declaration) -> String {
    let labels = files.parameters[declaration.parameters.range].map { text($0.label) + ":" }
    return "(" + labels.joined() + ")"
  }
}
