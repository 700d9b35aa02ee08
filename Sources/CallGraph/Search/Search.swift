import Diagnostics

/// The members that a call of a requirement or of an overridden method may lead to.
package enum Dispatch: String, CaseIterable, Sendable {
  /// The members of types that the entry itself makes (rapid type analysis).
  case made
  case none, all
}

/// Finds what entries reach, one entry after the other. Circles and long chains of calls are no
/// danger: nothing recurses, and an entry takes time in proportion to the edges that it reaches.
package struct Search {
  package let graph: Graph
  private let dispatch: Dispatch
  /// Whether the search ends before each node.
  private let isSeam: [Bool]
  /// Whether every implementation of each node counts, whatever the entry makes.
  private let isFollowed: [Bool]
  /// The indexes of the implementations of each node, and those in each type.
  private let implementationsOfMember: Rows
  private let implementationsOfType: Rows
  /// The indexes of all implementations, by member and type.
  private let order: [Int32]
  private let isGoal: [Bool]
  /// Whether each node may reach one of the goals, whatever types are made.
  private let mayReachGoal: [Bool]
  /// Whether the search goes on in branches about which nothing known decides, once all else was
  /// passed.
  private let followsBranches: Bool

  /// The number of values of one node that are told apart: with more, none is known.
  package static let maximumValues = 64

  // What is known of the current entry, by state: a node is one, and each known value of a node's
  // key is another. A stamp tells it from those before, so that nothing has to be cleared.
  private var stamp: UInt32 = 0
  private var visited: [UInt32]
  /// Whether the implementations of a member count, too.
  private var dispatched: [UInt32]
  private var made: [UInt32]
  private var chosen: [UInt32]
  /// The index of the step of each state that was visited.
  private var steps: [Int32]
  private var queue: [Step] = []
  /// The states of known values, and the number of these by node.
  private var states: [State: Int] = [:]
  private var valueCounts: [Int: Int] = [:]
  /// The steps of the members whose implementations count: in their order, and by member.
  private var dispatchedMembers: [Int] = []
  private var dispatchedSteps: [Int: [Int]] = [:]
  private var madeTypes: [Int] = []
  /// Whether a type was made, or a value known, after something was passed that leads on with it.
  private var isLate = false
  /// What becomes of edges in branches, and whether there were any.
  private var branches = Branches.followed
  private var hasBranches = false
  /// The edges in branches, each with the index of its step: those that are left for later, and
  /// those that are followed now. The steps that these lead to are in one more branch.
  private var left: [(edge: Graph.Edge, step: Int32)] = []
  private var taken: ArraySlice<(edge: Graph.Edge, step: Int32)> = []
  private var branchCount: Int32 = 0
  /// The types that are made outside of branches; nil if all are.
  private var certainTypes: Set<Int>?
  /// What is known of the slots, and what goes on when more is.
  private var values: SlotValues
  /// Whether the current entry leads to a seam behind which there may be a goal.
  package private(set) var endsAtSeam = false
  /// Whether it leads to a goal in a branch that was not followed.
  package private(set) var endsInBranch = false

  /// The unit that the current entry is in, and whether the code of each unit can run there; -1 and
  /// empty if all can.
  private var unit: Int32 = -1
  private var isLinked: [Bool] = []

  /// What a pass does with edges in branches about which nothing known decides.
  private enum Branches {
    case followed, refused
    /// They are followed once all others were.
    case taken
  }

  private struct State: Hashable {
    let node: Int
    let value: Int32
  }

  /// A node that was reached, and the step before it. A node has a step for each known value of its
  /// key, and one for the unknown ones.
  package struct Step: Sendable {
    package var node: Int { Int(edge.target) }
    /// The index of the step before; -1 for the entry.
    package var previous: Int { Int(previousStep) }
    package var how: HopKind { edge.how }
    /// The offset of the edge in the file of the step before, from 0 in UTF-8 bytes. An edge that
    /// `implements` or `overrides` has no place.
    package var offset: Int { Int(edge.offset) }
    /// What is known of the node's key.
    package let value: Int32
    package let edge: Graph.Edge
    /// The number of steps before it, and of those that are in a branch.
    package let length: Int32
    package let branchCount: Int32
    fileprivate var previousStep: Int32
  }

  /// - Parameters:
  ///   - goals: whether each node is looked for.
  ///   - isSeam: whether the search ends before each node; empty for none.
  ///   - isFollowed: whether every implementation of each node counts; empty for none.
  ///   - followsBranches: whether it goes on in branches about which nothing known decides.
  package init(
    _ graph: Graph, goals: [Bool], dispatch: Dispatch = .made, isSeam: [Bool] = [],
    isFollowed: [Bool] = [], followsBranches: Bool = true
  ) {
    self.graph = graph
    self.dispatch = dispatch
    self.followsBranches = followsBranches
    isGoal = goals
    let none = [Bool](repeating: false, count: graph.nodeCount)
    self.isSeam = isSeam.isEmpty ? none : isSeam
    self.isFollowed = isFollowed.isEmpty ? none : isFollowed
    let implementations = graph.implementations
    implementationsOfMember = Rows(
      rowCount: graph.nodeCount, implementations.indices.map { Int(implementations[$0].member) })
    implementationsOfType = Rows(
      rowCount: graph.superclasses.count,
      implementations.indices.map { Int(implementations[$0].type) })
    visited = Array(repeating: 0, count: graph.nodeCount)
    dispatched = visited
    steps = Array(repeating: 0, count: graph.nodeCount)
    made = Array(repeating: 0, count: graph.superclasses.count)
    chosen = Array(repeating: 0, count: graph.choices.count)
    values = SlotValues(graph.slots)
    order = implementations.indices.sorted {
      let (left, right) = (implementations[$0], implementations[$1])
      return (left.member, left.type, $0) < (right.member, right.type, $1)
    }.map(Int32.init)
    mayReachGoal = Self.nodesThatMayReach(goals, in: graph)
  }

  /// The steps to all nodes that an entry reaches, itself included: those in the fewest branches
  /// first, and of these the nearest.
  /// - Parameters:
  ///   - entry: a node.
  ///   - around: nodes that a test framework runs before or after it.
  /// - Returns: the steps; empty if the entry can reach no goal, whatever types it makes.
  package mutating func steps(from entry: Int, around: [Int] = []) -> [Step] {
    (endsAtSeam, endsInBranch) = (false, false)
    guard mayReachGoal[entry] || around.contains(where: { mayReachGoal[$0] }) else { return [] }
    defer { certainTypes = nil }
    if followsBranches { certainTypes = Set(typesMade(from: entry, around, .refused)) }
    // One pass finds the types that are made: each may let the search go on from a member that was
    // passed. Another one has all of them, so that each step is on a shortest way.
    var types = typesMade(from: entry, around, .followed)
    let goals = Set(queue.map(\.node).filter { isGoal[$0] })
    if goals.isEmpty { return [] }
    let hasBranches = hasBranches
    if hasBranches, !followsBranches { types = typesMade(from: entry, around, .refused) }
    if isLate || hasBranches && followsBranches {
      values.isFinal = true
      begin(in: graph.unit(of: entry), making: types, followsBranches ? .taken : .refused)
      start(entry, around)
      pass { _, _ in }
    }
    if hasBranches, !followsBranches {
      endsInBranch = !goals.isSubset(of: queue.lazy.map(\.node))
    }
    return queue
  }

  /// Whether the code at a place of a step's node runs in that step of the last search, and whether
  /// it is in a branch.
  package func runs(at offset: Int, in step: Step) -> (isRun: Bool, isInBranch: Bool) {
    graph.runs(at: offset, in: step, values)
  }

  /// The types that an entry makes, and its own; empty if it can reach no goal.
  package mutating func typesMade(from entry: Int) -> [Int] {
    mayReachGoal[entry] ? typesMade(from: entry, [], .followed) : []
  }

  private mutating func typesMade(
    from entry: Int, _ around: [Int], _ branches: Branches
  ) -> [Int] {
    // What an instance has before a member of it is called is not known.
    values.begin(graph.slots, areKnown: !around.isEmpty || !graph.takesValues[entry])
    begin(in: graph.unit(of: entry), making: [], branches)
    if graph.types[entry] != -1 { make(Int(graph.types[entry])) }
    start(entry, around)
    pass { search, node in
      if search.graph.makesType[node], search.graph.types[node] != -1 {
        search.make(Int(search.graph.types[node]))
      }
    }
    return madeTypes
  }

  /// The steps to all nodes that edges lead to, nearest first.
  /// - Parameters:
  ///   - types: the types that are made before the edges.
  ///   - unit: the one that they begin in.
  package mutating func steps(
    through edges: some Sequence<Graph.Edge>, making types: Set<Int>, in unit: Int32
  ) -> [Step] {
    let edges = edges.filter { mayReachGoal[Int($0.target)] && !isSeam[Int($0.target)] }
    if edges.isEmpty { return [] }
    values.begin([], areKnown: false)
    begin(in: unit, making: types.sorted(), followsBranches ? .taken : .refused)
    for edge in edges {
      visit(edge, edge.value == Graph.Value.own ? Graph.Value.unknown : edge.value, from: -1)
    }
    pass { _, _ in }
    return queue
  }

  /// Whether a type has members that stand in for others, so that it counts that it is made.
  package func isImplementing(_ type: Int) -> Bool { !implementationsOfType[type].isEmpty }

  private mutating func begin(in unit: Int32, making types: [Int], _ branches: Branches) {
    if unit != self.unit {
      self.unit = unit
      isLinked = Array(repeating: false, count: graph.linkedUnits.count)
      for linked in graph.linkedUnits[Int(unit)] { isLinked[Int(linked)] = true }
    }
    stamp += 1
    queue.removeAll(keepingCapacity: true)
    dispatchedMembers.removeAll(keepingCapacity: true)
    madeTypes = types
    for type in types { made[type] = stamp }
    (endsAtSeam, isLate) = (false, false)
    self.branches = branches
    (hasBranches, left, taken, branchCount) = (false, [], [], 0)
    states.removeAll(keepingCapacity: true)
    valueCounts.removeAll(keepingCapacity: true)
    dispatchedSteps.removeAll(keepingCapacity: true)
  }

  private mutating func start(_ entry: Int, _ around: [Int]) {
    let value = Graph.Value.unknown
    for node in [entry] + around {
      for slot in graph.parameterSlots(of: node) { values.add(value, to: slot) }
    }
    visit(Graph.Edge(entry, .calls, isDirect: true, at: 0), value, from: -1)
    for node in around {
      visit(Graph.Edge(node, .runsAround, isDirect: true, at: 0), value, from: 0)
    }
  }

  /// Goes on until nothing new is reached. A member of a protocol's extension counts where no made
  /// type has its own, which is known only when all else was passed.
  private mutating func pass(_ note: (inout Search, Int) -> Void) {
    var index = 0
    var memberCount = 0
    repeat {
      passNext(&index, note)
      // Nothing that the entry reaches gives these slots a value: it may be any.
      values.loseEmpty()
      goOn()
      while memberCount < dispatchedMembers.count, index == queue.count {
        visitDefaults(of: dispatchedMembers[memberCount])
        memberCount += 1
      }
      if index == queue.count { takeBranches() }
    } while index < queue.count || !taken.isEmpty
  }

  /// Passes the steps of the queue, and the edges in branches that are followed now, nearest first.
  private mutating func passNext(_ index: inout Int, _ note: (inout Search, Int) -> Void) {
    while true {
      if let next = taken.first,
        index == queue.count || queue[Int(next.step)].length <= queue[index].length
      {
        taken.removeFirst()
        follow(next.edge, from: Int(next.step), isTaken: true)
        continue
      }
      guard index < queue.count else { return }
      let node = queue[index].node
      note(&self, node)
      if !values.isFinal {
        for assignment in graph.assignments(in: node) { follow(assignment, from: index) }
      }
      for edge in graph.sharedEdges(of: node) { follow(edge, from: index) }
      index += 1
      goOn()
    }
  }

  /// Begins with the edges in branches, now that all others were passed.
  private mutating func takeBranches() {
    if left.isEmpty { return }
    taken = left[...]
    left = []
    branchCount += 1
  }

  /// Goes on with all that waits for values that are known now.
  private mutating func goOn() {
    while let slot = values.grown.popLast() {
      for copy in graph.slots[slot].copies { values.copy(slot, to: copy) }
      for waiting in values.takeWaiting(for: slot) {
        let count = queue.count
        switch waiting {
        case .edge(let edge, let index): follow(edge, from: Int(index))
        case .assignment(let assignment, let index): follow(assignment, from: Int(index))
        case .copy(let target): values.link(slot, to: target)
        }
        if count < queue.count { isLate = true }
      }
    }
  }

  private mutating func follow(_ edge: Graph.Edge, from index: Int, isTaken: Bool = false) {
    let (node, known) = (queue[index].node, queue[index].value)
    if edge.condition != -1 || edge.isUncertain, !isTaken {
      var decision = graph.decision(about: edge.condition, in: node, for: known, values)
      if edge.isUncertain, decision == .runs { decision = .mayRun }
      switch decision {
      case .runs: break
      case .never: return
      case .waits(let slot): return values.wait(.edge(edge, Int32(index)), for: slot)
      case .mayRun:
        hasBranches = true
        if branches == .refused { return }
        if branches == .taken { return left.append((edge, Int32(index))) }
      }
    }
    let value = edge.value == Graph.Value.own ? known : edge.value
    guard edge.receiver != -1, dispatch == .made, !isFollowed[edge.target],
      !values.areOpen(edge.receiver)
    else { return visit(edge, value, from: index) }
    values.wait(.edge(edge, Int32(index)), for: edge.receiver)
    let types = values[edge.receiver].filter { $0 <= Graph.Value.firstType }
    if types.isEmpty { return }
    var direct = edge
    direct.isDirect = true
    visit(direct, value, from: index)
    let state = state(of: Int(edge.target), value)
    guard visited[state] == stamp else { return }
    for type in types { visitImplementation(of: Int(steps[state]), in: type) }
  }

  private mutating func follow(_ assignment: Graph.Assignment, from index: Int) {
    let (node, value) = (queue[index].node, queue[index].value)
    switch graph.decision(about: assignment.condition, in: node, for: value, values) {
    case .never: return
    case .waits(let slot): return values.wait(.assignment(assignment, Int32(index)), for: slot)
    case .runs, .mayRun: break
    }
    if assignment.value == Graph.Value.own, value != Graph.Value.unknown {
      values.add(value, to: assignment.slot)
    } else if assignment.source != -1 {
      values.link(assignment.source, to: assignment.slot)
    } else {
      values.add(assignment.value, to: assignment.slot)
    }
  }

  /// - Parameter index: that of the step that the edge sets out from; -1 for none.
  private mutating func visit(_ edge: Graph.Edge, _ value: Int32, from index: Int) {
    if let choice = edge.choice {
      if chosen[choice] == stamp { return }
      chosen[choice] = stamp
      if graph.madeByChoice[choice] != -1 { make(Int(graph.madeByChoice[choice])) }
      for other in graph.choices[choice] { visit(edge.leading(by: other), value, from: index) }
      return
    }
    let node = Int(edge.target)
    if !isLinked.isEmpty, !isLinked[Int(graph.units[node])] { return }
    let state = state(of: node, value)
    if visited[state] != stamp {
      guard !isSeam[node] || index == -1 else {
        if mayReachGoal[node] { endsAtSeam = true }
        return
      }
      visited[state] = stamp
      steps[state] = Int32(queue.count)
      let value = state == node ? Graph.Value.unknown : value
      let length = index == -1 ? 0 : queue[index].length + 1
      queue.append(
        Step(
          value: value, edge: edge, length: length, branchCount: branchCount,
          previousStep: Int32(index)))
    }
    if !edge.isDirect, dispatch != .none || isFollowed[node], dispatched[state] != stamp {
      dispatched[state] = stamp
      visitImplementations(of: Int(steps[state]))
    }
  }

  /// The node itself if its key is unknown, it has none, or too many values are known. Nothing more
  /// can be reached for a value once the node was reached without one.
  private mutating func state(of node: Int, _ value: Int32) -> Int {
    guard value != Graph.Value.unknown, graph.keys[node] != -1, visited[node] != stamp else {
      return node
    }
    let key = State(node: node, value: value)
    if let known = states[key] { return known }
    valueCounts[node, default: 0] += 1
    guard valueCounts[node]! <= Self.maximumValues else { return node }
    let state = graph.nodeCount + states.count
    states[key] = state
    if state == visited.count {
      visited.append(0)
      dispatched.append(0)
      steps.append(0)
    }
    return state
  }

  // MARK: - Dispatch

  /// Notes a type that the entry makes, and goes on to its implementations of called members.
  private mutating func make(_ type: Int) {
    var type = type
    while type != -1, made[type] != stamp {
      made[type] = stamp
      madeTypes.append(type)
      for number in implementationsOfType[type] {
        let implementation = graph.implementations[number]
        for step in dispatchedSteps[Int(implementation.member)] ?? [] {
          isLate = true
          visit(implementation, from: step)
        }
      }
      type = Int(graph.superclasses[type])
    }
  }

  /// - Parameter step: the index of the step to the member.
  private mutating func visitImplementations(of step: Int) {
    let node = queue[step].node
    if implementationsOfMember[node].isEmpty { return }
    dispatchedMembers.append(step)
    dispatchedSteps[node, default: []].append(step)
    for number in implementations(of: node) {
      let implementation = graph.implementations[number]
      if implementation.type != -1, counts(implementation) { visit(implementation, from: step) }
    }
  }

  /// Goes on to the member that a value of this very type has.
  private mutating func visitImplementation(of step: Int, in value: Int32) {
    let member = Int32(queue[step].node)
    var type = Graph.Value.firstType - value
    for _ in 0..<64 where type != -1 {
      let found = implementations(of: member, in: type)
      for number in found { visit(graph.implementations[number], from: step, inType: value) }
      if !found.isEmpty { return }
      type = graph.superclasses[type]
    }
    for number in implementations(of: member, in: -1) {
      visit(graph.implementations[number], from: step, inType: value)
    }
  }

  private func implementations(of member: Int32, in type: Int32) -> ArraySlice<Int32> {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let other = graph.implementations[order[middle]]
      if (other.member, other.type) < (member, type) { low = middle + 1 } else { high = middle }
    }
    return order[low...].prefix {
      graph.implementations[$0].member == member && graph.implementations[$0].type == type
    }
  }

  /// The implementations of a member that may count: of many, those in made types.
  private func implementations(of node: Int) -> [Int] {
    let all = implementationsOfMember[node]
    guard dispatch == .made, !isFollowed[node], 16 * madeTypes.count < all.count else {
      return Array(all)
    }
    return madeTypes.flatMap { implementations(of: Int32(node), in: Int32($0)) }.map(Int.init)
      .sorted()
  }

  private mutating func visitDefaults(of step: Int) {
    let node = queue[step].node
    let value = queue[step].value
    let isKnown = value <= Graph.Value.firstType
    let numbers = isKnown ? Array(implementationsOfMember[node]) : implementations(of: node)
    let hasOwn = numbers.contains {
      let implementation = graph.implementations[$0]
      return implementation.type != -1 && graph.mayHave(implementation, value)
        && (isKnown || counts(implementation))
    }
    for number in implementations(of: Int32(node), in: -1) where !hasOwn {
      visit(graph.implementations[number], from: step)
    }
  }

  private func counts(_ implementation: Graph.Implementation) -> Bool {
    dispatch == .all || isFollowed[Int(implementation.member)]
      || made[Int(implementation.type)] == stamp
  }

  /// - Parameter type: the very type of `self`; unknown if it may be one of many.
  private mutating func visit(
    _ implementation: Graph.Implementation, from step: Int, inType type: Int32 = Graph.Value.unknown
  ) {
    let isExact = type != Graph.Value.unknown
    guard isExact || graph.mayHave(implementation, queue[step].value) else { return }
    let node = Int(implementation.node)
    let hasSameKey = graph.keys[node] == graph.keys[Int(implementation.member)]
    var value = hasSameKey ? queue[step].value : Graph.Value.unknown
    if isExact, graph.keys[node] == 0 { value = type }
    var edge = Graph.Edge(node, implementation.how, isDirect: isExact, at: 0)
    if !isExact, branches == .taken, let certainTypes, implementation.type != -1,
      !certainTypes.contains(Int(implementation.type)), dispatch == .made,
      !isFollowed[Int(implementation.member)]
    {
      edge.value = value
      return left.append((edge, Int32(step)))
    }
    visit(edge, value, from: step)
  }

  // MARK: - Entries that need no search

  /// Whether a way leads from each node to a goal if every implementation counts. An entry without
  /// such a way is not searched from.
  private static func nodesThatMayReach(_ goals: [Bool], in graph: Graph) -> [Bool] {
    // The choices count as nodes, behind all others.
    let count = graph.nodeCount
    var sources: [Int] = []
    var targets: [Int] = []
    for node in 0..<count + graph.choices.count {
      for edge in node < count ? graph.sharedEdges(of: node) : graph.choices[node - count] {
        sources.append(node)
        targets.append(edge.choice.map { count + $0 } ?? Int(edge.target))
      }
    }
    for implementation in graph.implementations {
      sources.append(Int(implementation.member))
      targets.append(Int(implementation.node))
    }
    let incoming = Rows(rowCount: count + graph.choices.count, targets)
    var mayReach = goals + repeatElement(false, count: graph.choices.count)
    var queue = goals.indices.filter { goals[$0] }
    var index = 0
    while index < queue.count {
      for edge in incoming[queue[index]] where !mayReach[sources[edge]] {
        mayReach[sources[edge]] = true
        queue.append(sources[edge])
      }
      index += 1
    }
    return mayReach
  }
}

