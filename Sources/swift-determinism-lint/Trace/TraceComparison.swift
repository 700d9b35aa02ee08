import CallGraph
import Diagnostics
import RuleEngine
import Rules

/// What lets an entry reach a cause that it could not reach before a change.
enum FirstNewStep: Sendable {
  /// A step of the way, by index; the entry's own, which no hop leads to, is none.
  case way(Int)
  /// The use itself.
  case use
  /// The hop between two steps beside the way. It leads to where a type is made, and the way goes
  /// on to a member of that type.
  case making(Search.Step, Search.Step)
  /// The declaration that the second of two steps leads to. It is new, and what leads there was
  /// written before: a call uses a new default argument.
  case declaration(Search.Step, Search.Step)
}

/// Compares what can be reached with what could be reached before a change.
struct TraceComparison: Sendable {
  private let search: TraceSearch
  private let new: TracedCode
  private let old: TracedCode
  private let nodes: PairedNodes
  private let oldCauses: [TracedCode.Cause]
  /// By cause: the causes in the old code that are the same, by index.
  private let sameCauses: [[Int]]
  /// By entry: that in the old code; nil for an entry that is new.
  private let oldEntries: [TracedEntry?]

  init(_ search: TraceSearch, _ new: TracedCode, _ old: OldCode) {
    (self.search, self.new, self.old) = (search, new, old.code)
    nodes = PairedNodes(new, old)
    oldCauses = old.code.causes
    sameCauses = Self.sameCauses(search.causes, in: new, oldCauses, in: old.code, nodes)
    oldEntries = Self.oldEntries(of: search, in: old.code, nodes)
  }

  /// The ways to what could not be reached before, each with what opens it.
  /// - Parameter found: by entry.
  func newWays(among found: [ReachedCauses], jobs: Int?) -> [ReachedCauses] {
    var found = found
    let reached = causesReachedBefore(among: found, jobs: jobs)
    for entry in found.indices {
      found[entry].ways.removeAll { way in
        sameCauses[way.cause].contains { reached[entry].contains($0) }
      }
    }
    let numbers = found.indices.filter { !found[$0].ways.isEmpty }
    workInOrder(
      on: numbers, jobs: jobs, makeWorker: { SearchesByRule(self) },
      work: { [found] searches, entry in
        found[entry].ways.map { firstNewStep(of: $0, from: entry, using: searches) }
      },
      size: { _ in 0 },
      deliver: { entry, steps in
        for (way, step) in steps.enumerated() { found[entry].ways[way].firstNew = step }
        return true
      })
    return found
  }

  /// By entry: the causes in the old code, by index.
  private func causesReachedBefore(among found: [ReachedCauses], jobs: Int?) -> [Set<Int>] {
    var reached = [Set<Int>](repeating: [], count: found.count)
    let numbers = found.indices.filter { !found[$0].ways.isEmpty && oldEntries[$0] != nil }
    let before = TraceSearch(
      causes: oldCauses, entries: numbers.compactMap { oldEntries[$0] }, origin: search.origin,
      isChosenByRules: search.isChosenByRules,
      named: search.named, isAboutPlace: search.isAboutPlace,
      goesThroughAllowed: search.goesThroughAllowed, dispatch: search.dispatch)
    var rest = numbers[...]
    before.run(in: old, jobs: jobs) { results in
      for result in results {
        guard let entry = rest.popFirst() else { return }
        reached[entry] = Set(result.ways.map(\.cause))
      }
    }
    return reached
  }

  // MARK: - What is the same

