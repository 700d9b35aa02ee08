import CLibrary
import Diagnostics

/// A CODEOWNERS file, with the meaning GitHub gives it: an entry is a pattern, much as in an ignore
/// file, and the owners of what it matches; the last entry that matches a file counts.
package struct CodeOwners: Sendable {
  private struct Entry {
    let pattern: IgnorePattern
    let ending: PathEnding
    /// Whether it matches files alone: `docs/*` says nothing of what is in `docs/a`.
    let isForFilesAlone: Bool
    /// The owners in order, with blanks between them; empty for nobody.
    let owners: String
  }

  package let source: SourceFile
  private var entries: [Entry] = []
  /// The lines by index, in order, so that a path is not held against each: under the name or the
  /// path that they match, or under the folder in which wildcards begin.
  private var indices: [IgnorePattern.Start: [Int]] = [:]
  private var isSectionTold = false
  /// Warnings about lines that GitHub skips.
  package private(set) var skipped: [Diagnostic] = []
  /// Whether these lines may be printed.
  package private(set) var mayBeShown = true

  package init(parsing source: SourceFile) {
    self.source = source
    var start = source.bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
    while start < source.bytes.count {
      let rest = source.bytes[start...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      add(words(of: rest[..<end]))
      start = end + 1
    }
  }

  /// - Parameter words: the words of a line.
  private mutating func add(_ words: [ArraySlice<UInt8>]) {
    guard let pattern = words.first else { return }
    if pattern.isSectionOfGitLab {
      // A file with one section has several.
      let isTold = isSectionTold
      isSectionTold = true
      return isTold ? () : skip(pattern, Self.sectionMessage)
    }
    if let mistake = pattern.mistakeAsPattern { return skip(pattern, mistake) }
    guard let parsed = IgnorePattern(line: pattern, ignoringCase: false) else {
      return skip(pattern, "this pattern matches nothing")
    }
    let owners = words.dropFirst()
    if let other = owners.first(where: { !$0.isOwner }) {
      return skip(
        other,
        "'\(FilePath(bytes: other).string)' is not an owner; write '@user', '@organization/team' "
          + "or an email address")
    }
    // GitHub's names ignore case: of two that differ in nothing else, the first is shown.
    let names = Dictionary(
      owners.lazy.map { FilePath(bytes: $0).string }.map { ($0.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first })
    indices[parsed.start, default: []].append(entries.count)
    entries.append(
      Entry(
        pattern: parsed, ending: PathEnding(parsed.ending, ignoringCase: false),
        isForFilesAlone: pattern.suffix(2).elementsEqual("/*".utf8),
        owners: names.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")))
  }

  private static let sectionMessage =
    "this is a section of GitLab; its entries count, but its own owners do not"

  private mutating func skip(_ word: ArraySlice<UInt8>, _ reason: String) {
    skipped.append(
      Diagnostic(.warning, at: word.startIndex..<word.endIndex, "GitHub skips this line: \(reason)")
    )
  }

  /// The owners of a file, in the order of their names, e.g. `@ada @org/team`; nil for nobody.
  /// - Parameter path: the path from the root of the repository.
  package func owners(of path: FilePath) -> String? {
    let last = path.bytes.withUnsafeBufferPointer { lastMatch(of: $0) }
    return last < 0 || entries[last].owners.isEmpty ? nil : entries[last].owners
  }

  /// The last entry that matches a file or a folder above it, by index; -1 for none.
  private func lastMatch(of path: UnsafeBufferPointer<UInt8>) -> Int {
    var last = -1
    var groups = [indices[.path([])] ?? []]
    var start = 0
    while start < path.count {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
      let part = UnsafeBufferPointer(rebasing: path[..<end])
      let name = UnsafeBufferPointer(rebasing: path[start..<end])
      let ending = PathEnding(part, ignoringCase: false)
      if let group = indices[.path(Array(part))] { groups.append(group) }
      for group in groups + [indices[.name(Array(name))] ?? []] {
        for index in group.reversed() {
          guard last < index else { break }
          let entry = entries[index]
          guard entry.ending.mayEnd(ending), end == path.count || !entry.isForFilesAlone,
            entry.pattern.matches(path: part, name: name, isFolder: end < path.count)
          else { continue }
          last = index
          break
        }
      }
      start = end + 1
    }
    return last
  }
}

/// The words of a line, up to a comment. A backslash takes a blank into a word.
private func words(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  var words: [ArraySlice<UInt8>] = []
  var index = line.startIndex
  while index < line.endIndex {
    if isBlank(line[index]) {
      index += 1
      continue
    }
    if line[index] == UInt8(ascii: "#") { break }
    let start = index
    while index < line.endIndex, !isBlank(line[index]) {
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index, line.endIndex)
    words.append(line[start..<index])
  }
  return words
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

extension ArraySlice<UInt8> {
  /// Whether it begins like `[Documentation]` or `^[Optional]`.
  fileprivate var isSectionOfGitLab: Bool {
    starts(with: "[".utf8) || starts(with: "^[".utf8)
  }

  /// The reason why GitHub takes it for no pattern, though it may be one of an ignore file.
  fileprivate var mistakeAsPattern: String? {
    if first == UInt8(ascii: "!") {
      return "'!' is not supported; write the pattern without it, and without owners"
    }
    if starts(with: "\\#".utf8) { return "a pattern cannot begin with '#'; write '?' for it" }
    var rest = self
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): _ = rest.popFirst()
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        return "'[ ]' is not supported; write '?', or a line for each"
      case UInt8(ascii: "*") where rest.starts(with: "**".utf8):
        return "'***' is not a wildcard; write '**' for any folders"
      default: break
      }
    }
    return nil
  }

  /// Whether it can be a user, a team or an email address.
  fileprivate var isOwner: Bool {
    let at = UInt8(ascii: "@")
    if first == at {
      let names = dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      return names.count <= 2 && names.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
    }
    let parts = split(separator: at, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }
}

/// Whether names of users and teams may have it.
private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
    UInt8(ascii: "."):
    true
  default: false
  }
}

// MARK: - The file

extension CodeOwners {
  /// The paths where GitHub looks for the file, from the repository's root; the first one counts.
  private static let locations = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]

  /// Fails where there is none.
  /// - Parameter root: the absolute path of the repository's root.
  package init?(ofRepository root: FilePath, in place: Place) throws(Trouble) {
    let scope = ReadScope(repository: repositoryRoot(around: root), else: root, in: place)
    for path in Self.paths(in: root) {
      let printed = place.printedPath(of: path, namedAs: FilePath(""))
      do throws(FileError) {
        guard scope.contains(path) else { throw .outsideRepository }
        self.init(parsing: SourceFile(path: printed, bytes: try place.settings.read(path)))
        mayBeShown = skipped.isEmpty || scope.mayShow(path)
        return
      } catch {
        // A folder or a file may have one of the names.
        if error.isMissing || error == .system(ENOTDIR) || error == .system(EISDIR) { continue }
        throw Trouble(printed, error)
      }
    }
    return nil
  }

  /// The paths where it is looked for.
  /// - Parameter root: the absolute path of the repository's root.
  package static func paths(in root: FilePath) -> [FilePath] {
    locations.map { root.appending($0) }
  }
}
