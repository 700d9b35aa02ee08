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
      on: 0..<500, jobs: jobs, makeWorker: { 0 },
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

  @Test func piecesAreAskedForOneAfterTheOther() {
    let asking = SharedCounter()
    let asked = SharedCounter()
    let pieces = sequence(state: 0) { (next: inout Int) -> Int? in
      #expect(asking.add(1) == 1)
      usleep(100)
      asking.add(-1)
      next += 1
      asked.add(1)
      return 2_000 < next ? nil : next
    }
    var delivered: [Int] = []
    workInOrder(
      on: Unchecked(pieces), jobs: 4, makeWorker: { 0 },
      work: { _, piece in
        usleep(300)
        return -piece
      },
      size: { _ in 1 },
      deliver: { piece, result in
        #expect(result == -piece)
        delivered.append(piece)
        return piece < 150
      })
    #expect(delivered == Array(1...150))
    // What nobody asks for is not looked for: each thread is at one piece when the run ends.
    #expect(asked.add(0) < 2_000)
  }

  @Test func aRunEndsEarlyWhereNothingMoreIsWanted() {
    var delivered = 0
    workInOrder(
      on: 0..<1_000_000, jobs: 4, makeWorker: { 0 },
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
      on: 0..<200, jobs: 4, makeWorker: { 0 },
      work: { _, index in
        usleep(index == 3 ? 200_000 : 2000)
        return running.add(1)
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
    #expect(truncate(tree.path.appending("large").string, off_t(UInt32.max)) == 0)
    #expect(mkfifo(tree.path.appending("pipe").string, 0o600) == 0)
    #expect(error("missing") == .system(ENOENT))
    #expect(error("") == .system(EISDIR))
    #expect(error("large") == .system(EFBIG))
    // A pipe that has taken the place of a file is not waited for.
    #expect(error("pipe") == .notARegularFile)
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

/// A sequence that is not asked from two threads at once.
private struct Unchecked<Base: Sequence>: Sequence, @unchecked Sendable {
  private let base: Base

  init(_ base: Base) {
    self.base = base
  }

  func makeIterator() -> Base.Iterator { base.makeIterator() }
}

/// Counts from several threads.
private final class SharedCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  @discardableResult
  func add(_ number: Int) -> Int {
    lock.withLock {
      count += number
      return count
    }
  }
}
