import Diagnostics

/// The message that the compiler writes before it starts a job. The whole run is one job.
/// - Parameter inputs: the elements of the array of files, in the order in which they are reported.
func renderBegan(inputs: ReportPieces) -> ReportPieces {
  var message = ReportPieces()
  var writer = JSONWriter()
  writer.open("{")
  writer.startMember("command_arguments")
  writer.append(.array([]))
  writer.append("command_executable", "swift-determinism-lint")
  writer.startMember("inputs")
  writer.open("[")
  message.append(writer.text.bytes)
  writer.text.removeAll()
  message.append(inputs)
  writer.close("]")
  writer.append("kind", "began")
  writer.append("name", "lint")
  writer.startMember("outputs")
  writer.append(.array([]))
  writer.append("pid", noProcess)
  writer.startMember("process")
  writer.append(process)
  writer.close("}")
  message.append(writer.text.bytes)
  return framed(message)
}

/// An element of the array of files.
func renderInput(_ path: FilePath, isFirst: Bool) -> [UInt8] {
  var writer = JSONWriter(depth: 2, isEmpty: isFirst)
  writer.startElement()
  writer.append(.string(path.string))
  return writer.text.bytes
}

/// The message that the compiler writes after a job, with the diagnostics as data beside it.
/// - Parameters:
///   - output: what the job wrote for people, escaped; left out if empty.
///   - objects: the elements of the array of diagnostics.
func renderFinished(
  output: ReportPieces, objects: ReportPieces, exitStatus: Int32
) -> ReportPieces {
  var message = ReportPieces()
  var writer = JSONWriter()
  func add(_ pieces: ReportPieces) {
    message.append(writer.text.bytes)
    writer.text.removeAll()
    message.append(pieces)
  }
  writer.open("{")
  writer.startMember("diagnostics")
  writer.open("[")
  add(objects)
  writer.close("]")
  writer.append("exit-status", Int(exitStatus))
  writer.append("kind", "finished")
  writer.append("name", "lint")
  if !output.isEmpty {
    writer.startMember("output")
    writer.text.append(character: "\"")
    add(output)
    writer.text.append(character: "\"")
  }
  writer.append("pid", noProcess)
  writer.startMember("process")
  writer.append(process)
  writer.close("}")
  message.append(writer.text.bytes)
  return framed(message)
}

/// A message of the stream: its length in bytes on a line, the object, and a line break that the
/// length leaves out.
private func framed(_ message: ReportPieces) -> ReportPieces {
  var pieces = ReportPieces(Array("\(message.byteCount)\n".utf8))
  pieces.append(message)
  pieces.append([UInt8(ascii: "\n")])
  return pieces
}

/// Stands for the process of a job that has none of its own, as the compiler's driver uses
/// negative numbers for those.
private let noProcess = -1000
private let process = JSONValue.object([("real_pid", .integer(noProcess))])

/// The diagnostics of one file for people, as a part of the string in the `finished` message.
struct EscapedTextPage: ReportPage {
  private var page: TextPage

  init(_ page: TextPage) {
    self.page = page
  }

  mutating func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    var plain = TextBuffer()
    page.append(diagnostic, to: &plain)
    plain.withUnsafeBufferPointer { text.append(escaping: $0) }
  }
}

/// The diagnostics of one file as elements of the array in the `finished` message.
struct ObjectPage: ReportPage {
  private let path: String
  private let lines: LineTable
  private var isFirst = true

  init(_ source: SourceFile, _ lines: LineTable) {
    path = source.path.string
    self.lines = lines
  }

  mutating func append(_ diagnostic: Diagnostic, to text: inout TextBuffer) {
    var writer = JSONWriter(depth: 2, isEmpty: isFirst)
    isFirst = false
    swap(&writer.text, &text)
    append(diagnostic, to: &writer)
    swap(&writer.text, &text)
  }

  private func append(_ diagnostic: Diagnostic, to writer: inout JSONWriter) {
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
    for note in diagnostic.notes { append(note, to: &writer) }
    writer.close("]")
    writer.append("offset", start.offset)
    if let rule = diagnostic.rule { writer.append("rule", rule.id) }
    writer.append("severity", diagnostic.severity.rawValue)
    writer.close("}")
  }

  private func append(_ note: Note, to writer: inout JSONWriter) {
    let location = lines.location(of: note.offset)
    writer.startElement()
    writer.open("{")
    writer.append("column", location.column)
    writer.append("file", path)
    writer.append("line", location.line)
    writer.append("message", note.message)
    writer.close("}")
  }

  private func append(_ fixIt: FixIt, to writer: inout JSONWriter) {
    writer.startElement()
    writer.open("{")
    writer.append("length", fixIt.range.count)
    writer.append("offset", fixIt.range.lowerBound)
    writer.append("text", fixIt.text)
    writer.close("}")
  }
}
