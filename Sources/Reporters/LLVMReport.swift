import Diagnostics

/// The style of `-diagnostic-style llvm`: a header, the source line, and `^` under the place.
func renderLLVM(
  _ diagnostics: [Diagnostic], of source: SourceFile, _ lines: LineTable, isColored: Bool
) -> [UInt8] {
  var page = LLVMPage(source: source, lines: lines, isColored: isColored)
  for diagnostic in diagnostics {
    for annotation in annotations(of: diagnostic, lines) {
      page.append(annotation)
    }
  }
  return page.bytes
}

/// The messages of one file, written one below the other.
private struct LLVMPage {
  private(set) var bytes: [UInt8] = []
  private let source: SourceFile
  private let lines: LineTable
  private let isColored: Bool
  private let path: [UInt8]

  init(source: SourceFile, lines: LineTable, isColored: Bool) {
    self.source = source
    self.lines = lines
    self.isColored = isColored
    var path: [UInt8] = []
    appendPrintable(source.path.bytes[...], to: &path, invalid: .kept)
    self.path = path
  }

  mutating func append(_ annotation: Annotation) {
    appendHeader(annotation)
    let range = lines.range(ofLine: annotation.location.line)
    let line = source.bytes[range]
    let text = line.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    appendPrintable(expandingTabs(in: text)[...], to: &bytes, invalid: .kept)
    bytes += "\n".utf8
    // LLVM draws nothing under a line in which a byte need not be a column.
    guard text.allSatisfy({ $0 < 0x80 }) else { return }
    let drawing = LLVMDrawing(under: text, at: annotation.location, annotation.fixIts)
    appendColor("\u{1B}[0;1;32m")
    bytes += drawing.expandedMarks(under: text)
    bytes += "\n".utf8
    appendColor("\u{1B}[0m")
    if !drawing.insertions.isEmpty {
      appendPrintable(drawing.expandedInsertions(under: text)[...], to: &bytes, invalid: .kept)
      bytes += "\n".utf8
    }
  }

  /// `path:line:column: warning: message [#rule-id]`
  private mutating func appendHeader(_ annotation: Annotation) {
    let location = annotation.location
    appendColor("\u{1B}[1m")
    bytes += path
    bytes += ":\(lines.lineCountingLineFeedsOnly(location)):\(location.column): ".utf8
    appendColor("\u{1B}[0m")
    switch annotation.label {
    case .error: appendColor("\u{1B}[0;1;31m")
    case .warning: appendColor("\u{1B}[0;1;35m")
    case .note: appendColor("\u{1B}[0;1;30m")
    }
    bytes += "\(annotation.label.rawValue): ".utf8
    appendColor("\u{1B}[0m")
    appendColor("\u{1B}[1m")
    bytes += printable(annotation.message)
    if let rule = annotation.rule { bytes += " [#".utf8 + printable(rule.id) + "]".utf8 }
    bytes += "\n".utf8
    appendColor("\u{1B}[0m")
  }

  private mutating func appendColor(_ sequence: String) {
    if isColored { bytes += sequence.utf8 }
  }
}
