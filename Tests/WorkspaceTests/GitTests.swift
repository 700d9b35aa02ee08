import Diagnostics
import Testing

@testable import Workspace

@Suite struct GitTests {
  @Test func rawDiffsAreReadFieldByField() throws {
    let (one, two) = (String(repeating: "1", count: 40), String(repeating: "2", count: 40))
    let zero = String(repeating: "0", count: 40)
    let output =
      ":100644 100755 \(one) \(two) M\0Sources/Brew.swift\0"
      + ":000000 100644 \(zero) \(two) A\0a b\n.swift\0" + ":120000 000000 \(one) \(zero) D\0c\0"
    let entries = try changedEntries(in: Array(output.utf8))
    #expect(
      entries == [
        entry("Sources/Brew.swift", (0o100644, one), (0o100755, two)),
        entry("a b\n.swift", (0, nil), (0o100644, two)), entry("c", (0o120000, one), (0, nil)),
      ])
    #expect(entries.map(\.new.isFile) == [true, true, false])
    #expect(entries.map(\.old.isFile) == [true, false, false])
    #expect(try changedEntries(in: []) == [])
  }

  @Test(arguments: [
    "x", "a\0b\0", ":100644 100644 1 2 M\0", ":100648 100644 1 2 M\0a\0", ":100644 100644 1 2 M\0a",
  ])
  func whatIsNoRawDiffIsRefused(output: String) {
    #expect(throws: GitError.self) { try changedEntries(in: Array(output.utf8)) }
  }

  /// Git prints such entries of an index that was cut off.
  @Test(arguments: [
    ":000000 000000 0 0 A\0a\0", ":000000 100644 0 1 A\0\0",
    ":100644 000000 1 0 D\0a\0:000000 000000 0 0 A\0\0",
  ])
  func anEntryWithoutModeOrPathIsDamage(output: String) {
    #expect(throws: damagedIndex) { try changedEntries(in: Array(output.utf8)) }
  }

  @Test func filesThatGitDoesNotLookForAreTagged() throws {
    let list = Array("? a\0H b\0S c\0h d\0s e f\0S g\0M h\0".utf8)
    let names = Set(["b", "c", "d", "e f", "h"].map { FilePath($0) })
    let (untracked, unwatched) = try untrackedAndUnwatched(in: list, among: names)
    #expect(untracked == [FilePath("a")])
    #expect(unwatched == Set(["c", "d", "e f"].map { FilePath($0) }))
    #expect(throws: damagedIndex) {
      try untrackedAndUnwatched(in: Array("H a\0H ./\0".utf8), among: [])
    }
  }

  private func entry(
    _ path: String, _ old: (UInt32, String?), _ new: (UInt32, String?)
  ) -> ChangedEntry {
    ChangedEntry(
      path: FilePath(path),
      old: ChangedEntry.Side(mode: old.0, object: old.1.map { FilePath($0) }),
      new: ChangedEntry.Side(mode: new.0, object: new.1.map { FilePath($0) }))
  }

  @Test func commandsAnswerWithOutputStatusAndGitsOwnWords() throws {
    #expect(
      String(decoding: try gitOutput(["version"]), as: UTF8.self).hasPrefix(
        "git version"))
    let wrong = try runGit(["no-such-command"])
    #expect(wrong.status == 1)
    #expect(wrong.error.message.hasPrefix("git: 'no-such-command' is not a git command"))
    #expect(throws: GitError("ambiguous argument 'a/b': both revision and filename")) {
      throw GitAnswer(
        status: 128, output: [],
        errors: Array(
          "warning: x\nfatal: ambiguous argument 'a/b': both revision and filename\n".utf8)
      ).error
    }
  }

  @Test func muchInAndMuchOutDoNotBlockEachOther() throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    let copy = try GitProcess([FilePath("cat")], environment: environmentEntries(), input: input)
    #expect(try copy.answer().output == input)
    let deaf = try GitProcess([FilePath("true")], environment: [], input: input)
    #expect(try deaf.answer().status == 0)
    let script = "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; kill -9 $$"
    let loud = try GitProcess(
      ["sh", "-c", script].map { FilePath($0) }, environment: environmentEntries(), input: [])
    let answer = try loud.answer()
    #expect(answer.output.count == 300000)
    #expect(answer.status == 128 + 9)
  }

  @Test func aProgramThatIsNotThereIsAnError() {
    #expect(throws: FileError.self) {
      try GitProcess([FilePath("no-such-program")], environment: [], input: [])
    }
  }

  @Test func objectsComeInTheOrderOfTheirNames() throws {
    let folder = try TemporaryFolder()
    try run("/usr/bin/git", "init", "-q", in: folder.path)
    let large = String(repeating: "0123456789\n", count: 300_000)
    for (name, text) in [("a.swift", "let a = 1\n"), ("large.swift", large), ("empty.swift", "")] {
      try folder.write(name, text)
    }
    try run("/usr/bin/git", "add", ".", in: folder.path)
    let names = ["a.swift", "large.swift", "b c.swift", "empty.swift", "a.swift"]
    var reader = try ObjectReader(
      names.map { FilePath(":\($0)") } + [FilePath("HEAD")], in: folder.path, .ofFolder)
    let objects = try names.map { _ in try reader.next() }
    #expect(
      objects == [
        .blob(Array("let a = 1\n".utf8)), .blob(Array(large.utf8)), .missing, .blob([]),
        .blob(Array("let a = 1\n".utf8)),
      ])
    #expect(try reader.next() == .missing)
    #expect(try reader.next() == .unanswered)
  }

  @Test func whatIsTooLongIsPassedOver() throws {
    let part = [UInt8](repeating: UInt8(ascii: "x"), count: longestFile / 16)
    var pieces = [Array("1 blob \(16 * part.count + 1)\n".utf8)]
    pieces += Array(repeating: part, count: 16)
    pieces.append(Array("x\n2 blob 1\na\n".utf8))
    var answers = ObjectAnswers()
    func next() throws -> ObjectReader.Object {
      try answers.next { (bytes: inout [UInt8]) throws(GitError) in
        guard !pieces.isEmpty else { return false }
        bytes += pieces.removeFirst()
        return true
      }
    }
    #expect(try next() == .tooLong)
    #expect(try next() == .blob(Array("a".utf8)))
    #expect(try next() == .unanswered)
  }

  @Test func linksInACommitAreFollowedByGit() throws {
    let folder = try TemporaryFolder()
    try run("/usr/bin/git", "init", "-q", in: folder.path)
    try folder.write("d/a b", "a")
    let links = [
      ("link", "d/a b"), ("d/up", "../link"), ("folder", "d"), ("out", "../x"), ("root", "/x"),
      ("none", "nothing"), ("loop", "loop"), ("through", "link/x"),
    ]
    for (name, target) in links { try run("/bin/ln", "-s", target, name, in: folder.path) }
    try run("/usr/bin/git", "add", ".", in: folder.path)
    try run(
      "/usr/bin/git", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m",
      "a", in: folder.path)
    let names = ["link", "d/up", "folder/up", "out", "root", "none", "loop", "through", "d/a b"]
    var reader = try ObjectReader(
      names.map { FilePath("HEAD:\($0)") } + [FilePath("HEAD:folder"), FilePath("HEAD:nothing")],
      in: folder.path, .ofFolder, followingLinks: true)
    let objects = try names.map { _ in try reader.next() }
    let file = ObjectReader.Object.blob(Array("a".utf8))
    #expect(
      objects == [
        file, file, file, .unfollowed(.outside), .unfollowed(.outside), .unfollowed(.nothing),
        .unfollowed(.circle), .unfollowed(.file), file,
      ])
    guard case .tree(let tree) = try reader.next() else {
      Issue.record("a folder is a tree")
      return
    }
    let files = try namesOfFiles(inTree: tree, idLength: 20)
    #expect(files.map { String(decoding: $0, as: UTF8.self) } == ["a b", "up"])
    #expect(try reader.next() == .missing)
    for count in tree.indices.dropFirst() where count != 31 {
      #expect(throws: FileError.self) {
        try namesOfFiles(inTree: Array(tree.prefix(count)), idLength: 20)
      }
    }
  }
}
