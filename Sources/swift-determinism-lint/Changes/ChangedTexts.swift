import Diagnostics
import Workspace

/// A file of a change with the texts of its sides.
struct ChangedText: Sendable {
  let changed: Change.ChangedFile
  let new: New
  /// One for each old tree; nil where it has no file.
  let old: [[UInt8]?]

  enum New: Sendable {
    case nothing
    case text([UInt8])
    /// To be read.
    case disk(isInIndex: Bool)
    /// One of the sides cannot be read.
    case unreadable(FileError)
  }
}

/// The texts of the files, which git hands out while they are linted.
struct ChangedTexts: Sequence, IteratorProtocol, Sendable {
  private var files: ArraySlice<Change.ChangedFile>
  /// Nil where git has nothing to say.
  private var reader: ObjectReader?
  /// What is staged of some files, by their order; nil where nothing is.
  private(set) var staged: [[UInt8]?] = []

  /// - Parameter stagedNames: of files that are asked for first, e.g. `:Sources/Brew.swift`.
  init(of change: Change, after stagedNames: [FilePath]) throws(GitError) {
    files = change.files[...]
    var names = stagedNames
    for file in change.files {
      // The new one first: it may be there where an old one is not.
      if case .blob(let name) = file.new { names.append(name) }
      names += file.old.compactMap { $0 }
    }
    guard !names.isEmpty else { return }
    reader = try ObjectReader(names)
    for _ in stagedNames {
      if case .blob(let bytes) = try reader!.next() {
        staged.append(bytes)
      } else {
        staged.append(nil)
      }
    }
  }

  mutating func next() -> Result<ChangedText, GitError>? {
    guard let file = files.popFirst() else { return nil }
    do throws(GitError) {
      return .success(try text(of: file))
    } catch {
      files = []
      return .failure(error)
    }
  }

  private mutating func text(of file: Change.ChangedFile) throws(GitError) -> ChangedText {
    var new: ChangedText.New =
      switch file.new {
      case .nothing: .nothing
      case .disk(let isInIndex): .disk(isInIndex: isInIndex)
      case .blob(let name):
        try blob(name, "staged", file).map { .text($0) } ?? .unreadable(.tooLong)
      }
    var old: [[UInt8]?] = []
    for name in file.old {
      guard let name else {
        old.append(nil)
        continue
      }
      let bytes = try blob(name, "old", file)
      if bytes == nil { new = .unreadable(.tooLong) }
      old.append(bytes)
    }
    return ChangedText(changed: file, new: new, old: old)
  }

  /// Nil for a file of more than `longestFile` bytes.
  private mutating func blob(
    _ name: FilePath, _ side: String, _ file: Change.ChangedFile
  ) throws(GitError) -> [UInt8]? {
    let object = try reader!.next()
    switch object {
    case .blob(let bytes): return bytes
    case .tooLong: return nil
    case .tree, .unfollowed, .missing, .unanswered: break
    }
    let text = "the \(side) text of '\(file.file.path.string)'"
    if try isPartialClone() {
      throw GitError("\(text) is not in this partial clone; fetch it or clone without '--filter'")
    }
    let reason =
      object == .missing ? "git has no file '\(name.string)'" : reader!.endError().message
    throw GitError("cannot read \(text) (\(reason))")
  }
}
