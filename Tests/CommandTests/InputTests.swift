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

  @Test func aPersonsExcludesFileIsHonoured() throws {
    try bench.write(".git/HEAD")
    let home = try Workbench()
    try home.write(".config/git/ignore", "c.swift")
    bench.environment["HOME"] = home.path
    #expect(files(try bench.lint()) == ["a.swift", "b.swift"])
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
}

let canForbid =
  geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
