import CallGraph
import Commands
import Pipeline
import Rules

/// A search for causes, and where it starts.
package struct TraceSearch {
  /// The causes in the order of their places.
  var causes: [TracedCode.Cause]
  package var entries: [TracedEntry]
  package let origin: TraceOptions.Origin
  /// Whether rules say where it begins, rather than the command line.
  let isChosenByRules: Bool
  /// The name of the function that was asked about; nil for all entries of a kind.
  package let named: String?
  /// Whether the question was who can reach one place.
  let isAboutPlace: Bool
  /// Whether the ways to causes that are allowed are reported, whatever their rules say.
  package let goesThroughAllowed: Bool
  package let dispatch: Dispatch

  /// Searches from each entry, on several threads.
  /// - Parameter deliver: takes the causes reached by some entries, in their order.
  package func run(in code: TracedCode, jobs: Int?, deliver: ([ReachedCauses]) -> Void) {
    let chunks = stride(from: 0, to: entries.count, by: chunkSize).map {
      $0..<min($0 + chunkSize, entries.count)
    }
    let goals = self.goals(in: code)
    workInOrder(
      on: chunks, jobs: jobs, makeWorker: { SearchMemory(goals) },
      work: { memory, chunk in chunk.map { memory.causesReached(by: entries[$0]) } },
      size: { _ in 0 },
      deliver: { _, results in
        deliver(results)
        return true
      })
  }

  /// The searches: one finds all causes for which a trace ends, and goes on, at the same places.
  private func goals(in code: TracedCode) -> [TraceGoals] {
    var groups: [(trace: Rule.Trace, causes: [Int])] = []
    for (number, cause) in causes.enumerated() {
      let group = groups.firstIndex {
        ($0.trace.seams, $0.trace.through) == (cause.trace.seams, cause.trace.through)
      }
      if let group {
        groups[group].causes.append(number)
      } else {
        groups.append((cause.trace, [number]))
      }
    }
    return groups.map { trace, numbers in
      let isGoal = isNode(of: numbers, in: code.program)
      var goals = TraceGoals(
        code.search(for: isGoal, trace, dispatch), isGoal, code.program.nodes)
      for number in numbers {
        let cause = causes[number]
        let isTraced = !cause.isAllowed || goesThroughAllowed || cause.trace.goesThroughAllowed
        goals.add(number, cause, isTraced: isTraced)
      }
      return goals
    }
  }

  /// Whether one of the causes is in a node, by node.
  private func isNode(of numbers: [Int], in program: Program) -> [Bool] {
    var isGoal = [Bool](repeating: false, count: program.graph.nodeCount)
    for number in numbers { isGoal[causes[number].node] = true }
    return isGoal
  }
}

extension TracedCode {
  /// A search that ends, and goes on, where a rule says so.
  /// - Parameter goals: whether a node is looked for, by node.
  package func search(for goals: [Bool], _ trace: Rule.Trace, _ dispatch: Dispatch) -> Search {
    Search(
      program.graph, goals: goals, dispatch: dispatch, isSeam: isNode(in: trace.seams),
      isFollowed: isNode(in: trace.through))
  }
}

extension [Search.Step] {
  /// The steps that lead to the one at `index`, first to last.
  package func way(to index: Int) -> [Search.Step] {
    var way = [self[index]]
    while let last = way.last, 0 <= last.previous { way.append(self[last.previous]) }
    return way.reversed()
  }
}

/// The causes that one search looks for.
private struct TraceGoals: Sendable {
  var search: Search
  /// Whether a cause is in a node, by node.
  private let isGoal: [Bool]
  /// The causes by node: the index, the place, and whether it is reported.
  private var causes: [Int: [Goal]] = [:]
  private let nodes: [Program.Node]

  private struct Goal {
    let number, offset: Int
    let isTraced: Bool
    /// Whether it is allowed for being a default argument.
    let isDefault: Bool
  }

  init(_ search: Search, _ isGoal: [Bool], _ nodes: [Program.Node]) {
    (self.search, self.isGoal, self.nodes) = (search, isGoal, nodes)
  }

  mutating func add(_ number: Int, _ cause: TracedCode.Cause, isTraced: Bool) {
    let offset = cause.finding.range.lowerBound
    let isDefault =
      nodes[cause.node].kind == .defaultArgument
      && cause.finding.verdict == .allowedBySettings(reason: defaultArgumentReason)
    causes[cause.node, default: []].append(
      Goal(number: number, offset: offset, isTraced: isTraced, isDefault: isDefault))
  }

  mutating func addCauses(reachedBy entry: TracedEntry, to reached: inout ReachedCauses) {
    let steps = search.steps(from: entry.node, around: entry.around)
    var seen: Set<Int> = []
    for index in steps.indices where isGoal[steps[index].node] {
      let step = steps[index]
      let found = causes[step.node, default: []].filter {
        search.graph.runs(at: $0.offset, in: step)
      }
      // A call in the file of the entry that leaves the argument out has forgotten it.
      let isForgotten =
        step.how == .defaultArgument && step.previous != -1
        && nodes[steps[step.previous].node].file == nodes[entry.node].file
      let traced = found.filter { $0.isTraced || $0.isDefault && isForgotten }
      if traced.count < found.count { reached.endsAtAllowed = true }
      let new = traced.filter { seen.insert($0.number).inserted }
      if new.isEmpty { continue }
      let way = steps.way(to: index)
      reached.ways += new.map { ($0.number, way) }
    }
  }
}

/// The reason that the engine gives for what `default-arguments` allows.
private let defaultArgumentReason = "default-arguments: allow"

/// The number of entries that a thread takes at a time.
private let chunkSize = 16

/// The memory that a thread reuses from entry to entry.
private final class SearchMemory {
  private var goals: [TraceGoals]

  init(_ goals: [TraceGoals]) { self.goals = goals }

  func causesReached(by entry: TracedEntry) -> ReachedCauses {
    var reached = ReachedCauses()
    for index in goals.indices { goals[index].addCauses(reachedBy: entry, to: &reached) }
    reached.ways.sort { $0.cause < $1.cause }
    return reached
  }
}

/// The causes that an entry can reach.
package struct ReachedCauses: Sendable {
  /// The ways in the order of the causes: the index of the cause, and the steps to it, which begin
  /// with the entry's own.
  var ways: [(cause: Int, steps: [Search.Step])] = []
  /// Whether it reaches a use that is allowed, too.
  var endsAtAllowed = false
}
