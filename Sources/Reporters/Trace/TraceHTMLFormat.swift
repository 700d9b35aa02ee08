import Diagnostics

/// A page: a picture of the ways to each cause, and the same in words.
struct TraceHTMLFormat {
  private let report: TraceReport
  private let blocks: [CauseBlock]
  private let listsAll: Bool
  private var sources: TraceSources

  static func write(
    _ report: TraceReport, _ style: TraceStyle, _ run: RunDescription, _ sources: TraceSources,
    to output: inout TraceOutput
  ) {
    var format = TraceHTMLFormat(
      report: report, blocks: report.byCause, listsAll: style.listsAll, sources: sources)
    HTMLPage.appendStart(title: "Trace: \(format.heading)", to: &output.text)
    format.appendSummary(run, to: &output.text)
    for number in format.blocks.indices where output.goesOn {
      format.appendBlock(number, to: &output.text)
      output.endPart()
    }
    output.text.append("</main>\n")
    HTMLPage.appendEnd(isScripted: false, to: &output.text)
  }

  // MARK: - The whole

  /// e.g. `14 of 212 tests can reach 3 places`
  private var heading: String {
    let verb = report.isCompared ? "can newly reach" : "can reach"
    let places = "\(report.causes.count) place\(report.causes.count == 1 ? "" : "s")"
    guard let first = report.entries.first else {
      return report.isCompared ? "No new way was found" : "No way was found"
    }
    if report.entryCount == 1 { return "'\(first.name)' \(verb) \(places)" }
    let count = countWords(report.entries.map(\.kind)) ?? ""
    if report.entries.count == report.entryCount { return "All \(count) \(verb) \(places)" }
    let noun = count.drop { $0 != " " }
    return "\(report.entries.count) of \(report.entryCount)\(plural(noun)) \(verb) \(places)"
  }

  /// What is counted out of several is plural.
  private func plural(_ noun: Substring) -> String { noun.hasSuffix("s") ? "\(noun)" : "\(noun)s" }

  private func appendSummary(_ run: RunDescription, to text: inout TextBuffer) {
    text.append("<main>\n<h1>")
    text.append(html: heading)
    text.append("</h1>\n<p class=\"quiet\">")
    text.append(html: report.receipt)
    text.append("</p>\n")
    append(run.failures, to: &text)
    if blocks.isEmpty { return }
    text.append("<p class=\"legend\">Pictures are read from the top down: <span class=\"entry\">")
    text.append(html: report.entries[0].kind.noun)
    text.append(
      """
      s</span> lead through <span class="declaration">code that they call</span> to \
      <span class="use">a use that a rule bans</span>. Point at a box for its whole name.</p>

      """)
    if 1 < blocks.count { appendOverview(to: &text) }
  }

  /// A picture of all, if it can be seen at once, and a list.
  private func appendOverview(to text: inout TextBuffer) {
    if blocks.count < largestOverview {
      let picture = TracePicture(blocks, of: report, largest: largestOverview)
      if picture.leftOutCount == 0 {
        append(picture, "the ways to all places", number: 0, to: &text)
      }
    }
    appendContents(to: &text)
  }

  private func append(_ failures: Failures, to text: inout TextBuffer) {
    if failures.isEmpty { return }
    text.append("<section class=\"notice\">\n<h2>Not everything was traced</h2>\n<ul>\n")
    for failure in failures.shown {
      text.append("<li>")
      if let path = failure.path {
        let place = failure.location.map { ":\($0.line):\($0.column)" } ?? ""
        appendCode("\(path.string)\(place)", to: &text)
        text.append(": ")
      }
      text.append(htmlWithCode: failure.message)
      text.append("</li>\n")
    }
    text.append("</ul>\n</section>\n")
  }

  /// A list of the causes, which leads to their parts of the page.
  private func appendContents(to text: inout TextBuffer) {
    text.append("<h2>Places</h2>\n<ol class=\"places\">\n")
    for (number, block) in blocks.enumerated() {
      let cause = report.causes[block.causes[0]]
      text.append("<li><span class=\"count\">")
      text.append(html: entryWords(block))
      text.append("</span> <span><a href=\"#use-")
      text.append(decimal: number + 1)
      text.append("\">")
      appendName(of: block, to: &text)
      text.append("</a> <span class=\"quiet\">")
      text.append(html: cause.rule.id)
      if let place = block.news?.place {
        text.append(", new at ")
        append(place, to: &text)
      }
      text.append("</span></span></li>\n")
    }
    text.append("</ol>\n")
  }

  // MARK: - One cause

