import Testing

/// `--staged`, `--new` and `--since` with the real git; the states that a commit may be in are in
/// Tests/Integration/scenes/git.
@Suite struct ChangeTests {
  private let bench: Workbench

  /// A repository with a commit of an old finding and of a file without any.
  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try bench.write("Old.swift", "func old() {\n  print(Date())\n}\n")
    try bench.write("Sources/Clean.swift", "func clean() {}\n")
    try bench.shell("git init -q -b main . && git add . && git commit -qm base")
      .expectSuccess()
  }

  private let helpForDates =
    "help: 'swift-determinism-lint rules date-init' explains the rule; "
    + "'// determinism:allow date-init: <reason>' above a line allows the use\n"

  @Test func stagedTextIsLintedAndNotTheWorkingTree() throws {
    try bench.write("Sources/Clean.swift", "let a = Date()\n")
    try bench.write("New.swift", "let b = Date()\r\n")
    try bench.shell("git add .").expectSuccess()
    try bench.write("Sources/Clean.swift", "let a = 1\n")
    try bench.write("Untracked.swift", "let c = Date()\n")
    let run = try bench.lint("--staged", "--format", "llvm")
    #expect(run.status == 1)
    #expect(run.headers == ["New.swift:1:9: error", "Sources/Clean.swift:1:9: error"])
    #expect(
      run.notes == ["Sources/Clean.swift:1:9: this is the staged text; the working copy differs"])
    #expect(
      run.errors == "Checked 2 staged files against 5 rules: 2 errors, 0 warnings.\n\(helpForDates)"
    )
    let absolute = try bench.lint(
      "--staged", "--format", "llvm", "--absolute-paths", from: "Sources")
    #expect(absolute.headers == run.headers.map { bench.path + "/" + $0 })
  }

  @Test func oldTextsAreNotReadWhereNothingIsCompared() throws {
    try bench.write("Old.swift", "let a = Date()\n")
    try bench.shell("git add .").expectSuccess()
    try bench.removeObject("HEAD:Old.swift")
    let run = try bench.lint("--staged", "--format", "llvm")
    #expect(run.status == 1)
    #expect(run.headers == ["Old.swift:1:9: error"])
  }

  @Test func textInUTF16IsTrouble() throws {
    let words = "error: cannot read 'New.swift' (It is UTF-16, and Swift source is UTF-8)\n"
    try bench.shell(#"printf '\377\376d\0' > New.swift"#).expectSuccess()
    #expect(try bench.lint("--since", "HEAD").errors.hasPrefix(words))
    try bench.shell("git add New.swift").expectSuccess()
    let run = try bench.lint("--staged")
    #expect(run.status == 2 && run.errors.hasPrefix(words))
  }

  @Test func nothingStagedIsNothingToDo() throws {
    try bench.write("notes.txt", "Date()")
    try bench.shell("git add notes.txt").expectSuccess()
    let run = try bench.lint("--staged")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(try bench.lint("--since", "HEAD").errors.hasPrefix("Checked 0 changed files "))
  }

  @Test func whatTheParentHasIsNotNew() throws {
    try bench.write("Old.swift", "// moved down\nfunc old() {\n  print(Date(), Date())\n}\n")
    try bench.shell("git add .").expectSuccess()
    let run = try bench.lint("--staged", "--new", "--format", "llvm")
    #expect(run.status == 1)
    #expect(run.headers == ["Old.swift:3:17: error"])
    #expect(
      run.errors
        == "Checked 1 staged file against 5 rules: 1 error, 0 warnings since HEAD (1 not new).\n"
        + helpForDates)
    try bench.write("Old.swift", "func young() {\n  print(Date())\n}\n")
    try bench.shell("git add .").expectSuccess()
    let renamed = try bench.lint("--staged", "--new")
    #expect(renamed.status == 0)
    #expect(renamed.output == "")
  }

  /// Until a merge is committed, its other parent stands in a file alone.
  @Test(arguments: ["sha1", "sha256"])
  func whatAParentHasIsNotOfTheMerge(objectFormat: String) throws {
    let branches = """
      git init -q -b main --object-format=\(objectFormat) Merge && cd Merge
      echo > Base.swift && git add . && git commit -qm base && git switch -qc other
      echo 'let a = Date()' > Theirs.swift && git add . && git commit -qm theirs
      git switch -q main && echo 'let a = Date()' > Ours.swift && git add . && git commit -qm ours
      git merge -q --no-commit other && echo 'let a = Date()' > Merge.swift && git add .
      """
    try bench.shell("set -e; \(branches)").expectSuccess()
    let run = try bench.lint("--staged", "--format", "llvm", from: "Merge")
    #expect(run.headers == ["Merge.swift:1:9: error"])
  }

  @Test func aChangeObeysTheConfigurationAsAWalkDoes() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "exclude: [Generated]\nallow: { date-init: [Seam] }\n")
    for path in [
      "Generated/A.swift", "Pods/B.swift", ".hidden/C.swift", "Seam/D.swift", "E.swift", "F.txt",
      "Podfile",
    ] {
      try bench.write(path, "let a = Date()\n")
    }
    try bench.shell("git add .").expectSuccess()
    let run = try bench.lint("--staged", "--format", "llvm")
    #expect(run.headers == ["E.swift:1:9: error"])
    #expect(
      run.errors
        == "Checked 2 staged files (1 excluded, 1 in '.hidden', 1 in 'Pods' skipped) "
        + "against 5 rules: 1 error, 0 warnings (1 allowed by path). Configuration: .swift-determinism-lint.yml\n"
        + helpForDates)
    let since = try bench.lint("--since", "HEAD", "--format", "llvm")
    #expect(since.headers == run.headers)
    let named = try bench.lint("--staged", "--format", "llvm", "Pods")
    #expect(named.headers == ["Pods/B.swift:1:9: error"])
    let both = try bench.lint("--staged", "--format", "llvm", ".", "Pods/B.swift")
    #expect(both.headers == ["E.swift:1:9: error", "Pods/B.swift:1:9: error"])
  }

  @Test func deletedFilesAreNotExcluded() throws {
    try bench.write(".swift-determinism-lint.yml", "exclude: [Sources]\n")
    try bench.shell("git add . && git rm -q Sources/Clean.swift").expectSuccess()
    for arguments in [["--staged", "--new"], ["--since", "HEAD"]] {
      #expect(try !bench.lint(arguments).errors.contains("excluded"))
    }
  }

  @Test func filesBelowAMistakenConfigurationAreToldOf() throws {
    try bench.write("Bad/.swift-determinism-lint.yml", "pakcs: [core]\n")
    try bench.write("Bad/New.swift", "let a = Date()\n")
    try bench.write("New.swift", "let a = Date()\n")
    try bench.shell("git add .").expectSuccess()
    for arguments in [["--staged"], ["--staged", "--new"], ["--since", "HEAD"]] {
      let run = try bench.lint(arguments + ["--format", "llvm"])
      #expect(run.status == 2)
      #expect(run.headers == ["New.swift:1:9: error"])
      #expect(run.errors.hasPrefix("Bad/.swift-determinism-lint.yml:1:1: error: unknown key"))
      #expect(run.errors.contains("\nChecked 1 "))
    }
  }

  @Test func settingsThatAreNotStagedAreToldOf() throws {
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\n")
    try bench.write("New.swift", "let a = 1\n")
    try bench.shell("git add .").expectSuccess()
    let said =
      "Checked 1 staged file against 5 rules: 0 errors, 0 warnings. "
      + "Configuration: .swift-determinism-lint.yml\n"
    #expect(try bench.lint("--staged").errors == said)
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\r\n")
    #expect(try bench.lint("--staged").errors == said)
    try bench.write(".swift-determinism-lint.yml", "packs: [core] # more\n")
    let warning =
      "warning: '.swift-determinism-lint.yml' has changes that are not staged; "
      + "the working copy was used\n"
    let run = try bench.lint("--staged")
    #expect(run.status == 0)
    #expect(run.errors == warning + said)
    #expect(try !bench.lint("--since", "HEAD").errors.contains("warning:"))
    try bench.write("base.yml", "packs: [core]\n")
    try bench.write(".swift-determinism-lint.yml", "extends: base.yml\n")
    try bench.shell("git add .").expectSuccess()
    try bench.write("base.yml", "packs: [core] # more\n")
    #expect(
      try bench.lint("--staged").errors
        == warning.replacing(".swift-determinism-lint.yml", with: "base.yml") + said)
  }

  @Test func settingsThatGitDoesNotHaveAreToldOf() throws {
    try bench.write("New.swift", "let a = Date()\n")
    try bench.shell("git add .").expectSuccess()
    try bench.write("Rules/own.yml", "pack: app\nrules: [{ id: own, message: own, ban: [own] }]\n")
    try bench.write(".swift-determinism-lint.yml", "exclude: ['*']\nrules: [Rules]\n")
    try bench.write(".swift-determinism-baseline", "swift-determinism-baseline 1\n")
    let names = [
      ".swift-determinism-lint.yml", "Rules/own.yml", ".swift-determinism-baseline",
    ]
    let warnings = names.map {
      "warning: '\($0)' is not staged; the working copy was used\n"
    }.joined()
    for arguments in [["--staged"], ["--staged", "--new"], ["--staged", "--since", "HEAD"]] {
      let run = try bench.lint(arguments)
      #expect(run.status == 0)
      #expect(run.errors.hasPrefix(warnings + "Checked 0 staged files (1 excluded)"), "\(run)")
    }
    try bench.shell("git add . && rm -r .swift-* Rules").expectSuccess()
    let run = try bench.lint("--staged")
    #expect(run.status == 1)
    let unused = [names[0], names[2]].map {
      "warning: '\($0)' is in the index, but not in the working tree; it was not used\n"
    }.joined()
    #expect(run.errors.hasPrefix(unused + "Checked 1 staged file against 5 rules"), "\(run)")
    try bench.shell("git checkout .").expectSuccess()
    let text = try bench.lint("--staged").errors
    #expect(!text.contains("warning:"))
    try bench.write("Outer/own.yml", "packs: [core]\n")
    try bench.shell("git init -q Inner && cd Inner && echo 'let a = 1' >a.swift && git add .")
      .expectSuccess()
    let outside = try bench.lint("--staged", "--config", "../Outer/own.yml", from: "Inner")
    #expect(outside.errors.hasPrefix("Checked 1 staged file against 5 rules"), "\(outside)")
  }

  @Test func anAmbiguousRevisionIsAnError() throws {
    try bench.shell("git config core.warnAmbiguousRefs false && git tag main").expectSuccess()
    let words = "error: 'main' is ambiguous; write 'refs/heads/main' or 'refs/tags/main'\n"
    for arguments in [
      ["--since", "main"], ["--since", "main~0"], ["--staged", "--since", "main"],
      ["--since", "HEAD", "--to", "main"], ["--config-from", "main"],
    ] {
      #expect(try bench.lint(arguments) == Run(status: 2, output: "", errors: words))
    }
    try bench.shell("git tag HEAD").expectSuccess()
    for revision in ["HEAD", "@", "HEAD~0", "refs/heads/main", ":/base"] {
      #expect(try bench.lint("--since", revision).status == 0)
    }
    let other = try bench.shell("git tag refs/heads/other").errors
    #expect(other == "")
    #expect(
      try bench.lint("--since", "refs/heads/other").errors
        == "error: unknown revision 'refs/heads/other'\n")
  }

  @Test func aCommitIsLintedInPlaceOfTheWorkingTree() throws {
    try bench.shell("git switch -qc branch").expectSuccess()
    try bench.write("New.swift", "let a = Date()\n")
    try bench.shell("git add . && git commit -qm new && git switch -q main").expectSuccess()
    try bench.write("Disk.swift", "let a = Date()\n")
    let run = try bench.lint("--since", "main", "--to", "branch", "--format", "llvm")
    #expect(run.status == 1)
    #expect(run.headers == ["New.swift:1:9: error"])
    #expect(
      run.notes == ["New.swift:1:9: this is the committed text; the working copy differs"])
    let names = try ["main", "branch"].map {
      try bench.shell("git rev-parse --short=7 \($0)").output.prefix(7)
    }
    #expect(
      run.errors
        == "Checked 1 changed file against 5 rules: 1 error, 0 warnings since \(names[0]), "
        + "where 'main' was left, to \(names[1]).\n")
    let deleted = try bench.lint(
      "--since", "main", "--to", String(repeating: "0", count: 40), "Nowhere.swift")
    #expect(deleted.status == 0)
    #expect(
      deleted.errors == "Checked 0 changed files against 5 rules: 0 errors, 0 warnings.\n")
    let disk = try bench.lint("--since", "main", "--to", "branch", "Disk.swift")
    #expect(disk.status == 2)
    #expect(disk.errors.hasPrefix("error: no such file or directory: 'Disk.swift'\n"))
  }

  @Test func anotherCommitThanThatOfThePushIsToldOf() throws {
    try bench.shell(
      "git switch -qc branch && git commit -q --allow-empty -m new && git switch -q main"
    )
    .expectSuccess()
    let names = try ["main", "branch"].map {
      try bench.shell("git rev-parse --short=7 \($0)").output.prefix(7)
    }
    bench.environment["PRE_COMMIT_TO_REF"] = "branch"
    #expect(
      try bench.lint("--since", "main").errors.hasPrefix(
        "warning: the commit that is pushed is \(names[1]), not 'HEAD' (\(names[0])); "
          + "'--to \"$PRE_COMMIT_TO_REF\"' lints it\nChecked 0 changed files"))
    for arguments in [["--since", "main", "--to", "branch"], ["--staged", "--since", "main"]] {
      #expect(try !bench.lint(arguments).errors.contains("warning:"))
    }
    bench.environment["PRE_COMMIT_TO_REF"] = "main"
    #expect(try !bench.lint("--since", "main").errors.contains("warning:"))
  }

  @Test func pathsNarrowWhatIsReported() throws {
    try bench.write("Sources/Clean.swift", "func clean() { print(Date()) }\n")
    try bench.write("Old.swift", "func old() {\n  print(Date(), 1, Date())\n}\n")
    try bench.shell("git add . && rm Sources/Clean.swift").expectSuccess()
    for arguments in [["--staged"], ["--staged", "--new"]] {
      let run = try bench.lint(arguments + ["--format", "llvm", "Sources/Clean.swift"])
      #expect(run.headers == ["Sources/Clean.swift:1:22: error"])
      #expect(run.errors.hasPrefix("Checked 1 staged file against 5 rules: 1 error"))
    }
    let missing = try bench.lint("--staged", "Sorces")
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("error: no such file or directory: 'Sorces'\n"))
    let unset = try bench.lint("--staged", "")
    #expect(unset.status == 2)
    #expect(unset.errors.hasPrefix("error: no such file or directory: ''\nChecked 0 staged files"))
  }

  /// A move is seen even where one of its ends is not reported.
  @Test func pathsDoNotNarrowWhatIsCompared() throws {
    try bench.shell("git mv Old.swift Sources/Moved.swift").expectSuccess()
    let run = try bench.lint("--staged", "--new", "Sources")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "Checked 1 staged file against 5 rules: 0 errors, 0 warnings since HEAD (1 not new).\n")
  }

  @Test func whatADeletedFileDeclaredIsKnown() throws {
    try bench.write("Sources/Clean.swift", "func clean() {\n  print(Date())\n}\n")
    try bench.shell("git rm -q Old.swift && git add .").expectSuccess()
    for arguments in [["--staged", "--new"], ["--since", "HEAD"]] {
      let run = try bench.lint(arguments)
      #expect(run.status == 0)
      #expect(run.errors.hasSuffix("(1 not new).\n"))
    }
  }

  /// The texts of a change are read again where code was moved, and git may be gone by then.
  @Test func aGitThatIsGoneAtTheSecondReadingIsTold() throws {
    try bench.write("Old.swift", "func renamed() {\n  print(Date())\n}\n")
    try bench.shell("git add . && git commit -qm r").expectSuccess()
    try bench.write("Old.swift", "func other() {\n  print(Date())\n}\n")
    try bench.write(
      "bin/git",
      """
      #!/bin/sh
      case " $* " in *" cat-file "*) /bin/rm -- "$0" ;; esac
      exec /usr/bin/git "$@"

      """)
    try bench.shell("chmod +x bin/git").expectSuccess()
    bench.environment["PATH"] = "\(bench.path)/bin"
    let run = try bench.lint("--since", "HEAD", "Old.swift")
    #expect(run.status == 2)
    #expect(run.errors.contains("error: cannot run 'git'"), "\(run.errors)")
    #expect(run.errors.contains("Checked 1 changed file"), "\(run.errors)")
  }

  @Test func sinceLintsTheWorkingTreeWithUntrackedFiles() throws {
    try bench.shell("git switch -qc branch").expectSuccess()
    try bench.write(".gitignore", "Ignored.swift\n")
    for name in ["Committed", "Staged", "Untracked", "Ignored"] {
      try bench.write("\(name).swift", "let \(name.lowercased()) = Date()\n")
      if name == "Committed" { try bench.shell("git add C* && git commit -qm c").expectSuccess() }
      if name == "Staged" { try bench.shell("git add S*").expectSuccess() }
    }
    try bench.shell("rm Old.swift; ln -s Staged.swift Link.swift").expectSuccess()
    let run = try bench.lint("--since", "main", "--format", "llvm")
    #expect(run.status == 1)
    #expect(
      run.headers
        == ["Committed", "Staged", "Untracked"].map { "\($0).swift:1:\($0.utf8.count + 8): error" })
    let base = try bench.shell("git rev-parse --short=7 main").output.prefix(7)
    #expect(
      run.errors
        == "Checked 3 changed files against 5 rules: 3 errors, 0 warnings "
        + "since \(base), where 'main' was left.\n")
    let more = try bench.lint("--since", "main", "--format", "llvm", "--no-ignore")
    #expect(more.headers.contains("Ignored.swift:1:15: error"))
  }

  @Test func aFileThatIsTakenOutOfTheIndexAloneIsNotNew() throws {
    try bench.shell("git rm -q --cached Old.swift").expectSuccess()
    #expect(try bench.lint("--since", "HEAD").errors.contains("0 errors, 0 warnings since"))
  }

  @Test func theBaselineIsTakenFromBothSides() throws {
    try bench.lint("baseline", "write").expectSuccess()
    try bench.write("Old.swift", "func old() {\n  print(Date(), Date())\n}\n")
    try bench.shell("git add .").expectSuccess()
    for arguments in [["--staged"], ["--staged", "--new"], ["--since", "HEAD"]] {
      let run = try bench.lint(arguments + ["--format", "llvm"])
      #expect(run.status == 1)
      #expect(run.headers == ["Old.swift:2:17: error"])
      #expect(run.errors.contains("1 in the baseline"))
    }
    let all = try bench.lint("--staged", "--format", "llvm", "--no-baseline")
    #expect(all.headers.count == 2)
    try bench.shell("echo >>.swift-determinism-baseline").expectSuccess()
    #expect(
      try bench.lint("--staged").errors.hasPrefix(
        "warning: '.swift-determinism-baseline' has changes that are not staged;"))
  }

  /// A change holds a part of the project, and who makes it does not look after the baseline.
  @Test func aChangeSaysNothingOfStaleEntries() throws {
    try bench.lint("baseline", "write").expectSuccess()
    try bench.write("Old.swift", "func old() {}\n")
    try bench.shell("git add .").expectSuccess()
    #expect(try bench.lint().output.contains("[#stale-baseline]"))
    for arguments in [["--staged"], ["--staged", "--new"], ["--since", "HEAD"]] {
      let run = try bench.lint(arguments)
      #expect(run.status == 0)
      #expect(run.output == "")
      #expect(run.errors.contains("against 5 rules: 0 errors, 0 warnings"))
    }
  }

  /// To tell whether a submodule has changes, git would run the programs of its settings.
  @Test func noSubmoduleIsLookedInto() throws {
    try bench.write("Library/Clean.swift", "func clean() {}\n")
    let setUp = """
      git init -q Library && cd Library && git add . && git commit -qm library
      echo '*.swift filter=own' > .git/info/attributes
      git config filter.own.clean 'touch ../filtered; cat' && cd ..
      git add . && git commit -qm submodule && touch -t 203001010000 Library/Clean.swift
      """
    try bench.shell("set -e; \(setUp)").expectSuccess()
    let run = try bench.lint("--since", "HEAD")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("Checked 0 changed files against 5 rules"))
    #expect(throws: (any Error).self) { try bench.read("filtered") }
    try bench.shell("git diff-index --quiet HEAD; rm filtered").expectSuccess()
  }

  /// Of a damaged repository, or where a partial clone lacks a text.
  @Test func whatWasCheckedBeforeGitFailedIsReported() throws {
    try bench.write("New.swift", "let a = Date()\n")
    try bench.write("Old.swift", "func old() {}\n")
    try bench.shell("git add .").expectSuccess()
    try bench.removeObject("HEAD:Old.swift")
    let run = try bench.lint("--staged", "--new", "--format", "llvm")
    #expect(run.status == 2)
    #expect(run.headers == ["New.swift:1:9: error"])
    #expect(run.errors.hasPrefix("error: cannot read the old text of 'Old.swift' (git has no file"))
    #expect(
      run.errors.hasSuffix(
        "Checked 1 staged file against 5 rules: 1 error, 0 warnings since HEAD.\n"))
    #expect(try bench.lint("--staged", "--new", "--format", "json").output.hasSuffix("}\n"))
  }

  @Test(arguments: [
    (["--staged", "--fix"], "'--staged' cannot be used with '--fix'"),
    (["--staged", "--stdin-path", "a.swift"], "'--staged' cannot be used with '--stdin-path'"),
    (["--staged", "--files-from", "-"], "'--staged' cannot be used with '--files-from'"),
    (["--staged", "--no-ignore"], "'--staged' cannot be used with '--no-ignore'"),
    (["--since", "main", "--fix"], "'--since' cannot be used with '--fix'"),
    (["--to", "main"], "'--to' needs '--since'"),
    (["--to", "main", "--since", "main", "--staged"], "'--to' cannot be used with '--staged'"),
    (["--to", "main", "--since", "main", "--fix"], "'--since' cannot be used with '--fix'"),
    (["--to", "main", "--since", "main", "--watch"], "'--watch' cannot be used with '--since'"),
    (["--since", "main", "--to", ""], "the value of '--to' is empty"),
    (["--since", "main", "--to", "--fix"], "'--to' takes a revision, not '--fix'"),
    (["--new"], "'--new' needs '--staged'; to compare with any revision, use '--since'"),
    (
      ["--staged", "--new", "--since", "main"],
      "'--new' cannot be used with '--since'; leave out '--new'"
    ),
    (["--since", ""], "the value of '--since' is empty"),
    (["--since", "--fix"], "'--since' takes a revision, not '--fix'"),
    (
      ["--since=main...HEAD"],
      "'--since' takes one revision, not the range 'main...HEAD'; use '--since main'"
    ),
    (["--since", "..x"], "'--since' takes one revision, not the range '..x'"),
  ])
  func whatDoesNotGoTogetherIsRefused(arguments: [String], message: String) throws {
    let run = try bench.lint(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }

  @Test func whatGitCannotDoIsAnError() throws {
    let unknown = try bench.lint("--since", "mian")
    #expect(unknown == Run(status: 2, output: "", errors: "error: unknown revision 'mian'\n"))
    bench.environment["PATH"] = bench.path
    let without = try bench.lint("--staged")
    #expect(without.status == 2)
    #expect(without.errors == "error: cannot run 'git' (No such file or directory)\n")
  }
}

extension Workbench {
  fileprivate func lint(_ arguments: [String]) throws -> Run {
    try lint(arguments.map { Array($0.utf8) })
  }

  /// Takes from git the text that it has under a name.
  fileprivate func removeObject(_ name: String) throws {
    let script = #"name=$(git rev-parse "\#(name)"); rm -f ".git/objects/${name:0:2}/${name:2}""#
    try shell(script).expectSuccess()
  }
}

extension Run {
  /// The places of errors in the format `llvm`.
  fileprivate var headers: [String] {
    lines(with: ": error: ").map {
      String($0[..<$0.firstRange(of: " the current")!.lowerBound].dropLast())
    }
  }

  /// Remarks with their places.
  fileprivate var notes: [String] {
    lines(with: ": note: ").map { $0.replacing(": note: ", with: ": ") }
  }

  private func lines(with word: String) -> [String] {
    output.split(whereSeparator: \.isNewline).map(String.init).filter { $0.contains(word) }
  }
}
