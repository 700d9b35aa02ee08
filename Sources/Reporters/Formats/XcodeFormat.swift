import Diagnostics

/// The format that Xcode reads in the output of a build phase: the headers of `llvm` with absolute
/// paths, and fix-its as `path:line:column-line:column: fixit: text`, which must follow their
/// diagnostic at once. Every other line would become a note.
func appendXcode(_ file: ReportedFile) -> AppendFinding {
  let path = printable(file.root.absolutePath(of: file.source.path).bytes)
  let format = LLVMFormat(file, path: path)
  /// The place as `line:column`.
  func place(_ offset: Int) -> String {
    let location = file.lines.location(of: offset)
    return "\(file.lines.lineCountingLineFeedsOnly(location)):\(location.column)"
  }
  return { finding, text in
    format.appendHeader(Annotation(finding, file.lines), to: &text)
    for fixIt in finding.fixIts {
      text.append(path)
      text.append(
        string: ":\(place(fixIt.range.lowerBound))-\(place(fixIt.range.upperBound)): fixit: ")
      var replacement = fixIt.text
      replacement.withUTF8 { text.append(escaping: $0, .forTerminals) }
      text.append(character: "\n")
    }
    for note in finding.notes {
      let location = file.lines.location(of: note.offset)
      format.appendHeader(
        Annotation(label: .note, location: location, message: note.message), to: &text)
    }
  }
}