  private mutating func appendBlock(_ number: Int, to text: inout TextBuffer) {
    let block = blocks[number]
    text.append("<section>\n<h2 id=\"use-")
    text.append(decimal: number + 1)
    text.append("\">")
    appendName(of: block, to: &text)
    text.append("</h2>\n")
    if block.news != nil {
      append(report.lines(of: block, listsAll: listsAll)[0], to: &text)
    }
    for line in report.uses(of: block, listsAll: listsAll) { append(line, to: &text) }
    let picture = TracePicture([block], of: report, largest: largestPicture)
    appendNearest(in: block, picture, to: &text)
    if block.ways.contains(where: { !$0.path.isEmpty }) {
      let cause = report.causes[block.causes[0]]
      append(picture, "the ways to \(cause.key.tokens)", number: number + 1, to: &text)
    }
    // Of a use in the only entry that reaches it, all is said.
    if 1 < block.ways.count || !block.ways[0].path.isEmpty { appendWays(of: block, to: &text) }
    text.append("</section>\n")
  }

  /// How many entries reach it, and how the nearest one does.
  private func appendNearest(
    in block: CauseBlock, _ picture: TracePicture, to text: inout TextBuffer
  ) {
    let (entry, path) = block.ways[0]
    let verb = block.news == nil ? "can reach it" : "can newly reach it"
    text.append("<p>")
    if 1 < block.ways.count {
      text.append(html: "\(entryWords(block)) \(verb). The nearest is ")
    }
    appendCode(report.entries[entry].name, to: &text)
    if path.isEmpty {
      text.append(block.ways.count == 1 ? " does this by itself" : ", which does this by itself")
    } else {
      text.append(html: block.ways.count == 1 ? " \(verb) in " : ", in ")
      text.append(html: stepWords(path.count))
    }
    if picture.edges.contains(where: \.isNear) { text.append(": the bold arrows") }
    text.append(".</p>\n")
  }

  /// `Date()` in `Store.stamp()`
  private func appendName(of block: CauseBlock, to text: inout TextBuffer) {
    let cause = report.causes[block.causes[0]]
    appendCode(cause.key.tokens, to: &text)
    text.append(" in ")
    appendCode(cause.key.scope.isEmpty ? cause.place.path.string : cause.key.scope, to: &text)
  }

  private func entryWords(_ block: CauseBlock) -> String {
    countWords(block.ways.map { report.entries[$0.entry].kind }) ?? ""
  }

  private func stepWords(_ count: Int) -> String { "\(count) step\(count == 1 ? "" : "s")" }

