/// A picture of a trace as SVG: tests above, what they call below them, and the uses of banned APIs
/// at the bottom. All lengths are pixels. Colours are those of the page's classes.
struct TraceDrawing {
  private struct Line {
    enum Look { case name, quiet }

    let text: String
    let look: Look
  }

  private struct Box {
    let kind: TracePicture.Node.Kind
    let lines: [Line]
    /// All that stands shortened in the lines.
    let title: String
    let width: Int
    var height: Int { lines.count * lineHeight + 14 }
  }

  /// Lines between the same boxes are one.
  private struct Arrow {
    let from: Int
    let to: Int
    var labels: [String]
    var isNew: Bool
    let isNear: Bool

    /// What stands beside it.
    var label: String {
      let label = labels.filter { !$0.isEmpty }.joined(separator: ", ")
      return isNew ? label.isEmpty ? "new" : "new: \(label)" : label
    }
  }

  /// A word beside an arrow.
  private struct Label {
    let text: String
    let isNew: Bool
    var x: Int
    /// The base line.
    var y: Int

    func overlaps(_ other: Label) -> Bool {
      abs(y - other.y) < lineHeight && x < other.x + other.width && other.x < x + width
    }

    var width: Int { lengthOfSmall(text) }
  }

  private var boxes: [Box] = []
  private var arrows: [Arrow] = []
  private let layout: LayeredLayout
  /// By layer: where it begins, and how high it is.
  private var bands: [(top: Int, height: Int)] = []
  private var labels: [Label] = []
  private(set) var height = 0
  var width: Int { max(layout.width, labels.map { $0.x + $0.width }.max() ?? 0) + 2 * margin }

  init(_ picture: TracePicture) {
    boxes = picture.nodes.map { Self.box($0) }
    var numbers: [LayeredLayout.Edge: Int] = [:]
    for edge in picture.edges {
      let ends = LayeredLayout.Edge(from: edge.from, to: edge.to)
      if let number = numbers[ends] {
        if !arrows[number].labels.contains(edge.label) { arrows[number].labels.append(edge.label) }
        arrows[number].isNew = arrows[number].isNew || edge.isNew
      } else {
        numbers[ends] = arrows.count
        arrows.append(
          Arrow(
            from: edge.from, to: edge.to, labels: [edge.label], isNew: edge.isNew,
            isNear: edge.isNear))
      }
    }
    layout = LayeredLayout(
      widths: boxes.map(\.width),
      edges: arrows.map { LayeredLayout.Edge(from: $0.from, to: $0.to) }, rowWidth: largestRow)
    placeLayers()
    placeLabels()
  }

  private static func box(_ node: TracePicture.Node) -> Box {
    var lines: [Line] = []
    let title = (node.names.isEmpty ? node.label : node.names + node.label.dropFirst())
      .joined(separator: "\n")
    let name = node.label.first ?? ""
    // A group has the name of its type.
    if node.kind == .cause || 1 < node.label.count {
      lines.append(Line(text: shortened(name), look: .name))
    } else {
      let type = String(typeName(of: name))
      if !type.isEmpty { lines.append(Line(text: shortened(type), look: .quiet)) }
      lines.append(Line(text: shortened(String(memberName(of: name))), look: .name))
    }
    lines += node.label.dropFirst().map { label in
      Line(text: shortened(node.kind == .cause ? shortenedPath(label) : label), look: .quiet)
    }
    let text = lines.map { $0.look == .name ? length($0.text) : lengthOfSmall($0.text) }.max() ?? 0
    return Box(kind: node.kind, lines: lines, title: title, width: max(text + 28, 128))
  }

  // MARK: - Places

  private mutating func placeLayers() {
    var heights = [Int](repeating: 0, count: layout.layerCount)
    for (box, layer) in zip(boxes, layout.layers) {
      heights[layer] = max(heights[layer], box.height)
    }
    // A gap has room for words where there are any.
    var hasWords = [Bool](repeating: false, count: layout.layerCount)
    for (arrow, route) in zip(arrows, layout.routes) where !arrow.label.isEmpty {
      for layer in route.layer..<route.layer + route.xs.count - 1 { hasWords[layer] = true }
    }
    for (layer, height) in heights.enumerated() {
      bands.append((self.height, height))
      let isLast = layer == heights.count - 1
      self.height += height + (isLast ? 0 : hasWords[layer] ? 50 : 32)
    }
  }

  private func top(of box: Int) -> Int {
    let band = bands[layout.layers[box]]
    return band.top + (band.height - boxes[box].height) / 2
  }

