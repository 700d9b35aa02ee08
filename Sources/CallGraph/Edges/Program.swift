import Diagnostics

/// All files that are traced, linked: which declaration leads to which.
package struct Program: Sendable {
  /// A declaration, or a part of one, that code may be in.
  package struct Node: Sendable {
    package let kind: NodeKind
    /// By index in the files that the program was made of.
    package let file: Int
    /// Offsets from 0 in UTF-8 bytes: of the name, and of all of its code.
    package let nameOffset: Int
    package let range: Range<Int>
    /// In the merged declarations.
    let declaration: Int32
    let parameter: Int32
  }

  /// What is traced from.
  package struct Entry: Sendable {
    package let node: Int
    /// What a test framework runs before and after it.
    package let around: [Int]
  }

  package private(set) var graph = Graph()
  package private(set) var nodes: [Node] = []
  package private(set) var notFollowed = NotFollowed()
  let files: MergedFiles
  /// By file: where its nodes begin; one more at the end.
  private let nodeStarts: [Int]
  /// By type: its superclass, and whether it is foreign.
  let superclasses: [Int32]
  let isForeign: [Bool]
  let typeNames: [Int32]
  let entityOf: [Int32]
  /// By type: the node of its implicit initializer.
  let implicitInitializers: [Int32: Int]
  /// By declaration: those directly in it.
  let children: Rows
  /// By type: its declarations.
  let typeDeclarations: [[Int32]]

  /// - Parameters:
  ///   - files: in the order of their paths, which are relative to the root.
  ///   - manifests: each `Package.swift` below the root, with its path.
  ///   - answer: what a compiler says that a reference in a file at an offset means, in place of
  ///     what the tokens say.
  package init(
    _ files: [(path: FilePath, summary: FileSummary)],
    manifests: [(path: FilePath, bytes: [UInt8])],
    answer: ((_ file: Int, _ offset: Int) -> [Definition]?)? = nil
  ) {
    let modules = Modules(manifests)
    let paths = files.map(\.path.string)
    let linker = Linker(
      files.map(\.summary), moduleNames: paths.map(modules.module), paths: paths, answer: answer)
    graph = linker.makeGraph()
    self.files = linker.files
    notFollowed = linker.files.notFollowed
    nodeStarts = linker.files.nodeStarts
    superclasses = linker.entities.map(\.superclass)
    isForeign = linker.entities.map(\.isForeign)
    typeNames = linker.entities.map(\.name)
    entityOf = linker.entityOf
    implicitInitializers = linker.implicitInitializers
    children = linker.children
    typeDeclarations = linker.entities.map(\.declarations)
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
  }

  /// The innermost node around a place, by index; nil if the place is in no code.
  /// - Parameter offset: from 0 in UTF-8 bytes.
  package func node(at offset: Int, inFile file: Int) -> Int? {
    var found: Int?
    for index in nodeStarts[file]..<nodeStarts[file + 1] where nodes[index].range.contains(offset) {
      if let known = found, nodes[known].range.count < nodes[index].range.count { continue }
      found = index
    }
    return found
  }

  /// The nodes whose code is in a part of a file.
  package func nodes(in range: Range<Int>, ofFile file: Int) -> [Int] {
    (nodeStarts[file]..<nodeStarts[file + 1]).filter { index in
      range.lowerBound <= nodes[index].range.lowerBound
        && nodes[index].range.upperBound <= range.upperBound
    }
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

  /// As the baseline writes scopes, e.g. `FeedModel.show(_:animated:)`; `-` at file level.
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
      var path: [String] = []
      var type = declaration.type
      while type != -1, files.types[Int(type)].kind == .nominal {
        path.insert(text(files.types[Int(type)].name), at: 0)
        type = files.types[Int(type)].base
      }
      if path.isEmpty, type != -1 {
        return files.types[Int(type)].kind == .dictionary ? "Dictionary" : "Array"
      }
      return path.joined(separator: ".")
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
