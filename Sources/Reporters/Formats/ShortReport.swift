import Diagnostics

/// A line for each finding, as `text` begins it: for `grep`, and for editors that look for
/// `path:line:column:`.
struct ShortPage: ReportPage {
  private let lines: LineTable
  private let colors: TextColors
  private let path: [UInt8]

  init(_ source: SourceFile, _ lines: LineTable, isColored: Bool) {
    self.lines = lines
    colors = TextColors(isEnabled: isColored)
    path = printable(source.path.bytes)
  }

  func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    _ = colors.appendHeader(Annotation(diagnostic, lines), in: path, to: &text)
  }
}
