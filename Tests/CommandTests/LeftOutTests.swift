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

  @Test func theReceiptCountsWhatIsLeftOut() throws {
    try bench.write("a.swift")
    for name in ["x/b.swift", "x/c.swift", "d.swift", "y/e.swift"] { try bench.write(name) }
    try link("z.swift", to: "a.swift")
    try link("w", to: "x")
    #expect(try bench.lint().errors == "Checked 5 files (2 links not followed) \(clean)\n")
    try exclude("[x, d.swift, w]")
    #expect(
      try receipt(bench.lint()) == "Checked 2 files (3 excluded, 1 link not followed) \(clean)")
    // Where files are looked for before they are linted, too.
    #expect(
      try receipt(bench.lint(".", "y"))
        == "Checked 2 files (3 excluded, 1 link not followed) \(clean)")
    #expect(
      try receipt(bench.lint("--stdin-path", "d.swift")) == "Checked 0 files (1 excluded) \(clean)")
    try bench.write(".swift-determinism-lint.yml", "include: [a.swift, w]\n")
    let run = try bench.lint("--format", "short")
    #expect(receipt(run).hasPrefix("Checked 1 file (4 not included, 1 link not followed) against "))
    #expect(run.output.contains(":1:20: warning: no file that was linted matches 'w'; "))
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

  @Test func aRunWithoutAFileSaysWhy() throws {
    try bench.write("Sources/a.swift", "let now = Date()\n")
    try exclude("['**']")
    let excluded = try bench.lint()
    #expect(excluded.status == 2)
    #expect(message(excluded) == nothing + "'exclude' leaves out 'Sources/a.swift'")
    #expect(receipt(excluded) == "Checked 0 files (1 excluded) \(clean)")
    for (names, status) in [
      (["Sources"], 2), (["--quiet", "Sources"], 2), (["--allow-empty", "Sources"], 0),
      (["Sources/a.swift"], 0), (["--quiet", "--", "Sources/a.swift"], 0),
    ] {
      let run = try bench.lint(names.map { Array($0.utf8) })
      #expect(run.status == status, "\(names)")
      let words = nothing.replacing("error: ", with: status == 0 ? "warning: " : "error: ")
      #expect(message(run) == words + "'exclude' leaves out 'Sources/a.swift'", "\(names)")
    }
    try exclude("[x.swift]")
    try bench.write("x.swift")
    try bench.write(".gitignore", "Sources\n")
    #expect(
      try message(bench.lint()) == nothing
        + "git ignores 'Sources/a.swift', 'exclude' leaves out 'x.swift'")
    #expect(try bench.lint("--no-ignore").status == 1)
  }

  @Test func linksAndSkippedFoldersAreReasonsToo() throws {
    try bench.write("elsewhere/Sources/a.swift")
    try bench.write("elsewhere/b.swift")
    try bench.write("elsewhere/text/c.txt")
    for name in ["file", "folder", "other"] { try bench.write("\(name)/.gitkeep") }
    // Elsewhere links are followed.
    try bench.write(".git/HEAD")
    try link("file/b.swift", to: "../elsewhere/b.swift")
    try link("folder/Sources", to: "../elsewhere/Sources")
    try link("other/text", to: "../elsewhere/text")
    #expect(
      try message(bench.lint(from: "file")) == nothing + "'b.swift' is a symbolic link")
    #expect(
      try message(bench.lint("folder")) == nothing + "'folder/Sources' is a symbolic link")
    #expect(
      try message(bench.lint(from: "other")) == "error: no file was checked; there are no Swift "
        + "files here; name a folder that has some, e.g. 'swift-determinism-lint Sources'")
    for name in ["skipped/Pods/a.swift", "skipped/.build/b/c.swift", "empty/.git/a.swift"]
      + ["skipped/Podfile"]
    {
      try bench.write(name)
    }
    #expect(
      try message(bench.lint("skipped")) == nothing
        + "'skipped/.build/b/c.swift' is in a folder that is always skipped")
    #expect(
      try message(bench.lint("empty", "other")) == "error: no file was checked; there are no "
        + "Swift files in 'empty', 'other'; name a folder that has some, "
        + "e.g. 'swift-determinism-lint Sources'")
    #expect(try bench.lint("--files-from", "-").errors == "Checked 0 files \(clean)\n")
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

  @Test func trackedFilesAreLintedWhateverIsIgnored() throws {
    for name in ["a.swift", "b.swift"] { try bench.write("Gen/" + name, "let now = Date()\n") }
    try bench.write(".gitignore", "Gen\n")
    _ = try bench.shell("git init -q && git add -f Gen/a.swift")
    let run = try bench.lint("--format", "llvm")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("Gen/a.swift:1:11: error: "))
    #expect(receipt(run).hasPrefix("Checked 1 file against "))
    #expect(try !bench.lint("why", "Gen/a.swift:1").output.contains("Git ignores"))
    #expect(try bench.lint("why", "Gen/b.swift:1").output.contains("Git ignores this file"))
  }

  /// The variables of a hook are about what is to be committed, not about which files there are.
  @Test func aWalkInAHookReadsTheRepositorysOwnIndex() throws {
    for name in ["a.swift", "b.swift"] { try bench.write("Gen/" + name, "let now = Date()\n") }
    try bench.write(".gitignore", "*\n")
    _ = try bench.shell(
      """
      git init -q && git add -f Gen/a.swift && GIT_INDEX_FILE=$PWD/other git add -f Gen/b.swift
      git init -q elsewhere
      """)
    bench.environment["GIT_INDEX_FILE"] = bench.path + "/other"
    bench.environment["GIT_DIR"] = bench.path + "/elsewhere/.git"
    #expect(try bench.lint("--format", "llvm").output.hasPrefix("Gen/a.swift:1:11: "))
    let split = try bench.shell("env -u GIT_INDEX_FILE -u GIT_DIR git update-index --split-index")
    #expect(split.status == 0)
    #expect(try bench.lint("--format", "llvm").output.hasPrefix("Gen/a.swift:1:11: "))
    #expect(try receipt(bench.lint()).hasPrefix("Checked 1 file against "))
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

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: bench.path + "/" + name, withDestinationPath: target)
  }

  private func receipt(_ run: Run) -> String {
    let line = run.errors.split(separator: "\n").last.map(String.init) ?? ""
    return line.replacing(" Configuration: .swift-determinism-lint.yml", with: "")
  }

  private func message(_ run: Run) -> String {
    run.errors.split(separator: "\n").first.map(String.init) ?? ""
  }
}
