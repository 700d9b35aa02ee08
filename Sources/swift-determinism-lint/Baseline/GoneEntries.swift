import Comparison
import Diagnostics
import Workspace

/// The entries of a baseline whose files are gone. They are looked for once in a run, since the
/// disk is asked about every path; any thread may ask for them.
final class GoneEntries: @unchecked Sendable {
  private let lock = Lock()
  private var found: [Int]?

  /// By index.
  func indices(in baseline: Baseline, at place: BaselinePlace) -> [Int] {
    lock.withLock {
      if let found { return found }
      var isGone: [FilePath: Bool] = [:]
      for path in baseline.paths { isGone[path] = !isNameTaken(place.absolutePath(of: path)) }
      let gone = baseline.entries.indices.filter { isGone[baseline.entries[$0].path]! }
      found = gone
      return gone
    }
  }
}
