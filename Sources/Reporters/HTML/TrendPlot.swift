/// A picture of findings over time: an area for each rule, stacked, so that the upper edge is the
/// total. A count holds from its commit to the next one, hence the steps. Lengths are in tenths of a
/// unit of the picture, as whole numbers, so that each machine writes the same.
struct TrendPlot {
  private let steps: [Step]
  /// From the bottom.
  private let bands: [Band]
  private let axis: TimeAxis
  private let scale: CountScale

  /// What is shown from one place on the axis to the next.
  private struct Step {
    /// In tenths.
    let x: Int
    let row: FindingHistory.Row
    let counts: FindingHistory.Counts
    /// How many commits lie at this place, of which the newest is shown.
    var commits = 1
  }

  private struct Band {
    let name: String
    /// By step.
    let counts: [Int]
  }

  /// Nil for a history of fewer than two counts, which has nothing to show.
  init?(_ history: FindingHistory) {
    let rows = history.rows.filter { $0.counts != nil }
    guard 1 < rows.count else { return nil }
    axis = TimeAxis(rows)
    var steps: [Step] = []
    for (row, x) in zip(rows, axis.places(of: rows)) {
      var step = Step(x: x, row: row, counts: row.counts!)
      // What would be less than a unit wide could not be seen.
      if let last = steps.last, x - last.x < 10 {
        step = Step(x: last.x, row: row, counts: row.counts!, commits: last.commits + 1)
        steps.removeLast()
      }
      steps.append(step)
    }
    self.steps = steps
    let named = history.rules.prefix(
      history.rules.count == mostBands ? mostBands : mostBands - 1)
    var bands = named.map { rule in
      Band(name: rule, counts: steps.map { $0.counts.count(of: rule) })
    }
    if named.count < history.rules.count {
      bands.append(
        Band(name: othersName, counts: steps.map { $0.counts.count(besides: named) }))
    }
    self.bands = bands
    scale = CountScale(upTo: steps.lazy.map(\.counts.total).max() ?? 0)
  }

  /// - Parameters:
  ///   - title: what the picture shows.
  ///   - description: what it says.
  func append(title: String, description: String, to text: inout TextBuffer) {
    text.append("<div class=\"plot\" tabindex=\"0\" role=\"group\" aria-label=\"Plot\">\n")
    text.append("<svg role=\"img\" aria-labelledby=\"plot-title plot-text\" viewBox=\"0 0 ")
    text.append(decimal: Frame.width / 10)
    text.append(character: " ")
    text.append(decimal: Frame.height / 10)
    text.append("\">\n<title id=\"plot-title\">")
    text.append(html: title)
    text.append("</title>\n<desc id=\"plot-text\">")
    text.append(html: description)
    text.append("</desc>\n")
    appendScale(to: &text)
    appendBands(to: &text)
    appendTotal(to: &text)
    appendDays(to: &text)
    appendLabels(to: &text)
    appendPlaces(to: &text)
    text.append("</svg>\n</div>\n")
  }

  // MARK: - Axes

  private func appendScale(to text: inout TextBuffer) {
    for count in stride(from: 0, through: scale.end, by: scale.step) {
      let y = self.y(of: count)
      text.append("<path class=\"grid\" d=\"M")
      text.append(tenths: Frame.left, y)
      text.append("H")
      text.append(tenths: Frame.right)
      text.append("\"/>\n")
      text.append(label: String(count), (x: Frame.left - 80, y: y + 45), anchor: "end")
    }
  }

  private func appendDays(to text: inout TextBuffer) {
    // The word below the working tree needs room.
    let end = axis.hasWorkingTree ? axis.end - 500 : axis.end
    for tick in axis.ticks {
      let x = axis.place(of: tick.seconds)
      guard x <= end || tick.seconds == axis.times.lowerBound else { continue }
      text.append("<path class=\"tick\" d=\"M")
      text.append(tenths: x, Frame.bottom)
      text.append("v5\"/>\n")
      text.append(label: tick.label, (x: x, y: Frame.bottom + 220), anchor: "middle")
    }
    guard axis.hasWorkingTree else { return }
    text.append("<path class=\"tick uncommitted\" d=\"M")
    text.append(tenths: steps[steps.count - 1].x, Frame.top)
    text.append("V")
    text.append(tenths: Frame.bottom)
    text.append("\"/>\n")
    text.append(
      label: "uncommitted", (x: Frame.right, y: Frame.bottom + 220), anchor: "end")
  }

  // MARK: - Counts

  private func appendBands(to text: inout TextBuffer) {
    var below = [Int](repeating: 0, count: steps.count)
    for (number, band) in bands.enumerated() {
      let above = zip(below, band.counts).map { $0 + $1 }
      text.append("<path class=\"band b")
      text.append(decimal: number + 1)
      text.append("\" d=\"")
      appendEdge(above, to: &text)
      text.append("V")
      text.append(tenths: y(of: below[below.count - 1]))
      for index in below.indices.reversed() {
        text.append("H")
        text.append(tenths: steps[index].x)
        guard 0 < index else { continue }
        text.append("V")
        text.append(tenths: y(of: below[index - 1]))
      }
      text.append("Z\"/>\n")
      below = above
    }
  }

