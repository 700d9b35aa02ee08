/// Where the boxes of a picture stand and where its lines run: in layers from the top down, after
/// Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures"
/// (1981). The same picture always gets the same layout. Where boxes lead to each other in a
/// circle, one line of it, the "back edge", is drawn upwards.
struct LayeredLayout {
  struct Edge: Hashable {
    let from: Int
    let to: Int
  }

  /// A line between two boxes.
  struct Route {
    /// That of the upper box.
    let layer: Int
    /// Where it crosses its layers, from the upper box to the lower one.
    let xs: [Int]
    /// Whether it leads from the lower box to the upper one, as one line of every circle does.
    let isUpward: Bool
  }

  /// By box, from the top.
  private(set) var layers: [Int] = []
  /// By box.
  private(set) var centers: [Int] = []
  /// By edge.
  private(set) var routes: [Route] = []
  private(set) var width = 0
  private(set) var layerCount = 0

  /// - Parameters:
  ///   - widths: by box.
  ///   - edges: none from a box to itself.
  ///   - rowWidth: how wide the boxes of a layer may be together.
  init(widths: [Int], edges: [Edge], rowWidth: Int) {
    if widths.isEmpty { return }
    let isUpward = assignLayers(widths, edges, rowWidth)
    var rows = Rows(widths: widths, layers: layers, layerCount: layerCount)
    let chains = zip(edges, isUpward).map { edge, isUpward in
      rows.connect(isUpward ? edge.to : edge.from, isUpward ? edge.from : edge.to)
    }
    rows.sortByNeighbours()
    rows.spread()
    width = rows.moveToEdge()
    centers = widths.indices.map { Int(rows.xs[$0].rounded()) }
    routes = zip(chains, isUpward).map { chain, isUpward in
      Route(
        layer: layers[chain[0]], xs: chain.map { Int(rows.xs[$0].rounded()) }, isUpward: isUpward)
    }
  }

  /// Each box stands as low as what it leads to lets it, so that lines are short, and as there is
  /// room in the layer.
  /// - Returns: by edge, whether it closes a circle and so is drawn upwards.
  private mutating func assignLayers(_ widths: [Int], _ edges: [Edge], _ rowWidth: Int) -> [Bool] {
    let (closed, isUpward) = Self.order(boxCount: widths.count, edges)
    var below = [[Int]](repeating: [], count: widths.count)
    for (edge, isUpward) in zip(edges, isUpward) {
      if isUpward { below[edge.to].append(edge.from) } else { below[edge.from].append(edge.to) }
    }
    var heights = [Int](repeating: 0, count: widths.count)
    var rowWidths: [Int] = []
    for box in closed {
      var height = below[box].reduce(0) { max($0, heights[$1] + 1) }
      while height < rowWidths.count, rowWidth < rowWidths[height] + widths[box] { height += 1 }
      while rowWidths.count <= height { rowWidths.append(0) }
      rowWidths[height] += widths[box]
      heights[box] = height
    }
    layerCount = rowWidths.count
    layers = heights.map { layerCount - 1 - $0 }
    return isUpward
  }

  /// Looks at boxes depth first.
  /// - Returns: the boxes, each after all that it leads to downwards (in postorder); and by edge,
  ///   whether it closes a circle.
  private static func order(
    boxCount: Int, _ edges: [Edge]
  ) -> (closed: [Int], isUpward: [Bool]) {
    var leading = [[Int]](repeating: [], count: boxCount)
    for (index, edge) in edges.enumerated() { leading[edge.from].append(index) }
    let targets = Set(edges.map(\.to))
    let roots = (0..<boxCount).sorted {
      (targets.contains($0) ? 1 : 0, $0) < (targets.contains($1) ? 1 : 0, $1)
    }
    enum State { case unseen, open, closed }
    var states = [State](repeating: .unseen, count: boxCount)
    var isUpward = [Bool](repeating: false, count: edges.count)
    var closed: [Int] = []
    for root in roots where states[root] == .unseen {
      states[root] = .open
      var path = [(box: root, next: 0)]
      while let (box, next) = path.last {
        guard next < leading[box].count else {
          states[box] = .closed
          closed.append(box)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let edge = leading[box][next]
        let target = edges[edge].to
        switch states[target] {
        case .open: isUpward[edge] = true
        case .closed: break
        case .unseen:
          states[target] = .open
          path.append((target, 0))
        }
      }
    }
    return (closed, isUpward)
  }
}

/// The layers of a picture: boxes, and the points where long lines cross a layer ("dummy nodes").
private struct Rows {
  /// By layer, from left to right; boxes have the first numbers, points the ones after them.
  private var rows: [[Int]]
  private let boxCount: Int
  private var widths: [Int]
  private var layers: [Int]
  /// By box or point.
  private var above: [[Int]]
  private var below: [[Int]]
  /// Their middle.
  private(set) var xs: [Double] = []
  private var width = 0.0

  init(widths: [Int], layers: [Int], layerCount: Int) {
    (self.widths, self.layers, boxCount) = (widths, layers, widths.count)
    rows = Array(repeating: [], count: layerCount)
    for box in widths.indices { rows[layers[box]].append(box) }
    above = Array(repeating: [], count: boxCount)
    below = above
  }

  /// - Returns: the upper box, the points between, and the lower box.
  mutating func connect(_ upper: Int, _ lower: Int) -> [Int] {
    var chain = [upper]
    for layer in layers[upper] + 1..<layers[lower] {
      chain.append(widths.count)
      rows[layer].append(widths.count)
      widths.append(0)
      layers.append(layer)
      above.append([])
      below.append([])
    }
    chain.append(lower)
    for (from, to) in zip(chain, chain.dropFirst()) {
      below[from].append(to)
      above[to].append(from)
    }
    return chain
  }

