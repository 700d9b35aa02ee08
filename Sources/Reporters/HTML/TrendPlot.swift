/// A picture of findings over time: an area for each rule, stacked, so that the upper edge is the
/// total. A count holds from its commit to the next one, hence the steps. Where there is no count,
/// nothing is drawn. Lengths are in tenths of a unit of the picture, as whole numbers, so that each
/// machine writes the same.
struct TrendPlot {
  private let steps: [Step]
  /// Neighbours that have counts, by step.
  private let runs: [Range<Int>]
  /// From the bottom.
  private let bands: [Band]
  private let axis: TimeAxis
  private let scale: CountScale

  /// What is shown from one place on the axis to the next.
  private struct Step {
    /// In tenths.
    let x: Int
    let row: FindingHistory.Row
    /// How many commits lie at this place, of which the newest is shown.
    var commits = 1

    var total: Int { row.counts?.total ?? 0 }
  }

  private struct Band {
    let name: String
    /// The number of its class in the style.
    let color: Int
    /// By step.
    let counts: [Int]
  }

  /// Nil for a history of fewer than two counts, which has nothing to show.
  init?(_ history: FindingHistory) {
    let rows = history.rows
    guard 1 < rows.lazy.filter({ $0.counts != nil }).count else { return nil }
    axis = TimeAxis(rows)
    var steps: [Step] = []
    for (row, x) in zip(rows, axis.xs(of: rows)) {
      var step = Step(x: x, row: row)
      // What would be less than a unit wide could not be seen.
      if let last = steps.last, x - last.x < 10 {
        step = Step(x: last.x, row: row, commits: last.commits + 1)
        steps.removeLast()
      }
      steps.append(step)
    }
    self.steps = steps
    runs = steps.indices.split { steps[$0].row.counts == nil }
    let named = Array(history.rules.prefix(ruleColors))
    var bands = zip(named, colors(of: named)).map { rule, color in
      Band(
        name: rule, color: color, counts: steps.map { $0.row.counts?.count(of: rule) ?? 0 })
    }
    if let others = history.othersName(besides: named) {
      bands.append(
        Band(
          name: others, color: ruleColors + 1,
          counts: steps.map { $0.row.counts?.count(besides: named) ?? 0 }))
    }
    self.bands = bands
    scale = CountScale(upTo: steps.lazy.map(\.total).max() ?? 0)
  }

  /// - Parameters:
  ///   - title: what the picture shows.
  ///   - description: what it says.
  func append(title: String, description: String, to text: inout TextBuffer) {
    text.append(
      string: """
        <div class="plot">
        <div class="wide" tabindex="0" role="group" aria-label="Plot">
        <svg role="img" aria-labelledby="plot-title plot-text" \
        viewBox="0 0 \(Frame.width / 10) \(Frame.height / 10)">
        <title id="plot-title">
        """)
    text.append(html: title)
    text.append("</title>\n<desc id=\"plot-text\">")
    text.append(html: description)
    text.append("</desc>\n")
    appendScale(to: &text)
    appendBands(to: &text)
    appendTotal(to: &text)
    appendDays(to: &text)
    appendLabels(to: &text)
    appendHovers(to: &text)
    text.append("</svg>\n</div>\n")
    appendKeys(to: &text)
    text.append("</div>\n<p class=\"quiet\">A count holds until the next commit")
    text.append(
      axis.goesBack
        ? "; the dates go back, so the commits stand at equal distances"
        : ", the newest to the right end")
    text.append(".</p>\n")
  }

  // MARK: - Axes

  private func appendScale(to text: inout TextBuffer) {
    for count in stride(from: 0, through: scale.end, by: scale.step) {
      let y = self.y(of: count)
      text.append(
        string: #"<path class="grid" d="M\#(tenths(Frame.left)) \#(tenths(y))"#
          + "H\(tenths(Frame.right))\"/>\n")
      text.append(label: String(count), (x: Frame.left - 80, y: y + 45), anchor: "end")
    }
  }

