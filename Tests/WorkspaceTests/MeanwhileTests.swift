import Diagnostics
import Foundation
import Testing

@testable import Workspace

/// A file that somebody else saves or removes while its replacement is made.
@Suite struct MeanwhileTests {
  let folder: TemporaryFolder
  let file: FilePath
  let target: WritableFile

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.swift", "old")
    file = folder.path.appending("a.swift")
    target = try Place(workingFolder: folder.path).writable(file)
  }

  private func text() throws -> String { String(decoding: try readFile(file), as: UTF8.self) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted()
  }

  private func inode() -> ino_t {
    var status = stat()
    lstat(file.string, &status)
    return status.st_ino
  }

  /// As editors do: a new file takes the name.
  private func saveAtomically(_ text: String) {
    try! folder.write("a.swift~", text)
    rename(file.string + "~", file.string)
  }

  /// Replaces the file's bytes by many, and acts when the first of them are being written.
  /// - Returns: false where the machine was too busy to act before they all were.
  private func replaceBytes(meanwhile action: @escaping () -> Void) throws -> Bool {
    let temporaryName = folder.path.appending(".swift-determinism-lint-\(getpid())-0").string
    let (isInTime, acted) = (Flag(), DispatchSemaphore(value: 0))
    nonisolated(unsafe) let action = action
    Foundation.Thread {
      let deadline = monotonicSeconds() + 10
      while access(temporaryName, F_OK) != 0, monotonicSeconds() < deadline {}
      action()
      isInTime.isSet = access(temporaryName, F_OK) == 0
      acted.signal()
    }.start()
    let new = [UInt8](repeating: 65, count: 16 << 20)
    let result = Result { try replaceFile(target, holding: Array("old".utf8), with: new) }
    acted.wait()
    guard isInTime.isSet else { return false }
    #expect(throws: FileError.changed) { try result.get() }
    return true
  }

  private func tryToReplaceBytes(meanwhile action: @escaping () -> Void) throws {
    for _ in 0..<10 {
      if try replaceBytes(meanwhile: action) { return }
      saveAtomically("old")
    }
    Issue.record("the replacement was always there first")
  }

  @Test func whatAnEditorSavesAtomicallyStays() throws {
    try tryToReplaceBytes { saveAtomically("mine") }
    #expect(try text() == "mine")
    #expect(try names() == ["a.swift"])
  }

  /// The bytes are the same, but the editor knows the file that it has made.
  @Test func whatIsSavedWithoutAChangeStays() throws {
    var saved: ino_t?
    try tryToReplaceBytes {
      saveAtomically("old")
      saved = inode()
    }
    #expect(inode() == saved)
    #expect(try text() == "old")
    #expect(try names() == ["a.swift"])
  }

  @Test func whatIsWrittenInPlaceStays() throws {
    try tryToReplaceBytes { try! folder.write("a.swift", "own") }
    #expect(try text() == "own")
    #expect(try names() == ["a.swift"])
  }

  @Test func aModeThatIsSetStays() throws {
    try tryToReplaceBytes { chmod(file.string, 0o640) }
    var status = stat()
    lstat(file.string, &status)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(try text() == "old")
  }

  @Test func aFileThatIsRemovedDoesNotComeBack() throws {
    try tryToReplaceBytes { unlink(file.string) }
    #expect(try names() == [])
  }

  @Test func aLinkThatTakesTheNameStays() throws {
    try folder.write("b.swift", "old")
    try tryToReplaceBytes {
      unlink(file.string)
      symlink("b.swift", file.string)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.string) == "b.swift")
    #expect(try names() == ["a.swift", "b.swift"])
  }
}

private final class Flag: @unchecked Sendable {
  var isSet = false
}
