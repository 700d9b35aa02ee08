import Diagnostics

/// A page with an indented tree for each use: what leads to it, and at the leaves the tests.
struct TraceHTMLFormat {
  private struct Way: Hashable {
    /// The entry by its index in the report.
    let entry: Int
    let path: [TraceHop]
    let endsInBranch: Bool

    init(_ entry: Int, _ reach: TraceReport.Reach) {
      (self.entry, path, endsInBranch) = (entry, reach.path, reach.endsInBranch)
    }

    /// The next hop towards the entry.
    /// - Parameter depth: the number of hops behind, from the use.
    func hop(_ depth: Int) -> TraceHop { path[path.count - 1 - depth] }
  }

  /// Causes to which the same ways lead.
  private typealias Tree = (causes: [Int], ways: [Way])

  private let report: TraceReport
  private let run: RunDescription
  private let listsAll: Bool
  private var sources: TraceSources

  static func write(
    _ report: TraceReport, _ style: TraceStyle, _ run: RunDescription, _ sources: TraceSources,
    to output: inout ReportText
  ) {
    var format = TraceHTMLFormat(
      report: report, run: run, listsAll: style.listsAll, sources: sources)
    output.text.append(string: htmlPageStart(title: "Trace: \(format.heading)"))
    format.appendHead(to: &output.text)
    for tree in format.trees where output.goesOn {
      format.append(tree, to: &output.text)
      output.endPart()
    }
    format.appendRules(to: &output.text)
    output.text.append("</main>\n")
    output.text.append(string: htmlPageEnd(version: run.tool.version))
  }

  /// The trees, those with the most ways first.
  private var trees: [Tree] {
    var ways = [[Way]](repeating: [], count: report.causes.count)
    for (index, entry) in report.entries.enumerated() {
      for reach in entry.reaches { ways[reach.cause].append(Way(index, reach)) }
    }
    var numbers: [[Way]: Int] = [:]
    var trees: [Tree] = []
    for (cause, ways) in ways.enumerated() where !ways.isEmpty {
      if let number = numbers[ways] {
        trees[number].causes.append(cause)
      } else {
        numbers[ways] = trees.count
        trees.append(([cause], ways))
      }
    }
    return trees.sorted {
      ($1.ways.count, $0.causes[0]) < ($0.ways.count, $1.causes[0])
    }
  }

  // MARK: - The whole

  /// The heading, e.g. `14 of 1,212 tests can reach 3 places`.
  private var heading: String {
    if run.failures.isEmpty { return answer }
    return run.receipt == nil ? "Nothing was traced" : "\(answer); not everything was traced"
  }

  private var answer: String {
    let (verb, no) = report.isCompared ? ("can newly reach", "new way") : ("can reach", "way")
    let places = counted(report.causes.count, "place")
    guard let first = report.entries.first else { return "No \(no) was found" }
    if report.entryCount == 1 { return "'\(first.name)' \(verb) \(places)" }
    let all = counted(report.entryCount, noun(of: report.entries.map(\.kind)))
    let count = report.entries.count
    return "\(count == report.entryCount ? "All" : "\(grouped(count)) of") \(all) \(verb) \(places)"
  }

  private func appendHead(to text: inout TextBuffer) {
    text.append(string: "<main>\n<h1>\(xmlEscaped(heading))</h1>\n")
    if !report.entries.isEmpty {
      text.append(
        """
        <p>A place is where the code uses what a rule bans. Below it stands what leads there, \
        step by step, up to where the ways begin.</p>

        """)
    }
    if let receipt = run.receipt {
      text.append(string: "<p class=quiet>\(xmlEscaped(receipt))</p>\n")
    }
    text.appendNotices(of: run, incomplete: "Not everything was traced")
  }

  /// Adds the messages of the causes' rules, and what to write instead.
  private func appendRules(to text: inout TextBuffer) {
    let rules = Dictionary(report.causes.map { ($0.rule.id, $0.rule.url) }) { first, _ in first }
    if rules.isEmpty { return }
    text.append("<section>\n<h2>Rules</h2>\n")
    for (id, url) in rules.sorted(by: { $0.key < $1.key }) {
      text.append(string: "<h3 id=\"rule:\(xmlEscaped(id))\">\(xmlEscaped(id))</h3>\n")
      text.append(textOf: id, run.tool.rules[id], url: url)
    }
    text.append("</section>\n")
  }

  // MARK: - A tree

