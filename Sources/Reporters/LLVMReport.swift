import Diagnostics

/// The style of `-diagnostic-style llvm`: a header, the source line, and `^` under the place.
struct LLVMPage: ReportPage {
  private let source: SourceFile
  private let lines: LineTable
  private let isColored: Bool
  private let path: [UInt8]

  init(_ source: SourceFile, _ lines: LineTable, isColored: Bool) {
    self.source = source
    self.lines = lines
    self.isColored = isColored
    var path: [UInt8] = []
    appendPrintable(source.path.bytes[...], to: &path, invalid: .kept)
    self.path = path
  }

  func append(_ diagnostic: Diagnostic, to bytes: inout [UInt8]) {
    for annotation in annotations(of: diagnostic, lines) { append(annotation, to: &bytes) }
  }

  private func append(_ annotation: Annotation, to bytes: inout [UInt8]) {
    appendHeader(annotation, to: &bytes)
    let line = annotation.location.line
    let start = annotation.location.offset - annotation.location.column + 1
    let text = source.bytes[lines.range(ofLine: line, from: start)].withoutLineBreak
    appendPrintable(expandingTabs(in: text), to: &bytes, invalid: .kept)
    bytes.append(character: "\n")
    // LLVM draws nothing under a line in which a byte need not be a column.
    guard text.reduce(0, |) < 0x80 else { return }
    let drawing = LLVMDrawing(under: text, at: annotation.location, annotation.fixIts)
    appendColor("\u{1B}[0;1;32m", to: &bytes)
    bytes += drawing.expandedMarks(under: text)
    bytes.append(character: "\n")
    appendColor("\u{1B}[0m", to: &bytes)
    if !drawing.insertions.isEmpty {
      appendPrintable(drawing.expandedInsertions(under: text)[...], to: &bytes, invalid: .kept)
      bytes.append(character: "\n")
    }
  }

  /// `path:line:column: warning: message [#rule-id]`
  private func appendHeader(_ annotation: Annotation, to bytes: inout [UInt8]) {
    let location = annotation.location
    appendColor("\u{1B}[1m", to: &bytes)
    bytes += path
    bytes.append(character: ":")
    bytes.append(decimal: lines.lineCountingLineFeedsOnly(location))
    bytes.append(character: ":")
    bytes.append(decimal: location.column)
    bytes.append(": ")
    appendColor("\u{1B}[0m", to: &bytes)
    switch annotation.label {
    case .error: appendColor("\u{1B}[0;1;31m", to: &bytes)
    case .warning: appendColor("\u{1B}[0;1;35m", to: &bytes)
    case .note: appendColor("\u{1B}[0;1;30m", to: &bytes)
    }
    bytes.append(annotation.label.text)
    appendColor("\u{1B}[0m", to: &bytes)
    appendColor("\u{1B}[1m", to: &bytes)
    appendPrintable(annotation.message, to: &bytes)
    if let rule = annotation.rule {
      bytes.append(" [#")
      appendPrintable(rule.id, to: &bytes)
      bytes.append(character: "]")
    }
    bytes.append(character: "\n")
    appendColor("\u{1B}[0m", to: &bytes)
  }

  private func appendColor(_ sequence: StaticString, to bytes: inout [UInt8]) {
    if isColored { bytes.append(sequence) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutLineBreak: ArraySlice {
    let text = last == UInt8(ascii: "\n") ? dropLast() : self
    return text.last == UInt8(ascii: "\r") ? text.dropLast() : text
  }
}
