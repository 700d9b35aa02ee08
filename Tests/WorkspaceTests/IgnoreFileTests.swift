import Diagnostics
import TestSupport
import Testing

@testable import Workspace

/// Where ignore files are looked for; what their patterns match is held against git in
/// `GitCheckIgnoreTests`.
@Suite struct IgnoreFileTests {
  let tree: TemporaryFolder

  init() throws {
    tree = try TemporaryFolder()
  }

  func paths(
    _ arguments: [String] = ["."], from folder: String = "", settings: GitSettings? = nil
  ) -> [String] {
    let settings = settings ?? GitSettings { _ in nil }
    let found = tree.found(
      arguments, from: folder, gitSettings: settings)
    #expect(found.troubles.isEmpty)
    return tree.relative(found.files).map(\.string)
  }

  @Test func filesAboveTheNamedFolderHoldUpToTheRepository() throws {
    try tree.write(".gitignore", "*.swift")
    try tree.write("repository/.git/HEAD")
    try tree.write("repository/.gitignore", "/sub/a.swift\nb.swift")
    try tree.write("repository/sub/.gitignore", "!b.swift\nc.swift")
    for name in ["a", "b", "c", "d"] { try tree.write("repository/sub/deep/\(name).swift") }
    for name in ["a", "b", "c", "d"] { try tree.write("repository/sub/\(name).swift") }
    let expected = ["b", "d", "deep/a", "deep/b", "deep/d"].map { "repository/sub/\($0).swift" }
    #expect(paths(["repository"]) == expected)
    #expect(paths(["repository/sub"]) == expected)
    #expect(paths(from: "repository/sub") == expected)
    #expect(paths(["."], from: "repository/sub/deep") == Array(expected[2...]))
  }

  @Test func anIgnoredFolderIsWalkedWhereItIsNamed() throws {
    try tree.write(".git/HEAD")
    try tree.write(".gitignore", "build/\nb.swift")
    try tree.write("build/a.swift")
    try tree.write("build/b.swift")
    #expect(paths() == [])
    #expect(paths(["build"]) == ["build/a.swift"])
    #expect(paths(["build/b.swift"]) == ["build/b.swift"])
  }

  @Test func aRepositoryInTheTreeHasItsOwnFilesAlone() throws {
    try tree.write(".git/info/exclude", "b.swift")
    try tree.write(".gitignore", "a.swift")
    for folder in ["", "nested/", "module/"] {
      for name in ["a", "b", "c", "d"] { try tree.write("\(folder)\(name).swift") }
    }
    try tree.write("nested/.git/info/exclude", "c.swift")
    try tree.write("module/.git", "gitdir: ../.git/modules/module\n")
    try tree.write(".git/modules/module/info/exclude", "d.swift")
    #expect(paths() == ["c.swift", "d.swift"])
    #expect(
      paths([".", "module", "nested"]) == [
        "c.swift", "d.swift", "module/a.swift", "module/b.swift", "module/c.swift",
        "nested/a.swift", "nested/b.swift", "nested/d.swift",
      ])
  }

  @Test func aWorktreeUsesTheExcludeFileOfItsRepository() throws {
    try tree.write("main/.git/info/exclude", "a.swift")
    try tree.write("main/.git/worktrees/tree/commondir", "../..\n")
    try tree.write("tree/.git", "gitdir: \(tree.path.string)/main/.git/worktrees/tree\n")
    try tree.write("tree/a.swift")
    try tree.write("tree/b.swift")
    #expect(paths(["tree"]) == ["tree/b.swift"])
  }

  @Test func withoutARepositoryFilesHoldFromTheRootOn() throws {
    try tree.write(".gitignore", "a.swift")
    try tree.write("sub/a.swift")
    try tree.write("sub/b.swift")
    #expect(paths() == ["sub/b.swift"])
    #expect(paths(["sub"]) == ["sub/b.swift"])
  }

  @Test func withoutSettingsNothingIsIgnored() throws {
    try tree.write(".git/HEAD")
    try tree.write(".gitignore", "*")
    try tree.write("a.swift")
    let found = tree.found(gitSettings: nil)
    #expect(tree.relative(found.files) == [FilePath("a.swift")])
  }

  @Test func aLinkIsNoIgnoreFile() throws {
    try tree.write("patterns", "*")
    try tree.write("a/.git/HEAD")
    try tree.write("a/a.swift")
    try run("/bin/ln", "-s", "../patterns", tree.path.appending("a/.gitignore").string)
    try tree.write("b/.git/HEAD")
    try tree.makeFolder("b/.gitignore".utf8)
    try tree.write("b/b.swift")
    #expect(paths() == ["a/a.swift", "b/b.swift"])
    #expect(paths(["a/"]) == ["a/a.swift"])
  }

  /// The person's own excludes file is found as git finds it.
  @Test(arguments: [
    ("", ".config/git/ignore"), ("[core]\nexcludesfile = ~/mine", "mine"),
    ("[core] excludesFile=\"~/m i;ne\" ; comment", "m i;ne"),
    ("[user]\nexcludesfile = no\n[core]\n\tbare\n  ExcludesFile = ~/mi\\\nne\n", "mine"),
    ("[core]\nexcludesfile = ~/no\nexcludesfile = ~/mine # last one counts", "mine"),
  ])
  func excludesFile(configuration: String, path: String) throws {
    try tree.write("repository/.git/HEAD")
    try tree.write("repository/a.swift")
    try tree.write("repository/b.swift")
    try tree.write("home/.gitconfig", configuration)
    try tree.write("home/" + path, "a.swift")
    let home = tree.path.appending("home")
    let settings = GitSettings { $0 == "HOME" ? home : nil }
    #expect(paths(["repository"], settings: settings) == ["repository/b.swift"])
    try tree.write("repository/.git/config", "[core]\nexcludesfile =\n")
    #expect(paths(["repository"], settings: settings).count == 2)
  }

  /// Patterns that take a backtracking matcher more than a lifetime.
  @Test(arguments: [
    String(repeating: "*a", count: 40) + "b", String(repeating: "**/a/", count: 40) + "b",
    "a" + String(repeating: "?*", count: 40) + "/" + String(repeating: "[a]*", count: 40) + "b",
  ])
  func matchingIsLinear(pattern: String) {
    let file = IgnoreFile(Array(pattern.utf8), ignoringCase: false)
    for part in ["a", "a/"] {
      let growth = growth {
        Array((String(repeating: part, count: $0) + "a").utf8)
      } work: { path in
        let verdict = path.withUnsafeBufferPointer {
          file.verdict(path: $0, name: UnsafeBufferPointer(rebasing: $0.suffix(1)), isFolder: false)
        }
        #expect(verdict == nil)
      }
      #expect(growth < linearGrowth, "\(part)")
    }
  }
}
