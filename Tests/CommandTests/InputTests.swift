import Foundation
import Testing

/// Where the names of files and their source come from.
@Suite struct InputTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    for name in ["a", "b", "c"] { try bench.write("\(name).swift", "let \(name) = Date()\n") }
  }

  func files(_ run: Run) -> [String] {
    run.output.split(separator: "\n").compactMap { line in
      line.contains(": error: ") && !line.contains("`- ") ? String(line.prefix { $0 != ":" }) : nil
    }
  }

  /// Files with a hole, which takes no room.
  @Test func aFileThatIsTooLongIsRefused() throws {
    #expect(try bench.shell("truncate -s $((256 << 20 | 1)) large.swift").status == 0)
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(files(run) == ["a.swift", "b.swift", "c.swift"])
    #expect(
      run.errors.hasPrefix(
        "error: cannot read 'large.swift' (It is longer than the limit of 256 MiB)\n"))
    let alone = try bench.shell("$tool --stdin-path x.swift <large.swift")
    #expect(
      alone
        == Run(
          status: 2, output: "",
          errors: "error: cannot read standard input (It is longer than the limit of 256 MiB)\n"))
  }

  @Test func anEditorsTextMayDifferFromTheDisk() throws {
    let run = try bench.lint("--stdin-path", "a.swift", input: "\nlet a = Date()\n")
    #expect(files(run) == ["a.swift"] && !run.output.contains("note: "))
  }

  @Test func aListNamesFilesByLines() throws {
    try bench.write("list", "c.swift\n\na.swift\n")
    #expect(files(try bench.lint("--files-from", "list")) == ["a.swift", "c.swift"])
    #expect(files(try bench.lint("--files-from=-", input: "b.swift")) == ["b.swift"])
    #expect(files(try bench.lint("--files-from=list", "b.swift")).count == 3)
  }

  @Test func aListMayHaveLineEndsOfWindows() throws {
    let list = "\u{FEFF}a.swift\r\n\r\nc.swift\r\n"
    #expect(files(try bench.lint("--files-from=-", input: list)) == ["a.swift", "c.swift"])
    // A list with NUL has names as they are.
    try bench.write("return\r/d.swift", "let d = Date()\n")
    try bench.write("\u{FEFF}mark.swift", "let d = Date()\n")
    let run = try bench.lint("--files-from=-", input: "return\r\0\u{FEFF}mark.swift\0")
    #expect(files(run) == ["return\u{FFFD}/d.swift", "\u{FEFF}mark.swift"])
  }

  @Test func aListWithANULIsSplitThere() throws {
    try bench.write("new\nline.swift", "let d = Date()\n")
    let run = try bench.lint("--files-from=-", input: "new\nline.swift\0a.swift\0")
    #expect(files(run) == ["a.swift", "new\u{FFFD}line.swift"])
  }

  @Test func aListMayComeFromAPipe() throws {
    #expect(files(try bench.shell("$tool --files-from <(echo c.swift)")) == ["c.swift"])
  }

  @Test func anEmptyListIsNothingToDo() throws {
    let expected = Run(
      status: 0, output: "",
      errors: "Checked 0 files against 5 rules: 0 errors, 0 warnings.\n")
    #expect(try bench.lint("--files-from=-") == expected)
    #expect(try bench.lint("--files-from=-", input: "\n\n") == expected)
    #expect(try bench.lint("--files-from=/dev/null/x").status == 2)
    #expect(
      try bench.lint("--files-from=missing")
        == Run(status: 2, output: "", errors: "error: no such file or directory: 'missing'\n"))
  }

  @Test(arguments: [
    (["--stdin-path=."], "'--stdin-path' takes a file, not the folder '.'"),
    (["--stdin-path=x/"], "'--stdin-path' takes a file, not the folder 'x/'"),
    (["--stdin-path=x/.."], "'--stdin-path' takes a file, not the folder 'x/..'"),
    (["--stdin-path=sub"], "'--stdin-path' takes a file, not the folder 'sub'"),
    (
      ["--stdin-path=file:///x/y.swift"],
      "'--stdin-path' takes a path, not a URI; write '/x/y.swift'"
    ),
    (
      ["--stdin-path=file:///x%20/y.swift"],
      "'--stdin-path' takes a path, not a URI; write the path"
    ),
    (
      ["--stdin-path=a.swift", "--stdin-path=b.swift"],
      "'--stdin-path' is given twice"
    ),
  ])
  func whatIsNoFileCannotStandForOne(arguments: [String], message: String) throws {
    try bench.write("sub/d.swift")
    let run = try bench.lint(arguments.map { Array($0.utf8) }, input: Array("let x = 1\n".utf8))
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }

  @Test func aFileInUTF16IsNotTakenForAClean() throws {
    let large = String(repeating: "\n", count: 1 << 16)
    for order in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      for text in ["let w = Date()\n", large + "let w = Date()\n"] {
        let bytes = Array("\u{FEFF}\(text)".data(using: order)!)
        try Data(bytes).write(to: URL(fileURLWithPath: bench.path + "/w.swift"))
        let message = "cannot read 'w.swift' (It is UTF-16, and Swift source is UTF-8)"
        let run = try bench.lint("w.swift", "a.swift")
        #expect(run.status == 2 && files(run) == ["a.swift"])
        #expect(run.errors.hasPrefix("error: \(message)\n"))
        let input = try bench.lint([Array("--stdin-path=w.swift".utf8)], input: bytes)
        #expect(input == Run(status: 2, output: "", errors: "error: \(message)\n"))
      }
    }
  }

  @Test(arguments: [
    "https://git-lfs.github.com/spec/v1", "https://hawser.github.com/spec/v1",
    "http://git-media.io/v/2",
  ])
  func aPointerOfGitLFSIsNotTakenForAClean(version: String) throws {
    let pointer = "version \(version)\noid sha256:\(String(repeating: "0", count: 64))\n"
    let message =
      "cannot read 'p.swift' (It is a Git LFS pointer; run 'git lfs pull', or exclude it)"
    try bench.write("p.swift", pointer)
    let run = try bench.lint("p.swift", "a.swift")
    #expect(run.status == 2 && files(run) == ["a.swift"])
    #expect(run.errors.hasPrefix("error: \(message)\n"))
    let input = try bench.lint("--stdin-path=p.swift", input: pointer)
    #expect(input == Run(status: 2, output: "", errors: "error: \(message)\n"))
    try bench.write("p.swift", pointer + String(repeating: "\n", count: 1024) + "let p = Date()\n")
    #expect(try bench.lint("p.swift").status == 1)
  }

  @Test func standardInputStandsForAFile() throws {
    let run = try bench.lint("--stdin-path", "sub/x.swift", input: "let x = Date()\n")
    #expect(files(run) == ["sub/x.swift"])
    #expect(run.status == 1)
    #expect(run.errors == "Checked 1 file against 5 rules: 1 error, 0 warnings.\n")
    try bench.write(
      ".swift-determinism-lint.yml", "allow: { date-init: [x.swift] }\nexclude: [gone]\n")
    #expect(try bench.lint("--stdin-path", "sub/x.swift", input: "let x = Date()\n").status == 0)
    let excluded = try bench.lint("--stdin-path=gone/y.swift", input: "let x = Date()\n")
    #expect(excluded.status == 0)
    #expect(excluded.errors.hasPrefix("Checked 0 files "))
    // Where an editor was started says nothing.
    try bench.write("elsewhere/.swift-determinism-lint.yml", "packs: [random]\n")
    let path = bench.path + "/none/at/all/z.swift"
    let far = try bench.lint("--stdin-path", path, from: "elsewhere", input: "let x = Date()\n")
    #expect(far.output.hasPrefix("\(path):1:9: error: "))
    #expect(far.errors.hasSuffix("Configuration: ../.swift-determinism-lint.yml\n"))
    #expect(try bench.lint("--stdin-path=x.swift", "a.swift").status == 64)
    #expect(try bench.lint("--stdin-path=x.swift", "--files-from=-").status == 64)
  }

  @Test func ignoreFilesAreHonoured() throws {
    try bench.write(".git/HEAD")
    try bench.write(".gitignore", "b.swift\n")
    #expect(files(try bench.lint()) == ["a.swift", "c.swift"])
    #expect(files(try bench.lint("--no-ignore")) == ["a.swift", "b.swift", "c.swift"])
    #expect(files(try bench.lint("b.swift")) == ["b.swift"])
  }

  @Test func aPersonsExcludesFileIsHonoured() throws {
    try bench.write(".git/HEAD")
    let home = try Workbench()
    try home.write(".config/git/ignore", "c.swift")
    bench.environment["HOME"] = home.path
    #expect(files(try bench.lint()) == ["a.swift", "b.swift"])
  }

  @Test func aFileThatIsNamedInManyWaysIsLintedOnce() throws {
    let run = try bench.lint("a.swift", "./a.swift", ".", bench.path + "/a.swift", "b.swift")
    #expect(files(run) == ["a.swift", "b.swift", "c.swift"])
    #expect(run.errors.hasPrefix("Checked 3 files "))
  }

  /// As a user for whom files can be forbidden.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func whatIsForbiddenIsNamedAndTheRestIsLinted() throws {
    try bench.write("closed/d.swift", "let d = Date()\n")
    try bench.write("open/.gitignore", "*")
    try bench.write("open/e.swift", "let e = Date()\n")
    let run = try bench.shell(
      """
      chmod 755 . && cp "$tool" copy && chmod 755 copy
      chmod 0 b.swift closed open/.gitignore
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") ./copy
      """)
    #expect(run.status == 2)
    #expect(files(run) == ["a.swift", "c.swift", "open/e.swift"])
    #expect(
      run.errors == """
        error: cannot read 'closed' (Permission denied)
        error: cannot read 'open/.gitignore' (Permission denied)
        error: cannot read 'b.swift' (Permission denied)
        Checked 3 files against 5 rules: 3 errors, 0 warnings. 3 paths could not be read.

        """)
  }

  /// Files are linted while the walk goes on, by as many threads as are wanted; nobody sees it.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func outputIsTheSameForAnyNumberOfThreads() throws {
    try bench.write(".git/HEAD")
    try bench.write(".gitignore", "*7.swift\n/closed2/ignored\n")
    for folder in 0..<60 {
      for file in 0..<10 {
        let finding = String(repeating: "let d = Date()\n", count: file % 3)
        try bench.write("f\(folder)/s\(file % 2)/\(file).swift", finding)
      }
    }
    for folder in ["closed1", "f30/closed", "z/closed"] { try bench.write(folder + "/d.swift") }
    var list = "a.swift\nb.swift\nc.swift\nclosed1\nf30/closed\nz/closed\n"
    for folder in 0..<60 {
      for file in 0..<10 where file != 7 { list += "f\(folder)/s\(file % 2)/\(file).swift\n" }
    }
    try bench.write("list", list)
    func run(_ arguments: String) throws -> Run {
      try bench.shell(
        """
        chmod 755 . && cp "$tool" copy && chmod 755 copy
        chmod 0 a.swift f1/s0/2.swift f59/s1/9.swift closed1 f30/closed z/closed
        \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") \
          ./copy \(arguments)
        """)
    }
    for format in ["text", "llvm", "json"] {
      let alone = try run("--format \(format) --jobs 1")
      #expect(alone.status == 2)
      #expect(try run("--format \(format) --jobs 4") == alone)
      #expect(try run("--format \(format) --jobs 2 . f3") == alone)
      #expect(try run("--format \(format) --jobs 4 --files-from list") == alone)
      let unread = alone.errors.split(separator: "\n").dropLast()
        .map { $0.split(separator: "'")[1] }
      #expect(
        unread == [
          "closed1", "f30/closed", "z/closed", "a.swift", "f1/s0/2.swift", "f59/s1/9.swift",
        ])
      #expect(alone.errors.hasSuffix("6 paths could not be read.\n"))
    }
  }

  /// The walk, which any thread may go on with, keeps folders open whose paths are too long.
  @Test func pathsMayBeLongerThanTheSystemTakes() throws {
    let made = try bench.shell(
      """
      part=$(printf 'folder/%.0s' $(seq 300))
      for name in x y z; do
        (mkdir $name && cd $name && for i in 1 2 3; do mkdir -p $part && cd -P $part; done
          for i in $(seq 9); do echo 'let a = Date()' > $i.swift; done)
      done
      """)
    #expect(made.status == 0, "\(made.errors)")
    for jobs in ["1", "2", "4", "4", "4", "4"] {
      let run = try bench.lint("--format", "short", "--jobs", jobs, "x", "y", "z")
      #expect(run.status == 1)
      #expect(run.output.split(separator: "\n").count == 27, "\(run.errors.prefix(200))")
    }
  }

  /// A name that leads nowhere by the time it is opened.
  @Test func aFileThatVanishesIsNamed() throws {
    #expect(symlink("nowhere", bench.path + "/link.swift") == 0)
    let run = try bench.lint("link.swift", "a.swift")
    #expect(run.status == 2)
    #expect(files(run) == ["a.swift"])
    #expect(run.errors.hasPrefix("error: no such file or directory: 'link.swift'\n"))
  }
}

let canForbid =
  geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
