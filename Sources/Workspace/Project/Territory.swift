import Diagnostics

/// The folder that everything which configurations name must lie in: else a configuration could
/// have any file of the machine printed, as the excerpt of an error, into a log that others read.
package struct Territory: Sendable {
  /// Without links.
  private let folders: [FilePath]
  /// Whether they are repositories.
  private let isRepository: Bool

  /// - Parameters:
  ///   - repository: the root of the repository that a run takes place in; nil where there is none.
  ///   - folder: what counts then.
  init(repository: FilePath?, else folder: FilePath) {
    folders = [(repository ?? folder).orWithoutLinks]
    isRepository = repository != nil
  }

  /// Nothing at all.
  init() {
    folders = []
    isRepository = false
  }

  /// - Parameter other: what counts as well.
  init(_ one: Territory, and other: Territory) {
    folders = one.folders + other.folders
    isRepository = one.isRepository || other.isRepository
  }

  /// Whether a path leads elsewhere, once all links are followed; false where it leads nowhere.
  /// - Parameter path: absolute.
  package func isLeft(by path: FilePath) -> Bool {
    guard let real = path.withoutLinks else { return false }
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
