import Diagnostics

/// The formats for people, grouped by cause, as the compiler shows an error with notes in several
/// files.
enum TraceTextFormat {
  /// A line for each finding, as lint's `short` has it, and one for each note.
  static func writeShort(
    _ report: TraceReport, _ style: TraceStyle, to output: inout TraceOutput
  ) {
    for traced in report.byCause where output.goesOn {
      for line in report.lines(of: traced, listsAll: style.listsAll) {
        appendHeader(line, style, to: &output.text)
      }
      output.endPart()
    }
  }

  /// A header, the source line, and `^` under the place, of each finding and each note.
  static func writeLLVM(
    _ report: TraceReport, _ style: TraceStyle, _ sources: inout TraceSources,
    to output: inout TraceOutput
  ) {
    for traced in report.byCause where output.goesOn {
      for line in report.lines(of: traced, listsAll: style.listsAll) {
        if let file = sources.file(line.place.path), let location = file.location(of: line.place) {
          LLVMFormat(file).append(line.annotation(at: location), to: &output.text)
        } else {
          appendHeader(line, style, to: &output.text)
        }
      }
      output.endPart()
    }
  }

  /// A block for each finding: first what is in its file, then file by file, in the order in which
  /// the way gets to them. In each file, notes stand in the order of the source.
  static func write(
    _ report: TraceReport, _ style: TraceStyle, _ sources: inout TraceSources,
    to output: inout TraceOutput
  ) {
    let causes = report.byCause
    var isFirst = true
    for traced in causes where output.goesOn {
      for lines in byFile(report.lines(of: traced, listsAll: style.listsAll)) {
        if !isFirst { output.text.append(character: "\n") }
        isFirst = false
        append(lines, style, &sources, to: &output.text)
      }
      output.endPart()
    }
    var rules: [RuleReference] = []
    for traced in causes where !rules.contains(report.causes[traced.cause].rule) {
      rules.append(report.causes[traced.cause].rule)
    }
    output.text.append(TextFormat.links(to: rules))
  }

  /// The lines of each file, in the order of the first ones.
  private static func byFile(_ lines: [TraceLine]) -> [[TraceLine]] {
    var groups: [[TraceLine]] = []
    var numbers: [FilePath: Int] = [:]
    for line in lines {
      if let number = numbers[line.place.path] {
        groups[number].append(line)
      } else {
        numbers[line.place.path] = groups.count
        groups.append([line])
      }
    }
    return groups
  }

  /// The header of the first one, and the source around all; the headers alone without source.
  /// - Parameter lines: of one file.
  private static func append(
    _ lines: [TraceLine], _ style: TraceStyle, _ sources: inout TraceSources,
    to text: inout TextBuffer
  ) {
    let file = sources.file(lines[0].place.path)
    let annotations = lines.compactMap { line in
      file?.location(of: line.place).map { line.annotation(at: $0) }
    }
    guard let file, annotations.count == lines.count else {
      for line in lines { appendHeader(line, style, to: &text) }
      return
    }
    appendHeader(lines[0], style, to: &text)
    var format = TextFormat(file, isColored: style.isColored)
    format.appendExcerpts(around: annotations, to: &text)
  }

  private static func appendHeader(
    _ line: TraceLine, _ style: TraceStyle, to text: inout TextBuffer
  ) {
    _ = TextColors(isEnabled: style.isColored)
      .appendHeader(line.annotation, in: printable(line.place.path.bytes), to: &text)
  }
}