  private func appendTotal(to text: inout TextBuffer) {
    text.append("<path class=\"total\" d=\"")
    appendEdge(steps.map(\.counts.total), to: &text)
    text.append("\"/>\n")
    // More of them would be a smear.
    guard steps.count <= mostDots else { return }
    for step in steps {
      text.append("<circle class=\"dot\" cx=\"")
      text.append(tenths: step.x)
      text.append("\" cy=\"")
      text.append(tenths: y(of: step.counts.total))
      text.append("\" r=\"3\"/>\n")
    }
  }

  /// From the first commit to the right end.
  /// - Parameter counts: by step.
  private func appendEdge(_ counts: [Int], to text: inout TextBuffer) {
    text.append("M")
    text.append(tenths: steps[0].x, y(of: counts[0]))
    for (step, count) in zip(steps, counts).dropFirst() {
      text.append("H")
      text.append(tenths: step.x)
      text.append("V")
      text.append(tenths: y(of: count))
    }
    text.append("H")
    text.append(tenths: Frame.right)
  }

  /// What a pointer finds: a strip for each step, whose title has its numbers.
  private func appendPlaces(to text: inout TextBuffer) {
    for (index, step) in steps.enumerated() {
      let end = index + 1 < steps.count ? steps[index + 1].x : Frame.right
      text.append("<rect class=\"place\" x=\"")
      text.append(tenths: step.x)
      text.append("\" y=\"")
      text.append(tenths: Frame.top)
      text.append("\" width=\"")
      text.append(tenths: end - step.x)
      text.append("\" height=\"")
      text.append(tenths: Frame.bottom - Frame.top)
      text.append("\"><title>")
      text.append(html: words(of: step, at: index))
      text.append("</title></rect>\n")
    }
  }

  private func words(of step: Step, at index: Int) -> String {
    let commit = step.row.isCommitted ? " " + step.row.commit : ""
    var lines = ["\(step.row.day)\(commit), \(counted(step.counts.total, "finding"))"]
    if let change = step.counts.change {
      lines.append("\(change.added) added, \(change.gone) gone")
    }
    if 1 < step.commits { lines.append("the last of \(step.commits) commits here") }
    lines += bands.filter { 0 < $0.counts[index] }.map { "\($0.name) \($0.counts[index])" }
    return lines.joined(separator: "\n")
  }

  private func y(of count: Int) -> Int {
    Frame.bottom - count * (Frame.bottom - Frame.top) / scale.end
  }

  // MARK: - Names

  /// The names of the areas stand beside their right ends, so that colour is not needed.
  private func appendLabels(to text: inout TextBuffer) {
    var labels: [Label] = []
    var below = 0
    for (number, band) in bands.enumerated() {
      let count = band.counts[steps.count - 1]
      let (low, high) = (y(of: below), y(of: below + count))
      labels.append(
        Label(name: band.name, count: count, band: number + 1, end: (low + high) / 2))
      below += count
    }
    labels.append(Label(name: totalName, count: below, band: nil, end: y(of: below)))
    for (label, y) in zip(labels, Label.spread(labels)) {
      text.append("<path class=\"lead\" d=\"M")
      text.append(tenths: Frame.right + 30, label.end)
      text.append("L")
      text.append(tenths: Frame.right + 160, y)
      text.append("\"/>\n")
      if let band = label.band {
        text.append("<rect class=\"band b")
        text.append(decimal: band)
        text.append("\" x=\"")
        text.append(tenths: Frame.right + 190)
        text.append("\" y=\"")
        text.append(tenths: y - 50)
        text.append("\" width=\"10\" height=\"10\"/>\n")
      }
      text.append("<text class=\"name\" x=\"")
      text.append(tenths: Frame.right + (label.band == nil ? 190 : 350))
      text.append("\" y=\"")
      text.append(tenths: y + 45)
      text.append("\">")
      text.append(html: label.shortName)
      text.append(" <tspan class=\"count\">")
      text.append(decimal: label.count)
      text.append("</tspan><title>")
      text.append(html: "\(label.name) \(label.count)")
      text.append("</title></text>\n")
    }
  }

  private struct Label {
    let name: String
    let count: Int
    /// From 1; nil for the total.
    let band: Int?
    /// Where the middle of the area ends; in tenths.
    let end: Int

    var shortName: String {
      name.count <= longestName ? name : name.prefix(longestName - 1) + "…"
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
    private var longestName: Int { Label.longestName }
  }
}

/// Rules with the most findings have areas of their own; the rest share one.
private let mostBands = 7
private let mostDots = 80

/// The picture and the part of it that has the areas, in tenths of a unit.
private enum Frame {
  static let (width, height) = (9600, 3800)
  static let (left, right, top, bottom) = (TimeAxis.left, TimeAxis.right, 120, 3400)
}

extension TextBuffer {
  /// Appends a length, e.g. `12.5`.
  /// - Parameter tenths: not negative.
  fileprivate mutating func append(tenths: Int) {
    append(decimal: tenths / 10)
    guard tenths % 10 != 0 else { return }
    append(character: ".")
    append(decimal: tenths % 10)
  }

  fileprivate mutating func append(tenths x: Int, _ y: Int) {
    append(tenths: x)
    append(character: " ")
    append(tenths: y)
  }

  fileprivate mutating func append(
    label: String, _ place: (x: Int, y: Int), anchor: StaticString
  ) {
    append("<text class=\"axis\" text-anchor=\"")
    append(anchor)
    append("\" x=\"")
    append(tenths: place.x)
    append("\" y=\"")
    append(tenths: place.y)
    append("\">")
    append(html: label)
    append("</text>\n")
  }
}
