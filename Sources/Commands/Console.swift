import Diagnostics
import Reporters
import Workspace

/// The status that the tool ends with; sysexits(3) has the last.
package enum ExitStatus: Int32 {
  /// Nothing of severity error was found.
  case clean = 0
  case errorsFound = 1
  /// Not the whole job could be done.
  case incomplete = 2
  case wrongUsage = 64
}

/// Whether what is printed goes to a log that is read for commands: by GitHub, Azure or TeamCity.
package var isReadByCI: Bool {
  ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].contains {
    environmentVariable($0)?.bytes.isEmpty == false
  }
}

/// The two streams, and who is looking at them.
package final class Console {
  package let output = OutputFile.standardOutput
  package let errors = OutputFile.standardError

  package init() {
    guard isReadByCI else { return }
    // The compiler's own text is for a terminal.
    for stream in [output, errors] where !stream.isTerminal { stream.guardsLog = true }
  }

  /// The choice of `--[no-]color-diagnostics`.
  package var isColored: Bool?

  package var isOutputColored: Bool { isColored(output) }
  package var areErrorsColored: Bool { isColored(errors) }
  /// The environment does not colour what a program is to apply.
  package var isPatchColored: Bool { isOutputColored && (isColored == true || output.isTerminal) }

  /// `NO_COLOR` counts where it is not empty, whatever its value (no-color.org). `0` and `false`
  /// turn the others off (bixense.com/clicolors; Node for `FORCE_COLOR`). Emacs sets `INSIDE_EMACS`
  /// for what it runs, and its compilation mode reads messages as they are.
  private func isColored(_ stream: OutputFile) -> Bool {
    if let isColored { return isColored }
    if environmentSwitch("NO_COLOR") != nil { return false }
    if let forced = environmentSwitch("FORCE_COLOR") { return forced }
    if environmentSwitch("CLICOLOR_FORCE") == true { return true }
    return stream.isTerminal && environmentSwitch("CLICOLOR") != false
      && environmentVariable("INSIDE_EMACS") == nil
      && environmentVariable("TERM") != FilePath("dumb")
  }

  /// The errors that were printed so far. A run that lints has the status 2 if there is any, and
  /// its reports tell it.
  package private(set) var failures = Failures()

  /// Begins a run of several.
  package func forgetFailures() {
    failures = Failures()
  }

  /// Records an error that was printed in another way.
  package func keep(_ failure: Notice) {
    failures.add(failure)
  }

  /// Prints `error: …` on standard error.
  /// - Parameter path: what it is about.
  package func printError(_ message: String, of path: FilePath? = nil) {
    printToErrors(renderMessage(.error, message, isColored: areErrorsColored))
    keep(Notice(failure: message, in: path))
  }

  /// Prints `warning: …` on standard error.
  package func printWarning(_ message: String) {
    printToErrors(renderMessage(.warning, message, isColored: areErrorsColored))
  }

  /// Prints `note: …` on standard error.
  package func printNote(_ message: String) {
    printToErrors("note: \(FilePath(message).printable)\n")
  }

  package func printToErrors(_ text: String) {
    printToErrors(Array(text.utf8))
  }

  package func printToErrors(_ bytes: [UInt8]) {
    // There is no one left to tell where standard error cannot be written.
    try? errors.write(bytes)
  }

  /// Prints the whole result of a subcommand on standard output.
  /// - Parameter remarks: for standard error, if there is still somebody who reads.
  package func print(_ bytes: [UInt8], remarks: [UInt8] = [], status: ExitStatus) -> ExitStatus {
    do {
      try output.write(bytes)
      printToErrors(remarks)
      return status
    } catch {
      if error.isClosedPipe { return status }
      printError("cannot write to standard output (\(error.text))")
      return .incomplete
    }
  }

  /// Prints the whole result of a subcommand as it is.
  package func print(forPrograms bytes: [UInt8]) -> ExitStatus {
    output.guardsLog = false
    return print(bytes, status: .clean)
  }

  package func print(_ text: String, status: ExitStatus) -> ExitStatus {
    print(Array(text.utf8), status: status)
  }
}

extension Console {
  /// A reader that has gone is no failure.
  package func tell(_ error: FileError, of name: String) {
    if !error.isClosedPipe { printError("cannot write to \(name) (\(error.text))") }
  }
}

/// Whether a variable turns something on; nil if it is not set, or empty.
private func environmentSwitch(_ name: String) -> Bool? {
  guard let value = environmentVariable(name), !value.bytes.isEmpty else { return nil }
  return value != FilePath("0") && value != FilePath("false")
}

// MARK: - Texts

extension FilePath {
  /// Without what a terminal could obey.
  package var printable: String {
    String(decoding: Reporters.printable(string), as: UTF8.self)
  }
}

/// `1 file`, `2 files`
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// e.g. `1,660 tests`
package func many(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}
