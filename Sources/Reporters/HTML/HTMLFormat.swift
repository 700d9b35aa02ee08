import Diagnostics

/// A report for a browser: sums, a tree of folders, and each finding with its lines and filters.
struct HTMLFormat: ~Copyable {
  private let file: ReportedFile
  private var excerpts: TextFormat
  /// What an excerpt is written to before it becomes HTML.
  private var excerpt = TextBuffer()
  /// Where a browser finds the file; nil if nobody knows.
  private let link: String?
  private let kind: CodeKind
  /// The words of the last finding; most say what the one before says.
  private var words: (finding: Diagnostic, html: [UInt8])?

  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    var format = HTMLFormat(file)
    file.renderFindings(&text, take) { format.append($0, to: &$1) }
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let sums = PageSums(kept.tally, run.tool)
    let name = run.root.name.map { " – \($0)" } ?? ""
    var text = TextBuffer()
    HTMLPage.appendStart(title: "\(sums.title(of: run))\(name) – determinism", to: &text)
    sums.appendHead(of: run, to: &text)
    text.append("<main>\n")
    sums.appendNotices(of: run, to: &text)
    sums.appendGlance(to: &text)
    sums.appendRules(to: &text)
    sums.appendFolders(to: &text)
    sums.appendOwners(to: &text)
    text.append("<section id=findings>\n<h2>Findings</h2>\n")
    sums.appendFilters(to: &text)
    appendFindings(kept, to: &text, write)
    text.append("</section>\n")
    sums.appendNotes(of: run.tool, to: &text)
    text.append("</main>\n<footer class=quiet>swift-determinism-lint ")
    text.append(html: run.tool.version)
    text.append("</footer>\n")
    HTMLPage.appendEnd(isScripted: true, to: &text)
    _ = text.withUnsafeBufferPointer(write)
  }

  init(_ file: ReportedFile) {
    self.file = file
    excerpts = TextFormat(file, isColored: true)
    kind = file.facts?.kind(file.root.path(of: file.source.path)) ?? .product
    link = file.root.page.map { "\($0)/\(file.root.reference(to: file.source.path))" }
  }

  // MARK: - A finding

  private mutating func append(_ finding: Diagnostic, to text: inout TextBuffer) {
    let isError = finding.severity == .error
    text.append(isError ? "<article class=\"e" : "<article class=\"w")
    if !finding.isReported {
      text.append(" ")
      text.append(FindingOutcome(finding).cssClass)
    }
    if !finding.fixIts.isEmpty { text.append(" fix") }
    text.append("\" data-rule=\"")
    text.append(html: finding.rule?.id ?? "")
    let code = file.facts?.kind(of: finding, in: kind) ?? kind
    if code != .product {
      text.append("\" data-code=\"")
      text.append(code.name)
    }
    text.append("\"><p>")
    appendWords(of: finding, to: &text)
    text.append("</p>\n<p class=quiet>")
    appendPlace(of: finding, to: &text)
    if code != .product {
      text.append(", in ")
      text.append(code.words)
    }
    append(finding.verdict, to: &text)
    text.append("</p>\n")
    appendExcerpt(of: finding, to: &text)
    for fixIt in finding.fixIts { append(fixIt, to: &text) }
    if finding.isReported, finding.key != nil, let rule = finding.rule, let facts = file.facts {
      text.append("<p class=allow><code>")
      text.append(html: facts.comment(rule.id))
      text.append("</code> <button>Copy</button></p>\n")
    }
    text.append("</article>\n")
  }

  private mutating func appendWords(of finding: Diagnostic, to text: inout TextBuffer) {
    if words?.finding.isLike(finding) != true {
      var html = TextBuffer()
      html.append(finding.severity == .error ? "<b>error</b> " : "<b>warning</b> ")
      html.append(htmlWithCode: finding.message)
      if let rule = finding.rule { html.append(linkToRule: rule.id) }
      words = (finding, html.bytes)
    }
    if let words { text.append(words.html) }
  }

  private func appendPlace(of finding: Diagnostic, to text: inout TextBuffer) {
    let location = file.lines.location(of: finding.range.lowerBound)
    let place = "\(location.line):\(location.column)"
    guard let link else { return text.append(string: "line \(place)") }
    text.append("<a href=\"")
    text.append(html: "\(link)#L\(location.line)")
    text.append(string: "\">line \(place)</a>")
  }

  private func append(_ verdict: FindingVerdict, to text: inout TextBuffer) {
    func append(_ words: StaticString, _ reason: String) {
      text.append(words)
      guard !reason.isEmpty else { return }
      text.append(": ")
      text.append(html: reason)
    }
    switch verdict {
    case .reported: break
    case .allowedInSource(let reason): append(", allowed by a comment", reason)
    case .allowedBySettings(let reason): append(", allowed by settings", reason)
    case .inBaseline: append(", in the baseline", "")
    }
  }

  /// The lines as `text` shows them.
  private mutating func appendExcerpt(of finding: Diagnostic, to text: inout TextBuffer) {
    excerpt.removeAll()
    excerpts.appendSource(of: finding, to: &excerpt)
    guard 0 < excerpt.count else { return }
    text.append("<pre>")
    excerpt.withUnsafeBufferPointer { text.append(htmlOfTerminal: $0) }
    text.append("</pre>\n")
  }

  private func append(_ fixIt: FixIt, to text: inout TextBuffer) {
    let old = file.source.bytes[fixIt.range.clamped(to: 0..<file.source.bytes.count)]
    text.append("<p class=fix>Fix: ")
    if !old.isEmpty {
      text.append("<del>")
      text.append(html: shortened(String(decoding: old, as: UTF8.self)))
      text.append("</del> ")
    }
    text.append("<ins>")
    text.append(html: shortened(fixIt.text))
    text.append("</ins></p>\n")
  }

  // MARK: - All findings

  /// Writes the findings, a section for each file.
  private static func appendFindings(
    _ kept: KeptTexts, to text: inout TextBuffer, _ write: WriteBytes
  ) {
    var section = FindingSection()
    text.append("<div id=list>\n")
    kept.readByPath { path, isExcused, finding in
      if path != section.path {
        section.end(in: &text)
        section = FindingSection(path, kept.tally.files[path])
        section.start(in: &text)
      }
      section.begin(isExcused: isExcused, in: &text)
      finding.withUnsafeBufferPointer { text.append($0) }
      guard pieceSize <= text.count else { return true }
      defer { text.removeAll() }
      return text.withUnsafeBufferPointer(write)
    }
    section.end(in: &text)
    text.append("</div>\n")
  }
}

