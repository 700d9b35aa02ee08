import Diagnostics
import Reporters
import Workspace

/// The reports of a run, each written as it grows.
struct ReportOutputs {
  private struct Output {
    var report: Report
    let file: OutputFile
    /// For messages, e.g. `'lint.json'`.
    let name: String
    var isOpen = true
  }

  private var outputs: [Output] = []
  private let console: Console
  /// Whether a report could not be written, other than for a reader that has gone.
  private(set) var hasFailed = false

  init(_ options: LintOptions, _ console: Console) {
    self.console = console
    outputs = [
      Output(
        report: Report(ReportStyle(options.format, isColored: console.isOutputColored)),
        file: console.output, name: "standard output")
    ]
    for (format, path) in options.outputs {
      do {
        let file = try OutputFile(creating: path)
        let style = ReportStyle(format, isColored: options.isColored ?? false)
        outputs.append(Output(report: Report(style), file: file, name: "'\(path.string)'"))
      } catch {
        hasFailed = true
        console.printError("cannot write to '\(path.string)' (\(error.text))")
      }
    }
  }

  var styles: [ReportStyle] { outputs.map(\.report.style) }

  /// Whether anybody still reads a report.
  var isAnyOpen: Bool { outputs.contains(where: \.isOpen) }

  /// - Parameter reports: one for each style.
  mutating func append(_ reports: [FileReport]) {
    for index in outputs.indices {
      write(outputs[index].report.append(reports[index]), to: index)
    }
  }

  /// - Parameter linted: called for what `Report.end(linted:exitStatus:)` wants to know.
  mutating func end(status: ExitStatus, linted: () -> [FilePath]) {
    // Only one format names every file; a large tree has many.
    let linted = styles.contains { $0.format == .json } ? linted() : []
    for index in outputs.indices {
      let bytes = outputs[index].report.end(linted: linted, exitStatus: status.rawValue)
      write(bytes, to: index)
    }
  }

  private mutating func write(_ bytes: [UInt8], to index: Int) {
    guard outputs[index].isOpen, !bytes.isEmpty else { return }
    do {
      try outputs[index].file.write(bytes)
    } catch {
      outputs[index].isOpen = false
      guard !error.isClosedPipe else { return }
      hasFailed = true
      console.printError("cannot write to \(outputs[index].name) (\(error.text))")
    }
  }
}