  /// A cause is the same as one with its key, and as one that only moved: with the code around it,
  /// or to another declaration, line and all.
  private static func sameCauses(
    _ causes: [TracedCode.Cause], in new: TracedCode, _ oldCauses: [TracedCode.Cause],
    in old: TracedCode, _ nodes: PairedNodes
  ) -> [[Int]] {
    var (byKey, byNode, byLine) = ([CauseKey: [Int]](), [CauseKey: [Int]](), [CauseKey: [Int]]())
    for (number, cause) in oldCauses.enumerated() {
      byKey[CauseKey(cause, cause.key.scope), default: []].append(number)
      byNode[CauseKey(cause, in: cause.node), default: []].append(number)
    }
    var same = causes.map { cause in
      let node = nodes.old[cause.node]
      return byKey[CauseKey(cause, cause.key.scope), default: []]
        + (node == -1 ? [] : byNode[CauseKey(cause, in: node), default: []])
    }
    let isKnown = Set(same.joined())
    func line(_ cause: TracedCode.Cause, _ code: LineCode) -> CauseKey {
      let line = code.code(ofLineAt: cause.finding.range.lowerBound)
      return CauseKey(cause, String(decoding: line, as: UTF8.self))
    }
    let gone = oldCauses.indices.filter { !isKnown.contains($0) }
    for (file, numbers) in Dictionary(grouping: gone, by: { oldCauses[$0].file }) {
      let code = LineCode(old.files[file].source)
      for number in numbers { byLine[line(oldCauses[number], code), default: []].append(number) }
    }
    if byLine.isEmpty { return same }
    let added = causes.indices.filter { same[$0].isEmpty }
    for (file, numbers) in Dictionary(grouping: added, by: { causes[$0].file }) {
      let code = LineCode(new.files[file].source)
      for number in numbers { same[number] = byLine[line(causes[number], code), default: []] }
    }
    return same
  }

  /// What a cause is known by.
  private struct CauseKey: Hashable {
    let rule: String
    let tokens: String
    let place: String
    let node: Int

    init(_ cause: TracedCode.Cause, _ place: String) {
      (rule, tokens, node) = (cause.rule.id, cause.key.tokens, -1)
      self.place = place
    }

    init(_ cause: TracedCode.Cause, in node: Int) {
      (rule, tokens, place) = (cause.rule.id, cause.key.tokens, "")
      self.node = node
    }
  }

  private static func oldEntries(
    of search: TraceSearch, in old: TracedCode, _ nodes: PairedNodes
  ) -> [TracedEntry?] {
    let entries =
      search.named != nil && !search.isAboutPlace
      ? old.entries(from: .tests) + old.entries(from: .all) : old.entries(from: search.origin)
    let byName = Dictionary(grouping: entries, by: \.name)
    let byNode = Dictionary(grouping: entries, by: \.node)
    return search.entries.map { entry in
      let here = byNode[nodes.old[entry.node], default: []]
      // A test that several classes inherit is an entry of each.
      return here.first { $0.name == entry.name } ?? byName[entry.name]?.first ?? here.first
    }
  }

  // MARK: - What is new

  private func firstNewStep(
    of way: ReachedCauses.Way, from entry: Int, using searches: SearchesByRule
  ) -> FirstNewStep {
    guard let oldEntry = oldEntries[entry] else { return way.steps.count == 1 ? .use : .way(1) }
    let trace = search.causes[way.cause].trace
    let reached = searches.nodesReached(by: oldEntry, entry, trace)
    func newIndices(_ steps: [Search.Step]) -> [Int] {
      steps.indices.dropFirst().filter { index in
        let node = nodes.old[steps[index].node]
        return node == -1 || !reached.contains(node)
      }
    }
    let new = newIndices(way.steps)
    guard let first = new.first else { return .use }
    // A member is called as it was before, and now a type with another implementation is made. What
    // makes it may be such a member, too.
    var (steps, indices) = (way.steps, new)
    for round in 0..<8 {
      let (source, target) = (steps[indices[0] - 1], steps[indices[0]])
      guard [.implements, .overrides].contains(target.how) else {
        return stepOfChange(among: indices, of: steps, isBeside: 0 < round, using: searches)
      }
      guard
        let making = searches.wayToMaking(
          target.node, in: source.node, from: search.entries[entry], entry, trace)
      else { break }
      (steps, indices) = (making, newIndices(making))
      if indices.isEmpty { break }
    }
    return .way(first)
  }

