import Diagnostics

/// A page: a picture of the ways to each cause, and the same in words.
struct TraceHTMLFormat {
  private let report: TraceReport
  private let run: RunDescription
  private let blocks: [CauseBlock]
  private let listsAll: Bool
  private var sources: TraceSources
  /// Those of the causes of which the page can say something, in the order of their names.
  private let rules: [RuleReference]

  static func write(
    _ report: TraceReport, _ style: TraceStyle, _ run: RunDescription, _ sources: TraceSources,
    to output: inout TraceOutput
  ) {
    var format = TraceHTMLFormat(report, style, run, sources)
    HTMLPage.appendStart(title: "Trace: \(format.heading)", to: &output.text)
    format.appendSummary(to: &output.text)
    for number in format.blocks.indices where output.goesOn {
      format.appendBlock(number, to: &output.text)
      output.endPart()
    }
    format.appendRules(to: &output.text)
    output.text.append("</main>\n")
    HTMLPage.appendEnd(isScripted: false, to: &output.text)
  }

  private init(
    _ report: TraceReport, _ style: TraceStyle, _ run: RunDescription, _ sources: TraceSources
  ) {
    (self.report, self.run, self.sources) = (report, run, sources)
    (blocks, listsAll) = (report.byCause, style.listsAll)
    var rules: [RuleReference] = []
    for cause in report.causes where !rules.contains(where: { $0.id == cause.rule.id }) {
      rules.append(cause.rule)
    }
    self.rules = rules.filter { $0.url != nil || run.tool.rules[$0.id] != nil }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  // MARK: - The whole

  /// e.g. `14 of 1,212 tests can reach 3 places`
  private var heading: String {
    if run.failures.isEmpty { return answer }
    return run.receipt == nil ? "Nothing was traced" : "\(answer); not everything was traced"
  }

  private var answer: String {
    let verb = report.isCompared ? "can newly reach" : "can reach"
    let places = counted(report.causes.count, "place")
    let count = report.entries.count
    guard let first = report.entries.first else {
      return report.isCompared ? "No new way was found" : "No way was found"
    }
    if report.entryCount == 1 { return "'\(first.name)' \(verb) \(places)" }
    let all = counted(report.entryCount, noun(of: report.entries.map(\.kind)))
    return "\(count == report.entryCount ? "All" : "\(grouped(count)) of") \(all) \(verb) \(places)"
  }

  private func appendSummary(to text: inout TextBuffer) {
    text.append("<main>\n<h1>")
    text.append(html: heading)
    text.append("</h1>\n")
    appendReceipt(to: &text)
    text.append(
      notice: run.receipt == nil ? "What went wrong" : "Not everything was traced", run.failures,
      run.root)
    if blocks.isEmpty { return }
    text.append("<p class=\"legend\">Pictures are read from the top down: <span class=\"entry\">")
    text.append(html: noun(of: report.entries.map(\.kind)))
    text.append(
      """
      s</span> lead through <span class="declaration">code that they call</span> to \
      <span class="use">a use that a rule bans</span>. Point at a box for its whole name; \
      "In words" has it, too.</p>

      """)
    if 1 < blocks.count { appendOverview(to: &text) }
  }

  /// What the heading means, and on demand all of the receipt.
  private func appendReceipt(to text: inout TextBuffer) {
    guard let receipt = run.receipt else { return }
    var sentences: [String] = []
    if !blocks.isEmpty {
      sentences.append(
        "A place is where the code uses what a rule bans, so what reaches it may not do the same "
          + "each time it runs.")
    }
    let percent = report.notFollowed.unknownPercent
    if 0 < percent {
      sentences.append(
        "There may be more ways: the trace does not know where \(percent) % of the uses of the "
          + "project's own names lead.")
    }
    if !sentences.isEmpty {
      text.append("<p>")
      text.append(html: sentences.joined(separator: " "))
      text.append("</p>\n")
    }
    text.append("<details class=\"in-words\">\n<summary>What was traced, and what was not followed")
    text.append("</summary>\n<p class=\"quiet\">")
    text.append(html: receipt)
    text.append("</p>\n</details>\n")
  }

  /// A picture of all, if it can be seen at once, and a list.
  private func appendOverview(to text: inout TextBuffer) {
    if blocks.count < largestOverview {
      let picture = TracePicture(blocks, of: report, largest: largestOverview, below: run.root)
      if picture.leftOutCount == 0 {
        append(picture, "the ways to all places", number: 0, to: &text)
      }
    }
    appendContents(to: &text)
  }

  /// A list of the causes, which leads to their parts of the page.
  private func appendContents(to text: inout TextBuffer) {
    text.append("<h2 id=\"places\">Places</h2>\n<ol class=\"places\">\n")
    for (number, block) in blocks.enumerated() {
      let cause = report.causes[block.causes[0]]
      text.append("<li><span class=\"count\">")
      text.append(html: entryWords(block))
      text.append("</span> <span><a href=\"#use-")
      text.append(decimal: number + 1)
      text.append("\">")
      appendName(of: block, to: &text)
      text.append("</a> <span class=\"quiet\">")
      append(cause.rule, to: &text)
      let more = block.causes.count - 1
      if 0 < more { text.append(html: ", and \(counted(more, "more place"))") }
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
      append(report.lines(of: block, listsAll: false)[0], to: &text)
    }
    for line in report.uses(of: block, listsAll: listsAll) { append(line, to: &text) }
    let picture = TracePicture(
      [block], of: report, largest: largestCausePicture, below: run.root)
    appendNearest(in: block, picture, to: &text)
    if block.ways.contains(where: { !$0.path.isEmpty }) {
      let cause = report.causes[block.causes[0]]
      append(picture, "the ways to \(cause.key.tokens)", number: number + 1, to: &text)
      appendLeftOut(of: picture, entryWords(block), to: &text)
    }
    // Of a use in the only entry that reaches it, all is said.
    if 1 < block.ways.count || !block.ways[0].path.isEmpty { appendWays(of: block, to: &text) }
    if 1 < blocks.count {
      text.append("<p class=\"screen\"><a href=\"#places\">All places</a></p>\n")
    }
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
      text.append(html: counted(path.count, "step"))
    }
    if picture.edges.contains(where: \.isNear) { text.append(": the bold arrows") }
    text.append(".</p>\n")
  }

