import Foundation
import TestSupport
import Testing

/// What holds between runs, whatever the files.
@Suite struct RunPropertyTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func aRunSplitOverFilesIsTheUnion(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let files = try write(files: 40, "now", using: &random)
    let whole = try lint(["."])
    #expect(40 < whole.count)
    var groups = [[String]](repeating: [], count: Int.random(in: 2...6, using: &random))
    for file in files { groups[Int.random(in: 0..<groups.count, using: &random)].append(file) }
    let parts = try groups.filter { !$0.isEmpty }.flatMap { try lint($0.shuffled(using: &random)) }
    #expect(parts.sorted() == whole.sorted())
  }

  /// In the index, in the working tree and as a commit; a line more has each file compared.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func aCommitAndItsRevertAreNothing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    _ = try write(files: 12, "old", using: &random)
    try expectSuccess("git init -q -b main . && git add . && git commit -qm base")
    _ = try write(files: 12, "new", using: &random)
    try expectSuccess("rm f1/s1.swift; git mv f2/s2.swift f2/moved.swift; git add -A .")
    try expectSuccess("git commit -qm change")
    #expect(try bench.lint("--since", "HEAD~1", "--format", "short").status == 1)
    try expectSuccess("git revert --no-commit HEAD")
    try expectSuccess("for file in */*.swift; do echo '// A comment.' >>$file; done; git add .")
    for arguments in [["--since", "HEAD~1"], ["--since", "HEAD~1", "--staged"]] {
      try expectNothing(arguments)
    }
    try expectSuccess("git commit -qm revert")
    try expectNothing(["--since", "HEAD~2"])
  }

  private func expectNothing(_ arguments: [String]) throws {
    let run = try bench.lint((arguments + ["--format", "short"]).map { Array($0.utf8) })
    #expect(run.status == 0, "\(arguments): \(run.errors)")
    #expect(run.output == "", "\(arguments)")
    #expect(run.errors.hasPrefix("Checked 12 "))
  }

  private func expectSuccess(_ script: String) throws {
    let run = try bench.shell(script)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// A line for each finding.
  private func lint(_ paths: [String]) throws -> [String] {
    let arguments = ["--format", "short"] + paths
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    #expect(run.status < 2, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// - Parameter name: part of that of a function with a finding in each.
  /// - Returns: their paths.
  private func write(
    files count: Int, _ name: String, using random: inout SplitMix64
  ) throws -> [String] {
    let pieces = [
      "let a = Date()\n", "func f() {\n", "}\n", "sleep(1)\n", "struct S { let id = UUID() }\n",
      "// determinism:allow date-init: a test\n", "_ = Int.random(in: 0..<9)\n", "/*\n", "*/\n",
      "\"\"\"\n", "#if DEBUG\n", "#endif\n", "Task.sleep(nanoseconds: 1)\n", "enum Date {}\n",
    ]
    return try (0..<count).map { number in
      let path = "f\(number % 5)/s\(number).swift"
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }
      try bench.write(path, "func \(name)\(number)() { _ = Date() }\n" + text.joined())
      return path
    }
  }
}
