import Diagnostics
import Reporters
import Workspace

/// The reports of a run, each written as it grows: to a terminal as soon as something is known,
/// elsewhere in larger pieces, since each takes a system call and wakes the reader.
struct ReportOutputs {
  private struct Output {
    var report: Report
    let file: OutputFile
    /// For messages, e.g. `'lint.json'`.
    let name: String
    /// Whether somebody waits for each line.
    let isTerminal: Bool
    var isOpen = true
    /// What is not written yet.
    var pending: [UInt8] = []
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
        file: console.output, name: "standard output", isTerminal: console.output.isTerminal)
    ]
    for (format, path) in options.outputs {
      do {
        let file = try OutputFile(creating: path)
        let style = ReportStyle(format, isColored: options.isColored ?? false)
        outputs.append(
          Output(
            report: Report(style), file: file, name: "'\(path.string)'",
            isTerminal: file.isTerminal))
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
  mutating func append(_ reports: [RenderedFiles]) {
    for index in outputs.indices {
      add(outputs[index].report.append(reports[index]), to: index)
    }
  }

  /// Writes what is known by now.
  mutating func flush() {
    for index in outputs.indices { flush(index) }
  }

  /// - Parameter linted: called for what `Report.end(linted:exitStatus:)` wants to know.
  mutating func end(status: ExitStatus, linted: () -> [FilePath]) {
    // Only one format names every file; a large tree has many.
    let linted = styles.contains { $0.format == .json } ? linted() : []
    for index in outputs.indices {
      add(outputs[index].report.end(linted: linted, exitStatus: status.rawValue), to: index)
      flush(index)
    }
  }

  private mutating func add(_ pieces: ReportPieces, to index: Int) {
    // A long report is rendered as it is written, if anybody reads it.
    guard outputs[index].isOpen else { return }
    pieces.forEachPiece { bytes in
      add(bytes, to: index)
      return outputs[index].isOpen
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, to index: Int) {
    if !outputs[index].isTerminal, outputs[index].pending.count + bytes.count < pieceSize {
      outputs[index].pending.append(contentsOf: bytes)
    } else {
      flush(index)
      write(bytes, to: index)
    }
  }

  private mutating func flush(_ index: Int) {
    let bytes = outputs[index].pending
    outputs[index].pending = []
    bytes.withUnsafeBufferPointer { write($0, to: index) }
  }

  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to index: Int) {
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

/// In bytes: half of what a pipe of Linux holds, so that its reader can work meanwhile.
private let pieceSize = 32 * 1024
