import CallGraph

/// An edge that one graph has and the other lacks, and what that costs.
struct Cost {
  /// Nil if the ways are the same, also to the types that are made: the cause is in other code, or a
  /// seam is.
  let link: Link?
  /// Functions, by number, and pairs of function and cause that are wrong for it: it is the
  /// differing edge nearest to the cause on a shortest way.
  var functions: Set<Int> = []
  var pairs = 0
  /// A function and a cause, by number.
  var example: (function: Int, cause: Int)?
  /// How many functions change if this edge alone is put right.
  var alone = 0
}

extension TraceComparison {
  /// The edges that the tool lacks, costliest first.
  func missingEdges(_ count: Int) -> [Cost] {
    var known = Set<[Int]>()
    for node in 0..<tokens.graph.nodeCount {
      for edge in tokens.graph.edges(of: node) { known.insert([node, Int(edge.target)]) }
    }
    for implementation in tokens.graph.implementations {
      known.insert([Int(implementation.member), Int(implementation.node)])
    }
    var costs = costs(of: truth, against: told) { link in
      guard let source = tokenNodes[link.source], let target = tokenNodes[link.target] else {
        return true
      }
      return source != target && !known.contains([source, target])
    }.prefix(count).map { $0 }
    for index in costs.indices {
      guard let link = costs[index].link, let source = tokenNodes[link.source],
        let target = tokenNodes[link.target]
      else { continue }
      var graph = tokens.graph
      graph.add(Graph.Edge(target, link.how, at: link.offset), from: source)
      costs[index].alone = changes(graph)
    }
    return costs
  }

  /// The edges that only the tool has, costliest first.
  func wrongEdges(_ count: Int) -> [Cost] {
    var indexNodes: [Int: Int] = [:]
    for (node, tokenNode) in tokenNodes.enumerated() {
      if let tokenNode { indexNodes[tokenNode] = indexNodes[tokenNode] ?? node }
    }
    var known = Set<[Int]>()
    for node in 0..<index.graph.nodeCount {
      guard let source = tokenNodes[node] else { continue }
      for edge in index.graph.edges(of: node) {
        if let target = tokenNodes[Int(edge.target)] { known.insert([source, target]) }
      }
    }
    for implementation in index.graph.implementations {
      if let source = tokenNodes[Int(implementation.member)],
        let target = tokenNodes[Int(implementation.node)]
      {
        known.insert([source, target])
      }
    }
    var costs = costs(of: told, against: truth) { !known.contains([$0.source, $0.target]) }
      .prefix(count).map { $0 }
    for index in costs.indices {
      guard let link = costs[index].link else { continue }
      var graph = tokens.graph.filtered { $0 != link.source || Int($1.target) != link.target }
      graph.implementations.removeAll {
        Int($0.member) == link.source && Int($0.node) == link.target
      }
      costs[index].alone = changes(graph)
    }
    return costs
  }

  /// How many functions the tool would tell otherwise if this were its graph.
  private func changes(_ graph: Graph) -> Int {
    var causes = [Int?](repeating: nil, count: findings.count)
    for (node, all) in told.causes { for cause in all { causes[cause] = node } }
    let reach = Reach(graph, entries: told.entries, causes: causes)
    return reach.functions.symmetricDifference(told.functions).count
  }

  private func costs(
    of reach: Reach, against other: Reach, isDifferent: (Link) -> Bool
  ) -> [Cost] {
    var costs: [Link?: Cost] = [:]
    var search = reach.search
    for function in functions.indices {
      let wanted = reach.reached[function].subtracting(other.reached[function])
      if wanted.isEmpty { continue }
      for (cause, way) in reach.ways(from: function, to: wanted, &search) {
        let link = way.first(where: isDifferent)
        costs[link, default: Cost(link: link)].pairs += 1
        if costs[link]?.example == nil { costs[link]?.example = (function, cause) }
        if other.reached[function].isEmpty {
          costs[link, default: Cost(link: link)].functions.insert(function)
        }
      }
    }
    return costs.values.sorted {
      ($0.functions.count, $0.pairs, $1.link?.offset ?? 0, $1.link?.source ?? 0)
        > ($1.functions.count, $1.pairs, $0.link?.offset ?? 0, $0.link?.source ?? 0)
    }
  }
}