  private func append(
    _ picture: TracePicture, _ title: String, number: Int, to text: inout TextBuffer
  ) {
    if picture.nodes.isEmpty {
      text.append("<p class=\"quiet\">The ways are too long for a picture.</p>\n")
      return
    }
    text.append("<div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"picture of ")
    text.append(html: title)
    text.append("\">\n")
    TraceDrawing(picture).append(title: "picture of \(title)", number: number, to: &text)
    text.append("</div>\n")
    if picture.leftOutCount == 0 { return }
    text.append("<p class=\"quiet\">")
    text.append(decimal: picture.leftOutCount)
    text.append(" of ")
    text.append(decimal: picture.wayCount)
    text.append(" ways are left out, as the picture would have too many boxes.</p>\n")
  }

  // MARK: - In words

  /// A list of the ways that differ after their first step.
  private mutating func appendWays(of block: CauseBlock, to text: inout TextBuffer) {
    struct Key: Hashable {
      /// What the first step leads to, and how; nil for a way without any.
      let callee: String?
      let how: TraceHop.Kind?
      let detail: String?
      let rest: ArraySlice<TraceHop>
    }
    var numbers: [Key: Int] = [:]
    var groups: [[(entry: Int, path: [TraceHop])]] = []
    for way in block.ways {
      let first = way.path.first
      let key = Key(
        callee: first?.callee, how: first?.how, detail: first?.detail, rest: way.path.dropFirst())
      if let number = numbers[key] {
        groups[number].append(way)
      } else {
        numbers[key] = groups.count
        groups.append([way])
      }
    }
    let shown = listsAll ? groups.count : min(groups.count, mostWays)
    text.append("<details>\n<summary>In words: ")
    text.append(html: groups.count == 1 ? "1 way" : "\(groups.count) ways")
    text.append("</summary>\n")
    for group in groups.prefix(shown) { append(group, of: block, to: &text) }
    if shown < groups.count {
      text.append("<p class=\"quiet\">")
      text.append(decimal: groups.count - shown)
      text.append(" more; <code>--all</code> lists them</p>\n")
    }
    text.append("</details>\n")
  }

  /// - Parameter group: ways that differ in their entries alone.
  private mutating func append(
    _ group: [(entry: Int, path: [TraceHop])], of block: CauseBlock, to text: inout TextBuffer
  ) {
    let (entry, path) = group[0]
    let cause = report.causes[block.causes[0]]
    text.append("<h3>")
    text.append(html: countWords(group.map { report.entries[$0.entry].kind }) ?? "")
    text.append(html: path.isEmpty ? "" : ", \(stepWords(path.count))")
    text.append("</h3>\n<ol class=\"steps\">\n")
    for (index, note) in report.notes(of: path, from: report.entries[entry]).enumerated() {
      let isNew = path.indices.contains(index) && block.news?.opens(path[index]) == true
      append(note.message, at: note.place, isNew: isNew, to: &text)
    }
    let isNew = block.news.map { $0.how == nil } ?? false
    append(cause.message, at: cause.place, isNew: isNew, to: &text)
    text.append("</ol>\n")
    appendOthers(Array(group.dropFirst()), to: &text)
  }

  private mutating func append(
    _ message: String, at place: TraceReport.Place, isNew: Bool, to text: inout TextBuffer
  ) {
    text.append("<li>")
    if isNew { text.append("<b class=\"new\">new:</b> ") }
    text.append(htmlWithCode: message)
    text.append(" ")
    appendPlace(place, to: &text)
    appendSource(at: place, to: &text)
    text.append("</li>\n")
  }

  /// Those that begin elsewhere and go the same way.
  private func appendOthers(
    _ others: [(entry: Int, path: [TraceHop])], to text: inout TextBuffer
  ) {
    if others.isEmpty { return }
    text.append("<p>The same way, from its first step on:</p>\n<ul class=\"entries\">\n")
    let shown = listsAll ? others.count : min(others.count, mostEntries)
    for (entry, path) in others.prefix(shown) {
      text.append("<li>")
      appendCode(report.entries[entry].name, to: &text)
      text.append(" ")
      appendPlace(path.first?.place ?? report.entries[entry].place, to: &text)
      text.append("</li>\n")
    }
    if shown < others.count {
      text.append("<li class=\"quiet\">")
      text.append(decimal: others.count - shown)
      text.append(" more; <code>--all</code> lists them</li>\n")
    }
    text.append("</ul>\n")
  }

  // MARK: - Parts

  /// A finding, with its line.
  private mutating func append(_ line: TraceLine, to text: inout TextBuffer) {
    text.append(line.label == .error ? "<p><b class=\"e\">" : "<p><b class=\"w\">")
    text.append(line.label.text)
    text.append("</b>")
    text.append(htmlWithCode: line.message)
    if let rule = line.rule {
      text.append(" ")
      append(rule, to: &text)
    }
    text.append("<br/>")
    appendPlace(line.place, to: &text)
    text.append("</p>\n")
    appendSource(at: line.place, to: &text)
  }

  private func append(_ rule: RuleReference, to text: inout TextBuffer) {
    if let url = rule.url {
      text.append("<a href=\"")
      text.append(html: url)
      text.append("\">")
      text.append(html: rule.id)
      text.append("</a>")
    } else {
      appendCode(rule.id, to: &text)
    }
  }

  private func appendPlace(_ place: TraceReport.Place, to text: inout TextBuffer) {
    text.append("<code class=\"quiet\">")
    append(place, to: &text)
    text.append("</code>")
  }

  private func append(_ place: TraceReport.Place, to text: inout TextBuffer) {
    text.append(html: place.path.string)
    text.append(":")
    text.append(decimal: place.line)
    text.append(":")
    text.append(decimal: place.column)
  }

  private func appendCode(_ name: String, to text: inout TextBuffer) {
    text.append("<code>")
    text.append(html: name)
    text.append("</code>")
  }

  /// The line of a place, without the blanks before it.
  private mutating func appendSource(at place: TraceReport.Place, to text: inout TextBuffer) {
    guard let file = sources.file(place.path), let location = file.location(of: place) else {
      return
    }
    let bytes = file.source.bytes
    var line = file.lines.range(ofLine: place.line)
    while let last = line.last, isBlank(bytes[last]) { line = line.lowerBound..<last }
    let window = LineWindow(line, around: location.offset, in: bytes)
    let code = window?.text(in: bytes) ?? Array(bytes[line].drop(while: isBlank))
    text.append("<pre>")
    text.append(html: String(decoding: code, as: UTF8.self))
    text.append("</pre>\n")
  }
}

private func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

/// In boxes; a larger picture is not read any more.
private let largestPicture = 32
private let largestOverview = 24
/// How much is listed of a cause without `--all`.
private let mostWays = 20
private let mostEntries = 20
