import Diagnostics
import Foundation
import Testing

@testable import Workspace

@Suite struct ReplaceFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.swift", "old")
  }

  private func path(_ name: String) -> FilePath { folder.path.appending(name) }

  private func writable(_ name: String) throws -> WritableFile {
    try Place(workingFolder: folder.path).writable(path(name))
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try readFile(path(name)), as: UTF8.self)
  }

  private func replace(_ name: String, from old: String = "old", with new: String = "new") throws {
    try replaceFile(writable(name), holding: Array(old.utf8), with: Array(new.utf8))
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    lstat(path(name).string, &status)
    return status
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted()
  }

  @Test func bytesAreReplacedWhole() throws {
    let new: [UInt8] = [0xEF, 0xBB, 0xBF, 0, 0xFF, 13, 10] + Array(repeating: 65, count: 300_000)
    try replaceFile(writable("a.swift"), holding: Array("old".utf8), with: new)
    #expect(try readFile(path("a.swift")) == new)
    try replaceFile(writable("a.swift"), holding: new, with: [])
    #expect(try read("a.swift") == "")
    #expect(try names() == ["a.swift"])
  }

  @Test(arguments: [0o600, 0o644, 0o755, 0o664, 0o4755] as [mode_t])
  func modeAndOwnerStay(mode: mode_t) throws {
    if geteuid() == 0 { #expect(chown(path("a.swift").string, 12, 34) == 0) }
    #expect(chmod(path("a.swift").string, mode) == 0)
    let before = status("a.swift")
    try replace("a.swift")
    let after = status("a.swift")
    #expect(after.st_mode == before.st_mode)
    #expect((after.st_uid, after.st_gid) == (before.st_uid, before.st_gid))
    #expect(try read("a.swift") == "new")
  }

  @Test func aFileThatHoldsSomethingElseIsLeftAlone() throws {
    for old in ["", "ol", "older", "OLD"] {
      #expect(throws: FileError.changed) { try replace("a.swift", from: old) }
    }
    #expect(try read("a.swift") == "old")
    #expect(try names() == ["a.swift"])
  }

  @Test func whatIsNoFileIsLeftAlone() throws {
    try folder.makeFolder("folder".utf8)
    #expect(throws: FileError.self) { try replace("folder") }
    mkfifo(path("pipe").string, 0o600)
    #expect(throws: FileError.notARegularFile) { try replace("pipe") }
    #expect(throws: FileError.system(ENOENT)) { try replace("gone") }
    #expect(throws: FileError.system(ENOENT)) { try replace("gone/a.swift") }
    #expect(try names() == ["a.swift", "folder", "pipe"])
  }

  @Test func aSymbolicLinkStaysOne() throws {
    try folder.makeFolder("one/two".utf8)
    for (link, target) in [
      ("link", "a.swift"), ("one/up", "../a.swift"), ("chain", "one/up"),
      ("one/two/absolute", path("chain").string), ("folder", "one/two"),
    ] {
      #expect(symlink(target, path(link).string) == 0)
    }
    for (number, name) in ["link", "one/up", "chain", "one/two/absolute", "folder/absolute"]
      .enumerated()
    {
      #expect(try writable(name).path == writable("a.swift").path)
      try replace(name, from: number == 0 ? "old" : "\(number - 1)", with: "\(number)")
      #expect(try read("a.swift") == "\(number)")
      #expect(name == "folder/absolute" || status(name).st_mode & S_IFMT == S_IFLNK)
    }
    #expect(status("a.swift").st_mode & S_IFMT == S_IFREG)
  }

  @Test func aLinkThatLeadsNowhereIsAnError() throws {
    #expect(symlink("gone", path("dangling").string) == 0)
    #expect(symlink("loop", path("loop").string) == 0)
    #expect(throws: FileError.system(ENOENT)) { try replace("dangling") }
    #expect(throws: FileError.system(ELOOP)) { try replace("loop") }
  }

  @Test func aHardLinkKeepsTheOldBytes() throws {
    #expect(link(path("a.swift").string, path("b.swift").string) == 0)
    try replace("a.swift")
    #expect(try read("a.swift") == "new")
    #expect(try read("b.swift") == "old")
  }

  @Test func aNameThatIsTakenIsNotTouched() throws {
    let taken = ".swift-determinism-lint-\(getpid())-0"
    try folder.write(taken, "kept")
    try replace("a.swift")
    #expect(try read(taken) == "kept")
    #expect(try names() == [taken, "a.swift"])
  }

  @Test func pathsOfAnyLengthAndNamesOfAnyBytes() throws {
    let deep = Array(repeating: String(repeating: "d", count: 200), count: 30).joined(
      separator: "/")
    var name = Array(deep.utf8) + [UInt8(ascii: "/"), 0xFF]
    name += Array(repeating: UInt8(ascii: "n"), count: 254)
    // Paths that long are made step by step.
    try folder.makeDeepFile(name, Array("old".utf8))
    let path = folder.path.appending(name)
    let file = try Place(workingFolder: folder.path).writable(path)
    try replaceFile(file, holding: Array("old".utf8), with: Array("new".utf8))
    #expect(try readFile(path) == Array("new".utf8))
  }

  /// A signal that would end the process waits until no file is half replaced.
  @Test func signalsWait() {
    let handler = signal(SIGHUP) { _ in Hangups.count += 1 }
    defer { signal(SIGHUP, handler) }
    Hangups.count = 0
    // Tests run on threads that get no signals.
    var hangup = sigset_t()
    sigemptyset(&hangup)
    sigaddset(&hangup, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &hangup, nil)
    defer { pthread_sigmask(SIG_BLOCK, &hangup, nil) }
    holdingTermination {
      raise(SIGHUP)
      #expect(Hangups.count == 0)
    }
    #expect(Hangups.count == 1)
  }
}

private enum Hangups {
  nonisolated(unsafe) static var count = 0
}

extension TemporaryFolder {
  /// A file deeper than the system's longest path.
  fileprivate func makeDeepFile(_ name: [UInt8], _ content: [UInt8]) throws {
    var folder = open(path.string, O_RDONLY)
    for component in name.split(separator: UInt8(ascii: "/")).dropLast() {
      let next = component.withCString { component in
        mkdirat(folder, component, 0o755)
        return openat(folder, component, O_RDONLY)
      }
      close(folder)
      folder = next
    }
    defer { close(folder) }
    let last = name.split(separator: UInt8(ascii: "/")).last!
    let file = last.withCString { openat(folder, $0, O_WRONLY | O_CREAT, 0o644) }
    guard 0 <= file else { throw FileError.system(errno) }
    defer { close(file) }
    try writeAll(content, to: file)
  }
}