  /// `Date()` in `Store.stamp()`
  private func appendName(of block: CauseBlock, to text: inout TextBuffer) {
    let cause = report.causes[block.causes[0]]
    appendCode(cause.key.tokens, to: &text)
    text.append(" in ")
    let scope = cause.key.scope
    appendCode(scope.isEmpty ? run.root.path(of: cause.place.path).string : scope, to: &text)
  }

  private func entryWords(_ block: CauseBlock) -> String {
    countWords(block.ways.map { report.entries[$0.entry].kind }) ?? ""
  }

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
  }

  /// - Parameter entries: all that reach the place, e.g. `423 tests`.
  private func appendLeftOut(
    of picture: TracePicture, _ entries: String, to text: inout TextBuffer
  ) {
    let count = picture.leftOutCount
    if count == 0 || picture.nodes.isEmpty { return }
    text.append("<p class=\"quiet\">")
    text.append(html: "\(grouped(count)) of \(entries) \(count == 1 ? "is" : "are") not in the ")
    text.append("picture, which would have too many boxes.</p>\n")
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
    text.append("<details class=\"in-words\">\n<summary>In words: ")
    text.append(html: counted(groups.count, "way"))
    text.append("</summary>\n")
    for group in groups.prefix(shown) { append(group, of: block, to: &text) }
    if shown < groups.count {
      text.append("<p class=\"quiet\">")
      text.append(html: grouped(groups.count - shown))
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
    text.append(html: path.isEmpty ? "" : ", \(counted(path.count, "step"))")
    text.append("</h3>\n<ol class=\"steps\">\n")
    for (index, note) in report.notes(of: path, from: report.entries[entry]).enumerated() {
      let isNew = path.indices.contains(index) && block.news?.opens(path[index]) == true
      append(note.message, at: note.place, isStep: !path.isEmpty, isNew: isNew, to: &text)
    }
    let isNew = block.news.map { $0.how == nil } ?? false
    append(cause.message, at: cause.place, isStep: false, isNew: isNew, to: &text)
    text.append("</ol>\n")
    appendOthers(Array(group.dropFirst()), to: &text)
  }

  private mutating func append(
    _ message: String, at place: TraceReport.Place, isStep: Bool, isNew: Bool,
    to text: inout TextBuffer
  ) {
    // Only steps have numbers.
    text.append(isStep ? "<li>" : "<li class=\"use\">")
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
    text.append("<p>The same way, from its first step on:</p>\n<ul>\n")
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
      text.append(html: grouped(others.count - shown))
      text.append(" more; <code>--all</code> lists them</li>\n")
    }
    text.append("</ul>\n")
  }

  // MARK: - Rules

  /// What the rules of the causes ban, and what to write instead.
  private func appendRules(to text: inout TextBuffer) {
    if rules.isEmpty { return }
    text.append("<section>\n<h2>Rules</h2>\n")
    for (number, rule) in rules.enumerated() {
      text.append("<h3 id=\"rule-")
      text.append(decimal: number + 1)
      text.append("\">")
      text.append(html: rule.id)
      text.append("</h3>\n")
      text.append(textOf: rule.id, run.tool.rules[rule.id], url: rule.url)
    }
    text.append("</section>\n")
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

  /// The id of a rule, which leads to what the page says of it.
  private func append(_ rule: RuleReference, to text: inout TextBuffer) {
    guard let number = rules.firstIndex(where: { $0.id == rule.id }) else {
      return appendCode(rule.id, to: &text)
    }
    text.append("<a href=\"#rule-")
    text.append(decimal: number + 1)
    text.append("\">")
    text.append(html: rule.id)
    text.append("</a>")
  }

  private func appendPlace(_ place: TraceReport.Place, to text: inout TextBuffer) {
    text.append("<code class=\"quiet\">")
    append(place, to: &text)
    text.append("</code>")
  }

  private func append(_ place: TraceReport.Place, to text: inout TextBuffer) {
    text.append(html: run.root.path(of: place.path).string)
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
private let largestCausePicture = 32
private let largestOverview = 24
/// How much is listed of a cause without `--all`.
private let mostWays = 20
private let mostEntries = 20
