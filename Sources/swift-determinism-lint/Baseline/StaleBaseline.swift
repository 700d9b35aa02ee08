import Diagnostics
import Workspace

/// Tells which entries of a baseline are without their finding, after a run over whole files.
struct StaleBaseline {
  private let rules: Set<String>
  /// The folders and files of the command line; absolute.
  private let walked: [FilePath]
  private let severity: Severity

  /// Nil where a run does not show it, as of a change.
  init?(_ options: LintOptions, _ project: Project) {
    guard case .paths(let paths, _) = options.input else { return nil }
    self.init(paths, project, options.baseline.isStrict ? .error : .warning)
  }

  init(_ paths: [FilePath], _ project: Project, _ severity: Severity = .warning) {
    rules = Set(project.selection.rules.lazy.filter { $0.severity != .off }.map(\.id))
    walked = paths.map { project.place.absolutePath(of: $0) }
    self.severity = severity
  }

  /// By index.
  /// - Parameter linted: the paths of the files, as printed.
  func entries(of record: BaselineRecord, linted: some Sequence<FilePath>) -> [Int] {
    record.staleEntries(linted: linted, walked: walked) { rules.contains($0) }
  }

  /// What is said of them, at their lines.
  func diagnostics(
    of record: BaselineRecord, linted: some Sequence<FilePath>
  ) -> [Diagnostic] {
    record.use.diagnostics(of: entries(of: record, linted: linted), severity)
  }
}