  // MARK: - The order in a layer

  /// Puts each one where the mean of its neighbours is (the "barycenter heuristic"), down and up in
  /// turn; keeps the order that has the fewest crossings.
  mutating func sortByNeighbours() {
    var best = rows
    var fewest = crossingCount
    for round in 0..<orderRounds where fewest != 0 {
      let isDown = round.isMultiple(of: 2)
      let order = Array(rows.indices)
      for layer in isDown ? order : order.reversed() {
        let neighbours = isDown ? above : below
        let adjacent = layer + (isDown ? -1 : 1)
        guard rows.indices.contains(adjacent) else { continue }
        let positions = self.positions(in: adjacent)
        let keys = rows[layer].enumerated().map { index, vertex in
          let places = neighbours[vertex].map { Double(positions[$0] ?? 0) }
          return places.isEmpty ? Double(index) : places.reduce(0, +) / Double(places.count)
        }
        rows[layer] = rows[layer].indices
          .sorted { (keys[$0], $0) < (keys[$1], $1) }.map { rows[layer][$0] }
      }
      let count = crossingCount
      if count < fewest { (best, fewest) = (rows, count) }
    }
    rows = best
  }

  private func positions(in layer: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: rows[layer].enumerated().map { ($1, $0) })
  }

  private var crossingCount: Int {
    rows.indices.dropLast().reduce(0) { sum, layer in
      let positions = self.positions(in: layer + 1)
      let ends = rows[layer].enumerated().flatMap { index, vertex in
        below[vertex].map { (index, positions[$0] ?? 0) }
      }
      return ends.indices.reduce(sum) { sum, index in
        sum
          + ends[..<index].count {
            ($0.0 < ends[index].0 && ends[index].1 < $0.1)
              || (ends[index].0 < $0.0 && $0.1 < ends[index].1)
          }
      }
    }
  }

  // MARK: - The place in a layer

  /// Moves each one as near to its neighbours as those beside it let it.
  mutating func spread() {
    xs = Array(repeating: 0, count: widths.count)
    width = rows.map { offsets(in: $0).last! + ends(of: $0) }.max() ?? 0
    for row in rows { place(row, at: row.map { _ in width / 2 }) }
    for round in 0..<placeRounds {
      let isDown = round.isMultiple(of: 2)
      // In the end both sides count, so that a box stands between what leads to it and what
      // follows.
      let isLast = firstRoundOfBothSides <= round
      for row in isDown ? rows : rows.reversed() {
        place(
          row,
          at: row.map { vertex in
            let neighbours =
              isLast ? above[vertex] + below[vertex] : isDown ? above[vertex] : below[vertex]
            if neighbours.isEmpty { return xs[vertex] }
            return neighbours.reduce(0) { $0 + xs[$1] } / Double(neighbours.count)
          })
      }
    }
  }

  /// How far each one's middle is from that of the first one at least.
  private func offsets(in row: [Int]) -> [Double] {
    var offsets = [0.0]
    for (before, vertex) in zip(row, row.dropFirst()) {
      let gap = vertex < boxCount || before < boxCount ? boxGap : lineGap
      offsets.append(
        offsets[offsets.count - 1] + Double(widths[before] + widths[vertex]) / 2 + gap)
    }
    return offsets
  }

  /// What of a row is before the middle of its first one and behind that of its last one.
  private func ends(of row: [Int]) -> Double {
    Double(widths[row[0]] + widths[row[row.count - 1]]) / 2
  }

  /// The places that keep the order and the gaps and have the least squares of distances from those
  /// that are wanted (an "isotonic regression" by "pool adjacent violators"): neighbours that want
  /// to pass each other become one group. No row is wider than the widest one has to be.
  private mutating func place(_ row: [Int], at wanted: [Double]) {
    let offsets = self.offsets(in: row)
    var groups: [(mean: Double, weight: Double, count: Int)] = []
    for (index, vertex) in row.enumerated() {
      // Long lines are straight rather than boxes centred.
      var group = (wanted[index] - offsets[index], vertex < boxCount ? 1.0 : 4.0, 1)
      while let last = groups.last, group.0 < last.mean {
        groups.removeLast()
        let weight = last.weight + group.1
        group = (
          (last.mean * last.weight + group.0 * group.1) / weight, weight, last.count + group.2
        )
      }
      groups.append(group)
    }
    let first = Double(widths[row[0]]) / 2
    let last = first + width - offsets[offsets.count - 1] - ends(of: row)
    let means = groups.flatMap { group in
      repeatElement(min(max(group.mean, first), last), count: group.count)
    }
    for (index, vertex) in row.enumerated() { xs[vertex] = means[index] + offsets[index] }
  }

  /// Moves all, so that the leftmost one begins at 0.
  /// - Returns: the width of all.
  mutating func moveToEdge() -> Int {
    let left = xs.indices.map { xs[$0] - Double(widths[$0]) / 2 }.min() ?? 0
    for index in xs.indices { xs[index] -= left }
    let right = xs.indices.map { xs[$0] + Double(widths[$0]) / 2 }.max() ?? 0
    return Int(right.rounded(.up))
  }
}

/// A picture has at most 60 boxes, so that many rounds take no time.
private let orderRounds = 16
private let placeRounds = 64
/// Until then, a row follows the one before it.
private let firstRoundOfBothSides = 8
/// Between two boxes, or a box and a line.
private let boxGap = 18.0
private let lineGap = 14.0