  private func appendDays(to text: inout TextBuffer) {
    // The word below the working tree needs room.
    let end = axis.hasWorkingTree ? axis.end - 500 : axis.end
    let y = Frame.bottom + 220
    for tick in axis.ticks where tick.x <= end || tick.x == Frame.left {
      text.append(
        string: "<path class=\"tick\" d=\"M\(tenths(tick.x)) \(tenths(Frame.bottom))v5\"/>\n")
      text.append(label: tick.label, (x: tick.x, y: y), anchor: "middle")
    }
    guard axis.hasWorkingTree else { return }
    text.append(
      string: #"<path class="tick uncommitted" d="M\#(tenths(steps[steps.count - 1].x)) "#
        + "\(tenths(Frame.top))V\(tenths(Frame.bottom))\"/>\n")
    text.append(label: "uncommitted", (x: Frame.right, y: y), anchor: "end")
  }

  // MARK: - Counts

  private func appendBands(to text: inout TextBuffer) {
    var below = [Int](repeating: 0, count: steps.count)
    for band in bands {
      let above = zip(below, band.counts).map { $0 + $1 }
      text.append(string: "<path class=\"band b\(band.color)\" d=\"")
      for run in runs {
        text.append(string: edge(of: run, above) + "V\(tenths(y(of: below[run.last!])))")
        for index in run.reversed() {
          text.append(string: "H\(tenths(steps[index].x))")
          guard run.lowerBound < index else { continue }
          text.append(string: "V\(tenths(y(of: below[index - 1])))")
        }
        text.append("Z")
      }
      text.append("\"/>\n")
      below = above
    }
  }

  private func appendTotal(to text: inout TextBuffer) {
    let edges = runs.map { edge(of: $0, steps.map(\.total)) }.joined()
    text.append(string: "<path class=\"total\" d=\"\(edges)\"/>\n")
    // More of them would be a smear.
    guard steps.count <= mostDots else { return }
    for step in runs.joined().map({ steps[$0] }) {
      text.append(
        string: #"<circle class="dot" cx="\#(tenths(step.x))" cy="\#(tenths(y(of: step.total)))" "#
          + "r=\"3\"/>\n")
    }
  }

  /// From a first commit to where what follows begins.
  /// - Parameter counts: by step.
  private func edge(of run: Range<Int>, _ counts: [Int]) -> String {
    let first = run.lowerBound
    let start = "M\(tenths(steps[first].x)) \(tenths(y(of: counts[first])))"
    let middle = run.dropFirst().map { "H\(tenths(steps[$0].x))V\(tenths(y(of: counts[$0])))" }
    return start + middle.joined() + "H\(tenths(end(of: run.last!)))"
  }

