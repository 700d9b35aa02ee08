import CallGraph
import Diagnostics
import Reporters

/// Which nodes of the code before a change are which of the code after it. Files that are renamed
/// and declarations that are moved or renamed keep their nodes.
struct PairedNodes: Sendable {
  /// By node of the new code: that of the old code; -1 for none.
  private(set) var old: [Int]
  /// By node of the old code: whether it has a partner.
  private var isTaken: [Bool]
  private let newCode: TracedCode
  private let oldCode: TracedCode

  init(_ new: TracedCode, _ old: OldCode) {
    (newCode, oldCode) = (new, old.code)
    self.old = Array(repeating: -1, count: new.program.nodes.count)
    isTaken = Array(repeating: false, count: old.code.program.nodes.count)
    pairNodesOfUnchangedFiles(old.changed)
    let rest = (
      new: self.old.indices.filter { self.old[$0] == -1 },
      old: isTaken.indices.filter { !isTaken[$0] }
    )
    // What says more comes first: of functions with one name, those with the same code are paired.
    let newKeys = rest.new.map { Key(of: $0, in: newCode) }
    let oldKeys = rest.old.map { Key(of: $0, in: oldCode) }
    func pairRest(_ part: (Key) -> Key) {
      pair(
        zip(rest.new, newKeys.map(part)).filter { $1.isTelling },
        with: zip(rest.old, oldKeys.map(part)).filter { $1.isTelling })
    }
    pairRest { $0 }
    pairRest { $0.without(code: true) }
    pairRest { $0.without(path: true) }
    pairRest { $0.without(path: true, code: true) }
    // Of a renamed type the members have their names, of a renamed function the code is the same.
    pairRest { $0.ofMember.without(code: true) }
    pairRest { $0.without(path: true, name: true) }
  }

  /// What a node is known by.
  private struct Key: Hashable {
    let kind: NodeKind
    var path: FilePath?
    var name: String?
    var detail: String?
    var code: ArraySlice<UInt8> = []

    init(of number: Int, in code: TracedCode) {
      let node = code.program.nodes[number]
      let file = code.files[node.file]
      kind = node.kind
      path = file.path
      name = code.program.name(ofNode: number)
      detail = code.program.detail(ofNode: number)
      self.code = file.source.bytes[node.range]
    }

    /// Without the types around it.
    var ofMember: Key {
      var key = self
      key.name = name.map { String(memberName(of: $0)) }
      return key
    }

    /// Whether it says which node is meant: an empty body is that of any.
    var isTelling: Bool { name != nil || kind != .implicitInitializer && 2 < code.count }

    func without(path: Bool = false, name: Bool = false, code: Bool = false) -> Key {
      var key = self
      if path { key.path = nil }
      if name { (key.name, key.detail) = (nil, nil) }
      if code { key.code = [] }
      return key
    }
  }

  private mutating func pairNodesOfUnchangedFiles(_ changed: Set<FilePath>) {
    let (newNodes, oldNodes) = (Self.nodesByFile(of: newCode), Self.nodesByFile(of: oldCode))
    let numbers = Dictionary(
      oldCode.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for (file, nodes) in newNodes.enumerated() {
      let path = newCode.files[file].path
      guard !changed.contains(path), let number = numbers[path] else { continue }
      let others = oldNodes[number]
      if nodes.count == others.count {
        for (new, old) in zip(nodes, others) { pair(new, with: old) }
      } else {
        // A type whose other declarations are gone may have lost its implicit initializer.
        pair(
          nodes.map { ($0, Place(newCode.program.nodes[$0])) },
          with: others.map { ($0, Place(oldCode.program.nodes[$0])) })
      }
    }
  }

  private struct Place: Hashable {
    let kind: NodeKind
    let range: Range<Int>

    init(_ node: Program.Node) { (kind, range) = (node.kind, node.range) }
  }

  private static func nodesByFile(of code: TracedCode) -> [[Int]] {
    var nodes = [[Int]](repeating: [], count: code.files.count)
    for (number, node) in code.program.nodes.enumerated() { nodes[node.file].append(number) }
    return nodes
  }

  private mutating func pair(_ new: Int, with other: Int) {
    old[new] = other
    isTaken[other] = true
  }

  /// Pairs what has one key, in the order of the nodes.
  private mutating func pair<Key: Hashable>(
    _ new: some Sequence<(Int, Key)>, with others: some Sequence<(Int, Key)>
  ) {
    var nodes: [Key: [Int]] = [:]
    for (node, key) in others where !isTaken[node] { nodes[key, default: []].append(node) }
    var next: [Key: Int] = [:]
    for (node, key) in new where old[node] == -1 {
      guard let candidates = nodes[key] else { continue }
      let index = next[key, default: 0]
      guard index < candidates.count else { continue }
      next[key] = index + 1
      pair(node, with: candidates[index])
    }
  }
}
