import Foundation
import Testing

/// `baseline report --history`.
@Suite struct BaselineHistoryTests {
  private let bench: Workbench
  private let name = ".swift-determinism-baseline"

  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try run("git init -q -b main .")
  }

  private func run(_ script: String) throws {
    let run = try bench.shell(script)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Commits a baseline with so many findings of rules.
  /// - Parameter date: as git has it.
  private func commit(_ rules: KeyValuePairs<String, Int>, _ date: String) throws {
    try bench.write(name, text(rules))
    try commitAll(date)
  }

  private func commitAll(_ date: String) throws {
    try run(
      "git add -A && GIT_AUTHOR_DATE=2020-01-01T00:00Z GIT_COMMITTER_DATE=\(date) "
        + "git commit -q --allow-empty -m '<script>\\x1b'")
  }

  private func text(_ rules: KeyValuePairs<String, Int>) -> String {
    let lines = rules.flatMap { rule, count in
      (0..<count).map { "  \(rule)  Model.f\(10 + $0)()  Date()\n" }
    }
    return "swift-determinism-baseline 1\n\nA.swift\n" + lines.joined()
  }

  /// The lines of the table, whose hashes are stable since all that is in a commit is.
  private func history(
    _ arguments: String..., from folder: String = ""
  ) throws -> (rows: [[String]], errors: String) {
    let run = try bench.lint(
      (["baseline", "report", "--history"] + arguments).map { Array($0.utf8) }, from: folder)
    #expect(run.status == 0)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return (rows, run.errors)
  }

  private func threeCommits() throws {
    try commit(["date-init": 3, "uuid-init": 1], "2026-01-05T09:00Z")
    try bench.write("README", "nothing of the baseline")
    try commitAll("2026-01-06T09:00Z")
    // A day later in another time zone.
    try commit(["date-init": 2, "uuid-init": 2], "2026-02-01T23:30:00-0800")
    try commit(["date-init": 1, "uuid-init": 2], "2026-03-02T09:00Z")
  }

  @Test func eachChangeIsARow() throws {
    try threeCommits()
    let run = try bench.lint("baseline", "report", "--history")
    let hashes = try bench.shell("git log --reverse --format=%h --abbrev=10 -- \(name)").output
      .split(separator: "\n")
    try #require(hashes.count == 3)
    #expect(
      run
        == Run(
          status: 0,
          output: """
            DATE            COMMIT  TOTAL  ADDED  GONE  date-init  uuid-init
            2026-01-05  \(hashes[0])      4      -     -          3          1
            2026-02-01  \(hashes[1])      4      1     1          2          2
            2026-03-02  \(hashes[2])      3      0     1          1          2

            """, errors: ""))
  }

  @Test func theLastCommitsAreShown() throws {
    try threeCommits()
    let all = try history().rows
    // What changed in the oldest row is known from the commit before it.
    #expect(try history("2").rows == [all[0], all[2], all[3]])
    for arguments in [["--history=1"], ["--history", "001"]] {
      let run = try bench.lint((["baseline", "report"] + arguments).map { Array($0.utf8) })
      #expect(run.output.split(separator: "\n").count == 2)
    }
    #expect(try bench.lint("baseline", "--history", "1", "report").status == 0)
    #expect(try bench.lint("baseline", "--history", "report").status == 0)
    #expect(try history("9999999999").rows == all)
    #expect(try history("999999999999999999999999").rows == all)
  }

  @Test func theWorkingTreeIsTheLastRow() throws {
    try threeCommits()
    try bench.write(name, text(["date-init": 1, "own%20rule": 4]))
    let rows = try history().rows
    #expect(rows.last == ["uncommitted", "-", "5", "4", "2", "4", "1", "0"])
    // The id of a rule may be anything.
    #expect(rows[0].suffix(4) == ["own", "rule", "date-init", "uuid-init"])
    // As git writes files on Windows.
    try run("git checkout -q \(name) && sed -i.old 's/$/\\r/' \(name)")
    #expect(try history().rows.count == 4)
    try run("rm \(name)")
    #expect(try history().rows.last == ["uncommitted", "-", "deleted", "-", "-", "-", "-"])
    // With a revision, what the working tree has is of no interest.
    let old = try history("--config-from", "HEAD~1").rows
    #expect(old.map(\.[0]) == ["DATE", "2026-01-05", "2026-02-01"])
  }

  @Test func whatACommitDeletesIsSaid() throws {
    try commit(["date-init": 2], "2026-01-05T09:00Z")
    try run("git rm -q \(name)")
    try commitAll("2026-01-06T09:00Z")
    let rows = try history().rows
    #expect(rows.last?.dropFirst(2) == ["deleted", "-", "-", "-"])
    #expect(rows.count == 3)
    // A rule says nothing before it is there; what was deleted is compared all the same.
    try commit(["date-init": 1, "uuid-init": 3], "2026-01-07T09:00Z")
    let all = try history().rows
    #expect(
      all.dropFirst().map { Array($0.dropFirst(2)) } == [
        ["2", "-", "-", "-", "2"], ["deleted", "-", "-", "-", "-"], ["4", "3", "1", "3", "1"],
      ])
  }

  @Test func whatCannotBeReadIsSaid() throws {
    try commit(["date-init": 2], "2026-01-05T09:00Z")
    try bench.write(name, text(["date-init": 1]) + "<<<<<<< ours\n")
    try commitAll("2026-01-06T09:00Z")
    try run("rm \(name) && mkdir \(name)")
    try bench.write("\(name)/file", "")
    try commitAll("2026-01-07T09:00Z")
    try run("rm -r \(name)")
    try commit(["date-init": 1], "2026-01-08T09:00Z")
    let (rows, errors) = try history()
    #expect(
      rows.map { Array($0.dropFirst(2)) }.dropFirst() == [
        ["2", "-", "-", "2"], ["unreadable", "-", "-", "-"], ["unreadable", "-", "-", "-"],
        ["1", "0", "1", "1"],
      ])
    #expect(
      errors == """
        warning: cannot read '\(name)' in \(rows[2][1]) (line 5: the baseline has a conflict)
        warning: cannot read '\(name)' in \(rows[3][1]) (it is not a regular file)

        """)
    let page = try bench.lint("baseline", "report", "--history", "--format", "html")
    #expect(page.status == 0 && page.errors == errors)
    #expect(page.output.components(separatedBy: "<td>unreadable</td>").count == 3)
  }

  @Test func aConflictInTheWorkingTreeLeavesTheHistory() throws {
    try threeCommits()
    try bench.write(name, text(["date-init": 1]) + "<<<<<<< ours\n")
    for format in ["text", "html"] {
      let run = try bench.lint("baseline", "report", "--history", "--format", format)
      #expect(run.status == 2)
      #expect(run.errors.contains("error: the baseline has a conflict"))
      #expect(run.output.contains("2026-03-02") && run.output.contains("unreadable"))
    }
  }

  /// What the environment says of paths, and grafts, are for others.
  @Test func theEnvironmentIsOfNoInterest() throws {
    try threeCommits()
    let all = try history().rows
    bench.environment["GIT_ICASE_PATHSPECS"] = "1"
    bench.environment["GIT_NOGLOB_PATHSPECS"] = "1"
    try run("mkdir -p .git/info && git rev-parse HEAD~1 >grafts && mv grafts .git/info/grafts")
    #expect(try history().rows == all)
  }

  @Test func aLostObjectIsSaid() throws {
    try threeCommits()
    try run(
      """
      name=$(git rev-parse HEAD~1:\(name)) && rm -f .git/objects/${name%"${name#??}"}/${name#??}
      """)
    let (rows, errors) = try history()
    #expect(rows.map { $0[2] } == ["TOTAL", "4", "unreadable", "3"])
    #expect(errors.contains("(the repository lacks it; 'git fsck' says what is missing)"))
  }

  /// The parents of a merge have histories of their own.
  @Test func aMergeIsWhatItBringsToTheBranch() throws {
    try commit(["date-init": 5], "2026-01-05T09:00Z")
    try run("git checkout -qb topic")
    try commit(["date-init": 4], "2026-01-06T09:00Z")
    try commit(["date-init": 3], "2026-01-07T09:00Z")
    try run(
      "git checkout -q main && GIT_COMMITTER_DATE=2026-01-08T09:00Z git merge -q --no-ff topic")
    try run("git checkout -qb idle && git commit -q --allow-empty -m idle && git checkout -q main")
    try run("git merge -q --no-ff idle -m idle")
    #expect(try history().rows.map { $0[2] } == ["TOTAL", "5", "3"])
  }

  @Test func whatMovedIsNeitherAddedNorGone() throws {
    try commit(["date-init": 3], "2026-01-05T09:00Z")
    try run("sed -i.old s/A.swift/B.swift/ \(name)")
    try commitAll("2026-01-06T09:00Z")
    #expect(try history().rows.last?.dropFirst(2) == ["3", "0", "0", "3"])
  }

  /// Twice, the second time with a change, and in a merge.
  @Test func aBaselineThatHadOtherNamesIsFollowed() throws {
    try threeCommits()
    let all = try history().rows
    try run("mkdir -p A/B && git mv \(name) old.txt")
    try commitAll("2026-04-01T09:00Z")
    try run("git checkout -qb topic && git mv old.txt A/B/\(name)")
    try run("sed -i.old '$d' A/B/\(name) && rm A/B/.*.old")
    try commitAll("2026-04-02T09:00Z")
    try run(
      "git checkout -q main && GIT_COMMITTER_DATE=2026-04-03T09:00Z git merge -q --no-ff topic")
    let moved = try history("--baseline", name, from: "A/B").rows
    #expect(Array(moved.dropLast(2)) == all)
    #expect(moved.suffix(2).map { $0[0] } == ["2026-04-01", "2026-04-03"])
    #expect(moved.suffix(2).map { $0[2...4].joined(separator: " ") } == ["3 0 0", "2 0 1"])
    // As many as are asked for, whatever they were called; the rules' columns are in another order.
    let last = try history("3", "--baseline", name, from: "A/B").rows.dropFirst()
    #expect(last.map { $0.prefix(5) } == moved.suffix(3).map { $0.prefix(5) })
  }

  @Test func aShallowCloneSaysThatThereMayBeMore() throws {
    try threeCommits()
    try run("git clone -q --depth 2 file://$PWD/. copy")
    let (rows, errors) = try history(from: "copy")
    // What the first commit of the clone changed is not known.
    #expect(
      rows.map { Array($0.dropFirst(2).prefix(3)) } == [
        ["TOTAL", "ADDED", "GONE"], ["4", "-", "-"], ["3", "0", "1"],
      ])
    #expect(
      errors
        == "note: this clone is shallow, and older commits may have changed the baseline; "
        + "'git fetch --unshallow' gets them\n")
    // Enough is there.
    #expect(try history("1", from: "copy").errors == "")
    #expect(try history("1", from: "copy").rows[1].dropFirst(2).prefix(3) == ["3", "0", "1"])
    let page = try bench.lint(
      "baseline", "report", "--history", "--format", "html", from: "copy")
    #expect(page.output.contains("Note: this clone is shallow, and older commits "))
    try run("cd copy && git fetch -q --unshallow")
    #expect(try history(from: "copy").errors == "")
  }

  @Test func aPartialCloneSaysWhatItLacks() throws {
    try threeCommits()
    try run("git config uploadpack.allowFilter true")
    try run("git clone -q --filter=blob:none file://$PWD/. copy")
    let (rows, errors) = try history(from: "copy")
    #expect(rows.map { $0[2] } == ["TOTAL", "unreadable", "unreadable", "3"])
    #expect(
      errors.hasPrefix("note: this partial clone lacks the baseline of 2 commits, the newest"))
  }

  @Test func withoutCommitsThereIsTheWorkingTree() throws {
    #expect(try bench.lint("baseline", "report", "--history").status == 2)
    try bench.write(name, text(["date-init": 2]))
    let (rows, errors) = try history()
    #expect(rows.dropFirst() == [["uncommitted", "-", "2", "-", "-", "2"]])
    #expect(errors == "note: no commit has '\(name)' yet\n")
    let elsewhere = try Workbench()
    try elsewhere.write(name, text(["date-init": 2]))
    let run = try elsewhere.lint("baseline", "report", "--history")
    #expect(
      run
        == Run(
          status: 2, output: "",
          errors: "error: there is no git repository around '\(name)'; '--history' reads what git "
            + "has\n"))
  }

  @Test func mistakesAreSaid() throws {
    try bench.write(name, text(["date-init": 2]))
    for (arguments, message) in [
      ("report --history 0", "'--history' takes a number of commits, 1 or more, not '0'"),
      ("report --history=-3", "'--history' takes a number of commits, 1 or more, not '-3'"),
      ("report --history=3x", "'--history' takes a number of commits, 1 or more, not '3x'"),
      ("report --history ten", "'baseline report --history' takes no path; a number of commits"),
      ("report 3 --history", "'baseline report --history' takes no path; a number of commits"),
      (
        "report --history --only-rule date-init",
        "'--history' counts all rules of the baseline; leave out '--only-rule'"
      ),
      ("report --history=", "the value of '--history' is empty"),
      ("report --format html", "'--format' is for a history; add '--history'"),
      ("report --history --format pdf", "'--format' takes 'text' or 'html', not 'pdf'"),
      ("report --history --by owner", "'--history' counts by rule; leave out '--by owner'"),
      ("write --history", "'--history' is for 'baseline report'"),
      ("prune --history 3", "'--history' is for 'baseline report'"),
    ] {
      let words = ["baseline"] + arguments.split(separator: " ").map(String.init)
      let run = try bench.lint(words.map { Array($0.utf8) })
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("error: \(message)"), "\(arguments): \(run.errors)")
    }
    #expect(try bench.lint("--history", ".").errors.contains("'lint' has no option '--history'"))
    #expect(try history("--by", "rule").rows.count == 2)
  }

  /// A repository cannot make git run a program.
  @Test func nothingOfTheRepositoryIsRun() throws {
    try threeCommits()
    try run(
      """
      printf '#!/bin/sh\\ntouch %s/ran\\n' "$PWD" >trap && chmod +x trap
      for key in gpg.program diff.external core.pager core.fsmonitor core.sshCommand filter.x.smudge \\
        diff.x.textconv core.editor; do git config "$key" "$PWD/trap"; done
      git config log.showSignature true
      echo '* filter=x diff=x' >.gitattributes
      """)
    #expect(try history().rows.count == 4)
    #expect(try bench.shell("test -e ran").status == 1)
  }
}
