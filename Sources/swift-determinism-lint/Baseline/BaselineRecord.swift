import Comparison
import Diagnostics
import Workspace

/// What a run makes of a baseline.
struct BaselineRecord {
  let project: ProjectBaseline
  private(set) var use: BaselineUse

  init(_ project: ProjectBaseline) {
    self.project = project
    use = BaselineUse(project.baseline)
  }

  mutating func add(_ accepted: [AcceptedFindings]) {
    for findings in accepted { use.add(findings) }
  }

  /// Whether findings may have come from another file, so that nobody knows before the end which
  /// of them to report.
  var mayAcceptMoved: Bool { !project.goneEntries.isEmpty }

  /// Takes what has moved from another file from the held files.
  /// - Parameter keepsMoved: whether it is to be among what the files have excused.
  mutating func acceptMoved(from held: inout [HeldFile], keepsMoved: Bool = false) {
    guard !held.isEmpty, mayAcceptMoved else { return }
    let place = project.place
    var files = held.map { (path: place.entryPath(of: $0.source.path), findings: $0.diagnostics) }
    let moved = use.acceptMoved(project.goneEntries, from: &files)
    for index in held.indices { held[index].diagnostics = files[index].findings }
    guard keepsMoved else { return }
    for (file, moved) in Dictionary(grouping: moved, by: \.file) {
      held[file].excused.add(inBaseline: moved.map(\.finding))
    }
  }

  /// Entries whose finding is gone, by index: of files that were linted, and of those that are gone
  /// below a folder that was walked.
  /// - Parameters:
  ///   - linted: the paths of all files, as printed.
  ///   - walked: the folders and files of the command line; absolute.
  ///   - isInForce: takes the id of a rule.
  func staleEntries(
    linted: some Sequence<FilePath>, walked: [FilePath], isInForce: (String) -> Bool
  ) -> [Int] {
    let (place, entries) = (project.place, project.baseline.entries)
    let missing = use.missingEntries { _ in true }.filter { isInForce(entries[$0].rule) }
    guard !missing.isEmpty else { return [] }
    var isJudged = Dictionary(
      missing.map { (entries[$0].path, false) }, uniquingKeysWith: { first, _ in first })
    for path in linted {
      let path = place.entryPath(of: path)
      if isJudged[path] != nil { isJudged[path] = true }
    }
    for (path, wasLinted) in isJudged where !wasLinted {
      let absolute = place.absolutePath(of: path)
      isJudged[path] =
        walked.contains { absolute.relative(to: $0) != nil } && !isNameTaken(absolute)
    }
    return missing.filter { isJudged[entries[$0].path]! }
  }
}
