import Diagnostics

/// The compiler's default style: a header, then the source around every place that the diagnostic
/// and its notes name, with the words under the lines they are about.
struct TextFormat {
  private let source: SourceFile
  private let lines: LineTable
  private let colors: TextColors
  private let path: [UInt8]
  /// The digits of the file's last line number, whatever is shown of the file.
  private let gutterWidth: Int
  private var columns = CharacterColumns()
  private var excerpts = ShownExcerpts()
  /// Whether the last diagnostic showed source; nil before the first.
  private var hasShownSource: Bool?

  @Sendable static func file(_ file: ReportedFile) -> AppendFinding {
    var format = TextFormat(file, isColored: file.isColored)
    return { format.append($0, to: &$1) }
  }

  @Sendable static func end(
    _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    output.text.append(links(of: reported.tally))
  }

  /// The closing list of links, e.g. `[#date-init]: <https://…>`; empty if no rule has one.
  static func links(of tally: Tally) -> [UInt8] {
    links(to: tally.rules.flatMap(\.references))
  }

  /// - Parameter rules: the rules, each once.
  static func links(to rules: [RuleReference]) -> [UInt8] {
    let linked = rules.compactMap { rule in rule.url.map { (id: rule.id, url: $0) } }
      .sorted { ($0.id.lowercased(), $0.id, $0.url) < ($1.id.lowercased(), $1.id, $1.url) }
    if linked.isEmpty { return [] }
    var text = TextBuffer()
    text.append(character: "\n")
    for rule in linked {
      text.append("[#")
      text.append(printable: rule.id)
      text.append("]: <")
      text.append(printable: rule.url)
      text.append(">\n")
    }
    return text.bytes
  }

  init(_ file: ReportedFile, isColored: Bool) {
    (source, lines) = (file.source, file.lines)
    colors = TextColors(isEnabled: isColored)
    path = printable(source.path.bytes)
    gutterWidth = decimalWidth(lines.lineCount)
  }

