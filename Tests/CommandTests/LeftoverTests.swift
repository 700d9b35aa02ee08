import Foundation
import Testing

/// Temporary files of runs that were killed.
@Suite struct LeftoverTests {
  let bench: Workbench
  /// The number of a process that has ended.
  let process: String

  init() throws {
    bench = try Workbench()
    try bench.write("a.swift", "let a = 1\n")
    try bench.write("Sub/b.swift", "let b = 1\n")
    process = try bench.shell("(exec sh -c 'echo $$')").output.trimmingCharacters(in: .newlines)
  }

  private func writeLeftover(_ name: String, age: TimeInterval = 3_700) throws {
    try bench.write(name, "old")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: bench.path + "/" + name)
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: bench.path)
      .filter { $0.contains(".swift-determinism-lint-") }.sorted()
  }

  @Test func aLaterFixRemovesThem() throws {
    let names = [
      "Sub/.swift-determinism-lint-\(process)-12", ".swift-determinism-lint-\(process)-0",
    ]
    for name in names { try writeLeftover(name) }
    #expect(try bench.lint(".").status == 0)
    #expect(try bench.lint("--fix", "--diff").status == 0)
    #expect(try leftovers() == names.sorted())
    let run = try bench.lint("--fix")
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix("Removed 2 temporary files of runs that were killed.\nChecked 2 files "))
    #expect(try leftovers() == [])
  }

  @Test func whatMayBeAnythingElseStays() throws {
    let name = ".swift-determinism-lint-\(process)"
    for name in [name, name + "-", name + "-0.txt", name + "-00", name + "-x", name + "-0-1"] {
      try writeLeftover(name)
    }
    try writeLeftover(name + "-1", age: 3_500)
    try writeLeftover(".swift-determinism-lint-\(getpid())-0")
    try writeLeftover(".swift-determinism-lint-0-0")
    try writeLeftover(name + "-2/file")
    try writeLeftover("real")
    #expect(symlink("real", bench.path + "/" + name + "-3") == 0)
    if geteuid() == 0 {
      try writeLeftover(name + "-4")
      #expect(chown(bench.path + "/" + name + "-4", 65534, 65534) == 0)
    }
    let before = try leftovers()
    #expect(try bench.lint("--fix").errors.hasPrefix("Checked 2 files "))
    #expect(try leftovers() == before)
  }

  @Test func whatGitTracksStays() throws {
    let name = ".swift-determinism-lint-\(process)"
    try writeLeftover(name + "-0")
    try writeLeftover(name + "-1")
    try writeLeftover("Sub/" + name + "-2")
    let run = try bench.shell(
      "git init -q . && git add -f \(name)-0 Sub/\(name)-2 && $tool --fix && $tool --fix --quiet")
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix("Removed 1 temporary file of a run that was killed.\nChecked 2 files "))
    #expect(try leftovers() == [name + "-0", "Sub/" + name + "-2"])
  }
}
