import Diagnostics
import Foundation
import Testing

@testable import Workspace

@Suite struct RunTests {
  /// Early pieces take longest, so that results come out of order.
  @Test(arguments: [1, 2, 8])
  func resultsComeInOrder(jobs: Int) {
    var delivered: [Int] = []
    workInOrder(
      count: 500, jobs: jobs, makeWorker: { 0 },
      work: { _, index in
        usleep(index % 50 == 0 ? 3000 : 20)
        return index * index
      },
      size: { _ in 1 },
      deliver: { index, result in
        #expect(result == index * index)
        delivered.append(index)
        return true
      })
    #expect(delivered == Array(0..<500))
  }

  @Test func aRunEndsEarlyWhereNothingMoreIsWanted() {
    var delivered = 0
    workInOrder(
      count: 1_000_000, jobs: 4, makeWorker: { 0 },
      work: { _, index in
        usleep(10)
        return index
      },
      size: { _ in 1 },
      deliver: { index, _ in
        delivered += 1
        return index < 300
      })
    #expect(delivered == 301)
  }

  /// The first piece takes long; the others must not pile up their results meanwhile.
  @Test func threadsWaitForRoom() {
    let running = SharedCounter()
    workInOrder(
      count: 200, jobs: 4, makeWorker: { 0 },
      work: { _, index in
        usleep(index == 3 ? 200_000 : 2000)
        return running.increment()
      },
      size: { _ in 16 << 20 },
      deliver: { index, done in
        // Four results of this size fill the room, and each thread may have one more at hand.
        #expect(done <= index + 12)
        return true
      })
  }

  @Test func affinityIsRespected() throws {
    #expect(1 <= availableProcessorCount())
    #expect(availableProcessorCount() <= ProcessInfo.processInfo.processorCount)
  }

  @Test func unreadablePathsSayWhy() throws {
    let tree = try TemporaryFolder()
    func error(_ name: String, _ links: LinkPolicy = .followingLinks) -> FileError? {
      do {
        _ = try readFile(tree.path.appending(name), links)
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
    #expect(truncate(tree.path.appending("large").string, off_t(UInt32.max)) == 0)
    #expect(error("large") == .system(EFBIG))
    #expect(error("link", .refusingLinks) == .system(ELOOP))
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

  @Test func configurationIsFoundUpToTheRepository() throws {
    let tree = try TemporaryFolder()
    try tree.write(configurationFileName, "outer")
    try tree.makeFolder("a/b".utf8)
    try tree.makeFolder("repository/.git".utf8)
    try tree.makeFolder("repository/sub/deep".utf8)
    func found(_ folder: String) throws -> String? {
      try findConfiguration(from: tree.path.appending(folder)).map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
    }
    #expect(try found("a/b") == "outer")
    #expect(try found("repository/sub/deep") == nil)
    try tree.write("repository/" + configurationFileName, "inner")
    #expect(try found("repository/sub/deep") == "inner")
  }

  @Test func ruleFilesOfAFolderComeInByteOrder() throws {
    let tree = try TemporaryFolder()
    for name in ["b.yml", "a.yml", ".hidden.yml", "c.yaml", "folder.yml/d.yml"] {
      try tree.write("Rules/" + name)
    }
    let paths = try ruleFilePaths(at: tree.path.appending("Rules"))
    #expect(paths.map { $0.relative(to: tree.path)!.string } == ["Rules/a.yml", "Rules/b.yml"])
    let file = tree.path.appending("Rules/c.yaml")
    #expect(try ruleFilePaths(at: file) == [file])
  }
}

/// Counts from several threads.
private final class SharedCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func increment() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
