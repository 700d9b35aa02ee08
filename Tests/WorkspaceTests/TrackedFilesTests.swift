import Diagnostics
import Foundation
import Testing

@testable import Workspace

/// What git tracks is linted whatever its ignore files say, and nothing else that they name.
@Suite struct TrackedFilesTests {
  let tree: TemporaryFolder
  let environment: [String: String]

  init() throws {
    tree = try TemporaryFolder()
    environment = [
      "HOME": tree.path.string, "PATH": "/usr/bin:/bin", "GIT_LITERAL_PATHSPECS": "1",
      "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a",
      "GIT_COMMITTER_EMAIL": "a",
    ]
  }

  /// Generated trees full of ignore files, half of whose files are tracked.
  @Test(arguments: IndexForm.allCases)
  func generatedTreesAgreeWithGit(form: IndexForm) throws {
    try git("init", "-q", form == .sha256 ? "--object-format=sha256" : "-q", "repository", in: "")
    var generator = TreeGenerator(seed: UInt64(form.rawValue.utf8.reduce(0) { $0 + Int($1) }))
    let config = try readFile(tree.path.appending("repository/.git/config"))
    let files = try generator.populate(tree, folderCount: 15, ignoringCase: false)
    try tree.write("repository/.git/config".utf8, config)
    let tracked = files.filter { $0.bytes.reduce(0) { $0 &+ Int($1) } % 2 == 0 }
    try add(tracked)
    try change(to: form, untracked: Array(Set(files).subtracting(tracked)))
    #expect(try isReadWithoutGit == form.isReadWithoutGit)

    let listed = try git("ls-files", "-co", "--exclude-standard", "-z", in: "repository")
    let expected = Set(
      listed.split(separator: 0).map { FilePath("repository").appending($0) }
        .filter { $0.bytes.hasSuffix(".swift") && exists($0) })
    let found = try found(["repository"])
    let differences = expected.symmetricDifference(found).sorted().map(\.string)
    #expect(differences == [])
    let ignored = try git(
      "ls-files", "-ci", "--exclude-standard", "-z", in: "repository"
    ).split(separator: 0)
    #expect(4 < ignored.count)
  }

  @Test func oneFileOfAnIgnoredFolderIsTracked() throws {
    try git("init", "-q", "repository", in: "")
    try tree.write("repository/.gitignore", "*\n")
    // The name of a file that is tracked may begin as that of one that is not.
    let tracked = ["a.swift", "b.swift.swift", "sub/a.swift"]
    for name in tracked + ["b.swift", "sub/b.swift", "sub/deep/a.swift", "x/a.m"] {
      try tree.write("repository/" + name)
    }
    try tree.write("repository/sub/.gitignore", "!b.swift\n")
    #expect(try found(["repository"]) == [])
    try git("add", "-f", "x/a.m", in: "repository")
    try add(tracked.map { FilePath("repository/" + $0) })
    let expected = tracked.map { FilePath("repository/" + $0) }
    #expect(try found(["repository"]) == expected)
    #expect(try found(["repository/sub"]) == [expected[2]] + [FilePath("repository/sub/b.swift")])
  }

