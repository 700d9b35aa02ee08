import Diagnostics

/// The style of `-diagnostic-style llvm`: a header, the source line, and `^` under the place.
struct LLVMPage: ReportPage {
  private let source: SourceFile
  private let lines: LineTable
  private let isColored: Bool
  private let path: [UInt8]
  private var excerpts = ShownExcerpts()

  init(_ source: SourceFile, _ lines: LineTable, isColored: Bool) {
    self.source = source
    self.lines = lines
    self.isColored = isColored
    path = printable(source.path.bytes, invalid: .kept)
  }

  mutating func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    let annotation = Annotation(diagnostic, lines)
    appendHeader(annotation, to: &text)
    guard excerpts.showNext(at: annotation.location.line) else { return }
    appendSource(of: annotation, to: &text)
    for note in notes(of: diagnostic, at: annotation.location, lines) {
      appendHeader(note, to: &text)
      appendSource(of: note, to: &text)
    }
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
  ///   - line: without its line break.
  ///   - column: from 0, in bytes.
  ///   - fixIts: with places in this line.
  private func append(
    _ line: ArraySlice<UInt8>, markedAt column: Int, _ fixIts: [FixIt], to text: inout TextBuffer
  ) {
    text.append(printable: expandingTabs(in: line), invalid: .kept)
    text.append(character: "\n")
    // LLVM draws nothing under a line in which a byte need not be a column.
    guard line.reduce(0, |) < 0x80 else { return }
    let drawing = LLVMDrawing(under: line, at: column, fixIts)
    appendColor("\u{1B}[0;1;32m", to: &text)
    text.append(drawing.expandedMarks(under: line))
    text.append(character: "\n")
    appendColor("\u{1B}[0m", to: &text)
    if !drawing.insertions.isEmpty {
      text.append(printable: drawing.expandedInsertions(under: line)[...], invalid: .kept)
      text.append(character: "\n")
    }
  }

  /// `path:line:column: warning: message [#rule-id]`
  private func appendHeader(_ annotation: Annotation, to text: inout TextBuffer) {
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
    appendColor("\u{1B}[0m", to: &text)
    appendColor("\u{1B}[1m", to: &text)
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