  private func bottom(of box: Int) -> Int { top(of: box) + boxes[box].height }

  /// Where all arrows to a box have the same word, it stands once, at their heads.
  private mutating func placeLabels() {
    var arriving = [[Int]](repeating: [], count: boxes.count)
    for index in arrows.indices { arriving[arrows[index].to].append(index) }
    for (box, indices) in arriving.enumerated() {
      guard let first = indices.first else { continue }
      let isAlike = indices.allSatisfy {
        arrows[$0].label == arrows[first].label && !layout.routes[$0].isUpward
      }
      guard isAlike else {
        for index in indices { placeLabel(of: index) }
        continue
      }
      let arrow = arrows[first]
      if arrow.label.isEmpty { continue }
      labels.append(
        Label(
          text: arrow.label, isNew: arrow.isNew, x: layout.centers[box] + 9,
          y: top(of: box) - 9))
    }
  }

  /// Puts the word of an arrow beside it, where it first finds room.
  private mutating func placeLabel(of index: Int) {
    let arrow = arrows[index]
    if arrow.label.isEmpty { return }
    let route = layout.routes[index]
    var best: Label?
    for gap in 0..<route.xs.count - 1 {
      let (upper, lower) = ends(ofGap: gap, of: index)
      for percent in [50, 30, 70, 15, 85] {
        // The curve of `curve`: its height is that of a straight line to a percent or two.
        let t = Double(percent) / 100
        let bend = t * t * (3 - 2 * t)
        let label = Label(
          text: arrow.label, isNew: arrow.isNew,
          x: upper.x + Int(Double(lower.x - upper.x) * bend) + 5,
          y: upper.y + (lower.y - upper.y) * percent / 100 + 4)
        if !labels.contains(where: label.overlaps) {
          labels.append(label)
          return
        }
        best = best ?? label
      }
    }
    // The words are in the lists, too, and a picture with so many lines is not read by its words.
    if let best { labels.append(best) }
  }

  /// The ends of an arrow's line between two layers.
  private func ends(
    ofGap gap: Int, of index: Int
  ) -> (upper: (x: Int, y: Int), lower: (x: Int, y: Int)) {
    let (route, arrow) = (layout.routes[index], arrows[index])
    let (first, last) = route.isUpward ? (arrow.to, arrow.from) : (arrow.from, arrow.to)
    let layer = route.layer + gap
    let isLast = gap == route.xs.count - 2
    // Lines up and down between the same boxes stand side by side.
    let shift = route.isUpward ? 18 : 0
    let start = gap == 0 ? bottom(of: first) : bands[layer].top + bands[layer].height
    let end = isLast ? top(of: last) : bands[layer + 1].top
    return (
      (route.xs[gap] + (gap == 0 ? shift : 0), start),
      (route.xs[gap + 1] + (isLast ? shift : 0), end)
    )
  }

  // MARK: - SVG

