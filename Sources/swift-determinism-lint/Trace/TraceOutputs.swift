import Diagnostics
import Reporters
import Workspace

/// Where the reports of a trace go.
struct TraceOutputs {
  private let options: TraceOptions
  private let console: Console
  private let place: Place
  private let root: ReportRoot
  private let tool: ToolDescription
  private let code: TracedCode
  /// By path as printed: the file, by index.
  private let numbers: [FilePath: Int]

  init(
    _ options: TraceOptions, _ code: TracedCode, _ ruleSets: RuleSets, _ place: Place,
    _ console: Console
  ) {
    (self.options, self.code, self.place, self.console) = (options, code, place, console)
    let formats = [options.format] + options.outputs.map(\.format)
    root = reportRoot(in: place, isAsked: formats.contains(.sarif))
    tool =
      formats.contains(.sarif)
      ? ToolDescription(ruleSets.rules) : ToolDescription(version: version)
    numbers =
      formats.contains(where: \.needsSources)
      ? Dictionary(
        uniqueKeysWithValues: code.files.enumerated().map { ($1.source.path, $0) }) : [:]
  }

  /// Writes to standard output.
  /// - Returns: whether somebody has read all of it.
  func write(_ report: TraceReport, status: ExitStatus) -> Bool {
    if !options.format.isForPeople { console.output.guardsLog = false }
    let style = style(options.format, isColored: console.isOutputColored)
    return write(report, style, status, to: console.output, "standard output")
  }

  func write(
    _ report: TraceReport, as format: TraceFormat, to path: FilePath, status: ExitStatus
  ) {
    let name = "'\(path.string)'"
    do throws(FileError) {
      try place.requireNoLinkOut(at: path)
      let file = try OutputFile(creating: path)
      file.guardsLog = isReadByCI && format.isForPeople
      let style = style(format, isColored: console.isColored ?? false)
      let isWhole = write(report, style, status, to: file, name)
      try file.finish(isWhole: isWhole)
    } catch {
      console.tell(error, of: name)
    }
  }

  private func style(_ format: TraceFormat, isColored: Bool) -> TraceStyle {
    TraceStyle(format, isColored: isColored, listsAll: options.listsAll, root: root)
  }

  private func write(
    _ report: TraceReport, _ style: TraceStyle, _ status: ExitStatus, to file: OutputFile,
    _ name: String
  ) -> Bool {
    var isOpen = true
    writeTrace(
      report, style, exitStatus: status.rawValue, tool: tool, console.failures,
      sources: { [code, numbers] path in numbers[path].map { code.files[$0].source.bytes } },
      to: { bytes in
        do throws(FileError) {
          try file.write(bytes)
        } catch {
          console.tell(error, of: name)
          isOpen = false
        }
        return isOpen
      })
    return isOpen
  }
}