/// A rank of ways: those in fewer branches come first, and of these the shorter ones.
package struct WayRank: Comparable, Sendable {
  private let branchCount: Int32
  package let length: Int32

  /// - Parameter endsInBranch: whether the cause is in a branch of the last step's code.
  package init(_ last: Search.Step, endsInBranch: Bool) {
    (branchCount, length) = (last.branchCount + (endsInBranch ? 1 : 0), last.length)
  }

  package static func < (left: WayRank, right: WayRank) -> Bool {
    (left.branchCount, left.length) < (right.branchCount, right.length)
  }
}

extension [Search.Step] {
  /// The steps that lead to the one at `index`, first to last.
  package func way(to index: Int) -> [Search.Step] {
    var way = [self[index]]
    while let last = way.last, 0 <= last.previous { way.append(self[last.previous]) }
    return way.reversed()
  }

  /// Adds the steps that lead to some steps of another search.
  /// - Returns: the indexes of these steps here.
  package mutating func append(waysTo indexes: [Int], of steps: [Search.Step]) -> [Int] {
    if indexes.isEmpty { return [] }
    var numbers = [Int32](repeating: -1, count: steps.count)
    for index in indexes {
      var next = index
      while 0 <= next, numbers[next] == -1 {
        numbers[next] = 0
        next = steps[next].previous
      }
    }
    for (index, var step) in steps.enumerated() where numbers[index] == 0 {
      numbers[index] = Int32(count)
      if 0 <= step.previous { step.previousStep = numbers[step.previous] }
      append(step)
    }
    return indexes.map { Int(numbers[$0]) }
  }
}
