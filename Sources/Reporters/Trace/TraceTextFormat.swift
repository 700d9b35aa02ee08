import Diagnostics

// The formats for people, grouped by cause, as the compiler shows an error with notes in several
// files.

/// A line for each finding, as lint's `short` has it, and one for each note.
func writeTraceShort(
  _ report: TraceReport, _ style: TraceStyle, to output: inout ReportText
) {
  for block in report.byCause where output.goesOn {
    for line in report.lines(of: block, listsAll: style.listsAll) {
      appendHeader(line, style, to: &output.text)
    }
    output.endPart()
  }
}

/// A header, the source line, and `^` under the place, of each finding and each note.
func writeTraceLLVM(
  _ report: TraceReport, _ style: TraceStyle, _ sources: inout TraceSources,
  to output: inout ReportText
) {
  for block in report.byCause where output.goesOn {
    for line in report.lines(of: block, listsAll: style.listsAll) {
      if let file = sources.file(line.place.path), let location = file.location(of: line.place) {
        LLVMFormat(file).append(line.annotation(at: location), to: &output.text)
      } else {
        appendHeader(line, style, to: &output.text)
      }
    }
    output.endPart()
  }
}

/// Excerpts for each finding, in the order of the way. An excerpt has the order of the source: it
/// ends where the way goes up in the file, or to another one.
func writeTraceText(
  _ report: TraceReport, _ style: TraceStyle, _ sources: inout TraceSources,
  to output: inout ReportText
) {
  let blocks = report.byCause
  var isFirst = true
  for block in blocks where output.goesOn {
    for lines in excerpts(report.lines(of: block, listsAll: style.listsAll)) {
      if !isFirst { output.text.append(character: "\n") }
      isFirst = false
      append(lines, style, &sources, to: &output.text)
    }
    output.endPart()
  }
  var rules: [RuleReference] = []
  for block in blocks where !rules.contains(report.causes[block.causes[0]].rule) {
    rules.append(report.causes[block.causes[0]].rule)
  }
  output.text.append(TextFormat.links(to: rules))
}

/// Lines that follow one another in a file, downwards.
private func excerpts(_ lines: [TraceLine]) -> [[TraceLine]] {
  var excerpts: [[TraceLine]] = []
  for line in lines {
    if let last = excerpts.last?.last?.place, last.path == line.place.path,
      (last.line, last.column) <= (line.place.line, line.place.column)
    {
      excerpts[excerpts.count - 1].append(line)
    } else {
      excerpts.append([line])
    }
  }
  return excerpts
}

/// Appends the header of the first line, and the source around all; only headers without source.
/// - Parameter lines: the lines of one file.
private func append(
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

private func appendHeader(
  _ line: TraceLine, _ style: TraceStyle, to text: inout TextBuffer
) {
  _ = TextColors(isEnabled: style.isColored)
    .appendHeader(line.annotation, in: printable(line.place.path.bytes), to: &text)
}