  mutating func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    let first = Annotation(diagnostic, lines)
    let location = first.location
    let showsSource = excerpts.showNext(at: location.line)
    if let hasShownSource, hasShownSource || showsSource { text.append(character: "\n") }
    hasShownSource = showsSource
    let words = colors.appendHeader(first, in: path, to: &text)
    guard showsSource else { return }
    let notes = notes(of: diagnostic, at: location, lines)
    if notes.isEmpty {
      appendExcerpt(around: location, words, to: &text)
    } else {
      appendExcerpts(around: [first] + notes, to: &text)
    }
  }

  /// Appends the source around a diagnostic without notes, as most are.
  /// - Parameter words: the range of its words in the text so far.
  private mutating func appendExcerpt(
    around location: SourceLocation, _ words: Range<Int>, to text: inout TextBuffer
  ) {
    let excerpt = contextRange(around: location.line)
    var start = lines.start(ofLine: excerpt.lowerBound, before: location)
    for line in excerpt {
      let isMarked = line == location.line
      let shown = appendSource(
        line, from: start, around: isMarked ? location.offset : nil, to: &text)
      start = shown.end
      guard isMarked else { continue }
      let column = column(of: location, in: shown.window)
      appendStrokes(to: column, isLast: true, after: [], to: &text)
      text.append(copyOf: words)
    }
  }

  /// The source around a diagnostic and its notes, or around notes in another file.
  mutating func appendExcerpts(around annotations: [Annotation], to text: inout TextBuffer) {
    let annotationsByLine = Dictionary(grouping: annotations, by: \.location.line)
    for (index, excerpt) in contextRanges(around: annotationsByLine.keys.sorted()).enumerated() {
      if index > 0 { appendGap(to: &text) }
      var start = lines.range(ofLine: excerpt.lowerBound).lowerBound
      for line in excerpt {
        let annotations = annotationsByLine[line] ?? []
        let shown = appendSource(
          line, from: start, around: annotations.first?.location.offset, to: &text)
        start = shown.end
        let columns = annotations.map { column(of: $0.location, in: shown.window) }
        appendPointers(Dictionary(grouping: zip(columns, annotations)) { $0.0 }, to: &text)
      }
    }
  }

  /// - Parameter window: the part of the line that is shown; nil for all.
  private mutating func column(of location: SourceLocation, in window: LineWindow?) -> Int {
    window?.column(of: location.offset, in: source.bytes)
      ?? columns.column(of: location, in: source, lines)
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

  /// Appends `12 | let start = Date()`.
  /// - Parameters:
  ///   - start: the offset of the line.
  ///   - place: the offset that must be seen of a long line.
  /// - Returns: the start of the next line, and the part that is shown of a line if it is not all.
  private func appendSource(
    _ line: Int, from start: Int, around place: Int?, to text: inout TextBuffer
  ) -> (end: Int, window: LineWindow?) {
    text.append(blanks: gutterWidth - decimalWidth(line))
    colors.appendGutterStart(to: &text)
    text.append(decimal: line)
    text.append(" |")
    colors.appendGutterEnd(to: &text)
    text.append(character: " ")
    if let end = appendPlainLine(from: start, to: &text) { return (end, nil) }
    let range = lines.range(ofLine: line, from: start)
    let shown = source.withoutLineBreak(range)
    let window = LineWindow(shown.startIndex..<shown.endIndex, around: place, in: source.bytes)
    text.append(printable: window?.text(in: source.bytes)[...] ?? shown)
    text.append(character: "\n")
    return (range.upperBound, window)
  }

  /// Appends a line that is printed as it is, as most are, so that it is looked through but once.
  /// Returns where the next line starts; nil, and nothing is appended, for another line.
  @inline(__always)
  private func appendPlainLine(from start: Int, to text: inout TextBuffer) -> Int? {
    source.bytes.withUnsafeBufferPointer { bytes in
      let limit = min(start + longestWholeLine + 2, bytes.count)
      let line = UnsafeBufferPointer(rebasing: bytes[start..<limit])
      let count = line.endOfPrintableASCII(from: 0)
      guard count <= longestWholeLine else { return nil }
      var lineFeed = count
      if lineFeed < line.count, line[lineFeed] == UInt8(ascii: "\r") { lineFeed += 1 }
      guard lineFeed < line.count, line[lineFeed] == UInt8(ascii: "\n") else { return nil }
      text.append(UnsafeBufferPointer(rebasing: line[..<count]))
      text.append(character: "\n")
      return start + lineFeed + 1
    }
  }

  /// Appends `  :` for the lines between two excerpts.
  private func appendGap(to text: inout TextBuffer) {
    appendGutter(":", to: &text)
    text.append(character: "\n")
  }

  /// Adds blanks and a bar in the place of a line's number.
  private func appendGutter(_ bar: Unicode.Scalar, to text: inout TextBuffer) {
    text.append(blanks: gutterWidth + 1)
    colors.appendGutterStart(to: &text)
    text.append(character: bar)
    colors.appendGutterEnd(to: &text)
  }

  /// The words under a source line, from the last column to the first, each hanging on its own
  /// stroke:
  /// ```
  ///   |     |   `- warning: the later place
  ///   |     |- warning: the earlier place
  ///   |     `- note: the same place
  /// ```
  private func appendPointers(
    _ pointers: [Int: [(Int, Annotation)]], to text: inout TextBuffer
  ) {
    let ascending = pointers.keys.sorted()
    for (index, column) in ascending.enumerated().reversed() {
      let pointers = pointers[column] ?? []
      for (place, pointer) in pointers.enumerated() {
        appendStrokes(
          to: column, isLast: place == pointers.count - 1, after: ascending[..<index], to: &text)
        colors.appendWords(pointer.1, to: &text)
      }
    }
  }

  /// Adds the strokes before the words of a pointer.
  /// - Parameters:
  ///   - isLast: whether it is the last one of its column.
  ///   - columns: the columns in which strokes pass to pointers below.
  private func appendStrokes(
    to column: Int, isLast: Bool, after columns: ArraySlice<Int>, to text: inout TextBuffer
  ) {
    appendGutter("|", to: &text)
    var start = 0
    for passed in columns {
      text.append(blanks: passed - start)
      text.append(character: "|")
      start = passed + 1
    }
    text.append(blanks: column - start)
    text.append(isLast ? "`- " : "|- ")
  }
}

extension SourceFile {
  /// The line as the compiler shows it: if no line break ends the last line, another character that
  /// Unicode counts as a newline is taken for it.
  /// - Parameter range: the range of a line with its line break.
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
