import Diagnostics

/// The messages of the compiler's `-parseable-output`, with the diagnostics as data. The whole run
/// is one job.
enum JSONFormat {
  /// The diagnostics of a file for people, as a part of the string in the `finished` message.
  @Sendable static func output(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    var writer = TextFormat(file, isColored: false)
    var plain = TextBuffer()
    file.renderPieces(&text, take) { finding, text in
      plain.removeAll()
      writer.append(finding, to: &plain)
      plain.withUnsafeBufferPointer { text.append(escaping: $0) }
    }
  }

  /// The diagnostics of a file as elements of the array in the `finished` message.
  @Sendable static func objects(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    var isFirst = true
    file.renderPieces(&text, take) { finding, text in
      var writer = JSONWriter(depth: 2, isEmpty: isFirst)
      isFirst = false
      swap(&writer.text, &text)
      append(finding, of: file, to: &writer)
      swap(&writer.text, &text)
    }
  }

  /// An element of the array of files.
  @Sendable static func input(_ path: FilePath, isFirst: Bool) -> [UInt8] {
    var writer = JSONWriter(depth: 2, isEmpty: isFirst)
    writer.startElement()
    writer.append(.string(path.string))
    return writer.text.bytes
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    writeFramed(began(inputs: kept.streams[2]), to: write)
    let finished = finished(
      output: kept.streams[0], TextFormat.links(of: kept.tally), objects: kept.streams[1],
      exitStatus: run.exitStatus)
    writeFramed(finished, to: write)
  }

  /// Writes a part of a message, as often as it is asked to.
  private typealias Part = (WriteBytes) -> Bool

  private static func part(_ bytes: [UInt8]) -> Part {
    { bytes.withUnsafeBufferPointer($0) }
  }

  /// A message of the stream: its length in bytes on a line, the object, and a line break that the
  /// length leaves out.
  private static func writeFramed(_ message: [Part], to write: WriteBytes) {
    var count = 0
    for part in message {
      _ = part {
        count += $0.count
        return true
      }
    }
    let parts = [part(Array("\(count)\n".utf8))] + message + [part([UInt8(ascii: "\n")])]
    _ = parts.allSatisfy { $0(write) }
  }

  /// The message that the compiler writes before it starts a job.
  /// - Parameter inputs: the elements of the array of files, in the order of the report.
  private static func began(inputs: SpilledBytes) -> [Part] {
    var writer = JSONWriter()
    writer.open("{")
    writer.startMember("command_arguments")
    writer.append(.array([]))
    writer.append("command_executable", "swift-determinism-lint")
    writer.startMember("inputs")
    writer.open("[")
    let start = writer.takeText()
    writer.close("]")
    writer.append("kind", "began")
    writer.append("name", "lint")
    writer.startMember("outputs")
    writer.append(.array([]))
    writer.appendProcess()
    writer.close("}")
    return [part(start), inputs.read, part(writer.takeText())]
  }

  /// The message that the compiler writes after a job, with the diagnostics as data beside it.
  /// - Parameters:
  ///   - output: what the job wrote for people, escaped; left out if empty.
  ///   - links: comes after it, and is not escaped yet.
  ///   - objects: the elements of the array of diagnostics.
  private static func finished(
    output: SpilledBytes, _ links: [UInt8], objects: SpilledBytes, exitStatus: Int32
  ) -> [Part] {
    var writer = JSONWriter()
    writer.open("{")
    writer.startMember("diagnostics")
    writer.open("[")
    let start = writer.takeText()
    writer.close("]")
    writer.append("exit-status", Int(exitStatus))
    writer.append("kind", "finished")
    writer.append("name", "lint")
    if !output.isEmpty {
      writer.startMember("output")
      writer.text.append(character: "\"")
    }
    let middle = writer.takeText()
    if !output.isEmpty {
      links.withUnsafeBufferPointer { writer.text.append(escaping: $0) }
      writer.text.append(character: "\"")
    }
    writer.appendProcess()
    writer.close("}")
    return [part(start), objects.read, part(middle), output.read, part(writer.takeText())]
  }

  private static func append(
    _ diagnostic: Diagnostic, of file: ReportedFile, to writer: inout JSONWriter
  ) {
    let (path, lines) = (file.source.path.string, file.lines)
    let start = lines.location(of: diagnostic.range.lowerBound)
    let end = lines.location(of: diagnostic.range.upperBound)
    writer.startElement()
    writer.open("{")
    if let category = diagnostic.rule?.category { writer.append("category", category) }
    writer.append("column", start.column)
    writer.append("end-column", end.column)
    writer.append("end-line", end.line)
    writer.append("file", path)
    writer.startMember("fix-its")
    writer.open("[")
    for fixIt in diagnostic.fixIts { append(fixIt, to: &writer) }
    writer.close("]")
    writer.append("length", end.offset - start.offset)
    writer.append("line", start.line)
    writer.append("message", diagnostic.message)
    writer.startMember("notes")
    writer.open("[")
    for note in diagnostic.notes { append(note, of: file, to: &writer) }
    writer.close("]")
    writer.append("offset", start.offset)
    if let rule = diagnostic.rule { writer.append("rule", rule.id) }
    writer.append("severity", diagnostic.severity.rawValue)
    writer.close("}")
  }

  private static func append(_ note: Note, of file: ReportedFile, to writer: inout JSONWriter) {
    let location = file.lines.location(of: note.offset)
    writer.startElement()
    writer.open("{")
    writer.append("column", location.column)
    writer.append("file", file.source.path.string)
    writer.append("line", location.line)
    writer.append("message", note.message)
    writer.close("}")
  }

  private static func append(_ fixIt: FixIt, to writer: inout JSONWriter) {
    writer.startElement()
    writer.open("{")
    writer.append("length", fixIt.range.count)
    writer.append("offset", fixIt.range.lowerBound)
    writer.append("text", fixIt.text)
    writer.close("}")
  }
}

extension JSONWriter {
  /// What has been written since the last time.
  fileprivate mutating func takeText() -> [UInt8] {
    defer { text.removeAll() }
    return text.bytes
  }

  /// The process of a job that has none of its own: the compiler's driver uses negative numbers for
  /// those.
  fileprivate mutating func appendProcess() {
    append("pid", -1000)
    startMember("process")
    append(.object([("real_pid", .integer(-1000))]))
  }
}
