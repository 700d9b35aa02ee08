import CLibrary
import Diagnostics

/// The folders, Swift files and links to these that a walk has not reached yet: those of the folder
/// that it is in, and before them those of the folders above it, all in the same memory.
struct FolderEntries: Sendable {
  /// Whether hidden folders and `skippedFolders` are told apart. Git's own folders are left out.
  private let skipsFolders: Bool

  init(skipsFolders: Bool) {
    self.skipsFolders = skipsFolders
  }

  struct Entry {
    /// The offsets from 0 into `names`, without the bytes that follow the name there.
    let name: Range<Int>
    let kind: Kind

    var isFolder: Bool { kind == .folder || kind == .skippedFolder }
    var isLink: Bool { kind == .linkToFile || kind == .linkToFolder }
  }

  enum Kind {
    case file, folder, linkToFile, linkToFolder
    /// A folder that `Selection.skips` may skip.
    case skippedFolder
  }

  /// Each name is followed by a NUL, and the name of a folder by a slash before the NUL, so that
  /// names sort like the paths below them. They stay while the walk is in their folder.
  private(set) var names = PathBytes()
  /// The entries of open folders; the last one of each folder is the next in order.
  private var entries: [Entry] = []
  private let trail = FolderTrail()

  /// The files of a folder that git and this tool read.
  struct SpecialFiles {
    var hasIgnoreFile = false
    var isRepository = false
    var hasConfiguration = false

    var isEmpty: Bool { !hasIgnoreFile && !isRepository && !hasConfiguration }
  }

  /// The room that the folders above a folder take.
  typealias Depth = (entryCount: Int, nameLength: Int)

  var depth: Depth { (entries.count, names.count) }

  /// Adds regular files with the extension `swift`, folders, and links to what a walk does not
  /// skip; adds nothing if the folder cannot be read.
  mutating func add(entriesOf folder: FilePath) throws(FileError) -> SpecialFiles {
    let start = depth
    var special = SpecialFiles()
    do {
      try readFolder(folder, opening: trail.open) { name, kind in add(name, kind, &special) }
    } catch {
      remove(to: start)
      throw error
    }
    sort(from: start)
    return special
  }

  private mutating func add(
    _ name: UnsafeRawBufferPointer, _ kind: EntryKind, _ special: inout SpecialFiles
  ) {
    if name.first == UInt8(ascii: ".") {
      if name.elementsEqual(".git".utf8) {
        special.isRepository = true
        return
      }
      if kind == .file, name.elementsEqual(".gitignore".utf8) { special.hasIgnoreFile = true }
      if isConfigurationName(name) { special.hasConfiguration = true }
    }
    let entryKind: Kind
    switch kind {
    case .folder where !skipsFolders || !isSkippedFolder(name): entryKind = .folder
    case .folder: entryKind = .skippedFolder
    case .file where name.hasSuffix(".swift"): entryKind = .file
    case .linkToFolder where !skipsFolders || !isSkippedFolder(name): entryKind = .linkToFolder
    case .linkToFile where name.hasSuffix(".swift"): entryKind = .linkToFile
    case .file, .linkToFolder, .linkToFile, .other: return
    }
    let start = names.count
    names.append(name)
    entries.append(Entry(name: start..<names.count, kind: entryKind))
    if kind == .folder || kind == .linkToFolder { names.append("/") }
    names.append("\0")
  }

  private mutating func sort(from start: Depth) {
    names.withUnsafeBufferPointer { names in
      func name(_ entry: Entry) -> UnsafePointer<UInt8> {
        names.baseAddress! + entry.name.lowerBound
      }
      entries.withUnsafeMutableBufferPointer { entries in
        var added = UnsafeMutableBufferPointer(rebasing: entries[start.entryCount...])
        added.sort { strcmp(name($1), name($0)) < 0 }
      }
    }
  }

  /// Takes the next entry of a folder.
  mutating func next(from start: Depth) -> Entry? {
    start.entryCount < entries.count ? entries.removeLast() : nil
  }

  func isEmpty(from start: Depth) -> Bool { entries.count == start.entryCount }

  /// Removes the entries of a folder.
  mutating func remove(to start: Depth) {
    entries.removeLast(entries.count - start.entryCount)
    names.shorten(to: start.nameLength)
  }
}