  /// A walk in a hook asks for the repository's own index, and the git that it asks does.
  @Test func worktreesAndSubmodulesHaveIndexesOfTheirOwn() throws {
    try git("init", "-q", "repository", in: "")
    try tree.write("repository/.gitignore", "*.swift\nlibrary\n")
    try tree.write("repository/a.swift")
    try git("add", "-f", "a.swift", in: "repository")
    try git("commit", "-qm", "a", in: "repository")
    try git("worktree", "add", "-q", "../other", in: "repository")
    try tree.write("other/b.swift")
    try git("add", "-f", "b.swift", in: "other")
    try tree.write("repository/b.swift")
    #expect(try found(["repository"]) == [FilePath("repository/a.swift")])
    #expect(try found(["other"]) == ["other/a.swift", "other/b.swift"].map { FilePath($0) })

    try git("init", "-q", "library", in: "repository")
    for name in ["c.swift", "d.swift"] { try tree.write("repository/library/" + name) }
    try git("add", "c.swift", in: "repository/library")
    try git("commit", "-qm", "c", in: "repository/library")
    try tree.write("repository/library/.gitignore", "[c-d].swift")
    #expect(try found(["repository"]) == [FilePath("repository/a.swift")])
    try git("add", "-f", "library", in: "repository")
    try tree.write(
      "repository/.gitmodules", "[submodule \"library\"]\n\tpath = library\n\turl = ./library\n")
    try git("submodule", "absorbgitdirs", in: "repository")
    #expect(try found(["repository"]) == [FilePath("repository/a.swift")])
    #expect(
      try found(["repository", "repository/library"])
        == ["repository/a.swift", "repository/library/c.swift"].map { FilePath($0) })
  }

  @Test(arguments: ["2", "4"]) func whatGitTracksInSkippedFoldersIsCounted(version: String) throws {
    try git("init", "-q", "repository", in: "")
    for name in [".a/x.swift", ".a/deep/Y.swift", ".a/b.txt", ".a-/z.swift", ".ab/z.swift"] {
      try tree.write("repository/" + name)
    }
    try git("add", ".", in: "repository")
    try git("update-index", "--index-version", version, in: "repository")
    try tree.write("repository/.a/untracked.swift")
    try tree.write("repository/.c/untracked.swift")
    func skipped(_ arguments: [String] = ["repository"], excludes: [String] = []) -> [String] {
      tree.found(arguments, excludes: excludes).skipped.map {
        "\($0.path.relative(to: tree.path.appending("repository"))!.string) \($0.count)"
      }
    }
    #expect(skipped() == [".a- 1", ".a 2", ".ab 1"])
    #expect(skipped(excludes: ["Y.swift", ".ab"]) == [".a- 1", ".a 1"])
    #expect(
      skipped(["repository", "repository/.a-", "repository/.a/x.swift"]) == [".a 1", ".ab 1"])
    #expect(skipped([""]) == [])
    try git("config", "core.ignoreCase", "true", in: "repository")
    #expect(skipped(excludes: ["Y.swift"]) == [".a- 1", ".a 1", ".ab 1"])
  }

  @Test func caseDoesNotCountWhereItDoesNotForGit() throws {
    try git("init", "-q", "repository", in: "")
    for name in ["Sources/App.swift", "Sources/A_.swift"] { try tree.write("repository/" + name) }
    try git("add", "Sources", in: "repository")
    try tree.write("repository/.gitignore", "*\n")
    for name in ["Sources/app.swift", "sources/APP.swift", "Sources/b.swift"] {
      try tree.write("repository/" + name)
    }
    #expect(try found(["repository"]).count == 2)
    try git("config", "core.ignoreCase", "true", in: "repository")
    let expected = [
      "Sources/A_.swift", "Sources/App.swift", "Sources/app.swift", "sources/APP.swift",
    ]
    #expect(try found(["repository"]) == expected.map { FilePath("repository/" + $0) })
  }

  /// The field for the length of a path holds no more than 4095. In version 4 an entry says instead
  /// how many bytes of the path before it are gone: up to 127 take one byte there, up to 16511 two.
  @Test(arguments: ["2", "4"]) func pathsOfAnyLengthAreRead(version: String) throws {
    try git("init", "-q", "repository", in: "")
    let blob = try git("hash-object", "-w", "--stdin", in: "repository")
    // No path begins as the one before, which is gone as a whole.
    let paths = zip("abcde", [127, 128, 16_511, 16_512, 1]).map { letter, count in
      String(repeating: letter, count: count)
    }
    let lines = paths.flatMap { Array("100644 ".utf8) + blob.dropLast() + Array("\t\($0)\n".utf8) }
    try git("update-index", "--index-info", in: "repository", input: lines)
    try git("update-index", "--index-version", version, in: "repository")
    let bytes = try readFile(tree.path.appending("repository/.git/index"))
    var read: [String] = []
    let isWhole = bytes.withUnsafeBytes {
      GitIndexFormat(idLength: 20).visitEntries(of: $0) { path, _ in
        read.append(String(decoding: path, as: UTF8.self))
      }
    }
    #expect(isWhole)
    #expect(read == paths)
  }

  /// Every length that an index may be cut to, and every byte changed: the parser comes back.
  @Test func anyBytesComeToAnEnd() throws {
    try git("init", "-q", "repository", in: "")
    for name in ["a.swift", "b/c.swift", "b/d.swift"] { try tree.write("repository/" + name) }
    try git("add", "-N", "a.swift", in: "repository")
    try git("add", "b", in: "repository")
    for version in ["3", "4"] {
      try git("update-index", "--index-version", version, in: "repository")
      let whole = try readFile(tree.path.appending("repository/.git/index"))
      func paths(_ bytes: [UInt8]) -> Int? {
        var count = 0
        let isWhole = bytes.withUnsafeBytes {
          GitIndexFormat(idLength: 20).visitEntries(of: $0) { _, _ in count += 1 }
        }
        return isWhole ? count : nil
      }
      #expect(paths(whole) == 3)
      for count in 0..<(whole.count - 20) { #expect(paths(Array(whole[..<count])) != 3) }
      for index in whole.indices {
        for byte: UInt8 in [0, 0x7F, 0xFF] {
          var bytes = whole
          bytes[index] = byte
          _ = paths(bytes)
        }
      }
    }
  }

  /// A file outside of a checkout is not gone, whatever form the index has.
  @Test(arguments: IndexForm.allCases) func whatACheckoutLeavesOutIsNotGone(form: IndexForm) throws
  {
    try git("init", "-q", form == .sha256 ? "--object-format=sha256" : "-q", "repository", in: "")
    for name in ["t1/a.swift", "t4/b.swift", "t4/deep/c.gyb", "t5/d.swift", "e.swift", "f.swift"] {
      try tree.write("repository/" + name)
    }
    try git("add", ".", in: "repository")
    try change(to: form, untracked: [])
    try git("update-index", "--skip-worktree", "t4/b.swift", "t4/deep/c.gyb", in: "repository")
    try git("update-index", "--assume-unchanged", "f.swift", in: "repository")
    for name in ["t4", "t5", "e.swift", "f.swift"] { try? remove("repository/" + name) }
    func gone(_ names: [String]) -> [String] {
      var files = GoneFiles()
      return names.filter { files.contains(tree.path.appending("repository/" + $0)) }
    }
    #expect(gone(["t1/a.swift", "t4/b.swift", "t4/deep/c.gyb", "f.swift"]) == [])
    #expect(gone(["e.swift", "x.swift", "t1/x.swift"]).count == 3)
    // Of a folder that a sparse index leaves out as a whole, it is not known what it holds.
    #expect(gone(["t5/d.swift", "t4/x.swift"]).count == (form == .sparse ? 0 : 2))
    try tree.write("repository/.git/index", "DIRC")
    #expect(gone(["e.swift"]) == [])
    var files = GoneFiles()
    let isGone = files.contains(FilePath("/no-such-folder/e.swift"))
    #expect(isGone)
  }

  @Test func anIndexThatNobodyCanReadIsNamedOnce() throws {
    try git("init", "-q", "repository", in: "")
    try tree.write("repository/.gitignore", "*\n")
    for name in ["a/a.swift", "b/b.swift"] { try tree.write("repository/" + name) }
    try tree.write("repository/.git/index", "DIRC")
    let settings = GitSettings { environment[$0].map { FilePath($0) } }
    let root = tree.path.appending("repository")
    let place = Place(workingFolder: root, printsAbsolutePaths: true)
    var search = FileSearch(
      named: ["a", "b"].map { FilePath($0) }, in: place,
      Selection(ConfigurationTree(in: place, root: root), gitSettings: settings))
    var messages: [String] = []
    while let found = search.next() { messages += found.troubles.map(\.message) }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("cannot read '\(root.string)/.git/index' ("))
    #expect(messages[0].contains("index file smaller than expected"))
  }

  // MARK: - Helpers

  @discardableResult
  private func git(_ arguments: String..., in folder: String, input: [UInt8] = []) throws -> [UInt8]
  {
    let place = folder.isEmpty ? tree.path : tree.path.appending(folder)
    let command = ["-C", place.string] + arguments
    let result = try run("/usr/bin/git", command, input: input, environment: environment)
    #expect(result.status == 0, "git \(arguments)")
    return result.output
  }

  /// - Parameter files: relative to the tree.
  private func add(_ files: [FilePath]) throws {
    let names = files.flatMap { $0.bytes.dropFirst("repository/".utf8.count) + [0] }
    try git(
      "add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul", in: "repository", input: names)
  }

  private func change(to form: IndexForm, untracked: [FilePath]) throws {
    switch form {
    case .version2, .sha256: break
    case .version3:
      let names = untracked.prefix(100).flatMap {
        $0.bytes.dropFirst("repository/".utf8.count) + [0]
      }
      try git(
        "add", "-Nf", "--pathspec-from-file=-", "--pathspec-file-nul", in: "repository",
        input: names)
    case .version4: try git("update-index", "--index-version", "4", in: "repository")
    case .split: try git("update-index", "--split-index", in: "repository")
    case .sparse:
      try git("commit", "-qm", "all", in: "repository")
      try git(
        "sparse-checkout", "set", "--cone", "--sparse-index", "t1", "t2", "t3", in: "repository")
    }
  }

  private var isReadWithoutGit: Bool {
    get throws {
      let bytes = try readFile(tree.path.appending("repository/.git/index"))
      let config = String(
        decoding: try readFile(tree.path.appending("repository/.git/config")), as: UTF8.self)
      let format = GitIndexFormat(idLength: config.contains("sha256") ? 32 : 20)
      return bytes.withUnsafeBytes { format.visitEntries(of: $0) { _, _ in } }
    }
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: tree.path.appending(path).string)
  }

  private func exists(_ path: FilePath) -> Bool {
    tree.path.appending(path.bytes).bytes.withCString { access($0, F_OK) == 0 }
  }

  private func found(_ folders: [String]) throws -> [FilePath] {
    let settings = GitSettings { environment[$0].map { FilePath($0) } }
    let found = tree.found(folders, gitSettings: settings)
    #expect(found.troubles.map(\.message) == [])
    return tree.relative(found.files)
  }
}

enum IndexForm: String, CaseIterable {
  case version2, version3, version4, split, sparse, sha256

  var isReadWithoutGit: Bool { self != .split && self != .sparse }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: String) -> Bool {
    self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
