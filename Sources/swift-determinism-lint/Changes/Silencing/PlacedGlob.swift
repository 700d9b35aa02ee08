import Diagnostics
import Rules
import Workspace

/// A glob with the folder that it starts from: the same words mean other files elsewhere.
struct PlacedGlob: Hashable {
  let text: String
  /// Absolute.
  let folder: FilePath
}

extension Project {
  func placed(_ glob: Glob) -> PlacedGlob {
    PlacedGlob(text: glob.text, folder: glob.base?.folder(from: folder.root) ?? folder.root)
  }

  func placed(_ globs: [Located<Glob>]) -> [PlacedGlob] { globs.map { placed($0.value) } }
}
