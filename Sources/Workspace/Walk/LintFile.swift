import Diagnostics

/// A file to lint.
package struct LintFile: Sendable {
  /// The path that is printed and opened.
  package let path: FilePath
  /// The path that the globs of rules are matched against.
  package let relativePath: FilePath
  /// The configuration that applies to it, by its index in `ConfigurationTree.folders`.
  package let configuration: Int

  package init(path: FilePath, relativePath: FilePath, configuration: Int = 0) {
    (self.path, self.relativePath, self.configuration) = (path, relativePath, configuration)
  }

  /// The paths of something in this folder.
  func appending(_ name: ArraySlice<UInt8>) -> LintFile {
    mappingPaths { $0.appending(name) }
  }

  /// The beginning of all paths in this folder: its own paths, with a slash unless they are empty.
  var beginning: LintFile {
    mappingPaths { $0.appending([]) }
  }

  /// Equal paths share their memory.
  private func mappingPaths(_ change: (FilePath) -> FilePath) -> LintFile {
    let changed = change(path)
    let sharesPaths = path.bytes == relativePath.bytes
    return LintFile(
      path: changed, relativePath: sharesPaths ? changed : change(relativePath),
      configuration: configuration)
  }
}

/// Files to lint, one after the other. Their paths share one piece of memory: most files are opened
/// and forgotten, and making separate paths would cost more than finding the files.
package struct LintFiles: RandomAccessCollection, Sendable {
  /// Each path is followed by a NUL.
  private var bytes = PathBytes()
  private var entries: [Entry] = []

  /// Offsets from 0 into `bytes`, without the NUL. Equal paths are stored once.
  private struct Entry {
    let path: Range<Int>
    let relativePath: Range<Int>
    let configuration: Int
  }

  /// - Parameter capacity: the number of files, if it is known.
  package init(capacity: Int = 0) {
    entries.reserveCapacity(capacity)
  }

  package init(_ file: LintFile) {
    append(file)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(index: Int) -> LintFile { file(entries[index]) }

  /// The `LintFile.configuration` of a file.
  package func configuration(at index: Int) -> Int { entries[index].configuration }

  /// The `LintFile.configuration` of all files; nil if they differ, or there are none.
  package var configuration: Int? {
    guard let first = entries.first else { return nil }
    return entries.allSatisfy { $0.configuration == first.configuration }
      ? first.configuration : nil
  }

  /// Some of the files, from the same memory.
  package func part(_ range: Range<Int>) -> LintFiles {
    var part = self
    part.entries = Array(entries[range])
    return part
  }

  package mutating func append(_ file: LintFile) {
    append(0..<0, of: PathBytes(), in: file)
  }

  /// - Parameters:
  ///   - name: the name of the file, as a range of the names.
  ///   - folder: the beginning of its paths.
  @inline(__always)
  mutating func append(_ name: Range<Int>, of names: PathBytes, in folder: LintFile) {
    let path = add(name, of: names, in: folder.path)
    let sharesPaths = folder.path.bytes == folder.relativePath.bytes
    let relativePath = sharesPaths ? path : add(name, of: names, in: folder.relativePath)
    entries.append(
      Entry(path: path, relativePath: relativePath, configuration: folder.configuration))
  }

  private mutating func add(
    _ name: Range<Int>, of names: PathBytes, in folder: FilePath = FilePath(bytes: [])
  ) -> Range<Int> {
    let start = bytes.count
    bytes.append(folder)
    bytes.append(name, of: names)
    bytes.append("\0")
    return start..<bytes.count - 1
  }

  package mutating func append(contentsOf files: LintFiles) {
    for entry in files.entries {
      let path = add(entry.path, of: files.bytes)
      let sharesPaths = entry.path == entry.relativePath
      let relativePath = sharesPaths ? path : add(entry.relativePath, of: files.bytes)
      entries.append(
        Entry(path: path, relativePath: relativePath, configuration: entry.configuration))
    }
  }

  /// Brings the files into the byte order of their printed paths.
  mutating func sort() {
    entries.sort { [bytes] in bytes[$0.path].lexicographicallyPrecedes(bytes[$1.path]) }
  }

  mutating func removeAll(where isUnwanted: (LintFile) -> Bool) {
    entries.removeAll { [files = self] in isUnwanted(files.file($0)) }
  }

  private func file(_ entry: Entry) -> LintFile {
    let path = FilePath(bytes: bytes[entry.path])
    let sharesPaths = entry.path == entry.relativePath
    return LintFile(
      path: path, relativePath: sharesPaths ? path : FilePath(bytes: bytes[entry.relativePath]),
      configuration: entry.configuration)
  }

  /// Opens a file for reading and returns its descriptor, which the caller closes.
  /// - Parameter flags: additional flags of open(2).
  func open(at index: Int, _ flags: Int32) throws(FileError) -> Int32 {
    let path = entries[index].path
    guard path.count < longestPath else { return try openFile(self[index].path, flags) }
    return try bytes.withCString(at: path.lowerBound) { tryToOpen($0, flags) }.get()
  }
}

extension FileBuffer {
  /// The bytes of one of several files; nil if they are not needed.
  package func readFile(
    at index: Int, of files: LintFiles, where areWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(FileError) -> [UInt8]? {
    try readFile(
      closing: files.open(at: index, Self.flags), named: files[index].path, where: areWanted)
  }
}
