import Commands
import Diagnostics
import Reporters
import Rules
import Workspace

/// Who owns files, by the CODEOWNERS of the repository that each is in. Any thread may ask.
package final class Owners: @unchecked Sendable {
  private let place: Place
  private let lock = Lock()
  /// The files that name owners, by the root of the repository.
  private var files: [FilePath: CodeOwners?] = [:]
  /// Messages by the root of a repository without the file.
  private var missing: [FilePath: String] = [:]
  /// Whether the user asked for them, so that it is told where there are none.
  private let areAsked: Bool
  /// Reasons by the root of a repository whose file cannot be read.
  private var unread: [FilePath: Trouble] = [:]
  /// The root of the repository around each folder.
  private var roots: [FilePath: FilePath] = [:]

  /// The grouping that a table counts by, with the owners that it asks if that is owners.
  /// - Parameters:
  ///   - projects: those that the run begins with.
  ///   - absolutePath: returns that of a file that is counted.
  package static func counting(
    by grouping: Grouping, _ projects: [Project],
    absolutePath: @escaping @Sendable (FilePath) -> FilePath
  ) throws(ProjectError) -> (counting: Counting, owners: Owners?) {
    guard grouping == .owner else { return (Counting(grouping), nil) }
    let owners = try Owners(projects)
    return (Counting(grouping) { shortened(owners.names(of: absolutePath($0))) }, owners)
  }

  /// Whether a file could not be read, so that what it owns counts as nobody's.
  package var haveFailed: Bool { lock.withLock { !unread.isEmpty } }

  /// - Parameter projects: one at least is to be in a repository that says who owns its files.
  private init(_ projects: [Project], areAsked: Bool = true) throws(ProjectError) {
    place = projects[0].place
    self.areAsked = areAsked
    for project in projects {
      let folder = project.folder.repository ?? place.workingFolder
      if codeOwners(in: root(around: folder)) != nil { return }
    }
    guard unread.isEmpty else { return }
    throw ProjectError(messages: missing.sorted { $0.key < $1.key }.map(\.value))
  }

  /// For a report that shows owners where it can; nil if no repository of the projects says who
  /// owns its files.
  package static func ifAny(in projects: [Project]) -> Owners? {
    try? Owners(projects, areAsked: false)
  }

  /// e.g. `@ada @org/team`
  /// - Parameter file: absolute.
  package func names(of file: FilePath) -> FilePath {
    let root = root(around: file.parent)
    guard let path = file.relative(to: root), let owners = codeOwners(in: root)?.owners(of: path)
    else {
      return FileFacts.noOwner
    }
    return FilePath(owners)
  }

  /// Without a repository it is the working directory.
  private func root(around folder: FilePath) -> FilePath {
    if let root = lock.withLock({ roots[folder] }) { return root }
    let root = repositoryRoot(around: folder) ?? place.workingFolder
    lock.withLock { roots[folder] = root }
    return root
  }

  /// Read without the lock: where two threads do so, they find the same.
  private func codeOwners(in root: FilePath) -> CodeOwners? {
    if let known = lock.withLock({ files[root] }) { return known }
    var file: CodeOwners?
    var trouble: Trouble?
    do throws(Trouble) {
      file = try CodeOwners(ofRepository: root, in: place)
    } catch {
      trouble = error
    }
    return lock.withLock {
      files.updateValue(file, forKey: root)
      if let trouble {
        unread[root] = trouble
      } else if file == nil {
        missing[root] = message(forNoneIn: root)
      }
      return file
    }
  }

  private func message(forNoneIn root: FilePath) -> String {
    let paths = CodeOwners.paths(in: root).map {
      "'\(place.printedPath(of: $0, namedAs: FilePath("")).string)'"
    }
    return "'\(Option.by.name) \(Grouping.owner.rawValue)' needs a CODEOWNERS file; write "
      + paths.dropLast().joined(separator: ", ") + " or \(paths.last!)"
  }

  /// Prints what does not count: lines that GitHub skips, repositories without the file or with one
  /// that cannot be read.
  package func printWarnings(on console: Console) {
    var report = Report(ReportStyle(.text, isColored: console.areErrorsColored))
    lock.withLock {
      for case (_, let file?) in files.sorted(by: { $0.key < $1.key }) {
        guard file.mayBeShown else {
          printPlaces(of: file.skipped, in: file.source, on: console)
          continue
        }
        console.printToErrors(report.text(adding: file.skipped, of: file.source))
      }
      for (_, message) in missing.sorted(by: { $0.key < $1.key }) where areAsked {
        console.printWarning(message)
      }
      for (_, trouble) in unread.sorted(by: { $0.key < $1.key }) {
        console.printError(trouble.message, of: trouble.path)
      }
    }
  }
}
