import CallGraph
import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import SwiftLexer

/// The trace of one group of rules: the uses reached by calls that lead out of their `inside`.
package struct GroupTrace {
  private let group: TracedGroup
  private let code: TracedCode
  private var search: Search
  /// Whether the rules look into a node, by node.
  private let isInside: [Bool]
  /// The header of `allow-inside` around a node, by node.
  private var allowing: [Int: ScopeHeader] = [:]
  private let causes: [Int: [TracedCode.Cause]]
  /// The types made on the way to a node within `inside`, by node.
  private var made: [Int: Set<Int>] = [:]
  private var known: [CallKey: [RuleWay]] = [:]

  private var program: Program { code.program }
  package var entryCount: Int { isInside.count { $0 } }

  /// - Parameter number: the number of the group.
  package init(_ group: TracedGroup, _ number: Int, _ code: TracedCode) {
    (self.group, self.code) = (group, code)
    let nodes = code.program.nodes
    let isNamed = code.isNode(in: group.rules[0].inside)
    let isInside = isNamed.indices.map { node in
      isNamed[node] && nodes[node].kind.isTraced
        && code.files[nodes[node].file].file.configuration == group.configuration
    }
    self.isInside = isInside
    causes = Dictionary(
      grouping: code.causes(ofGroup: number).filter {
        (!$0.isAllowed || group.trace.goesThroughAllowed) && !isInside[$0.node]
      }, by: \.node)
    for header in group.rules[0].allowInside.reversed() {
      for (node, isIn) in code.isNode(in: [header]).enumerated() where isIn {
        allowing[node] = header
      }
    }
    let isGoal = nodes.indices.map { [causes] in causes[$0] != nil }
    search = code.search(for: isGoal, group.trace, .made, followsBranches: true)
  }

  /// Adds the calls that lead out of `inside` to a use.
  package mutating func add(to uses: inout [TracedUses]) {
    guard !causes.isEmpty else { return }
    let nodes = isInside.indices.filter { isInside[$0] }
    noteTypes(madeBy: nodes)
    for node in nodes {
      for calls in calls(outOf: node) {
        let file = program.nodes[node].file
        for call in self.calls(calls, from: node) {
          if let header = allowing[node],
            let rule = group.rules.first(where: { $0.id == call.rule })
          {
            uses[file].allowedInside += 1
            uses[file].usedSettings.insert(
              .allowInside(rule: rule.id, pack: rule.pack, header: header.text))
          } else {
            uses[file].calls.append(call)
          }
        }
      }
    }
  }

  /// A call inside of the same declarations may make a type for the code that it calls.
  private mutating func noteTypes(madeBy nodes: [Int]) {
    for node in nodes {
      made[node] = Set(search.typesMade(from: node).filter { search.isImplementing($0) })
    }
    var pending = nodes
    // An edge that stands for many is passed on as if its target were a node.
    while let node = pending.popLast() {
      guard let types = made[node], !types.isEmpty else { continue }
      for edge in program.graph.sharedEdges(of: node) {
        let target = Int(edge.target)
        guard target < 0 || isInside[target] else { continue }
        let count = made[target, default: []].count
        made[target, default: []].formUnion(types)
        if count < made[target, default: []].count { pending.append(target) }
      }
    }
  }

  /// The edges that leave `inside`, by the token that they are at, in the order of the source.
  private func calls(outOf node: Int) -> [[Graph.Edge]] {
    let edges = program.graph.sharedEdges(of: node).filter { edge in
      program.graph.single(edge).contains { !isInside[Int($0.target)] }
    }
    return Dictionary(grouping: edges, by: \.offset).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The uses that a call can reach, the nearest one for each rule.
  /// - Parameter edges: the edges at one token.
  private mutating func calls(_ edges: [Graph.Edge], from node: Int) -> [TracedUses.Call] {
    let like = edges.map { edge in
      var edge = edge
      (edge.offset, edge.isInClosure) = (0, false)
      return edge
    }
    let unit = program.graph.unit(of: node)
    let key = CallKey(edges: like, made: made[node] ?? [], unit: unit)
    let ways = known[key] ?? nearestWays(key)
    known[key] = ways
    return ways.map { call(of: $0.rule, $0.nearest, from: node, at: edges[0], $0.otherCount) }
  }

  /// The calls that lead to the same uses.
  private struct CallKey: Hashable {
    let edges: [Graph.Edge]
    let made: Set<Int>
    let unit: Int32
  }

  /// A way from the callee to a use, which may be in a branch there.
  private typealias Way = (cause: TracedCode.Cause, steps: [Search.Step], endsInBranch: Bool)
  /// The nearest use of a rule, and the number of others that are reached.
  private typealias RuleWay = (rule: String, nearest: Way, otherCount: Int)

  private mutating func nearestWays(_ key: CallKey) -> [RuleWay] {
    let edges = key.edges.flatMap(program.graph.single).filter { !isInside[Int($0.target)] }
    let steps = search.steps(through: edges, making: key.made, in: key.unit)
    var uses: [(cause: TracedCode.Cause, index: Int, isInBranch: Bool)] = []
    for index in steps.indices {
      for cause in causes[steps[index].node] ?? [] {
        let (isRun, isInBranch) = search.runs(at: cause.finding.range.lowerBound, in: steps[index])
        if isRun { uses.append((cause, index, isInBranch)) }
      }
    }
    return group.rules.compactMap { rule in
      let uses = uses.filter { $0.cause.rule.id == rule.id }
      let ranks = uses.map { WayRank(steps[$0.index], endsInBranch: $0.isInBranch) }
      let places = uses.map { [$0.cause.file, $0.cause.finding.range.lowerBound] }
      let nearest = uses.indices.min {
        ranks[$0] == ranks[$1]
          ? places[$0].lexicographicallyPrecedes(places[$1]) : ranks[$0] < ranks[$1]
      }
      guard let nearest else { return nil }
      let way = steps.way(to: uses[nearest].index)
      return (rule.id, (uses[nearest].cause, way, uses[nearest].isInBranch), Set(places).count - 1)
    }
  }

  private func call(
    of rule: String, _ way: Way, from node: Int, at edge: Graph.Edge, _ otherCauses: Int
  ) -> TracedUses.Call {
    let offset = Int(edge.offset)
    let bytes = code.files[program.nodes[node].file].source.bytes
    let end = bytes[offset...].firstIndex { !$0.isNameByte && $0 < 0x80 } ?? bytes.count
    var notes = shortened(hops(of: way)).map { Note(at: offset, $0) }
    if 0 < otherCauses {
      notes.append(Note(at: offset, "\(counted(otherCauses, "more cause")) can be reached"))
    }
    return TracedUses.Call(
      of: rule, at: offset..<max(end, offset + 1),
      FindingKey(
        scope: program.name(ofNode: node), tokens: program.name(ofNode: way.steps[0].node)),
      reaching: way.cause.key.tokens, notes: notes)
  }

  /// The first and last of many hops.
  private func shortened(_ hops: [String]) -> [String] {
    let half = TraceReport.Reach.maximumHops / 2
    if hops.count <= 2 * half { return hops }
    let left = counted(hops.count - 2 * half, "step")
    return hops.prefix(half) + ["\(left) not shown"] + hops.suffix(half)
  }

  /// The hops from the callee to the use. A note has no file of its own: all of them stand at the
  /// call, and name the places.
  private func hops(of way: Way) -> [String] {
    var hops: [String] = []
    for (step, next) in zip(way.steps, way.steps.dropFirst()) {
      let name = withFewLabels(program.name(ofNode: step.node))
      let callee = withFewLabels(program.name(ofNode: next.node))
      let isDispatch = next.how == .implements || next.how == .overrides
      let file = program.nodes[isDispatch ? next.node : step.node].file
      let offset = isDispatch ? program.nodes[next.node].nameOffset : next.offset
      let detail = program.detail(ofNode: next.node) ?? ""
      let place = code.files[file].source.place(of: offset)
      let words = surroundings(
        closure: next.edge.isInClosure, branch: step.branchCount < next.branchCount)
      let around = words.map { " \($0)" } ?? ""
      hops.append("\(next.how.phrase(from: name, to: callee, detail))\(around) (\(place))")
    }
    let user = user(way.steps[way.steps.count - 1].node)
    let source = code.files[way.cause.file].source
    let place = source.place(of: way.cause.finding.range.lowerBound)
    let branch = way.endsInBranch ? " in a branch" : ""
    return hops + ["\(user) uses '\(way.cause.key.tokens)'\(branch) (\(place))"]
  }

  /// The code that uses something, in words.
  private func user(_ node: Int) -> String {
    let name = withFewLabels(program.name(ofNode: node))
    let detail = program.detail(ofNode: node) ?? ""
    return switch program.nodes[node].kind {
    case .defaultArgument: "the default argument '\(detail):' of '\(name)'"
    case .initialValue: "the initial value of '\(name)'"
    default: "'\(name)'"
    }
  }
}

extension HopKind {
  /// The words for the hop.
  /// - Parameter detail: the `Program.detail` of the callee.
  fileprivate func phrase(from name: String, to callee: String, _ detail: String) -> String {
    switch self {
    case .defaultArgument: "'\(name)' leaves out the argument '\(detail):' of '\(callee)'"
    case .initialValue: "'\(name)' computes the initial value of '\(detail)'"
    default: phrase(from: name, to: callee)
    }
  }
}
