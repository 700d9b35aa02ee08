import Diagnostics

/// The messages of the compiler's `-parseable-output`, with the diagnostics as data. The whole run
/// is one job.
func writeJSON(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  // The compiler writes these messages before it starts a job, and after it.
  writeMessage(to: &output) { output in
    output.text.append(
      """
      {
        "command_arguments" : [

        ],
        "command_executable" : "swift-determinism-lint",
        "inputs" : [
      """)
    appendInputs(reported.linted, to: &output)
    output.text.append(
      """
      ],
        "kind" : "began",
        "name" : "lint",
        "outputs" : [

        ],
      """)
    output.text.append(process)
  }
  writeMessage(to: &output) { output in
    output.text.append("{\n  \"diagnostics\" : [")
    appendObjects(reported, to: &output)
    output.text.append(
      string: "],\n  \"exit-status\" : \(run.exitStatus),\n  \"kind\" : \"finished\",\n")
    output.text.append("  \"name\" : \"lint\",")
    if !reported.files.isEmpty { appendText(reported, to: &output) }
    output.text.append(process)
  }
}

/// The compiler's driver uses negative numbers for jobs that have no process of their own.
private let process: StaticString = """

    "pid" : -1000,
    "process" : {
      "real_pid" : -1000
    }
  }
  """

/// Writes a message of the stream: its length in bytes on a line, the object, and a line break
/// that the length leaves out.
private func writeMessage(
  to output: inout ReportText, _ append: (inout ReportText) -> Void
) {
  var count = 0
  var counted = ReportText { bytes in
    count += bytes.count
    return true
  }
  append(&counted)
  counted.end()
  output.text.append(string: "\(count)\n")
  append(&output)
  output.text.append("\n")
}

private func appendInputs(_ paths: [FilePath], to output: inout ReportText) {
  for (index, path) in paths.enumerated() where output.goesOn {
    output.text.append(index == 0 ? "\n    " : ",\n    ")
    output.text.append(compact: .string(path.string), .forTerminalsAndSlashes)
    output.endPart()
  }
  output.text.append(paths.isEmpty ? "\n\n  " : "\n  ")
}

private func appendObjects(_ reported: ReportedFiles, to output: inout ReportText) {
  var start: StaticString = "\n    "
  for file in reported.files {
    for finding in file.findings where output.goesOn {
      output.text.append(start)
      start = ",\n    "
      output.text.append(pretty: object(finding, of: file), depth: 2)
      output.endPart()
    }
  }
  output.text.append(reported.files.isEmpty ? "\n\n  " : "\n  ")
}

private func object(_ finding: Diagnostic, of file: ReportedFile) -> JSON {
  let path = JSON.string(file.source.path.string)
  let (start, end) = (file.start(of: finding), file.end(of: finding))
  let scope = finding.key?.scope
  let fixIts = finding.fixIts.map { fixIt -> JSON in
    [
      "length": .integer(fixIt.range.count), "offset": .integer(fixIt.range.lowerBound),
      "text": .string(fixIt.text),
    ]
  }
  let notes = finding.notes.map { note -> JSON in
    let location = file.lines.location(of: note.offset)
    return [
      "column": .integer(location.column), "file": path, "line": .integer(location.line),
      "message": .string(note.message),
    ]
  }
  return [
    "category": finding.rule?.category.map { .string($0) },
    "column": .integer(start.column),
    "declaration": scope == "-" ? nil : scope.map { .string($0) },
    "end-column": .integer(end.column), "end-line": .integer(end.line), "file": path,
    "fix-its": .array(fixIts), "length": .integer(end.offset - start.offset),
    "line": .integer(start.line), "message": .string(finding.message), "notes": .array(notes),
    "offset": .integer(start.offset), "pack": finding.rule?.pack.map { .string($0) },
    "rule": finding.rule.map { .string($0.id) },
    "severity": .string(finding.severity.rawValue),
  ]
}

/// Appends the job's output for people.
private func appendText(_ reported: ReportedFiles, to output: inout ReportText) {
  output.text.append("\n  \"output\" : \"")
  var text = TextBuffer()
  for (index, file) in reported.files.enumerated() {
    if 0 < index { output.text.append(#"\n"#) }
    let append = TextFormat.file(file)
    for finding in file.findings where output.goesOn {
      text.removeAll()
      append(finding, &text)
      text.withUnsafeBufferPointer { output.text.append(escaping: $0) }
      output.endPart()
    }
  }
  TextFormat.links(of: reported.tally).withUnsafeBufferPointer {
    output.text.append(escaping: $0)
  }
  output.text.append("\",")
}
