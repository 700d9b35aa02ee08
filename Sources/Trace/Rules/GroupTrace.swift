import CallGraph
import Commands
import Diagnostics
import Pipeline
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
    search = code.search(for: isGoal, group.trace, .made)
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
    for node in nodes { made[node] = Set(search.typesMade(from: node)) }
    var pending = nodes
    while let node = pending.popLast() {
      guard let types = made[node], !types.isEmpty else { continue }
      for edge in program.graph.edges(of: node) where isInside[Int(edge.target)] {
        let target = Int(edge.target)
        let count = made[target, default: []].count
        made[target, default: []].formUnion(types)
        if count < made[target, default: []].count { pending.append(target) }
      }
    }
  }

  /// The edges that leave `inside`, by the token that they are at, in the order of the source.
  private func calls(outOf node: Int) -> [[Graph.Edge]] {
    let edges = program.graph.edges(of: node).filter { !isInside[Int($0.target)] }
    return Dictionary(grouping: edges, by: \.offset).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The uses that a call can reach, the nearest one for each rule.
  /// - Parameter edges: the edges at one token.
  private mutating func calls(_ edges: [Graph.Edge], from node: Int) -> [TracedUses.Call] {
    var ways: [Way] = []
    for edge in edges {
      let steps = search.steps(through: edge, making: made[node] ?? [])
      for index in steps.indices {
        for cause in causes[steps[index].node] ?? []
        where program.graph.runs(at: cause.finding.range.lowerBound, in: steps[index]) {
          ways.append((cause, steps.way(to: index)))
        }
      }
    }
    func order(_ way: Way) -> (Int, Int, Int) {
      (way.steps.count, way.cause.file, way.cause.finding.range.lowerBound)
    }
    return group.rules.compactMap { rule in
      let ways = ways.filter { $0.cause.rule.id == rule.id }
      guard let nearest = ways.min(by: { order($0) < order($1) }) else { return nil }
      let places = ways.map { [$0.cause.file, $0.cause.finding.range.lowerBound] }
      return call(of: rule.id, nearest, from: node, otherCauses: Set(places).count - 1)
    }
  }

  /// A way from the callee to a use.
  private typealias Way = (cause: TracedCode.Cause, steps: [Search.Step])

  private func call(
    of rule: String, _ way: Way, from node: Int, otherCauses: Int
  ) -> TracedUses.Call {
    let offset = way.steps[0].offset
    let bytes = code.files[program.nodes[node].file].source.bytes
    let end = bytes[offset...].firstIndex { !$0.isNameByte && $0 < 0x80 } ?? bytes.count
    var notes = hops(of: way).map { Note(at: offset, $0) }
    if 0 < otherCauses {
      notes.append(Note(at: offset, "\(counted(otherCauses, "more cause")) can be reached"))
    }
    return TracedUses.Call(
      of: rule, at: offset..<max(end, offset + 1),
      FindingKey(
        scope: program.name(ofNode: node), tokens: program.name(ofNode: way.steps[0].node)),
      reaching: way.cause.key.tokens, notes: notes)
  }

  /// The hops from the callee to the use. A note has no file of its own: all of them stand at the
  /// call, and name the places.
  private func hops(of way: Way) -> [String] {
    var hops: [String] = []
    for (step, next) in zip(way.steps, way.steps.dropFirst()) {
      let (name, callee) = (program.name(ofNode: step.node), program.name(ofNode: next.node))
      let isDispatch = next.how == .implements || next.how == .overrides
      let file = program.nodes[isDispatch ? next.node : step.node].file
      let offset = isDispatch ? program.nodes[next.node].nameOffset : next.offset
      let detail = program.detail(ofNode: next.node) ?? ""
      let place = code.files[file].source.place(of: offset)
      hops.append("\(next.how.phrase(from: name, to: callee, detail)) (\(place))")
    }
    let user = user(way.steps[way.steps.count - 1].node)
    let source = code.files[way.cause.file].source
    let place = source.place(of: way.cause.finding.range.lowerBound)
    return hops + ["\(user) uses '\(way.cause.key.tokens)' (\(place))"]
  }

  /// The code that uses something, in words.
  private func user(_ node: Int) -> String {
    let (name, detail) = (program.name(ofNode: node), program.detail(ofNode: node) ?? "")
    return switch program.nodes[node].kind {
    case .defaultArgument: "the default argument '\(detail):' of '\(name)'"
    case .initialValue: "the initial value of '\(name)'"
    default: "'\(name)'"
    }
  }
}

extension Hop {
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
