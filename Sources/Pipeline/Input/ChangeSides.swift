import Commands
import Diagnostics
import Workspace

/// The files that walks of both sides of a change would find. `Pods` is skipped beside a `Podfile`,
/// and the two sides may differ in that.
package struct ChangeSides {
  package private(set) var new: Selection
  /// A selection for each old tree; empty if no path depends on such a file.
  private var old: [Selection] = []

  /// - Parameters:
  ///   - bases: see `Change.bases`.
  ///   - tree: see `Change.tree`.
  package init(
    _ paths: [ChangedPath], _ options: ChangeOptions, _ bases: [FilePath], _ tree: CommitTree?,
    _ configurations: ConfigurationTree, in workTree: WorkTree
  ) throws(GitError) {
    new = Selection(configurations)
    let companions = Set(paths.flatMap(\.path.companions)).sorted()
      .filter { !$0.bytes.contains(UInt8(ascii: "\n")) }
    guard !companions.isEmpty else { return }
    let oldTrees =
      switch options.oldSide {
      case .none: [FilePath]()
      case .parents: [FilePath("HEAD")] + workTree.otherParents()
      case .mergeBase: bases
      }
    // The empty name is that of the index.
    let newTree =
      switch options.newSide {
      case .workingTree: FilePath?.none
      case .index: FilePath("")
      case .commit: tree!.revision.commit
      }
    let trees = (newTree.map { [$0] } ?? []) + oldTrees
    var reader = try ObjectReader(
      trees.flatMap { tree in
        companions.map { FilePath(bytes: tree.bytes + Array(":".utf8) + $0.bytes) }
      })
    for tree in trees.indices {
      var files: Set<FilePath> = []
      for path in companions where try reader.next() != .missing {
        files.insert(workTree.top.appending(path.bytes))
      }
      var selection = new
      selection.hasFile = { [files] in files.contains($0) }
      if tree == 0, newTree != nil { new = selection } else { old.append(selection) }
    }
  }

  /// The decision of the new side about a path, and the part of it that is linted: on a side that
  /// skips it, there is no file.
  package func decide(
    _ file: NamedFile, _ changed: ChangedPath, fromAny starts: [FilePath]
  ) -> (decision: Selection.Decision, seen: ChangedPath?) {
    let decision = new.decide(file, fromAny: starts, toldBy: .git)
    guard !old.isEmpty, decision == .lint || decision == .skipped else {
      return (decision, decision == .lint ? changed : nil)
    }
    let blobs = zip(changed.old, old).map { blob, selection in
      selection.decide(file, fromAny: starts, toldBy: .git) == .lint ? blob : nil
    }
    let isSeen = decision == .lint || blobs.contains { $0 != nil }
    let seen = ChangedPath(
      path: changed.path, new: decision == .lint ? changed.new : .nothing, old: blobs)
    return (decision, isSeen ? seen : nil)
  }
}
