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
    pairNodesOfFiles(old.changed)
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
    // A new parameter changes the name as well.
    pairRest { $0.withoutLabels.without(code: true) }
    pairRenamed(rest.new, newKeys, rest.old, oldKeys)
  }

  /// Pairs what is renamed together with what it names, e.g. a test with the function that it
  /// calls: in its file, the code is the same but for the names that one side alone has.
  private mutating func pairRenamed(
    _ new: [Int], _ newKeys: [Key], _ others: [Int], _ otherKeys: [Key]
  ) {
    let new = zip(new, newKeys).filter { old[$0.0] == -1 }.map { ($0, $1.without(name: true)) }
    let others = zip(others, otherKeys).filter { !isTaken[$0.0] }
      .map { ($0, $1.without(name: true)) }
    let names = Set(new.flatMap { $1.names }).intersection(others.flatMap { $1.names })
    pair(
      new.filter { $1.isTelling }.map { ($0, $1.keeping(names)) },
      with: others.filter { $1.isTelling }.map { ($0, $1.keeping(names)) })
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
      // What stands behind the name, which may be another one on the other side.
      var start = node.range.lowerBound
      if node.range.contains(node.nameOffset) {
        let rest = file.source.bytes[node.nameOffset..<node.range.upperBound]
        start = rest.firstIndex { !$0.isPartOfName } ?? node.range.upperBound
      }
      self.code = file.source.bytes[start..<node.range.upperBound]
    }

    /// Without the types around it.
    var ofMember: Key {
      var key = self
      key.name = name.map { String(memberName(of: $0)) }
      return key
    }

    /// Whether it says which node is meant: an empty body is that of any.
    var isTelling: Bool { name != nil || kind != .implicitInitializer && 2 < code.count }

    /// Without the labels of arguments.
    var withoutLabels: Key {
      var key = self
      key.name = name.map { String($0.prefix { $0 != "(" }) }
      return key
    }

    /// Words and numbers in the code.
    var names: [ArraySlice<UInt8>] { code.split { !$0.isPartOfName } }

    /// All other names in the code are taken for the same.
    func keeping(_ names: Set<ArraySlice<UInt8>>) -> Key {
      var key = self
      var (kept, rest) = ([UInt8](), code)
      while let byte = rest.first {
        let name = rest.prefix { $0.isPartOfName }
        kept += name.isEmpty ? [byte] : names.contains(name) ? Array(name) : [UInt8(ascii: "_")]
        rest = rest.dropFirst(max(name.count, 1))
      }
      key.code = kept[...]
      return key
    }

    func without(path: Bool = false, name: Bool = false, code: Bool = false) -> Key {
      var key = self
      if path { key.path = nil }
      if name { (key.name, key.detail) = (nil, nil) }
      if code { key.code = [] }
      return key
    }
  }

  private mutating func pairNodesOfFiles(_ changed: Set<FilePath>) {
    let (newNodes, oldNodes) = (Self.nodesByFile(of: newCode), Self.nodesByFile(of: oldCode))
    let numbers = Dictionary(
      oldCode.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for (file, nodes) in newNodes.enumerated() {
      let path = newCode.files[file].path
      guard let number = numbers[path] else { continue }
      let others = oldNodes[number]
      if changed.contains(path) {
        pairEnds(of: nodes[...], with: others[...])
      } else if nodes.count == others.count {
        for (new, old) in zip(nodes, others) { pair(new, with: old) }
      } else {
        // A type whose other declarations are gone may have lost its implicit initializer.
        pair(
          nodes.map { ($0, Place(newCode.program.nodes[$0])) },
          with: others.map { ($0, Place(oldCode.program.nodes[$0])) })
      }
    }
  }

  /// Pairs the first and the last nodes of a file that have the same name and text, up to what is
  /// changed. It is for speed alone.
  private mutating func pairEnds(of new: ArraySlice<Int>, with others: ArraySlice<Int>) {
    var (new, others) = (new, others)
    while let first = new.first, let other = others.first, haveSameText(first, other) {
      pair(first, with: other)
      (new, others) = (new.dropFirst(), others.dropFirst())
    }
    while let last = new.last, let other = others.last, haveSameText(last, other) {
      pair(last, with: other)
      (new, others) = (new.dropLast(), others.dropLast())
    }
  }

  private func haveSameText(_ new: Int, _ other: Int) -> Bool {
    let (node, old) = (newCode.program.nodes[new], oldCode.program.nodes[other])
    guard node.kind == old.kind, node.kind != .implicitInitializer,
      node.range.count == old.range.count
    else { return false }
    func text(_ node: Program.Node, in code: TracedCode) -> ArraySlice<UInt8> {
      let start = min(node.nameOffset, node.range.lowerBound)
      return code.files[node.file].source.bytes[start..<node.range.upperBound]
    }
    return text(node, in: newCode) == text(old, in: oldCode)
      && newCode.program.name(ofNode: new) == oldCode.program.name(ofNode: other)
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

extension UInt8 {
  fileprivate var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}
