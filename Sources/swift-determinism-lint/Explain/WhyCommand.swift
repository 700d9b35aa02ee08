import Diagnostics
import Workspace

/// Explains what the rules make of one place in a file.
func explainPlace(_ options: WhyOptions, _ console: Console) throws -> ExitStatus {
  let projects = try Projects(options.rules)
  let place = options.place.inExistingFile
  let named = projects.configurations.file(namedAs: place.file)
  let project = try projects.first(of: [named.folder])
  let file = named.file
  let source: SourceFile
  do {
    // The empty path names nothing, but would resolve to the working folder.
    source = SourceFile(path: file.path, bytes: try readFile(file.path.orFolder))
  } catch {
    throw ProjectError(messages: [Trouble(place.file, error).message])
  }
  let lines = LineTable(source.bytes)
  if let mistake = mistake(in: place, lines, source) { throw ProjectError(messages: [mistake]) }
  let baseline = try ProjectBaseline(.found, project)
  var page = Page(console)
  PlaceExplanation(place, named, source, lines, project, baseline).print(on: &page)
  return console.print(page.bytes, status: .clean)
}

/// Why there is no such place; nil if there is.
private func mistake(in place: PlaceInFile, _ lines: LineTable, _ source: SourceFile) -> String? {
  let name = place.file.string
  guard place.line <= lines.lineCount else {
    return "no line \(place.line) in '\(name)', which has \(counted(lines.lineCount, "line"))"
  }
  // The place after the last character of a line is where a cursor may stand.
  let width = source.bytes[lines.range(ofLine: place.line)]
    .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.count
  guard let column = place.column, width + 1 < column else { return nil }
  let columns = counted(width, "column")
  return "no column \(column) in line \(place.line) of '\(name)', which has \(columns)"
}
