import Commands
import Diagnostics
import Pipeline
import Reporters
import Rules
import Workspace

/// The destinations of the reports of a trace.
package struct TraceOutputs {
  private let options: TraceOptions
  private let console: Console
  private let place: Place
  private let root: ReportRoot
  private let tool: ToolDescription
  /// The sources by path as it is printed.
  private let files: [FilePath: SourceFile]
  private let notices: [Notice]

  /// - Parameters:
  ///   - files: the files that were read.
  ///   - rules: the rules that they were checked against.
  ///   - notices: the notices of findings that the change silences.
  package init(
    _ options: TraceOptions, _ files: [TracedFile], _ rules: @autoclosure () -> [Rule],
    _ place: Place, _ console: Console, _ notices: [Notice] = []
  ) {
    (self.options, self.place, self.console, self.notices) = (options, place, console, notices)
    let formats = [options.format] + options.outputs.map(\.format)
    let isReadElsewhere = formats.contains(where: \.isReadElsewhere)
    root = reportRoot(in: place, isAsked: isReadElsewhere)
    tool = isReadElsewhere ? ToolDescription(rules()) : ToolDescription(version: version)
    self.files =
      formats.contains(where: \.needsSources)
      ? Dictionary(uniqueKeysWithValues: files.map { ($0.source.path, $0.source) }) : [:]
  }

  /// Writes all reports.
  /// - Parameter receipt: nil if nothing was traced; then only the formats that say why are
  ///   written.
  /// - Returns: whether somebody has read all of standard output.
  package func write(
    _ report: TraceReport, _ receipt: String?, status: @autoclosure () -> ExitStatus
  ) -> Bool {
    func isWanted(_ format: TraceFormat) -> Bool { receipt != nil || format.isReadElsewhere }
    for (format, path) in options.outputs where isWanted(format) {
      write(report, receipt, as: format, to: path, status: status())
    }
    return !isWanted(options.format) || write(report, receipt, onOutput: status())
  }

  private func write(
    _ report: TraceReport, _ receipt: String?, onOutput status: ExitStatus
  ) -> Bool {
    if !options.format.isForPeople { console.output.guardsLog = false }
    let style = style(options.format, isColored: console.isOutputColored)
    return write(report, style, receipt, status, to: console.output, "standard output")
  }

  private func write(
    _ report: TraceReport, _ receipt: String?, as format: TraceFormat, to path: FilePath,
    status: ExitStatus
  ) {
    let name = "'\(path.string)'"
    do throws(FileError) {
      let file = try OutputFile(creating: place.writable(path))
      file.guardsLog = isReadByCI && format.isForPeople
      let style = style(format, isColored: console.isColored ?? false)
      let isWhole = write(report, style, receipt, status, to: file, name)
      try file.finish(isWhole: isWhole)
    } catch {
      console.tell(error, of: name)
    }
  }

  private func style(_ format: TraceFormat, isColored: Bool) -> TraceStyle {
    TraceStyle(format, isColored: isColored, listsAll: options.listsAll, root: root)
  }

  private func write(
    _ report: TraceReport, _ style: TraceStyle, _ receipt: String?, _ status: ExitStatus,
    to file: OutputFile, _ name: String
  ) -> Bool {
    var isOpen = true
    writeTrace(
      report, style, exitStatus: status.rawValue, tool: tool, receipt: receipt, console.failures,
      notices, sources: { [files] in files[$0]?.bytes },
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

/// Writes the reports of a trace that could not begin, where their formats say why. A report of an
/// earlier trace would pass for that of this one.
package func reportFailures(_ options: TraceOptions, _ status: ExitStatus, _ console: Console) {
  guard let folder = try? currentFolder() else { return }
  let report = TraceReport(
    causes: [], entries: [], entryCount: 0, fileCount: 0, notFollowed: NotFollowed())
  _ = TraceOutputs(options, [], [], Place(workingFolder: folder), console)
    .write(report, nil, status: status)
}
