import CallGraph
import Diagnostics

/// The graph that the tool links from the tokens of all files below a root.
struct TokenGraph {
  /// Without what stands in code that was not compiled.
  let graph: Graph
  let program: Program
  /// By file.
  let sources: [Source]
  /// By path.
  let fileNumbers: [String: Int]
  private let nodesByName: [Name: Int]

  private struct Name: Hashable {
    let kind: NodeKind
    let file: Int
    let offset: Int
  }

  /// - Parameter isCompiled: of the file by path, at an offset in it.
  init(_ sources: [Source], root: String, isCompiled: (String, Int) -> Bool) {
    func path(_ source: Source) -> FilePath {
      FilePath(String(source.path.dropFirst(root.utf8.count + 1)))
    }
    let sources = sources.map { (path: path($0), source: $0) }.sorted { $0.path < $1.path }
    program = Program(
      sources.map { ($0.path, FileSummary(of: $0.source.bytes)) },
      manifests: sources.filter { $0.source.path.hasSuffix("/Package.swift") }
        .map { ($0.path, $0.source.bytes) })
    fileNumbers = Dictionary(
      uniqueKeysWithValues: sources.enumerated().map { ($0.element.source.path, $0.offset) })
    self.sources = sources.map(\.source)
    let files = sources.map(\.source.path)
    let nodes = program.nodes
    graph = program.graph.filtered { source, edge in
      isCompiled(files[nodes[source].file], Int(edge.offset))
    }
    nodesByName = Dictionary(
      program.nodes.enumerated().map {
        (
          Name(kind: $0.element.kind, file: $0.element.file, offset: $0.element.nameOffset),
          $0.offset
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The node of a piece of code: that of its name, else the innermost where it begins.
  func node(of code: Code, in path: String) -> Int? {
    guard let file = fileNumbers[path] else { return nil }
    let named = nodesByName[Name(kind: code.kind.ofTool, file: file, offset: code.nameOffset)]
    if named != nil || code.range.isEmpty { return named }
    return program.node(at: code.bodyOffset, inFile: file)
  }
}

extension Graph {
  /// A copy with some of the edges, whatever values they pass: the index knows none.
  func filtered(_ isKept: (Int, Edge) -> Bool) -> Graph {
    var copy = Graph()
    copy.superclasses = superclasses
    copy.implementations = implementations
    for node in 0..<nodeCount {
      _ = copy.addNode(type: Int(types[node]), makesType: makesType[node])
      for edge in edges(of: node) where isKept(node, edge) { copy.add(edge, from: node) }
    }
    return copy
  }
}

extension Code.Kind {
  fileprivate var ofTool: NodeKind {
    switch self {
    case .function: .function
    case .initializer: .initializer
    case .implicitInitializer: .implicitInitializer
    case .deinitializer: .deinitializer
    case .getter: .getter
    case .setter: .setter
    case .observer: .observer
    case .initialValue: .initialValue
    case .defaultArgument: .defaultArgument
    case .enumCase: .enumCase
    case .topLevel: .topLevel
    case .macro: .macro
    case .storedClosure: .storedClosure
    }
  }
}
