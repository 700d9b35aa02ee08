import Diagnostics

/// What Xcode reads in the output of a build phase: the lines of `llvm` without source, with
/// absolute paths, and fix-its as `path:line:column-line:column: fixit: text`, which must follow
/// their diagnostic at once. Every other line would become a note.
struct XcodeFormat {
  private let lines: LineTable
  private let path: [UInt8]

  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let format = XcodeFormat(file)
    file.renderPieces(&text, take) { format.append($0, to: &$1) }
  }

  init(_ file: ReportedFile) {
    lines = file.lines
    path = printable(file.root.absolutePath(of: file.source.path).bytes)
  }

  func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    let annotation = Annotation(diagnostic, lines)
    append(annotation, to: &text)
    for fixIt in diagnostic.fixIts { append(fixIt, to: &text) }
    for note in diagnostic.notes {
      let location = lines.location(of: note.offset)
      append(Annotation(label: .note, location: location, message: note.message), to: &text)
    }
  }

  private func append(_ annotation: Annotation, to text: inout TextBuffer) {
    text.append(path)
    text.append(character: ":")
    append(annotation.location, to: &text)
    text.append(": ")
    TextColors(isEnabled: false).appendWords(annotation, to: &text)
  }

  private func append(_ fixIt: FixIt, to text: inout TextBuffer) {
    text.append(path)
    text.append(character: ":")
    append(lines.location(of: fixIt.range.lowerBound), to: &text)
    text.append(character: "-")
    append(lines.location(of: fixIt.range.upperBound), to: &text)
    text.append(": fixit: ")
    var replacement = fixIt.text
    replacement.withUTF8 { text.append(escaping: $0, .forTerminals) }
    text.append(character: "\n")
  }

  /// `line:column`
  private func append(_ location: SourceLocation, to text: inout TextBuffer) {
    text.append(decimal: lines.lineCountingLineFeedsOnly(location))
    text.append(character: ":")
    text.append(decimal: location.column)
  }
}
