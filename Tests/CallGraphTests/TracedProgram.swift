import Diagnostics

@testable import CallGraph

/// Swift files that are linked, and what their graph says. Each `Date()` and `Date.init` in them is a
/// cause.
struct TracedProgram {
  let program: Program
  /// By file: its text.
  private let texts: [String]

  /// One file of the module `App`.
  init(_ text: String) { self.init(["Sources/App/File.swift": text]) }

  /// - Parameter files: by path from the root. A `Package.swift` is also a manifest.
  init(_ files: [String: String]) {
    let files = files.sorted { $0.key < $1.key }
    texts = files.map(\.value)
    let summaries = files.map { path, text in
      (path: FilePath(path), summary: FileSummary(of: Array(text.utf8)))
    }
    let manifests = files.filter { $0.key.hasSuffix("Package.swift") }.map { path, text in
      (path: FilePath(path), bytes: Array(text.utf8))
    }
    program = Program(summaries, manifests: manifests)
  }

  // MARK: - Nodes

  /// What a node is, and of what: `Store.stamp()`, `now: of Store.init(now:)`.
  func label(_ node: Int) -> String {
    let name = program.name(ofNode: node)
    switch program.nodes[node].kind {
    case .defaultArgument: return "\(program.detail(ofNode: node) ?? "?"): of \(name)"
    case .initialValue: return "initial value of \(name)"
    case .setter: return "setter of \(name)"
    case .observer: return "observer of \(name)"
    case .storedClosure: return "closure in \(name)"
    case .topLevel: return "top level"
    default: return name
    }
  }

  /// The nodes with a label, which several may have in both branches of an `#if`.
  private func nodes(_ label: String) -> [Int] {
    program.nodes.indices.filter { self.label($0) == label }
  }

  private func hop(_ how: HopKind, to node: Int) -> String {
    switch how {
    case .initialValue: label(node)
    case .defaultArgument: "default argument \(label(node))"
    case .runsAround: "runs \(label(node))"
    default: "\(how) \(label(node))"
    }
  }

  /// Where nodes with a label lead to, in the order of the source; nil if there is no such node.
  func edges(_ label: String) -> [String]? {
    let nodes = nodes(label)
    guard !nodes.isEmpty else { return nil }
    return nodes.flatMap { node in
      program.graph.edges(of: node).map { hop($0.how, to: Int($0.target)) }
    }
  }

  // MARK: - Ways

  /// The places of the causes, by node.
  private var causes: [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    for (file, text) in texts.enumerated() {
      for cause in ["Date()", "Date.init"] {
        for range in text.ranges(of: cause) {
          let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
          if let node = program.node(at: start, inFile: file) {
            found[node, default: []].append(start)
          }
        }
      }
    }
    return found
  }

  /// The nodes of members whose implementations always count, or where a trace ends.
  private func flags(_ labels: [String]) -> [Bool] {
    let nodes = Set(labels.flatMap(nodes))
    return program.nodes.indices.map(nodes.contains)
  }

  /// The shortest way of an entry to the nearest cause, hop by hop.
  /// - Parameters:
  ///   - through: labels of the members whose implementations all count.
  ///   - seams: labels of what ends the trace.
  /// - Returns: empty if the cause is in the entry itself; nil if it can reach none.
  func way(
    from label: String, dispatch: Dispatch = .made, through: [String] = [], seams: [String] = []
  ) -> [String]? {
    guard let node = nodes(label).first else { return ["there is no '\(label)'"] }
    return way(
      from: Program.Entry(node: node, around: []), dispatch, flags(through), flags(seams))
  }

  private func way(
    from entry: Program.Entry, _ dispatch: Dispatch, _ isFollowed: [Bool] = [],
    _ isSeam: [Bool] = []
  ) -> [String]? {
    let causes = causes
    var search = Search(
      program.graph, goals: program.nodes.indices.map { causes[$0] != nil }, dispatch: dispatch,
      isSeam: isSeam, isFollowed: isFollowed)
    let steps = search.steps(from: entry.node, around: entry.around)
    let first = steps.first { step in
      (causes[step.node] ?? []).contains { search.runs(at: $0, in: step).isRun }
    }
    guard var step = first else { return nil }
    var way: [String] = []
    while step.previous != -1 {
      way.append(hop(step.how, to: step.node))
      step = steps[step.previous]
    }
    return way.reversed()
  }

  /// The number of branches on the way in the fewest; nil if there is none.
  /// - Parameter followsBranches: whether the search goes on in branches.
  func branchCount(from label: String, followsBranches: Bool = true) -> Int? {
    let causes = causes
    var search = Search(
      program.graph, goals: program.nodes.indices.map { causes[$0] != nil },
      followsBranches: followsBranches)
    let counts = search.steps(from: nodes(label)[0]).flatMap { step in
      (causes[step.node] ?? []).map { search.runs(at: $0, in: step) }.filter(\.isRun).map {
        Int(step.branchCount) + ($0.isInBranch ? 1 : 0)
      }
    }
    return counts.min()
  }

  /// The tests, by name, with their way to the nearest cause; nil if a test can reach none.
  var tests: [String: [String]?] {
    let found = program.tests.map { ($0.name, way(from: $0.entry, .made)) }
    return Dictionary(found) { first, _ in first }
  }
}

/// Where a node of one file leads to; nil if there is no such node.
func edges(_ label: String, in text: String) -> [String]? { TracedProgram(text).edges(label) }