  /// - Parameters:
  ///   - title: what the picture is of; it is escaped here.
  ///   - number: of the picture in its page.
  func append(title: String, number: Int, to text: inout TextBuffer) {
    let (height, edge) = (height + 2 * margin, "-\(margin)")
    text.append(string: #"<svg class="ways" role="img" aria-labelledby="ways-\#(number)" "#)
    text.append(string: #"width="\#(width)" height="\#(height)" "#)
    text.append(string: #"viewBox="\#(edge) \#(edge) \#(width) \#(height)">\#n"#)
    text.append(string: #"<title id="ways-\#(number)">\#(xmlEscaped(title))</title>\#n"#)
    // What is to be seen first lies above the rest.
    func rank(_ arrow: Arrow) -> Int { arrow.isNew ? 2 : arrow.isNear ? 1 : 0 }
    for index in arrows.indices.sorted(by: { (rank(arrows[$0]), $0) < (rank(arrows[$1]), $1) }) {
      appendArrow(index, to: &text)
    }
    for index in boxes.indices { appendBox(index, to: &text) }
    for label in labels {
      appendText(label.text, x: label.x, y: label.y, label.isNew ? "word new" : "word", to: &text)
    }
    text.append("</svg>\n")
  }

  private func appendBox(_ index: Int, to text: inout TextBuffer) {
    let box = boxes[index]
    let (x, y) = (layout.centers[index] - box.width / 2, top(of: index))
    let look =
      switch box.kind {
      case .entries: "entry"
      case .declaration: "declaration"
      case .cause: "use"
      }
    text.append(string: #"<g class="\#(look)"><title>\#(xmlEscaped(box.title))</title>"#)
    if box.kind == .cause {
      let cut = 9
      let (width, height) = (box.width - 2 * cut, box.height - 2 * cut)
      text.append(string: #"<path d="M\#(x + cut),\#(y)h\#(width)l\#(cut),\#(cut)v\#(height)"#)
      text.append(string: #"l-\#(cut),\#(cut)h-\#(width)l-\#(cut),-\#(cut)v-\#(height)z"/>"#)
    } else {
      let radius = box.kind == .entries ? min(box.height / 2, 18) : 3
      text.append(string: #"<rect x="\#(x)" y="\#(y)" width="\#(box.width)" "#)
      text.append(string: #"height="\#(box.height)" rx="\#(radius)"/>"#)
    }
    for (number, line) in box.lines.enumerated() {
      appendText(
        line.text, x: layout.centers[index], y: y + 7 + number * lineHeight + 13,
        line.look == .name ? "name" : "quiet", to: &text)
    }
    text.append("</g>\n")
  }

  private func appendArrow(_ index: Int, to text: inout TextBuffer) {
    let route = layout.routes[index]
    let arrow = arrows[index]
    text.append(arrow.isNew ? "<g class=\"new\">" : arrow.isNear ? "<g class=\"near\">" : "<g>")
    text.append("<path class=\"line\" d=\"")
    var (start, end) = ((x: 0, y: 0), (x: 0, y: 0))
    for gap in 0..<route.xs.count - 1 {
      var (upper, lower) = ends(ofGap: gap, of: index)
      if gap == 0 {
        start = upper
        if route.isUpward { upper.y += headLength }
        text.append(string: "M\(upper.x),\(upper.y)")
      } else {
        text.append(string: "V\(upper.y)")
      }
      end = lower
      if gap == route.xs.count - 2, !route.isUpward { lower.y -= headLength }
      text.append(string: curve(from: upper, to: lower))
    }
    let (tip, side) = route.isUpward ? (start, 8) : (end, -8)
    text.append(string: #""/><path class="head" d="M\#(tip.x),\#(tip.y)l-4,\#(side)h8z"/></g>\#n"#)
  }

  private func curve(from upper: (x: Int, y: Int), to lower: (x: Int, y: Int)) -> String {
    if upper.x == lower.x { return "V\(lower.y)" }
    let middle = (upper.y + lower.y) / 2
    return "C\(upper.x),\(middle) \(lower.x),\(middle) \(lower.x),\(lower.y)"
  }

  private func appendText(
    _ string: String, x: Int, y: Int, _ look: String, to text: inout TextBuffer
  ) {
    text.append(string: #"<text class="\#(look)" x="\#(x)" y="\#(y)">"#)
    text.append(html: string)
    text.append("</text>")
  }
}

/// Around a picture, for the width of its lines.
private let margin = 4
private let lineHeight = 17
private let headLength = 6
/// Without the gaps between boxes, so that a page for a desk shows the whole.
private let largestRow = 1000
/// In columns.
private let longestLine = 30

/// A name as long as a box may be; what is left out is its middle.
private func shortened(_ text: String) -> String {
  let scalars = text.unicodeScalars
  // A scalar has one column at least.
  if scalars.count <= longestLine, columnCount(scalars) <= longestLine { return text }
  var (start, end) = (Substring.UnicodeScalarView(), Substring.UnicodeScalarView())
  start.append(contentsOf: prefix(of: scalars, upTo: longestLine / 2))
  end.append(contentsOf: prefix(of: scalars.reversed(), upTo: longestLine / 2 - 1).reversed())
  return String(Substring(start)) + "…" + String(Substring(end))
}

/// A place whose file has its name alone if that is too long otherwise.
private func shortenedPath(_ place: String) -> String {
  guard longestLine < place.unicodeScalars.count, let slash = place.lastIndex(of: "/") else {
    return place
  }
  return "…" + place[slash...]
}

private func prefix(
  of scalars: some Sequence<Unicode.Scalar>, upTo limit: Int
) -> [Unicode.Scalar] {
  var columns = 0
  return Array(
    scalars.prefix { scalar in
      columns += columnCount(CollectionOfOne(scalar))
      return columns <= limit
    })
}

/// From Hangul on, most characters take the place of two letters.
private func columnCount(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
  scalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
}

/// Of a name in the page's font for code, whose letters are at most 0.61 times as wide as high.
private func length(_ text: String) -> Int { columnCount(text.unicodeScalars) * 732 / 100 + 1 }

private func lengthOfSmall(_ text: String) -> Int {
  columnCount(text.unicodeScalars) * 671 / 100 + 1
}
