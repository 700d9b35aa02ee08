import CallGraph
import Diagnostics

/// What each of some functions can reach in a graph.
struct Reach {
  let graph: Graph
  /// By function: its node; nil if the graph has none.
  let entries: [Int?]
  /// By node: the causes in it.
  let causes: [Int: [Int]]
  /// By function.
  private(set) var reached: [Set<Int>] = []

  /// - Parameter causes: by cause: the node that it is in; nil if it is in none.
  init(_ graph: Graph, entries: [Int?], causes: [Int?]) {
    self.graph = graph
    self.entries = entries
    var byNode: [Int: [Int]] = [:]
    for (cause, node) in causes.enumerated() {
      if let node { byNode[node, default: []].append(cause) }
    }
    self.causes = byNode
    reached = entries.map { _ in [] }
    var search = search
    for (function, entry) in entries.enumerated() {
      guard let entry else { continue }
      for step in search.steps(from: entry) {
        if let causes = byNode[step.node] { reached[function].formUnion(causes) }
      }
    }
  }

  var search: Search {
    Search(graph, goals: (0..<graph.nodeCount).map { causes[$0] != nil })
  }

  /// The functions that reach something.
  var functions: Set<Int> { Set(reached.indices.filter { !reached[$0].isEmpty }) }

  /// The shortest ways from a function to what it reaches, each from the cause back to the function;
  /// then those to what makes the types whose implementations are on the way.
  func ways(
    from function: Int, to wanted: Set<Int>, _ search: inout Search
  ) -> [(cause: Int, way: [Link])] {
    guard let entry = entries[function] else { return [] }
    let steps = search.steps(from: entry)
    var ways: [(cause: Int, way: [Link])] = []
    for (index, step) in steps.enumerated() {
      for cause in (causes[step.node] ?? []).filter(wanted.contains) {
        var links = way(to: index, steps)
        for link in links where link.isDispatch {
          let maker = steps.firstIndex {
            graph.makesType[$0.node] && graph.types[$0.node] == graph.types[link.target]
          }
          if let maker { links += way(to: maker, steps) }
        }
        ways.append((cause, links))
      }
    }
    return ways
  }

  private func way(to index: Int, _ steps: [Search.Step]) -> [Link] {
    var links: [Link] = []
    var index = index
    while steps[index].previous != -1 {
      let step = steps[index]
      links.append(
        Link(
          source: steps[step.previous].node, target: step.node, how: step.how, offset: step.offset))
      index = step.previous
    }
    return links
  }
}

/// An edge, or an implementation of a member, and where it is in the source's file.
struct Link: Hashable {
  let source: Int
  let target: Int
  let how: HopKind
  let offset: Int

  var isDispatch: Bool { how == .implements || how == .overrides }
}
