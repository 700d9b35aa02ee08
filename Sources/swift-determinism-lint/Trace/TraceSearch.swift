import CallGraph

/// What is looked for, and from where.
struct TraceSearch {
  /// In the order of their places.
  let causes: [TracedCode.Cause]
  /// Not empty.
  let entries: [TracedEntry]
  /// What was asked about by its name or place; nil for all entries of a kind.
  let named: String?
  /// Whether the ways to causes that are allowed are reported.
  private let goesThroughAllowed: Bool
  private let dispatch: Dispatch
  /// By node: the causes in it, by index.
  private let causesOfNodes: [Int: [Int]]

  init(
    _ causes: [TracedCode.Cause], from entries: [TracedEntry], named: String?,
    _ options: TraceOptions
  ) {
    (self.causes, self.entries, self.named) = (causes, entries, named)
    (goesThroughAllowed, dispatch) = (options.goesThroughAllowed, options.dispatch)
    causesOfNodes = Dictionary(grouping: causes.indices) { causes[$0].node }
  }

  /// Searches from each entry, on several threads.
  /// - Parameter deliver: takes what some of the entries reach, in their order.
  func run(in program: Program, jobs: Int?, deliver: ([ReachedCauses]) -> Void) {
    var isGoal = [Bool](repeating: false, count: program.graph.nodeCount)
    for cause in causes { isGoal[cause.node] = true }
    let search = Search(program.graph, goals: isGoal, dispatch: dispatch)
    let goals = isGoal
    let chunks = stride(from: 0, to: entries.count, by: chunkSize).map {
      $0..<min($0 + chunkSize, entries.count)
    }
    workInOrder(
      on: chunks, jobs: jobs, makeWorker: { SearchMemory(search) },
      work: { memory, chunk in
        chunk.map { reached(by: entries[$0], goals, using: memory) }
      },
      size: { _ in 0 },
      deliver: { _, results in
        deliver(results)
        return true
      })
  }

  private func reached(
    by entry: TracedEntry, _ isGoal: [Bool], using memory: SearchMemory
  ) -> ReachedCauses {
    let steps = memory.search.steps(from: entry.node, around: entry.around)
    var reached = ReachedCauses()
    for index in steps.indices where isGoal[steps[index].node] {
      let causes = causesOfNodes[steps[index].node] ?? []
      let traced = causes.filter { goesThroughAllowed || !self.causes[$0].isAllowed }
      if traced.count < causes.count { reached.endsAtAllowed = true }
      guard !traced.isEmpty else { continue }
      var way = [steps[index]]
      while 0 <= way[way.count - 1].previous { way.append(steps[way[way.count - 1].previous]) }
      way.reverse()
      reached.ways += traced.map { (cause: $0, steps: way) }
    }
    reached.ways.sort { $0.cause < $1.cause }
    return reached
  }
}

/// How many entries a thread takes at a time.
private let chunkSize = 16

/// What a thread reuses from entry to entry.
private final class SearchMemory {
  var search: Search

  init(_ search: Search) { self.search = search }
}

/// What an entry can reach.
struct ReachedCauses: Sendable {
  /// In the order of the causes, which are given by index; the steps begin with the entry's own.
  var ways: [(cause: Int, steps: [Search.Step])] = []
  /// Whether it reaches a use that is allowed, too.
  var endsAtAllowed = false
}
