import Diagnostics

/// The style of `-diagnostic-style llvm`: a header, the source line, and `^` under the place.
struct LLVMFormat {
  private let source: SourceFile
  private let lines: LineTable
  private let isColored: Bool
  private let path: [UInt8]
  private var excerpts = ShownExcerpts()

  @Sendable static func file(_ file: ReportedFile) -> AppendFinding {
    var format = LLVMFormat(file)
    return { format.append($0, to: &$1) }
  }

  /// - Parameter path: the path as it is printed; nil for that of the file.
  init(_ file: ReportedFile, path: [UInt8]? = nil) {
    (source, lines, isColored) = (file.source, file.lines, file.isColored)
    self.path = path ?? printable(source.path.bytes)
  }

  mutating func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    let annotation = Annotation(diagnostic, lines)
    guard excerpts.showNext(at: annotation.location.line) else {
      return appendHeader(annotation, to: &text)
    }
    append(annotation, to: &text)
    for note in notes(of: diagnostic, at: annotation.location, lines) { append(note, to: &text) }
  }

  func append(_ annotation: Annotation, to text: inout TextBuffer) {
    appendHeader(annotation, to: &text)
    appendSource(of: annotation, to: &text)
  }

  private func appendSource(of annotation: Annotation, to text: inout TextBuffer) {
    let location = annotation.location
    let start = lines.start(ofLine: location.line, before: location)
    let line = source.bytes[lines.range(ofLine: location.line, from: start)].withoutLineBreak
    let range = line.startIndex..<line.endIndex
    if let window = LineWindow(range, around: location.offset, in: source.bytes) {
      let place = window.index(of: location.offset)
      append(
        window.text(in: source.bytes)[...], markedAt: place,
        annotation.fixIts.map { $0.moved(by: place - location.offset) }, to: &text)
    } else {
      append(line, markedAt: location.column - 1, annotation.fixIts, to: &text)
    }
  }

  /// - Parameters:
  ///   - line: the line without its line break.
  ///   - column: the column from 0, in bytes.
  ///   - fixIts: the fix-its with places in this line.
  private func append(
    _ line: ArraySlice<UInt8>, markedAt column: Int, _ fixIts: [FixIt], to text: inout TextBuffer
  ) {
    text.append(printable: expandingTabs(in: line), keepingInvalid: true)
    text.append(character: "\n")
    // LLVM draws nothing under a line in which a byte need not be a column.
    guard line.reduce(0, |) < 0x80 else { return }
    let drawing = LLVMDrawing(under: line, at: column, fixIts)
    appendColor("\u{1B}[0;1;32m", to: &text)
    text.append(drawing.expandedMarks(under: line))
    text.append(character: "\n")
    appendColor("\u{1B}[0m", to: &text)
    if !drawing.insertions.isEmpty {
      text.append(printable: drawing.expandedInsertions(under: line)[...], keepingInvalid: true)
      text.append(character: "\n")
    }
  }

  /// Appends `path:line:column: warning: message [#rule-id]`.
  func appendHeader(_ annotation: Annotation, to text: inout TextBuffer) {
    let location = annotation.location
    appendColor("\u{1B}[1m", to: &text)
    text.append(path)
    text.append(character: ":")
    text.append(decimal: lines.lineCountingLineFeedsOnly(location))
    text.append(character: ":")
    text.append(decimal: location.column)
    text.append(": ")
    appendColor("\u{1B}[0m", to: &text)
    switch annotation.label {
    case .error: appendColor("\u{1B}[0;1;31m", to: &text)
    case .warning: appendColor("\u{1B}[0;1;35m", to: &text)
    case .note: appendColor("\u{1B}[0;1;30m", to: &text)
    }
    text.append(annotation.label.text)
    appendColor("\u{1B}[0m\u{1B}[1m", to: &text)
    text.append(printable: annotation.message)
    if let rule = annotation.rule {
      text.append(" [#")
      text.append(printable: rule.id)
      text.append(character: "]")
    }
    text.append(character: "\n")
    appendColor("\u{1B}[0m", to: &text)
  }

  private func appendColor(_ sequence: StaticString, to text: inout TextBuffer) {
    if isColored { text.append(sequence) }
  }
}

