import Workspace

/// How far a long run has come, in one line on a terminal's standard error that is rewritten, and
/// erased at the end.
struct Progress {
  private let console: Console
  private let isEnabled: Bool
  private let start: Double
  private var lastUpdate: Double
  private var isShown = false

  /// - Parameter start: of the run, in seconds of `monotonicSeconds()`.
  init(console: Console, isQuiet: Bool, start: Double) {
    self.console = console
    isEnabled = !isQuiet && console.errors.isTerminal
    self.start = start
    lastUpdate = start
  }

  mutating func update(done: Int, of total: Int) {
    guard isEnabled else { return }
    let now = monotonicSeconds()
    guard start + 2 <= now, !isShown || lastUpdate + 0.1 <= now else { return }
    lastUpdate = now
    isShown = true
    console.printToErrors("\r\u{1B}[KChecked \(done) of \(total) files")
  }

  mutating func erase() {
    guard isShown else { return }
    isShown = false
    console.printToErrors("\r\u{1B}[K")
  }
}
