import Diagnostics

/// The folder that everything which configurations name must lie in: else a configuration could
/// have any file of the machine printed, as the excerpt of an error, into a log that others read.
package struct Territory: Sendable {
  /// Without links.
  private let folders: [FilePath]
  /// Whether they are repositories.
  private let isRepository: Bool
  /// Has links of its own.
  private let commit: CommittedFiles?

  /// - Parameters:
  ///   - repository: the root of the repository that a run takes place in; nil where there is none.
  ///   - folder: what counts then.
  init(repository: FilePath?, else folder: FilePath, _ settings: SettingsFiles) {
    folders = [(repository ?? folder).orWithoutLinks]
    isRepository = repository != nil
    commit = settings.commit
  }

  /// Nothing at all.
  init() {
    folders = []
    isRepository = false
    commit = nil
  }

  /// - Parameter other: what counts as well.
  init(_ one: Territory, and other: Territory) {
    folders = one.folders + other.folders
    isRepository = one.isRepository || other.isRepository
    commit = one.commit ?? other.commit
  }

  /// Whether a path leads elsewhere, once all links are followed, to something or to nothing.
  /// - Parameter path: absolute.
  package func isLeft(by path: FilePath) -> Bool {
    if let commit, let inside = commit.path(inside: path) {
      // What cannot be told is told when the file is read.
      return (try? commit.isLeft(by: inside)) ?? false
    }
    let real = path.withoutLinks ?? path.destination
    return !folders.contains { real.relative(to: $0) != nil }
  }

  /// Why something is not read, e.g. `'../x' lies outside the repository`.
  package func message(of path: FilePath) -> String {
    let place = isRepository ? "the repository" : "the folder of the outermost configuration"
    return "'\(path.string)' lies outside \(place), and is not read"
  }
}

extension FilePath {
  fileprivate var orWithoutLinks: FilePath { withoutLinks ?? self }
}
