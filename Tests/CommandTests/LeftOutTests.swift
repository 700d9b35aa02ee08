import Foundation
import Testing

/// What a run leaves out it counts, and a run without a file says why.
@Suite struct LeftOutTests {
  let bench: Workbench
  let clean = "against 5 rules: 0 errors, 0 warnings."
  let nothing = "error: no file was checked, although there are Swift files; "

  init() throws {
    bench = try Workbench()
  }

  /// As a user for whom folders can be forbidden.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func nobodyMissesAnExcludedFolderThatCannotBeRead() throws {
    try bench.write("a.swift")
    try bench.write("x/b.swift")
    try exclude("[x]")
    let run = try bench.shell(
      """
      chmod 755 . && cp "$tool" copy && chmod 755 copy && chmod 0 x
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") ./copy
      """)
    #expect(run.status == 0 && receipt(run) == "Checked 1 file \(clean)")
  }

  /// A build engine hands over each file as a link.
  @Test func linksAreFollowedWhereThereIsNoRepository() throws {
    let forest = try Workbench()
    for name in ["a.swift", "Deep/b.swift"] { try bench.write(name, "let now = Date()\n") }
    for (name, target) in [
      ("c.swift", "\(bench.path)/a.swift"), ("Deep", "\(bench.path)/Deep"), ("twice", "Deep"),
      ("d.swift", "c.swift"), ("circle", "."), ("above", ".."), ("gone.swift", "nowhere"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: forest.path + "/" + name, withDestinationPath: target)
    }
    let run = try forest.lint("--format", "short")
    #expect(run.status == 1)
    #expect(
      run.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        == ["Deep/b.swift", "c.swift", "d.swift"])
    #expect(run.errors.hasPrefix("Checked 3 files (3 links not followed) "))
    try forest.write(".git/HEAD")
    #expect(try forest.lint().status == 2)
  }

  @Test func anIndexThatCannotBeReadIsNoSilence() throws {
    try bench.write("a.swift")
    try bench.write("b.swift")
    try bench.write(".gitignore", "a.swift\n")
    _ = try bench.shell("git init -q && git add -f a.swift && git update-index --split-index")
    #expect(try bench.lint().errors == "Checked 2 files \(clean)\n")
    bench.environment["PATH"] = "/nowhere"
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(
      run.errors == """
        error: cannot read '.git/index' (cannot run 'git' (No such file or directory))
        Checked 1 file \(clean) 1 path could not be read.

        """)
  }

  // MARK: - Helpers

  private func exclude(_ globs: String) throws {
    try bench.write(".swift-determinism-lint.yml", "exclude: \(globs)\n")
  }

  private func receipt(_ run: Run) -> String {
    let line = run.errors.split(separator: "\n").last.map(String.init) ?? ""
    return line.replacing(" Configuration: .swift-determinism-lint.yml", with: "")
  }
}