  private mutating func append(_ tree: Tree, to text: inout TextBuffer) {
    let first = report.causes[tree.causes[0]]
    let place = run.root.path(of: first.place.path).string
    let scope = first.key.scope.isEmpty ? place : first.key.scope
    text.append(string: "<section class=ways>\n<h2><code>\(xmlEscaped(first.key.tokens))</code>")
    text.append(string: " in <code>\(xmlEscaped(scope))</code></h2>\n")
    let shown = tree.causes.prefix(listsAll ? .max : mostCauses)
    for cause in shown.map({ report.causes[$0] }) {
      let label = cause.severity == .error ? "<b class=e>error</b>" : "<b class=w>warning</b>"
      let rule = xmlEscaped(cause.rule.id)
      text.append(string: "<p>\(label) ")
      text.append(htmlWithCode: cause.message)
      text.append(string: " <a href=\"#rule:\(rule)\">\(rule)</a> ")
      text.append(string: "<small>\(placeText(of: cause.place))</small></p>\n")
      guard let file = sources.file(cause.place.path), let place = file.location(of: cause.place)
      else { continue }
      text.append("<pre>")
      text.append(line: place.line, of: file, marking: place.offset..<place.offset)
      text.append("</pre>\n")
    }
    appendRest(tree.causes.count - shown.count, "place", to: &text)
    let nearest = tree.ways.map(\.path.count).min() ?? 0
    let steps = nearest == 0 ? "" : ", the nearest in \(counted(nearest, "step"))"
    let it =
      (tree.causes.count == 1 ? "it" : "them")
      + (tree.ways.allSatisfy(\.endsInBranch) ? " in a branch" : "")
    text.append(string: "<p>\(entries(of: tree.ways)) can reach \(it)\(steps).</p>\n")
    appendCallers(tree.ways, to: &text)
    text.append("</section>\n")
  }

  /// Ways that share hops from the use on share callers. The inside of one stands on a stack,
  /// since a way may be as long as the code is large.
  private func appendCallers(_ ways: [Way], to text: inout TextBuffer) {
    enum Piece {
      case callers([Way], depth: Int, level: Int)
      case end
      case rest(Int)
    }
    var pieces = [Piece.callers(ways, depth: 0, level: 0)]
    while let piece = pieces.popLast() {
      guard case .callers(let ways, var depth, let level) = piece else {
        if case .rest(let count) = piece { appendRest(count, "way", to: &text) }
        if case .end = piece { text.append("</details>\n") }
        continue
      }
      if 0 < level {
        let tag: StaticString = level < firstFolded ? "<details open>" : "<details>"
        text.append(string: "\(tag)<summary>")
        append(ways[0].hop(depth - 1), "\(entries(of: ways)), ", to: &text)
        text.append("</summary>\n")
        pieces.append(.end)
      }
      // A hop from which no other way parts has no callers of its own.
      while let hop = onlyHop(of: ways, depth) {
        text.append("<p>")
        append(hop, to: &text)
        text.append("</p>\n")
        depth += 1
      }
      appendLeaves(ways.filter { $0.path.count <= depth + 1 }, to: &text)
      let groups = Dictionary(grouping: ways.filter { depth + 1 < $0.path.count }) { $0.hop(depth) }
        .values.sorted { ($1.count, $0[0].entry) < ($0.count, $1[0].entry) }
      let shown = groups.prefix(listsAll ? .max : mostCallers)
      pieces.append(.rest(groups.dropFirst(shown.count).reduce(0) { $0 + $1.count }))
      for group in shown.reversed() {
        pieces.append(.callers(group, depth: depth + 1, level: level + 1))
      }
    }
  }

  /// The hop that all ways have at a depth, behind which none of them begins.
  private func onlyHop(of ways: [Way], _ depth: Int) -> TraceHop? {
    guard depth + 1 < ways[0].path.count else { return nil }
    let hop = ways[0].hop(depth)
    return ways.allSatisfy { depth + 1 < $0.path.count && $0.hop(depth) == hop } ? hop : nil
  }

  /// Appends the starts of ways.
  private func appendLeaves(_ ways: [Way], to text: inout TextBuffer) {
    if ways.isEmpty { return }
    text.append("<ul class=leaves>\n")
    let shown = ways.prefix(listsAll ? .max : mostCallers)
    for way in shown {
      let entry = report.entries[way.entry]
      let (how, place) = way.path.first.map { ($0.label, $0.place) } ?? ("by itself", entry.place)
      text.append(string: "<li><code>\(xmlEscaped(entry.name))</code> ")
      text.append(string: "<small>\(how), \(placeText(of: place))</small></li>\n")
    }
    text.append("</ul>\n")
    appendRest(ways.count - shown.count, "way", to: &text)
  }

  // MARK: - Parts

  private func entries(of ways: [Way]) -> String {
    countText(ways.map { report.entries[$0.entry].kind }) ?? ""
  }

  private func placeText(of place: TraceReport.Place) -> String {
    "\(xmlEscaped(run.root.path(of: place.path).string)):\(place.line):\(place.column)"
  }

  /// - Parameter count: the text before how the hop leads on.
  private func append(_ hop: TraceHop, _ count: String = "", to text: inout TextBuffer) {
    text.append(string: "<code>\(xmlEscaped(hop.name))</code> ")
    text.append(string: "<small>\(count)\(hop.label), \(placeText(of: hop.place))</small>")
  }

  private func appendRest(_ count: Int, _ noun: String, to text: inout TextBuffer) {
    if count == 0 { return }
    let words = counted(count, "more \(noun)")
    text.append(string: "<p class=quiet>\(words); <code>--all</code> lists them</p>\n")
  }
}

/// The numbers of causes and callers that are listed of a tree without `--all`.
private let (mostCauses, mostCallers) = (3, 20)
/// The callers of the third level are folded; the first one is the use.
private let firstFolded = 2
