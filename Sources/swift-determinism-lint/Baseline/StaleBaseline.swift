import Comparison
import Diagnostics
import Workspace

/// Tells which entries of a baseline are without their finding, after a run over whole files.
struct StaleBaseline {
  /// The folders and files of the command line; absolute.
  private let walked: [FilePath]
  private let severity: Severity

  /// Nil where a run does not show it, as of a change.
  init?(_ options: LintOptions, _ place: Place) {
    guard case .paths(let paths, _) = options.input else { return nil }
    self.init(paths, place, options.baseline.isStrict ? .error : .warning)
  }

  init(_ paths: [FilePath], _ place: Place, _ severity: Severity = .warning) {
    walked = paths.map { place.absolutePath(of: $0) }
    self.severity = severity
  }

  /// By index.
  /// - Parameters:
  ///   - linted: the paths of the files, as printed.
  ///   - rules: the ids of those in force.
  func entries(
    of record: BaselineRecord, linted: some Sequence<FilePath>, rules: Set<String>
  ) -> [Int] {
    record.staleEntries(linted: linted, walked: walked) { rules.contains($0) }
  }

  /// What is said of them, at their lines.
  func diagnostics(
    of record: BaselineRecord, linted: some Sequence<FilePath>, rules: Set<String>
  ) -> [Diagnostic] {
    record.use.diagnostics(of: entries(of: record, linted: linted, rules: rules), severity)
  }
}
