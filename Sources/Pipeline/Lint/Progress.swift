import Commands
import Workspace

/// The progress of a long run: one line on a terminal's standard error that is rewritten, and
/// erased at the end.
package struct Progress {
  private let console: Console
  private let isEnabled: Bool
  private let start: Double
  private var lastUpdate: Double
  private var isShown = false
  /// The number of files; nil if it is not known.
  package var total: Int?

  /// - Parameter start: of the run, in seconds of `monotonicSeconds()`.
  package init(console: Console, isQuiet: Bool, start: Double) {
    self.console = console
    isEnabled = !isQuiet && console.errors.isTerminal
    self.start = start
    lastUpdate = start
  }

  /// - Parameter text: e.g. `Checked 12 of 4000 files`.
  package mutating func update(_ text: @autoclosure () -> String) {
    guard isEnabled else { return }
    let now = monotonicSeconds()
    guard start + 2 <= now, !isShown || lastUpdate + 0.1 <= now else { return }
    lastUpdate = now
    isShown = true
    console.printToErrors("\r\u{1B}[K\(text())")
  }

  package mutating func update(checked count: Int) {
    let total = total
    update("Checked \(total == nil ? "" : "\(count) of ")\(counted(total ?? count, "file"))")
  }

  package mutating func erase() {
    guard isShown else { return }
    isShown = false
    console.printToErrors("\r\u{1B}[K")
  }
}
