import Diagnostics

/// The compiler's default style: a header, then the source around every place that the diagnostic
/// and its notes name, with the words under the lines they are about.
func renderText(
  _ diagnostics: [Diagnostic], of source: SourceFile, _ lines: LineTable, isColored: Bool
) -> [UInt8] {
  var page = TextPage(source, lines, TextColors(isEnabled: isColored))
  for diagnostic in diagnostics {
    page.append(annotations(of: diagnostic, lines))
  }
  return page.bytes
}

/// The closing list of links, e.g. `[#date-init]: <https://…>`; empty if no rule has one.
func renderLinks(of rules: Set<RuleReference>) -> [UInt8] {
  let linked =
    rules
    .compactMap { rule in rule.url.map { (id: rule.id, url: $0) } }
    .sorted { ($0.id.lowercased(), $0.id, $0.url) < ($1.id.lowercased(), $1.id, $1.url) }
  if linked.isEmpty { return [] }
  var bytes = [UInt8(ascii: "\n")]
  for rule in linked {
    bytes += "[#".utf8 + printable(rule.id) + "]: <".utf8 + printable(rule.url) + ">\n".utf8
  }
  return bytes
}

/// The blocks of one file, written one below the other.
private struct TextPage {
  private(set) var bytes: [UInt8] = []
  private let source: SourceFile
  private let lines: LineTable
  private let colors: TextColors
  private let path: [UInt8]
  /// The digits of the file's last line number, whatever is shown of the file.
  private let gutterWidth: Int
  private var columns: CharacterColumns

  init(_ source: SourceFile, _ lines: LineTable, _ colors: TextColors) {
    self.source = source
    self.lines = lines
    self.colors = colors
    path = printable(source.path.string)
    gutterWidth = String(lines.lineCount).utf8.count
    columns = CharacterColumns(source, lines)
  }

  /// Appends one diagnostic, the first annotation, with its notes.
  mutating func append(_ annotations: [Annotation]) {
    if !bytes.isEmpty { bytes += "\n".utf8 }
    appendHeader(annotations[0])
    if annotations.count == 1 { return appendExcerpt(around: annotations) }
    let annotationsByLine = Dictionary(grouping: annotations, by: \.location.line)
    let excerpts = contextRanges(around: annotationsByLine.keys.sorted())
    for (index, excerpt) in excerpts.enumerated() {
      if index > 0 { appendGap() }
      for line in excerpt {
        appendSource(line)
        if let annotations = annotationsByLine[line] { appendPointers(annotations) }
      }
    }
  }

  /// Of a diagnostic without notes.
  private mutating func appendExcerpt(around annotations: [Annotation]) {
    let annotated = annotations[0].location.line
    for line in contextRange(around: annotated) {
      appendSource(line)
      if line == annotated { appendPointers(annotations) }
    }
  }

  private func contextRange(around line: Int) -> ClosedRange<Int> {
    max(1, line - 2)...min(line + 2, lines.lineCount)
  }

  /// The lines to show, with two lines of context; ranges that touch are one.
  private func contextRanges(around annotatedLines: [Int]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for line in annotatedLines {
      let range = contextRange(around: line)
      if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// `path:line:column: warning: message [#rule-id]`
  private mutating func appendHeader(_ annotation: Annotation) {
    bytes += path
    bytes += ":\(annotation.location.line):\(annotation.location.column): ".utf8
    appendWords(annotation)
  }

  /// `12 | let start = Date()`
  private mutating func appendSource(_ line: Int) {
    let number = String(line)
    appendBlanks(gutterWidth - number.utf8.count)
    bytes += colors.decorate(gutter: number + " |").utf8
    bytes.append(UInt8(ascii: " "))
    let range = lines.range(ofLine: line)
    appendPrintable(withoutLineBreak(source.bytes[range]), to: &bytes, invalid: .replaced)
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func appendBlanks(_ count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// `  :` for the lines between two excerpts.
  private mutating func appendGap() {
    appendBlanks(gutterWidth + 1)
    bytes += colors.decorate(gutter: ":").utf8
    bytes += "\n".utf8
  }

  /// The words under a source line, from the last column to the first, each hanging on its own
  /// stroke:
  /// ```
  ///   |     |   `- warning: the later place
  ///   |     |- warning: the earlier place
  ///   |     `- note: the same place
  /// ```
  private mutating func appendPointers(_ annotations: [Annotation]) {
    let annotationsByColumn = Dictionary(
      grouping: annotations, by: { columns.column(of: $0.location) })
    let ascending = annotationsByColumn.keys.sorted()
    for (index, column) in ascending.enumerated().reversed() {
      let annotations = annotationsByColumn[column] ?? []
      for (place, annotation) in annotations.enumerated() {
        appendBlanks(gutterWidth + 1)
        bytes += colors.decorate(gutter: "|").utf8
        appendStrokes(at: ascending[..<index], before: column)
        bytes += (place == annotations.count - 1 ? "`- " : "|- ").utf8
        appendWords(annotation)
      }
    }
  }

  private mutating func appendStrokes(at columns: ArraySlice<Int>, before end: Int) {
    var start = 0
    for column in columns {
      appendBlanks(column - start)
      bytes += "|".utf8
      start = column + 1
    }
    appendBlanks(end - start)
  }

  private mutating func appendWords(_ annotation: Annotation) {
    colors.append(
      annotation.message, label: annotation.label, rule: annotation.rule, to: &bytes)
    bytes += "\n".utf8
  }
}

/// The line as the compiler shows it: where no line break ends the last line, another character
/// that Unicode counts as a newline is taken for it.
private func withoutLineBreak(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  switch line.last {
  case UInt8(ascii: "\n"):
    let rest = line.dropLast()
    return rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest
  case UInt8(ascii: "\r"), 0x0B, 0x0C:
    return line.dropLast()
  case 0x85, 0xA8, 0xA9:
    for newline in ["\u{85}", "\u{2028}", "\u{2029}"]
    where line.suffix(newline.utf8.count).elementsEqual(newline.utf8) {
      return line.dropLast(newline.utf8.count)
    }
    return line
  default:
    return line
  }
}
