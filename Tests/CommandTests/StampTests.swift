import Foundation
import Testing

/// A build system takes the stamp for what a run makes.
@Suite struct StampTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("a.swift", "let a = 1\n")
  }

  @Test func aRunWithoutErrorsWritesIt() throws {
    let run = try bench.lint("--stamp", "stamp.swift", "a.swift")
    #expect(run == (try bench.lint("a.swift")))
    #expect(try bench.read("stamp.swift") == "// Linted.\n")
    try bench.write("stamp.swift", "")
    try bench.write(".swift-determinism-lint.yml", "severity: { date-init: warning }\n")
    try bench.write("a.swift", "let a = Date()\n")
    #expect(try bench.lint("--stamp=stamp.swift", "a.swift").status == 0)
    #expect(try bench.read("stamp.swift") == "// Linted.\n")
  }

  /// What it holds is the same; were it another file, or half written, it would be compiled anew.
  @Test func theNextRunTouchesIt() throws {
    #expect(try bench.lint("--stamp", "stamp.swift", "a.swift").status == 0)
    let stamp = bench.path + "/stamp.swift"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: stamp)
    let before = try FileManager.default.attributesOfItem(atPath: stamp)
    #expect(try bench.lint("--stamp", "stamp.swift", "a.swift").status == 0)
    let after = try FileManager.default.attributesOfItem(atPath: stamp)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    let age = try #require(after[.modificationDate] as? Date).timeIntervalSinceNow
    #expect(-600 < age && age < 600)
  }

  @Test func aRunWithErrorsLeavesItAlone() throws {
    try bench.write("b.swift", "let b = Date()\n")
    #expect(try bench.lint("--stamp", "stamp.swift").status == 1)
    #expect(try bench.lint("--stamp", "stamp.swift", "c.swift").status == 2)
    #expect(!FileManager.default.fileExists(atPath: bench.path + "/stamp.swift"))
    try bench.write("stamp.swift", "")
    #expect(try bench.lint("--stamp", "stamp.swift", "b.swift").status == 1)
    #expect(try bench.read("stamp.swift") == "")
  }

  /// The plugin has links beside it; a run that depends on more is repeated each time.
  @Test func linksBesideItLeadToTheSettings() throws {
    let files = FileManager.default
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\n")
    try bench.write(
      "Rules/own.yml",
      "pack: own\nrules:\n  - { id: no-b, severity: warning, message: no, ban: [b()] }\n")
    func targets() throws -> [String] {
      try files.contentsOfDirectory(atPath: bench.path).filter { $0.hasSuffix(".docc") }.sorted()
        .map { try files.destinationOfSymbolicLink(atPath: bench.path + "/" + $0) }
    }
    #expect(try bench.lint("--stamp", "stamp.swift", "a.swift").status == 0)
    #expect(try targets() == [])
    for number in 0..<2 { #expect(symlink("old", bench.path + "/Settings\(number).docc") == 0) }
    #expect(try bench.lint("--stamp", "stamp.swift", "a.swift").status == 0)
    let settings = [".swift-determinism-lint.yml", "Rules", "Rules/own.yml"]
    #expect(try targets().map { $0.hasSuffix(settings[0]) } == [true, false])
    #expect(try targets()[1] == "nowhere")
    for number in 2..<6 { #expect(symlink("old", bench.path + "/Settings\(number).docc") == 0) }
    #expect(try bench.lint("--stamp", "stamp.swift", "a.swift").status == 0)
    let found = try targets()
    for (target, path) in zip(found, settings) { #expect(target.hasSuffix("/" + path)) }
    // A baseline would come into the folder.
    #expect(files.fileExists(atPath: found[3] + "/a.swift"))
    #expect(found[5].hasSuffix("/stamp.swift"))
  }

  @Test func oneThatCannotBeWrittenIsTold() throws {
    let run = try bench.lint("--quiet", "--stamp", "none/stamp.swift", "a.swift")
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot write to 'none/stamp.swift' (No such file or directory)\n")
    #expect(try bench.lint("rules", "--stamp", "stamp.swift").status == 64)
  }
}