  /// The first of the new steps, or else what the change has of it: a call that was written before
  /// may lead to a new declaration, or on to a hop that is new.
  /// - Parameters:
  ///   - indices: of the new steps; not empty.
  ///   - isBeside: whether the steps lead to where a type is made.
  private func stepOfChange(
    among indices: [Int], of steps: [Search.Step], isBeside: Bool, using searches: SearchesByRule
  ) -> FirstNewStep {
    func isInChange(_ index: Int) -> Bool {
      steps[index].how.isWritten && !searches.isOldLine(of: steps[index], from: steps[index - 1])
    }
    var index = indices[0]
    if steps[index].how.isWritten, !isInChange(index) {
      if nodes.old[steps[index].node] == -1 {
        return .declaration(steps[index - 1], steps[index])
      }
      index = indices.dropFirst().first { isInChange($0) } ?? index
    }
    return isBeside ? .making(steps[index - 1], steps[index]) : .way(index)
  }

  /// The searches of a thread: which ways are followed may differ from rule to rule.
  private final class SearchesByRule {
    private let comparison: TraceComparison
    private var searches: [(trace: Rule.Trace, old: Search, new: Search)] = []
    private var reached: (entry: Int, number: Int, nodes: Set<Int>)?
    private var steps: (entry: Int, number: Int, steps: [Search.Step])?
    /// By file of the old code: its lines without the blanks around them.
    private var oldLines: [Int: Set<ArraySlice<UInt8>>] = [:]

    init(_ comparison: TraceComparison) { self.comparison = comparison }

    private func number(of trace: Rule.Trace) -> Int {
      let known = searches.firstIndex {
        ($0.trace.seams, $0.trace.through) == (trace.seams, trace.through)
      }
      if let known { return known }
      func search(_ code: TracedCode) -> Search {
        let all = [Bool](repeating: true, count: code.program.graph.nodeCount)
        return code.search(for: all, trace, comparison.search.dispatch)
      }
      searches.append((trace, search(comparison.old), search(comparison.new)))
      return searches.count - 1
    }

    /// The nodes of the old code.
    /// - Parameter number: of the entry.
    func nodesReached(by entry: TracedEntry, _ number: Int, _ trace: Rule.Trace) -> Set<Int> {
      let search = self.number(of: trace)
      if let reached, (reached.entry, reached.number) == (number, search) { return reached.nodes }
      let steps = searches[search].old.steps(from: entry.node, around: entry.around)
      let nodes = Set(steps.map(\.node))
      reached = (number, search, nodes)
      return nodes
    }

    /// Whether a hop is in a line that its file had before the change.
    func isOldLine(of target: Search.Step, from source: Search.Step) -> Bool {
      let node = comparison.nodes.old[source.node]
      guard node != -1 else { return false }
      let file = comparison.old.program.nodes[node].file
      let lines =
        oldLines[file]
        ?? Set(comparison.old.files[file].source.bytes.split(separator: newline).map(trimmed))
      oldLines[file] = lines
      let bytes = comparison.new.files[comparison.new.program.nodes[source.node].file].source.bytes
      let start = bytes[..<target.offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
      return lines.contains(trimmed(bytes[start...].prefix { $0 != newline }))
    }

    /// The way to where a type is made that has the implementation of a member; nil if it is made
    /// nowhere.
    func wayToMaking(
      _ implementation: Int, in member: Int, from entry: TracedEntry, _ number: Int,
      _ trace: Rule.Trace
    ) -> [Search.Step]? {
      let search = self.number(of: trace)
      if steps.map({ ($0.entry, $0.number) == (number, search) }) != true {
        steps = (
          number, search, searches[search].new.steps(from: entry.node, around: entry.around)
        )
      }
      guard let steps = steps?.steps else { return nil }
      let graph = comparison.new.program.graph
      let types = Set(
        graph.implementations.lazy
          .filter { (Int($0.member), Int($0.node)) == (member, implementation) }.map(\.type))
      func makes(_ node: Int) -> Bool {
        var type = graph.makesType[node] ? graph.types[node] : -1
        // In code that does not compile, a class may be its own superclass.
        for _ in 0..<64 where type != -1 {
          if types.contains(type) { return true }
          type = graph.superclasses[Int(type)]
        }
        return false
      }
      return steps.firstIndex { makes($0.node) }.map(steps.way(to:))
    }
  }
}

private let newline = UInt8(ascii: "\n")
private let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]

private func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let start = line.drop { blanks.contains($0) }
  return start[..<(start.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? start.startIndex)]
}
