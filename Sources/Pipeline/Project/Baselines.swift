import Commands
import Diagnostics
import Rules
import Workspace

/// The baselines of a run: each file has that of its own project. Any thread may ask.
package final class Baselines: @unchecked Sendable {
  /// For speed alone it is no tuple.
  private struct Entry {
    /// Whose files have the baseline; nil for those of no other project.
    let project: FilePath?
    let baseline: ProjectBaseline?
  }

  /// The configurations that have baselines; nil if all files have the same one, or none.
  private let configurations: ConfigurationTree?
  private let first: Entry
  private let lock = Lock()
  /// Mostly there are none, and their array would take as long to make as a small file to lint.
  private var others: [Entry] = []
  /// Why a baseline of a repository that a walk has entered cannot be used.
  package private(set) var failure: ProjectError?
  /// Whether findings are compared with those of old texts, too; set before a run.
  package var comparesSides = false

  /// The same for all files.
  package init(_ baseline: ProjectBaseline?) {
    configurations = nil
    first = Entry(project: nil, baseline: baseline)
  }

  /// - Parameters:
  ///   - baseline: that of the files in a folder's project; files of others have another.
  ///   - folder: nil if all files have it.
  package init(
    _ baseline: ProjectBaseline?, of folder: ConfiguredFolder?, _ configurations: ConfigurationTree
  ) {
    self.configurations = folder == nil ? nil : configurations
    first = Entry(project: folder?.project, baseline: baseline)
  }

  /// - Parameter projects: those that the run begins with; not empty.
  package convenience init(
    _ options: BaselineOptions, _ projects: [Project], _ configurations: ConfigurationTree,
    _ tree: CommitTree? = nil
  ) throws(ProjectError) {
    let first = projects[0]
    let baseline = try ProjectBaseline(options, first, tree)
    let isNamedForAll = first.folder.isNamed && first.configuration.baseline != nil
    guard !options.isIgnored, options.named == nil, !isNamedForAll else {
      self.init(baseline)
      return
    }
    self.init(baseline, of: first.folder, configurations)
    if projects.count == 1 { return }
    for project in projects.dropFirst() { try add(project.folder) }
  }

  /// Reads the baselines of the repositories that a search has found.
  /// - Returns: whether they can be used.
  package func add(_ repositories: [FilePath]) -> Bool {
    guard let configurations, !repositories.isEmpty else { return failure == nil }
    do throws(ProjectError) {
      for root in repositories where !isKnown(root) {
        try add(configurations.folder(ofRepository: root))
      }
    } catch {
      failure = error
    }
    return failure == nil
  }

  private func add(_ folder: ConfiguredFolder) throws(ProjectError) {
    // No file of a folder whose configuration has a mistake is linted.
    guard let configurations, folder.isUsable, !isKnown(folder.project) else { return }
    let baseline = try ProjectBaseline(
      at: BaselinePlace(nil, of: folder, in: configurations.place))
    lock.withLock { others.append(Entry(project: folder.project, baseline: baseline)) }
  }

  private func isKnown(_ project: FilePath?) -> Bool {
    first.project == project || others.contains { $0.project == project }
  }

  /// In the order in which their projects were found.
  package var all: [ProjectBaseline] {
    if isEmpty { return [] }
    return lock.withLock { ([first] + others).compactMap(\.baseline) }
  }

  package var isEmpty: Bool {
    first.baseline == nil && lock.withLock { !others.contains { $0.baseline != nil } }
  }

  /// That of the project that a file is in.
  /// - Parameter file: as printed.
  package func baseline(of file: FilePath) -> ProjectBaseline? {
    // For speed alone the body returns nothing: a type for it would have to be made.
    var others: [Entry] = []
    lock.withLock { others = self.others }
    if others.isEmpty { return first.baseline }
    if isEmpty { return nil }
    let path = configurations!.place.absolutePath(of: file)
    let around = ([first] + others).filter { entry in
      entry.project.map { path.relative(to: $0) != nil } ?? true
    }
    return around.max { ($0.project?.bytes.count ?? 0) < ($1.project?.bytes.count ?? 0) }?.baseline
  }

  /// That of the files of a configuration.
  package func baseline(of folder: ConfiguredFolder) -> ProjectBaseline? {
    if configurations == nil { return first.baseline }
    return lock.withLock { ([first] + others).first { $0.project == folder.project }?.baseline }
  }
}
