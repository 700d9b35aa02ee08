import Diagnostics

/// The messages of the compiler's `-parseable-output`, with the diagnostics as data. The whole run
/// is one job.
enum JSONFormat {
  /// The diagnostics of a file as data, without blanks and line breaks.
  @Sendable static func objects(_ file: ReportedFile) -> AppendFinding {
    let path = JSON.string(file.source.path.string)
    return { finding, text in
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
      let object: JSON = [
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
      text.append(compact: object, .forTerminalsAndSlashes)
    }
  }

  @Sendable static func end(
    _ kept: KeptFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    let process: [Member] = [
      // The compiler's driver uses negative numbers for jobs that have no process of their own.
      ("pid", .value(-1000)), ("process", .value(["real_pid": -1000])),
    ]
    // What the compiler writes before it starts a job, and after it.
    let began: [Member] = [
      ("command_arguments", .value([])),
      ("command_executable", .value("swift-determinism-lint")),
      ("inputs", .written { appendInputs(kept, to: &$0) }), ("kind", .value("began")),
      ("name", .value("lint")), ("outputs", .value([])),
    ]
    let text: Member = ("output", .written { appendText(kept, to: &$0) })
    let finished: [Member] = [
      ("diagnostics", .written { appendObjects(kept, to: &$0) }),
      ("exit-status", .value(.integer(Int(run.exitStatus)))), ("kind", .value("finished")),
      ("name", .value("lint")),
    ]
    write(began + process, to: &output)
    write(finished + (kept.tally.isEmpty ? [] : [text]) + process, to: &output)
  }

  private typealias Member = (key: StaticString, value: Value)

  private enum Value {
    case value(JSON)
    case written((inout ReportText) -> Void)
  }

  /// Writes a message of the stream: its length in bytes on a line, the object, and a line break
  /// that the length leaves out.
  private static func write(_ members: [Member], to output: inout ReportText) {
    var count = 0
    var counted = ReportText { bytes in
      count += bytes.count
      return true
    }
    append(members, to: &counted)
    counted.end()
    output.text.append(string: "\(count)\n")
    append(members, to: &output)
    output.text.append("\n")
  }

  private static func append(_ members: [Member], to output: inout ReportText) {
    var start: StaticString = "{\n  \""
    for (key, value) in members where output.goesOn {
      output.text.append(start)
      start = ",\n  \""
      output.text.append(key)
      output.text.append("\" : ")
      switch value {
      case .value(let json): output.text.append(pretty: json, depth: 1)
      case .written(let append): append(&output)
      }
    }
    output.text.append("\n}")
  }

  private static func appendInputs(_ kept: KeptFiles, to output: inout ReportText) {
    var start: StaticString = "[\n    "
    for path in kept.linted where output.goesOn {
      output.text.append(start)
      start = ",\n    "
      output.text.append(compact: .string(path.string), .forTerminalsAndSlashes)
      output.endPart()
    }
    output.text.append(kept.linted.isEmpty ? "[\n\n  ]" : "\n  ]")
  }

  private static func appendObjects(_ kept: KeptFiles, to output: inout ReportText) {
    var start: StaticString = "[\n    "
    for file in kept.streams[1] where output.goesOn {
      _ = file.read { _, object in
        output.text.append(start)
        start = ",\n    "
        output.text.append(pretty: object, depth: 2)
        output.endPart()
        return output.goesOn
      }
    }
    output.text.append(kept.tally.isEmpty ? "[\n\n  ]" : "\n  ]")
  }

  /// Appends what the job wrote for people.
  private static func appendText(_ kept: KeptFiles, to output: inout ReportText) {
    var start: StaticString = "\""
    for file in kept.streams[0] where output.goesOn {
      output.text.append(start)
      start = #"\n"#
      _ = file.read { _, text in
        output.text.append(escaping: text)
        output.endPart()
        return output.goesOn
      }
    }
    TextFormat.links(of: kept.tally).withUnsafeBufferPointer { output.text.append(escaping: $0) }
    output.text.append("\"")
  }
}