  /// What a pointer finds: a strip for each step, whose title has its numbers.
  private func appendHovers(to text: inout TextBuffer) {
    for (index, step) in steps.enumerated() {
      text.append(
        string: #"<rect class="hover" x="\#(tenths(step.x))" y="\#(tenths(Frame.top))" "#
          + #"width="\#(tenths(end(of: index) - step.x))" "#
          + #"height="\#(tenths(Frame.bottom - Frame.top))"><title>"#)
      text.append(html: tooltip(of: step, at: index))
      text.append("</title></rect>\n")
    }
  }

  private func tooltip(of step: Step, at index: Int) -> String {
    let commit = step.row.isCommitted ? " " + step.row.commit : ""
    let total = step.row.counts.map { counted($0.total, "finding") } ?? step.row.absence
    var lines = ["\(step.row.day)\(commit), \(total)"]
    if let change = step.row.counts?.change {
      lines.append("\(change.added) added, \(change.gone) gone")
    }
    if 1 < step.commits { lines.append("the last of \(step.commits) commits here") }
    lines += bands.filter { 0 < $0.counts[index] }.map { "\($0.name) \($0.counts[index])" }
    return lines.joined(separator: "\n")
  }

  private func y(of count: Int) -> Int {
    Frame.bottom - count * (Frame.bottom - Frame.top) / scale.end
  }

  /// Where a step ends.
  private func end(of index: Int) -> Int {
    index + 1 < steps.count ? steps[index + 1].x : Frame.right
  }

  // MARK: - Names

  /// The names of the areas stand beside their right ends, so that colour is not needed.
  private func appendLabels(to text: inout TextBuffer) {
    guard let last = runs.last?.last else { return }
    var labels: [Label] = []
    var below = 0
    for band in bands {
      let count = band.counts[last]
      let end = (y(of: below) + y(of: below + count)) / 2
      labels.append(Label(name: band.name, count: count, color: band.color, end: end))
      below += count
    }
    labels.append(Label(name: totalName, count: below, color: nil, end: y(of: below)))
    for (label, y) in zip(labels, Label.spread(labels)) {
      text.append(
        string: #"<path class="lead" d="M\#(tenths(Frame.right + 30)) \#(tenths(label.end))"#
          + "L\(tenths(Frame.right + 160)) \(tenths(y))\"/>\n")
      if let color = label.color {
        text.append(
          string: #"<rect class="band b\#(color)" x="\#(tenths(Frame.right + 190))" "#
            + "y=\"\(tenths(y - 50))\" width=\"10\" height=\"10\"/>\n")
      }
      let x = Frame.right + (label.color == nil ? 190 : 350)
      text.append(string: "<text x=\"\(tenths(x))\" y=\"\(tenths(y + 45))\">")
      text.append(html: label.shortName)
      text.append(string: " <tspan class=\"count\">\(label.count)</tspan><title>")
      text.append(html: "\(label.name) \(label.count)")
      text.append("</title></text>\n")
    }
  }

  /// The same for a narrow window, which shows a part of the picture; from the top.
  private func appendKeys(to text: inout TextBuffer) {
    guard let last = runs.last?.last else { return }
    text.append("<ul>\n")
    for band in bands.reversed() {
      text.append(
        string: #"<li><svg viewBox="0 0 10 10"><rect class="band b\#(band.color)" width="10" "#
          + "height=\"10\"/></svg> ")
      text.append(html: "\(band.name) \(band.counts[last])")
      text.append("</li>\n")
    }
    text.append("</ul>\n")
  }

  private struct Label {
    let name: String
    let count: Int
    /// Nil for the total.
    let color: Int?
    /// Where the middle of the area ends; in tenths.
    let end: Int

    var shortName: String {
      let isShort = name.unicodeScalars.count <= Label.longestName
      return isShort ? name : name.prefix(Label.longestName - 1) + "…"
    }

    /// The heights of labels as near to their areas as they do not overlap.
    /// - Parameter labels: from the bottom.
    static func spread(_ labels: [Label]) -> [Int] {
      var heights = labels.map(\.end)
      var lowest = Frame.bottom
      for index in heights.indices {
        heights[index] = min(heights[index], lowest)
        lowest = heights[index] - lineHeight
      }
      var highest = Frame.top
      for index in heights.indices.reversed() {
        heights[index] = max(heights[index], highest)
        highest = heights[index] + lineHeight
      }
      return heights
    }

    private static let lineHeight = 190
    /// In characters.
    private static let longestName = 24
  }
}

/// Rules with the most findings have areas of their own; the rest share one, which is grey.
private let ruleColors = 6
private let mostDots = 80

/// A colour for each rule, from 1. It comes from the rule's name, so that a rule mostly keeps its
/// colour from page to page. Of two that would have the same, the second by name has the next.
private func colors(of rules: [String]) -> [Int] {
  var names: [String?] = Array(repeating: nil, count: ruleColors)
  for rule in rules.sorted() {
    // FNV-1a; the hash of the standard library differs from run to run.
    let hash = rule.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    var color = Int(hash % UInt32(ruleColors))
    while names[color] != nil { color = (color + 1) % ruleColors }
    names[color] = rule
  }
  return rules.map { rule in names.firstIndex { $0 == rule }! + 1 }
}

/// The picture and the part of it that has the areas, in tenths of a unit.
private enum Frame {
  static let (width, height) = (9600, 3800)
  static let (left, right, top, bottom) = (TimeAxis.left, TimeAxis.right, 120, 3400)
}

/// A length, e.g. `12.5`.
/// - Parameter number: in tenths; not negative.
private func tenths(_ number: Int) -> String {
  number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(number % 10)"
}

extension TextBuffer {
  fileprivate mutating func append(label: String, _ place: (x: Int, y: Int), anchor: String) {
    append(
      string: #"<text class="axis" text-anchor="\#(anchor)" x="\#(tenths(place.x))" "#
        + "y=\"\(tenths(place.y))\">")
    append(html: label)
    append("</text>\n")
  }
}
