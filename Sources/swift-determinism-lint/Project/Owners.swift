import Diagnostics
import Reporters
import Rules
import Workspace

/// Who owns files, by the CODEOWNERS of the repository that each is in. Any thread may ask.
final class Owners: @unchecked Sendable {
  private let place: Place
  private let lock = Lock()
  /// By the root of the repository.
  private var files: [FilePath: CodeOwners] = [:]
  /// By the root of a repository without the file, or with one that cannot be read: a message.
  private var obstacles: [FilePath: String] = [:]
  /// By folder: the root of the repository around it.
  private var roots: [FilePath: FilePath] = [:]

  /// Nil if findings are counted by something else.
  /// - Parameter projects: those that the run begins with; one at least is to be in a repository
  ///   that says who owns its files.
  init?(_ grouping: Grouping?, _ projects: [Project]) throws(ProjectError) {
    guard grouping == .owner else { return nil }
    place = projects[0].place
    for project in projects {
      let folder = project.folder.repository ?? place.workingFolder
      if codeOwners(in: root(around: folder)) != nil { return }
    }
    throw ProjectError(messages: obstacles.sorted { $0.key < $1.key }.map(\.value))
  }

  /// In place of names.
  private static let nobody = FilePath("(no owner)")

  /// e.g. `@ada @org/team`
  /// - Parameter file: absolute.
  func names(of file: FilePath) -> FilePath {
    let (root, found) = lock.withLock { () -> (FilePath, CodeOwners?) in
      let root = self.root(around: file.parent)
      return (root, codeOwners(in: root))
    }
    guard let path = file.relative(to: root), let owners = found?.owners(of: path) else {
      return Self.nobody
    }
    return FilePath(owners)
  }

  /// Without a repository it is the working directory.
  private func root(around folder: FilePath) -> FilePath {
    if let root = roots[folder] { return root }
    let root = repositoryRoot(around: folder) ?? place.workingFolder
    roots[folder] = root
    return root
  }

  private func codeOwners(in root: FilePath) -> CodeOwners? {
    if let file = files[root] { return file }
    if obstacles[root] != nil { return nil }
    do throws(Trouble) {
      files[root] = try CodeOwners(ofRepository: root, in: place)
      if files[root] == nil { obstacles[root] = message(forNoneIn: root) }
    } catch {
      obstacles[root] = error.message
    }
    return files[root]
  }

  private func message(forNoneIn root: FilePath) -> String {
    let paths = CodeOwners.paths(in: root).map {
      "'\(place.printedPath(of: $0, namedAs: FilePath("")).string)'"
    }
    return "'\(Option.by.name) \(Grouping.owner.rawValue)' counts by CODEOWNERS, and there is no "
      + paths.dropLast().joined(separator: ", ") + " or \(paths.last!)"
  }

  /// Prints what does not count: lines that GitHub skips, repositories without the file.
  func printWarnings(on console: Console) {
    let style = ReportStyle(.text, isColored: console.areErrorsColored)
    var report = Report(style)
    lock.withLock {
      for (_, file) in files.sorted(by: { $0.key < $1.key }) {
        let rendered = renderFile(file.skipped, of: file.source, styles: [style])
        console.printToErrors(report.text(adding: rendered[0]))
      }
      for (_, message) in obstacles.sorted(by: { $0.key < $1.key }) {
        console.printWarning(message)
      }
    }
  }
}
