import Diagnostics

/// A report for a browser: sums, rules, folders, and each finding with its lines and filters.
struct HTMLFormat: ~Copyable {
  private let file: ReportedFile
  private let kind: CodeKind
  /// The address of the file for a browser; nil if nobody knows.
  private let link: String?
  private let gutterWidth: Int
  private var excerpts = ShownExcerpts()
  /// The words of the last finding; most say what the one before says.
  private var words: (finding: Diagnostic, html: [UInt8])?

  @Sendable static func write(
    _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    let sums = PageSums(reported.tally, run)
    let name = run.root.name.map { " – \($0)" } ?? ""
    var text = TextBuffer()
    text.append(string: htmlPageStart(title: "\(sums.title)\(name) – determinism"))
    sums.appendHead(to: &text)
    sums.appendRules(to: &text)
    sums.appendFolders(to: &text)
    text.append("<section id=findings>\n<h2>Findings</h2>\n")
    sums.appendFilters(to: &text)
    appendFindings(reported, to: &text, &output)
    text.append("</section>\n</main>\n")
    text.append(string: htmlPageEnd(version: run.tool.version, script: pageScript))
    text.withUnsafeBufferPointer { output.text.append($0) }
  }

  private init(_ file: ReportedFile) {
    (self.file, kind) = (file, file.kind)
    link = file.root.page.map { "\($0)/\(file.root.reference(to: file.source.path))" }
    gutterWidth = decimalWidth(file.lines.lineCount)
  }

  // MARK: - A finding

  private mutating func append(_ finding: Diagnostic, to text: inout TextBuffer) {
    let traits = file.traits(of: finding, kind)
    let classes = traits.map { "\($0.name)" }.joined(separator: " ")
    let id = xmlEscaped(finding.rule?.id ?? "")
    text.append(string: "<article class=\"\(classes)\" data-rule=\"\(id)\">\n<p>")
    appendWords(of: finding, to: &text)
    text.append("</p>\n")
    let location = file.lines.location(of: finding.range.lowerBound)
    appendSource(of: finding, at: location, to: &text)
    for note in finding.notes {
      text.append(string: "<p>line \(file.lines.location(of: note.offset).line): ")
      text.append(htmlWithCode: note.message)
      text.append("</p>\n")
    }
    for fixIt in finding.fixIts { append(fixIt, to: &text) }
    text.append("<p class=quiet>")
    let place = "line \(location.line):\(location.column)"
    text.append(
      string: link.map { "<a href=\"\(xmlEscaped($0))#L\(location.line)\">\(place)</a>" } ?? place)
    for trait in traits where trait == .tests || trait == .samples {
      text.append(string: ", \(trait.text(for: 1))")
    }
    text.append(html: reason(of: finding.verdict))
    text.append("</p>\n")
    if finding.isReported, finding.key != nil, let rule = finding.rule, let facts = file.facts {
      text.append(string: "<p class=\"quiet allow\">To allow it: ")
      text.append(string: "<code>\(xmlEscaped(facts.comment(rule.id)))</code> ")
      text.append("<button>Copy</button></p>\n")
    }
    text.append("</article>\n")
  }

  private mutating func appendWords(of finding: Diagnostic, to text: inout TextBuffer) {
    if words?.finding.isLike(finding) != true {
      var html = TextBuffer()
      html.append(finding.severity == .error ? "<b>error</b> " : "<b>warning</b> ")
      html.append(htmlWithCode: finding.message)
      let id = xmlEscaped(finding.rule?.id ?? "")
      if !id.isEmpty { html.append(string: " <a href=\"#rule:\(id)\">\(id)</a>") }
      words = (finding, html.bytes)
    }
    if let words { text.append(words.html) }
  }

  /// The line, and those around it; of a line with many findings, for the first of them.
  private mutating func appendSource(
    of finding: Diagnostic, at location: SourceLocation, to text: inout TextBuffer
  ) {
    guard excerpts.showNext(at: location.line) else { return }
    text.append("<pre>")
    for line in max(location.line - 1, 1)...min(location.line + 1, file.lines.lineCount) {
      text.append("<i>")
      text.append(decimal: line, width: gutterWidth)
      text.append("</i> ")
      text.append(line: line, of: file, marking: line == location.line ? finding.range : 0..<0)
      text.append("\n")
    }
    text.append("</pre>\n")
  }

  private func append(_ fixIt: FixIt, to text: inout TextBuffer) {
    let old = file.source.bytes[fixIt.range.clamped(to: 0..<file.source.bytes.count)]
    text.append("<p class=fix>Fix: ")
    for (tag, code) in [("del", String(decoding: old, as: UTF8.self)), ("ins", fixIt.text)]
    where !code.isEmpty {
      // A longer text can be read in the source.
      let shown = code.prefix(400)
      let rest = shown.endIndex == code.endIndex ? "" : " …"
      text.append(string: "<\(tag)>\(xmlEscaped(shown + rest))</\(tag)> ")
    }
    text.append("</p>\n")
  }

  private func reason(of verdict: FindingVerdict) -> String {
    switch verdict {
    case .reported, .allowedInSource(""), .allowedBySettings(""): ""
    case .allowedInSource(let reason): ", allowed by a comment: \(reason)"
    case .allowedBySettings(let reason): ", allowed by settings: \(reason)"
    case .inBaseline: ", in the baseline"
    }
  }

  // MARK: - All findings

  /// Writes the findings, a section for each file: the reported ones, then the others on demand.
  private static func appendFindings(
    _ reported: ReportedFiles, to text: inout TextBuffer, _ output: inout ReportText
  ) {
    var last: FilePath?
    var isInExcused = false
    text.append("<div id=list>\n")
    for file in reported.files {
      let path = file.source.path
      var format = HTMLFormat(file)
      for finding in file.findings where output.goesOn {
        let isExcused = !finding.isReported
        if isInExcused, path != last || !isExcused { text.append("</details>\n") }
        isInExcused = isInExcused && path == last && isExcused
        if path != last {
          if last != nil { text.append("</section>\n") }
          last = path
          appendStart(of: path, reported.tally.files[path], to: &text)
        }
        if isExcused, !isInExcused {
          let words = reported.tally.files[path]?.total.text(FindingTrait.excused) ?? ""
          text.append(
            string: "<details class=excused><summary>Not reported: \(words)</summary>\n")
          isInExcused = true
        }
        format.append(finding, to: &text)
        if pieceSize <= text.count {
          text.withUnsafeBufferPointer { output.text.append($0) }
          text.removeAll()
          output.endPart()
        }
      }
    }
    if isInExcused { text.append("</details>\n") }
    text.append(last == nil ? "</div>\n" : "</section>\n</div>\n")
  }

  private static func appendStart(
    of path: FilePath, _ counts: FileCounts?, to text: inout TextBuffer
  ) {
    let path = xmlEscaped((counts?.path ?? path).string)
    let owners = counts?.owners.map { xmlEscaped($0.string) }
    let data = owners.map { " data-owner=\"\($0)\"" } ?? ""
    text.append(string: "<section class=file data-file=\"\(path)\"\(data)>\n<h3>\(path)")
    if let owners, counts?.owners != FileFacts.noOwner {
      text.append(string: " <small>\(owners)</small>")
    }
    text.append("</h3>\n")
  }
}
