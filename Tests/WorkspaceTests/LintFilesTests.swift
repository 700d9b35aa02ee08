import Diagnostics
import Foundation
import Testing

@testable import Workspace

@Suite struct LintFilesTests {
  private static func file(_ path: String, _ relativePath: String? = nil) -> LintFile {
    LintFile(path: FilePath(path), relativePath: FilePath(relativePath ?? path))
  }

  private static func paths(_ files: LintFiles) -> [[String]] {
    files.map { [$0.path.string, $0.relativePath.string] }
  }

  private let files: LintFiles

  init() {
    var files = LintFiles(Self.file("b/a.swift"))
    files.append(Self.file("../c.swift", "c.swift"))
    var names = PathBytes()
    names.append(FilePath("x.swifty.swift"))
    files.append(7..<14, of: names, in: Self.file("b/"))
    files.append(0..<7, of: names, in: Self.file("/top/a/", ""))
    self.files = files
  }

  @Test func eachFileHasBothItsPaths() {
    #expect(
      Self.paths(files) == [
        ["b/a.swift", "b/a.swift"], ["../c.swift", "c.swift"], ["b/y.swift", "b/y.swift"],
        ["/top/a/x.swift", "x.swift"],
      ])
  }

  @Test func filesAreSortedAndLeftOutAndTakenFromOthers() {
    var sorted = files
    sorted.sort()
    let order = ["../c.swift", "/top/a/x.swift", "b/a.swift", "b/y.swift"]
    #expect(sorted.map(\.path.string) == order)
    #expect(Self.paths(sorted.part(0..<2)) == [["../c.swift", "c.swift"], [order[1], "x.swift"]])
    #expect(sorted.part(4..<4).isEmpty)
    sorted.removeAll { $0.relativePath == FilePath("c.swift") }
    #expect(sorted.map(\.path.string) == Array(order.dropFirst()))
    sorted.append(contentsOf: files.part(1..<2))
    #expect(Self.paths(sorted).last == ["../c.swift", "c.swift"])
  }

  @Test func filesAreReadFromTheirCommonMemory() throws {
    let tree = try TemporaryFolder()
    var files = LintFiles()
    for number in 0..<100 {
      try tree.write("\(number)", "of \(number)")
      files.append(LintFile(path: tree.path.appending("\(number)"), relativePath: FilePath("x")))
    }
    let buffer = FileBuffer()
    for number in 0..<100 {
      let bytes = try buffer.readFile(at: number, of: files) { _ in true }
      #expect(bytes == Array("of \(number)".utf8))
    }
    #expect(
      try buffer.readFile(at: 0, of: files.part(99..<100)) { _ in true } == Array("of 99".utf8))
    #expect(try buffer.readFile(at: 0, of: files) { _ in false } == nil)
    #expect(throws: FileError.system(ENOENT)) {
      try buffer.readFile(at: 0, of: LintFiles(Self.file("missing/file"))) { _ in true }
    }
  }
}
