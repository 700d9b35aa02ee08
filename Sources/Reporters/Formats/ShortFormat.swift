import Diagnostics

/// A line for each finding, as `text` begins it: for `grep`, and for editors that look for
/// `path:line:column:`.
func appendShort(_ file: ReportedFile) -> AppendFinding {
  let colors = TextColors(isEnabled: file.isColored)
  let path = printable(file.source.path.bytes)
  return { finding, text in
    _ = colors.appendHeader(Annotation(finding, file.lines), in: path, to: &text)
  }
}

/// The line without its line break, for formats that have a place for it.
func shortLine(_ annotation: Annotation, in path: String) -> String {
  var text = TextBuffer()
  _ = TextColors(isEnabled: false).appendHeader(annotation, in: printable(path), to: &text)
  return String(decoding: text.bytes.dropLast(), as: UTF8.self)
}