extension FixIt {
  /// The same edit in a copy of the text that starts elsewhere.
  fileprivate func moved(by distance: Int) -> FixIt {
    FixIt(replacing: range.lowerBound + distance..<range.upperBound + distance, with: text)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutLineBreak: ArraySlice {
    let text = last == UInt8(ascii: "\n") ? dropLast() : self
    return text.last == UInt8(ascii: "\r") ? text.dropLast() : text
  }
}

/// The drawing of `llvm` under an ASCII source line: `^` at the place, `~` under text that fix-its
/// replace, and their new text on a line of its own.
struct LLVMDrawing {
  /// A mark for each byte of the line, as far as there is something to mark.
  private var marks: [UInt8] = []
  /// A character for each byte of the line, and beyond; empty if there is nothing to write.
  private(set) var insertions: [UInt8] = []

  /// - Parameters:
  ///   - line: the line without its line break.
  ///   - column: the column from 0, in bytes.
  ///   - fixIts: the fix-its with places in this line.
  init(under line: ArraySlice<UInt8>, at column: Int, _ fixIts: [FixIt]) {
    let sorted = fixIts.sorted { left, right in
      left.range == right.range
        ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        : (left.range.lowerBound, left.range.upperBound)
          < (right.range.lowerBound, right.range.upperBound)
    }
    for fixIt in sorted { draw(fixIt, under: line) }
    mark(min(column, line.count), UInt8(ascii: "^"))
  }

  private mutating func mark(_ column: Int, _ mark: UInt8) {
    while marks.count <= column { marks.append(blank) }
    marks[column] = mark
  }

  /// Marks the text that the fix-it replaces on this line, and writes the new one below its start,
  /// or one blank after the text that is there already. Text that needs more than a line, or a tab,
  /// is not shown.
  private mutating func draw(_ fixIt: FixIt, under line: ArraySlice<UInt8>) {
    let isOneLine = !fixIt.text.utf8.contains { "\n\r\t".utf8.contains($0) }
    let isHere =
      fixIt.range.lowerBound <= line.endIndex && line.startIndex <= fixIt.range.upperBound
    guard isOneLine && isHere else { return }
    let replaced = fixIt.range.clamped(to: line.startIndex..<line.endIndex)
    for offset in replaced { mark(offset - line.startIndex, UInt8(ascii: "~")) }

    var column = replaced.lowerBound - line.startIndex
    if column < insertions.count { column = insertions.count + 1 }
    while insertions.count < column { insertions.append(blank) }
    insertions += fixIt.text.utf8
  }

  /// The marks, as far to the right as tabs move the line.
  func expandedMarks(under line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.prefix(marks.count).contains(UInt8(ascii: "\t")) else { return marks }
    var expanded: [UInt8] = []
    for (column, mark) in marks.enumerated() {
      expanded.append(mark)
      while hasTab(line, at: column) && expanded.count % tabStop != 0 { expanded.append(mark) }
    }
    return expanded
  }

  /// The text of fix-its, as far to the right as tabs move the line. Where a text runs past a tab,
  /// LLVM steps once too often and loses a character, and so must this.
  func expandedInsertions(under line: ArraySlice<UInt8>) -> [UInt8] {
    var expanded: [UInt8] = []
    var column = 0
    while column < insertions.count {
      if hasTab(line, at: column) {
        repeat {
          expanded.append(insertions[column])
          if insertions[column] != blank { column += 1 }
        } while expanded.count % tabStop != 0 && column < insertions.count
      } else {
        expanded.append(insertions[column])
      }
      column += 1
    }
    return expanded
  }
}

/// A line with blanks up to the next multiple of eight bytes for every tab.
func expandingTabs(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  guard line.contains(UInt8(ascii: "\t")) else { return line }
  var expanded: [UInt8] = []
  for byte in line {
    expanded.append(byte == UInt8(ascii: "\t") ? blank : byte)
    while byte == UInt8(ascii: "\t") && expanded.count % tabStop != 0 { expanded.append(blank) }
  }
  return expanded[...]
}

private func hasTab(_ line: ArraySlice<UInt8>, at column: Int) -> Bool {
  column < line.count && line[line.startIndex + column] == UInt8(ascii: "\t")
}

private let blank = UInt8(ascii: " ")
private let tabStop = 8