/// The findings of a file: what is reported, then what is not, on demand.
private struct FindingSection {
  /// As printed; nil before the first file.
  private(set) var path: FilePath?
  private var counts: FileCounts?
  private var isInExcused = false

  init() {}

  init(_ path: FilePath, _ counts: FileCounts?) {
    (self.path, self.counts) = (path, counts)
  }

  func start(in text: inout TextBuffer) {
    let path = counts?.path.string ?? path?.string ?? ""
    text.append("<section class=file data-file=\"")
    text.append(html: path)
    if let owners = counts?.owners {
      text.append("\" data-owner=\"")
      text.append(html: owners.string)
    }
    text.append("\">\n<h3>")
    text.append(html: path)
    text.append("</h3>\n<p class=quiet>")
    text.append(html: words)
    text.append("</p>\n")
  }

  /// e.g. `2 errors, 1 allowed; @ada`
  private var words: String {
    guard let counts else { return "" }
    guard let owners = counts.owners, owners != FileFacts.noOwner else { return counts.total.words }
    return "\(counts.total.words); \(owners.string)"
  }

  /// To be called before each finding.
  mutating func begin(isExcused: Bool, in text: inout TextBuffer) {
    if isExcused, !isInExcused {
      text.append("<details class=excused><summary>Not reported: ")
      text.append(html: counts?.total.excusedWords ?? "")
      text.append("</summary>\n")
    } else if !isExcused, isInExcused {
      text.append("</details>\n")
    }
    isInExcused = isExcused
  }

  func end(in text: inout TextBuffer) {
    if isInExcused { text.append("</details>\n") }
    if path != nil { text.append("</section>\n") }
  }
}

extension TextBuffer {
  /// Appends a link to what the page says of a rule.
  mutating func append(linkToRule id: String) {
    append(" <a href=\"#rule:")
    append(html: id)
    append("\">")
    append(html: id)
    append("</a>")
  }
}

/// What is longer can be read in the source.
private func shortened(_ code: String) -> String {
  let start = code.prefix(400)
  return start.endIndex == code.endIndex ? code : start + " …"
}
