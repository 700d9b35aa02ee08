import CallGraph
import Diagnostics
import RuleEngine
import Rules
import SwiftLexer

/// A use of what a rule bans, wherever it is.
private struct TracedCause: Sendable {
  let file: Int
  let rule: String
  let tokens: String
  let range: Range<Int>
}

/// The trace of one group.
struct GroupTrace {
  private let group: TracedGroup
  private let files: [TraceableFile]
  private let program: Program
  private var search: Search
  /// By node: whether the rules look into it.
  private var isInside: [Bool]
  /// By node: the header of `allow-inside` around it.
  private var allowing: [Int: ScopeHeader] = [:]
  private var causesOfNodes: [Int: [TracedCause]] = [:]
  /// By node inside: the types that are made on the way there, within `inside`.
  private var made: [Int: Set<Int>] = [:]
  private var lines: [Int: LineTable] = [:]

  var entryCount: Int { isInside.count { $0 } }

  init(
    _ group: TracedGroup, _ places: [[(header: Int, range: Range<Int>)]], _ files: [TraceableFile],
    _ program: Program, _ number: Int
  ) {
    (self.group, self.files, self.program) = (group, files, program)
    let none = [Bool](repeating: false, count: program.nodes.count)
    var (isInside, isSeam, isFollowed) = (none, none, none)
    let headers = group.headers
    for file in files.indices {
      for place in places[file] {
        for node in program.nodes(in: place.range, ofFile: file) {
          switch group.roles[place.header] {
          case .inside:
            let isOwn = files[file].file.configuration == group.configuration
            isInside[node] = isOwn && program.nodes[node].kind.isTraced
          case .through: isFollowed[node] = true
          case .seam: isSeam[node] = true
          case .allowed: allowing[node] = allowing[node] ?? headers[place.header]
          }
        }
      }
    }
    self.isInside = isInside
    var isGoal = none
    for file in files.indices {
      for cause in files[file].causes[number]
      where cause.isReported || group.trace.goesThroughAllowed {
        guard let node = program.node(at: cause.range.lowerBound, inFile: file), !isInside[node],
          let rule = cause.rule, let key = cause.key
        else { continue }
        isGoal[node] = true
        causesOfNodes[node, default: []].append(
          TracedCause(file: file, rule: rule.id, tokens: key.tokens, range: cause.range))
      }
    }
    search = Search(program.graph, goals: isGoal, isSeam: isSeam, isFollowed: isFollowed)
  }

  /// Adds the calls that lead out of `inside` to a use.
  mutating func add(to uses: inout [TracedUses]) {
    guard !causesOfNodes.isEmpty else { return }
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

  /// What a call can reach, one for each rule.
  /// - Parameter edges: all at one token.
  private mutating func calls(_ edges: [Graph.Edge], from node: Int) -> [TracedUses.Call] {
    var ways: [Way] = []
    for edge in edges {
      let steps = search.steps(through: edge, making: made[node] ?? [])
      for index in steps.indices {
        for cause in causesOfNodes[steps[index].node] ?? [] {
          var way = [steps[index]]
          while 0 <= way[way.count - 1].previous { way.append(steps[way[way.count - 1].previous]) }
          ways.append(Way(cause: cause, steps: way.reversed()))
        }
      }
    }
    return group.rules.compactMap { rule in
      let ways = ways.filter { $0.cause.rule == rule.id }
      guard let nearest = ways.min(by: { $0.order < $1.order }) else { return nil }
      let count = Set(ways.map(\.place)).count
      return call(of: rule.id, nearest, from: node, otherCauses: count - 1)
    }
  }

  /// A way from the callee to a use.
  private struct Way {
    let cause: TracedCause
    let steps: [Search.Step]

    var place: [Int] { [cause.file, cause.range.lowerBound] }
    var order: (Int, Int, Int) { (steps.count, cause.file, cause.range.lowerBound) }
  }

  private mutating func call(
    of rule: String, _ way: Way, from node: Int, otherCauses: Int
  ) -> TracedUses.Call {
    let offset = way.steps[0].offset
    let bytes = files[program.nodes[node].file].source.bytes
    let end = bytes[offset...].firstIndex { !$0.isNameByte && $0 < 0x80 } ?? bytes.count
    var notes = words(for: way).map { Note(at: offset, $0) }
    if 0 < otherCauses {
      notes.append(Note(at: offset, "\(counted(otherCauses, "more cause")) can be reached"))
    }
    return TracedUses.Call(
      of: rule, at: offset..<max(end, offset + 1),
      FindingKey(
        scope: program.name(ofNode: node), tokens: program.name(ofNode: way.steps[0].node)),
      reaching: way.cause.tokens, notes: notes)
  }

  /// What leads from the callee to the use, hop by hop. A note has no file of its own: all of them
  /// stand at the call, and name the places.
  private mutating func words(for way: Way) -> [String] {
    var words: [String] = []
    for (step, next) in zip(way.steps, way.steps.dropFirst()) {
      let (name, callee) = (program.name(ofNode: step.node), program.name(ofNode: next.node))
      let isDispatch = next.how == .implements || next.how == .overrides
      let file = program.nodes[isDispatch ? next.node : step.node].file
      let offset = isDispatch ? program.nodes[next.node].nameOffset : next.offset
      let detail = program.detail(ofNode: next.node) ?? ""
      words.append(
        "\(next.how.words(from: name, to: callee, detail)) (\(place(of: offset, inFile: file)))")
    }
    let user = user(way.steps[way.steps.count - 1].node)
    let place = place(of: way.cause.range.lowerBound, inFile: way.cause.file)
    return words + ["\(user) uses '\(way.cause.tokens)' (\(place))"]
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

  /// e.g. `Sources/Feed.swift:12:8`
  private mutating func place(of offset: Int, inFile file: Int) -> String {
    let source = files[file].source
    let table = lines[file] ?? LineTable(source.bytes)
    lines[file] = table
    let location = table.location(of: offset)
    return "\(source.path.string):\(location.line):\(location.column)"
  }
}

extension Hop {
  /// - Parameter detail: see `Program.detail`.
  fileprivate func words(from name: String, to callee: String, _ detail: String) -> String {
    switch self {
    case .calls: "'\(name)' calls '\(callee)'"
    case .reads: "'\(name)' reads '\(callee)'"
    case .writes: "'\(name)' writes '\(callee)'"
    case .passes: "'\(name)' passes '\(callee)'"
    case .defaultArgument: "'\(name)' leaves out the argument '\(detail):' of '\(callee)'"
    case .initialValue: "'\(name)' computes the initial value of '\(detail)'"
    case .implements: "'\(callee)' implements '\(name)'"
    case .overrides: "'\(callee)' overrides '\(name)'"
    case .runsAround: "'\(callee)' runs around '\(name)'"
    }
  }
}
