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
  /// Whether ways lead through branches about which nothing known decides.
  package let followsBranches: Bool

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
      let goals = numbers.map { number in
        let cause = causes[number]
        let isTraced = !cause.isAllowed || goesThroughAllowed || cause.trace.goesThroughAllowed
        let isDefault =
          code.program.nodes[cause.node].kind == .defaultArgument
          && cause.finding.verdict == .allowedBySettings(reason: defaultArgumentReason)
        return TraceGoals.Goal(
          number: number, node: cause.node, offset: cause.finding.range.lowerBound,
          isTraced: isTraced, isDefault: isDefault)
      }
      let search = code.search(for: isGoal, trace, dispatch, followsBranches: followsBranches)
      return TraceGoals(search, goals, code.program.nodes, followsBranches: followsBranches)
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
  package func search(
    for goals: [Bool], _ trace: Rule.Trace, _ dispatch: Dispatch, followsBranches: Bool
  ) -> Search {
    Search(
      program.graph, goals: goals, dispatch: dispatch, isSeam: isNode(in: trace.seams),
      isFollowed: isNode(in: trace.through), followsBranches: followsBranches)
  }
}

/// The causes that one search looks for.
private struct TraceGoals: Sendable {
  /// A cause: its index, its place, and whether it is reported.
  struct Goal {
    let number, node, offset: Int
    let isTraced: Bool
    /// Whether it is allowed for being a default argument.
    let isDefault: Bool
  }

  private let nodes: [Program.Node]
  private var search: Search
  private let followsBranches: Bool
  /// The causes by node, and the index of the first one of each node; -1 for none.
  private let goals: [Goal]
  private var first: [Int32]
  /// The last entry that reached each cause, by index in `goals`, and the number of this entry.
  private var seen: [UInt32]
  private var entry: UInt32 = 0

  init(_ search: Search, _ goals: [Goal], _ nodes: [Program.Node], followsBranches: Bool) {
    (self.search, self.nodes, self.followsBranches) = (search, nodes, followsBranches)
    self.goals = goals.sorted { ($0.node, $0.number) < ($1.node, $1.number) }
    seen = Array(repeating: 0, count: goals.count)
    first = Array(repeating: -1, count: search.graph.nodeCount)
    for (index, goal) in self.goals.enumerated().reversed() { first[goal.node] = Int32(index) }
  }

  mutating func addCauses(reachedBy entry: TracedEntry, to reached: inout ReachedCauses) {
    let steps = search.steps(from: entry.node, around: entry.around)
    if search.endsAtSeam { reached.endsAtSeam = true }
    if search.endsInBranch { reached.endsInBranch = true }
    self.entry += 1
    var found: [(cause: Int32, isInBranch: Bool)] = []
    var ends: [Int] = []
    for (index, step) in steps.enumerated() where first[step.node] != -1 {
      for number in Int(first[step.node])..<goals.count {
        let goal = goals[number]
        guard goal.node == step.node else { break }
        let (isRun, isInBranch) = search.runs(at: goal.offset, in: step)
        guard isRun else { continue }
        // A call in the file of the entry that leaves the argument out has forgotten it.
        let isForgotten =
          goal.isDefault && step.how == .defaultArgument && step.previous != -1
          && nodes[steps[step.previous].node].file == nodes[entry.node].file
        guard goal.isTraced || isForgotten else {
          reached.endsAtAllowed = true
          continue
        }
        guard !isInBranch || followsBranches else {
          reached.endsInBranch = true
          continue
        }
        if seen[number] == self.entry { continue }
        seen[number] = self.entry
        found.append((Int32(goal.number), isInBranch))
        ends.append(index)
      }
    }
    let indexes = reached.steps.append(waysTo: ends, of: steps)
    reached.ways += zip(found, indexes).map { ($0.cause, Int32($1), $0.isInBranch) }
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
  /// The ways in the order of the causes: the index of the cause, that of the last step to it, and
  /// whether the cause is in a branch there.
  var ways: [(cause: Int32, step: Int32, isInBranch: Bool)] = []
  /// The steps of all ways, which begin with the entry's own.
  var steps: [Search.Step] = []
  /// Whether it reaches a use that is allowed, too.
  var endsAtAllowed = false
  /// Whether a seam is before code that may reach a cause.
  var endsAtSeam = false
  /// Whether it reaches a cause in a branch that was not followed.
  var endsInBranch = false
  /// Whether ways are dropped, since others are nearer to their causes.
  var hasFartherWays = false

  mutating func keepWays(where isKept: (_ cause: Int, _ rank: WayRank) -> Bool) {
    ways = ways.filter {
      isKept(Int($0.cause), WayRank(steps[Int($0.step)], endsInBranch: $0.isInBranch))
    }
    let all = steps
    steps = []
    let indexes = steps.append(waysTo: ways.map { Int($0.step) }, of: all)
    for (way, index) in indexes.enumerated() { ways[way].step = Int32(index) }
  }
}
