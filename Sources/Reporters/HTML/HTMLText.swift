import Diagnostics

extension TextBuffer {
  /// Appends plain text as the content of an element, or as the value of an attribute in quotation
  /// marks.
  mutating func append(html text: String) {
    append(string: xmlEscaped(text))
  }

  /// Appends plain text as the content of an element; text in '…' is code.
  mutating func append(htmlWithCode text: String) {
    for span in quotedSpans(of: text) {
      switch span {
      case .text(let text): append(html: text)
      case .code(let code): append(string: "<code>\(xmlEscaped(code))</code>")
      }
    }
  }

  /// Appends the parts of a run to be seen: why not all was done, and what its change silences.
  mutating func appendNotices(of run: RunDescription, incomplete: StaticString) {
    let title = run.receipt == nil ? "What went wrong" : incomplete
    append(run.failures.shown, below: title, run.root)
    append(run.notices, below: "This change silences", run.root)
  }

  /// Appends a list; nothing for no items.
  private mutating func append(
    _ notices: [Notice], below title: StaticString, _ root: ReportRoot
  ) {
    if notices.isEmpty { return }
    append(string: "<section class=notice>\n<h2>\(title)</h2>\n<ul>\n")
    for notice in notices {
      append("<li>")
      let line = notice.location.map { ":\($0.line)" } ?? ""
      if let path = notice.path { append(html: "\(root.path(of: path).string)\(line): ") }
      append(htmlWithCode: notice.message)
      append("</li>\n")
    }
    append("</ul>\n</section>\n")
  }

  /// Appends the message and the note of a rule, and a link to more. An empty line ends a
  /// paragraph.
  mutating func append(textOf rule: String, _ description: RuleDescription?, url: String?) {
    let note = description?.note?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    let paragraphs = note.split(separator: "").map { $0.joined(separator: " ") }
    for paragraph in (description.map { [$0.message] } ?? []) + paragraphs {
      append("<p>")
      append(htmlWithCode: paragraph)
      append("</p>\n")
    }
    guard let url else { return }
    append(string: "<p><a href=\"\(xmlEscaped(url))\">More about \(xmlEscaped(rule))</a></p>\n")
  }

  /// Appends a line of source without the blanks at its end; of a long one, the part around the
  /// mark.
  /// - Parameter marked: offsets in the file, of which those in the line are marked.
  mutating func append(line: Int, of file: ReportedFile, marking marked: Range<Int>) {
    let bytes = file.source.bytes
    var range = file.lines.range(ofLine: line)
    while let last = range.last, " \t\r\n".utf8.contains(bytes[last]) {
      range = range.lowerBound..<last
    }
    let window = LineWindow(range, around: marked.lowerBound, in: bytes)
    let code = window?.text(in: bytes)[...] ?? bytes[range]
    func append(_ part: ArraySlice<UInt8>, to text: inout TextBuffer) {
      text.append(html: String(decoding: part, as: UTF8.self))
    }
    func index(of place: Int) -> Int {
      window?.index(of: place) ?? min(max(place, code.startIndex), code.endIndex)
    }
    let (start, end) = (index(of: marked.lowerBound), index(of: marked.upperBound))
    append(code[..<start], to: &self)
    if start < end {
      self.append("<mark>")
      append(code[start..<end], to: &self)
      self.append("</mark>")
    }
    append(code[end...], to: &self)
  }
}
