import Diagnostics
import Foundation
import Testing

@testable import Workspace

@Suite struct RunTests {
  @Test func affinityIsRespected() throws {
    #expect(1 <= availableProcessorCount())
    #expect(availableProcessorCount() <= ProcessInfo.processInfo.processorCount)
  }

  @Test func unreadablePathsSayWhy() throws {
    let tree = try TemporaryFolder()
    func error(_ name: String, followingLink followsLink: Bool = true) -> FileError? {
      do {
        _ = try readFile(tree.path.appending(name), followingLink: followsLink)
        return nil
      } catch { return error }
    }
    #expect(mkfifo(tree.path.appending("pipe").string, 0o600) == 0)
    try tree.write("empty")
    try tree.write("binary".utf8, Array(0...255))
    symlink("binary", tree.path.appending("link").string)
    #expect(error("missing") == .system(ENOENT))
    #expect(error("") == .system(EISDIR))
    #expect(error("pipe") == .notARegularFile)
    // A file with a hole, which takes no room.
    try tree.write("large")
    #expect(truncate(tree.path.appending("large").string, off_t(longestFile + 1)) == 0)
    #expect(error("large") == .tooLong)
    #expect(error("link", followingLink: false) == .system(ELOOP))
    #expect(error("link") == nil)
    #expect(try readFile(tree.path.appending("empty")) == [])
    #expect(try readFile(tree.path.appending("binary")) == Array(0...255))
    #if os(Linux)
      // A file that says that it is empty.
      #expect(try readFile(FilePath("/proc/self/stat")).isEmpty == false)
    #endif
  }

  @Test func filesOfAnySizeAreRead() throws {
    let tree = try TemporaryFolder()
    for size in [0, 1, 10, 65_536, 100_000, 3_000_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try tree.write("\(size)".utf8, bytes)
      #expect(try readFile(tree.path.appending("\(size)")) == bytes)
    }
  }

  @Test func aBufferHoldsOneFileAfterTheOther() throws {
    let tree = try TemporaryFolder()
    let buffer = FileBuffer()
    // Around the size of the buffer, and smaller ones after larger ones.
    for size in [10, 0, 131_071, 131_072, 131_073, 1, 3_000_000, 0, 65_536] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let path = tree.path.appending("\(size)")
      try tree.write("\(size)".utf8, bytes)
      var seen: [UInt8]?
      let read = try buffer.readFile(path) {
        seen = Array($0)
        return true
      }
      #expect(read == bytes)
      #expect(seen == bytes)
      #expect(try buffer.readFile(path) { _ in false } == nil)
    }
    #if os(Linux)
      #expect(try buffer.readFile(FilePath("/proc/self/stat")) { _ in true }?.isEmpty == false)
    #endif
  }

  @Test func whatABufferCannotReadSaysWhy() throws {
    let tree = try TemporaryFolder()
    let buffer = FileBuffer()
    func error(_ name: String) -> FileError? {
      do throws(FileError) {
        _ = try buffer.readFile(tree.path.appending(name)) { _ in true }
        return nil
      } catch { return error }
    }
    try tree.write("large")
    #expect(truncate(tree.path.appending("large").string, off_t(longestFile + 1)) == 0)
    #expect(mkfifo(tree.path.appending("pipe").string, 0o600) == 0)
    #expect(error("missing") == .system(ENOENT))
    #expect(error("") == .system(EISDIR))
    #expect(error("large") == .tooLong)
    // A pipe that has taken the place of a file is not waited for.
    #expect(error("pipe") == .notARegularFile)
  }

  @Test func ruleFilesOfAFolderComeInByteOrder() throws {
    let tree = try TemporaryFolder()
    for name in ["b.yml", "a.yml", ".hidden.yml", "c.yaml", "folder.yml/d.yml"] {
      try tree.write("Rules/" + name)
    }
    let paths = try SettingsFiles().ruleFilePaths(at: tree.path.appending("Rules"))
    #expect(paths.map { $0.relative(to: tree.path)!.string } == ["Rules/a.yml", "Rules/b.yml"])
    let file = tree.path.appending("Rules/c.yaml")
    #expect(try SettingsFiles().ruleFilePaths(at: file) == [file])
  }
}
