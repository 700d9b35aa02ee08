import Diagnostics

/// The closing list of links, e.g. `[#date-init]: <https://…>`; empty if no rule has one.
func renderLinks(of rules: Set<RuleReference>) -> [UInt8] {
  let linked =
    rules
    .compactMap { rule in rule.url.map { (id: rule.id, url: $0) } }
    .sorted { ($0.id.lowercased(), $0.id, $0.url) < ($1.id.lowercased(), $1.id, $1.url) }
  if linked.isEmpty { return [] }
  var bytes = [UInt8(ascii: "\n")]
  for rule in linked {
    bytes.append("[#")
    appendPrintable(rule.id, to: &bytes)
    bytes.append("]: <")
    appendPrintable(rule.url, to: &bytes)
    bytes.append(">\n")
  }
  return bytes
}

/// The compiler's default style: a header, then the source around every place that the diagnostic
/// and its notes name, with the words under the lines they are about.
struct TextPage: ReportPage {
  private let source: SourceFile
  private let lines: LineTable
  private let colors: TextColors
  private let path: [UInt8]
  /// The digits of the file's last line number, whatever is shown of the file.
  private let gutterWidth: Int
  private var columns: CharacterColumns
  private var isFirst = true

  init(_ source: SourceFile, _ lines: LineTable, isColored: Bool) {
    self.source = source
    self.lines = lines
    colors = TextColors(isEnabled: isColored)
    path = printable(source.path.string)
    gutterWidth = decimalWidth(lines.lineCount)
    columns = CharacterColumns(source, lines)
  }

  mutating func append(_ diagnostic: Diagnostic, to bytes: inout [UInt8]) {
    if !isFirst { bytes.append(character: "\n") }
    isFirst = false
    let annotations = annotations(of: diagnostic, lines)
    appendHeader(annotations[0], to: &bytes)
    let line = annotations[0].location.line
    if annotations.count == 1 {
      return appendExcerpt(contextRange(around: line), to: &bytes) { $0 == line ? annotations : [] }
    }
    let annotationsByLine = Dictionary(grouping: annotations, by: \.location.line)
    let excerpts = contextRanges(around: annotationsByLine.keys.sorted())
    for (index, excerpt) in excerpts.enumerated() {
      if index > 0 { appendGap(to: &bytes) }
      appendExcerpt(excerpt, to: &bytes) { annotationsByLine[$0] ?? [] }
    }
  }

  /// - Parameter annotations: those of a line.
  private mutating func appendExcerpt(
    _ excerpt: ClosedRange<Int>, to bytes: inout [UInt8], annotations: (Int) -> [Annotation]
  ) {
    var start = lines.range(ofLine: excerpt.lowerBound).lowerBound
    for line in excerpt {
      let range = lines.range(ofLine: line, from: start)
      appendSource(line, range, to: &bytes)
      appendPointers(annotations(line), to: &bytes)
      start = range.upperBound
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
  private func appendHeader(_ annotation: Annotation, to bytes: inout [UInt8]) {
    bytes += path
    bytes.append(character: ":")
    bytes.append(decimal: annotation.location.line)
    bytes.append(character: ":")
    bytes.append(decimal: annotation.location.column)
    bytes.append(": ")
    appendWords(annotation, to: &bytes)
  }

  /// `12 | let start = Date()`
  private func appendSource(_ line: Int, _ range: Range<Int>, to bytes: inout [UInt8]) {
    bytes.append(blanks: gutterWidth - decimalWidth(line))
    colors.appendGutterStart(to: &bytes)
    bytes.append(decimal: line)
    bytes.append(character: " ")
    bytes.append(character: "|")
    colors.appendGutterEnd(to: &bytes)
    bytes.append(character: " ")
    appendPrintable(source.withoutLineBreak(range), to: &bytes, invalid: .replaced)
    bytes.append(character: "\n")
  }

  /// `  :` for the lines between two excerpts.
  private func appendGap(to bytes: inout [UInt8]) {
    appendGutter(":", to: &bytes)
    bytes.append(character: "\n")
  }

  /// What stands in the place of a line's number.
  private func appendGutter(_ bar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(blanks: gutterWidth + 1)
    colors.appendGutterStart(to: &bytes)
    bytes.append(character: bar)
    colors.appendGutterEnd(to: &bytes)
  }

  /// The words under a source line, from the last column to the first, each hanging on its own
  /// stroke:
  /// ```
  ///   |     |   `- warning: the later place
  ///   |     |- warning: the earlier place
  ///   |     `- note: the same place
  /// ```
  private mutating func appendPointers(_ annotations: [Annotation], to bytes: inout [UInt8]) {
    if annotations.isEmpty { return }
    if annotations.count == 1 {
      let column = columns.column(of: annotations[0].location)
      return appendPointers(annotations, at: column, after: [], to: &bytes)
    }
    let annotationsByColumn = Dictionary(
      grouping: annotations, by: { columns.column(of: $0.location) })
    let ascending = annotationsByColumn.keys.sorted()
    for (index, column) in ascending.enumerated().reversed() {
      appendPointers(
        annotationsByColumn[column] ?? [], at: column, after: ascending[..<index], to: &bytes)
    }
  }

  /// - Parameter columns: where strokes pass to what is below.
  private func appendPointers(
    _ annotations: [Annotation], at column: Int, after columns: ArraySlice<Int>,
    to bytes: inout [UInt8]
  ) {
    for (place, annotation) in annotations.enumerated() {
      appendGutter("|", to: &bytes)
      appendStrokes(at: columns, before: column, to: &bytes)
      bytes.append(place == annotations.count - 1 ? "`- " : "|- ")
      appendWords(annotation, to: &bytes)
    }
  }

  private func appendStrokes(
    at columns: ArraySlice<Int>, before end: Int, to bytes: inout [UInt8]
  ) {
    var start = 0
    for column in columns {
      bytes.append(blanks: column - start)
      bytes.append(character: "|")
      start = column + 1
    }
    bytes.append(blanks: end - start)
  }

  private func appendWords(_ annotation: Annotation, to bytes: inout [UInt8]) {
    colors.append(
      annotation.message, label: annotation.label, rule: annotation.rule, to: &bytes)
    bytes.append(character: "\n")
  }
}

extension SourceFile {
  /// The line as the compiler shows it: where no line break ends the last line, another character
  /// that Unicode counts as a newline is taken for it.
  /// - Parameter range: of a line with its line break.
  fileprivate func withoutLineBreak(_ range: Range<Int>) -> ArraySlice<UInt8> {
    guard let last = range.last else { return [] }
    switch bytes[last] {
    case UInt8(ascii: "\n"):
      let isPair = range.lowerBound < last && bytes[last - 1] == UInt8(ascii: "\r")
      return bytes[range.lowerBound..<(isPair ? last - 1 : last)]
    case UInt8(ascii: "\r"), 0x0B, 0x0C:
      return bytes[range.lowerBound..<last]
    case 0x85, 0xA8, 0xA9:
      let line = bytes[range]
      for newline in ["\u{85}", "\u{2028}", "\u{2029}"]
      where line.suffix(newline.utf8.count).elementsEqual(newline.utf8) {
        return line.dropLast(newline.utf8.count)
      }
      return line
    default:
      return bytes[range]
    }
  }
}
