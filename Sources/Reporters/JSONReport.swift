import Diagnostics

/// The message that the compiler writes before it starts a job. The whole run is one job.
/// - Parameter inputs: the files of the run, in the order in which they are reported.
func renderBegan(inputs: [FilePath]) -> [UInt8] {
  framed([
    ("command_arguments", .array([])),
    ("command_executable", .string("swift-determinism-lint")),
    ("inputs", .array(inputs.map { .string($0.string) })),
    ("kind", .string("began")),
    ("name", .string("lint")),
    ("outputs", .array([])),
    ("pid", .integer(noProcess)),
    ("process", process),
  ])
}

/// The message that the compiler writes after a job, with the diagnostics as data beside it.
/// - Parameters:
///   - output: what the job wrote for people; left out if empty.
///   - objects: the pieces of `renderObjects` of every file, in order, joined by `,\n`.
func renderFinished(output: [UInt8], objects: [UInt8], exitStatus: Int32) -> [UInt8] {
  var members: [(String, JSONValue)] = [
    ("diagnostics", .arrayOfRendered(objects)),
    ("exit-status", .integer(Int(exitStatus))),
    ("kind", .string("finished")),
    ("name", .string("lint")),
  ]
  if !output.isEmpty {
    members.append(("output", .string(String(decoding: output, as: UTF8.self))))
  }
  members += [("pid", .integer(noProcess)), ("process", process)]
  return framed(members)
}

/// The diagnostics of one file as the elements of the array in the `finished` message.
func renderObjects(
  _ diagnostics: [Diagnostic], of source: SourceFile, _ lines: LineTable
) -> [UInt8] {
  var writer = JSONWriter(depth: 2)
  let path = source.path.string
  for (index, diagnostic) in diagnostics.enumerated() {
    if index > 0 { writer.bytes += ",\n".utf8 }
    writer.appendElement(object(diagnostic, path: path, lines))
  }
  return writer.bytes
}

private func object(_ diagnostic: Diagnostic, path: String, _ lines: LineTable) -> JSONValue {
  let start = lines.location(of: diagnostic.range.lowerBound)
  let end = lines.location(of: diagnostic.range.upperBound)
  var members: [(String, JSONValue)] = []
  if let category = diagnostic.rule?.category { members.append(("category", .string(category))) }
  members += [
    ("column", .integer(start.column)),
    ("end-column", .integer(end.column)),
    ("end-line", .integer(end.line)),
    ("file", .string(path)),
    ("fix-its", .array(diagnostic.fixIts.map(object))),
    ("length", .integer(end.offset - start.offset)),
    ("line", .integer(start.line)),
    ("message", .string(diagnostic.message)),
    ("notes", .array(diagnostic.notes.map { object($0, path: path, lines) })),
    ("offset", .integer(start.offset)),
  ]
  if let rule = diagnostic.rule { members.append(("rule", .string(rule.id))) }
  members.append(("severity", .string(diagnostic.severity.rawValue)))
  return .object(members)
}

private func object(_ note: Note, path: String, _ lines: LineTable) -> JSONValue {
  let location = lines.location(of: note.offset)
  return .object([
    ("column", .integer(location.column)),
    ("file", .string(path)),
    ("line", .integer(location.line)),
    ("message", .string(note.message)),
  ])
}

private func object(_ fixIt: FixIt) -> JSONValue {
  .object([
    ("length", .integer(fixIt.range.count)),
    ("offset", .integer(fixIt.range.lowerBound)),
    ("text", .string(fixIt.text)),
  ])
}

/// A message of the stream: its length in bytes on a line, the object, and a line break that the
/// length leaves out.
private func framed(_ members: [(String, JSONValue)]) -> [UInt8] {
  var writer = JSONWriter(depth: 0)
  writer.append(.object(members))
  return Array("\(writer.bytes.count)\n".utf8) + writer.bytes + [UInt8(ascii: "\n")]
}

/// Stands for the process of a job that has none of its own, as the compiler's driver uses
/// negative numbers for those.
private let noProcess = -1000
private let process = JSONValue.object([("real_pid", .integer(noProcess))])
