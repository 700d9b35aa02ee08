import Diagnostics
import Foundation
import Rules
import Testing

@testable import Workspace

@Suite struct FindFilesTests {
  let tree: TemporaryFolder
  let noSettings = GitSettings { _ in nil }

  init() throws {
    tree = try TemporaryFolder()
  }

  func paths(
    _ arguments: [String] = ["."], from folder: String = "", excludes: [String] = [],
    honoursIgnoreFiles: Bool = true
  ) throws -> [String] {
    let found = tree.found(
      arguments, from: folder, excludes: excludes,
      gitSettings: honoursIgnoreFiles ? noSettings : nil)
    #expect(found.troubles.isEmpty)
    return tree.relative(found.files).map(\.string)
  }

  private func relative(_ paths: [FilePath]) -> [String] {
    paths.map { $0.relative(to: tree.path)!.string }
  }

  @Test func orderIsThatOfTheBytesOfWholePaths() throws {
    let names = [
      "Z.swift", "a/b.swift", "a-b.swift", "a.swift", "a0.swift", "a/a/z.swift", "ä.swift",
    ]
    for name in names { try tree.write(name) }
    let expected = [
      "Z.swift", "a-b.swift", "a.swift", "a/a/z.swift", "a/b.swift", "a0.swift", "ä.swift",
    ]
    #expect(try paths() == expected)
    #expect(try paths(["ä.swift", "a", "a.swift", "Z.swift", "."]) == expected)
  }

  @Test func foldersOfOthersAndHiddenFoldersAreSkipped() throws {
    for folder in skippedFolders + [".build", ".hidden", "Sources", "sub/Pods"] {
      try tree.write(folder + "/a.swift")
    }
    for name in ["Podfile", "Cartfile", "sub/Podfile"] { try tree.write(name) }
    try tree.write(".hidden.swift")
    try tree.write("Sources/a.m")
    try tree.write("Sources/swift")
    try tree.write("Sources/a.SWIFT")
    #expect(try paths() == [".hidden.swift", "Sources/a.swift"])
    #expect(
      try paths([".build", "Pods", "Sources/swift"]) == [
        ".build/a.swift", "Pods/a.swift", "Sources/swift",
      ])
  }

  @Test func podsAndCarthageAreSkippedBesideTheirFileAlone() throws {
    for name in ["Pods/a.swift", "Carthage/b.swift", "sub/Pods/c.swift", "Pods/Carthage/d.swift"] {
      try tree.write(name)
    }
    let all = ["Carthage/b.swift", "Pods/Carthage/d.swift", "Pods/a.swift", "sub/Pods/c.swift"]
    #expect(try paths() == all)
    try tree.write("Podfile")
    #expect(try paths() == [all[0], all[3]])
    #expect(try paths(["Pods"]) == [all[1], all[2]])
    try tree.write("Pods/Cartfile")
    #expect(try paths(["Pods"]) == [all[2]])
  }

  @Test func namedFilesOfOtherLanguagesAreToldApart() throws {
    let swift = ["a.swift", "b.swiftinterface", "c.swift.gyb", "Makefile", "sub.d/Makefile"]
    let others = ["README.md", ".gitignore", "a.SWIFT", "sub.d/.swift-format", "x.swift.orig"]
    for name in swift + others { try tree.write(name) }
    let found = tree.found(swift + others + ["sub.d", "gone.md", "gone.swift"])
    #expect(Set(tree.relative(found.files).map(\.string)) == Set(swift))
    #expect(Set(relative(found.notSwift)) == Set(others))
    #expect(
      found.troubles.map(\.message) == [
        "no such file or directory: 'gone.md'", "no such file or directory: 'gone.swift'",
      ])
  }

  @Test func aRepositoryInARepositoryIsNotEntered() throws {
    for name in ["one", "one/in/ner", "two"] { try tree.write(name + "/.git/HEAD") }
    for name in ["a", "one/b", "one/in/c", "one/in/ner/d", "two/e"] {
      try tree.write(name + ".swift")
    }
    let outside = tree.found()
    #expect(
      tree.relative(outside.files).map(\.string)
        == ["a.swift", "one/b.swift", "one/in/c.swift", "two/e.swift"])
    #expect(relative(outside.nestedRepositories) == ["one/in/ner"])
    #expect(relative(tree.found(["one/in"]).nestedRepositories) == ["one/in/ner"])
    #expect(try paths(["one/in/ner"]) == ["one/in/ner/d.swift"])
    let named = tree.found(["one", "one/in/ner"], gitSettings: noSettings)
    #expect(named.files.count == 3 && named.nestedRepositories.isEmpty)
    try tree.write(".git/HEAD")
    let inside = tree.found(excludes: ["two"])
    #expect(tree.relative(inside.files).map(\.string) == ["a.swift"])
    #expect(relative(inside.nestedRepositories) == ["one"] && inside.excluded.isEmpty)
  }

  @Test func onlyRegularFilesAreTakenFromFolders() throws {
    try tree.write("real/a.swift")
    try tree.makeFolder("folder.swift".utf8)
    try FileManager.default.createSymbolicLink(
      atPath: tree.path.appending("link.swift").string, withDestinationPath: "real/a.swift")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path.appending("linked").string, withDestinationPath: "real")
    #expect(mkfifo(tree.path.appending("pipe.swift").string, 0o600) == 0)
    #expect(try paths() == ["real/a.swift"])
    // Those that lead to what a walk would take are counted.
    let others = [
      "dangling.swift": "nowhere", "text": "real/a.swift", ".hidden": "real", "Pods": "real",
      "excluded": "real", "ignored.swift": "real/a.swift", "pipes.swift": "pipe.swift",
    ]
    for (name, target) in others {
      try FileManager.default.createSymbolicLink(
        atPath: tree.path.appending(name).string, withDestinationPath: target)
    }
    try tree.write(".gitignore", "ignored.swift\n")
    let found = tree.found(excludes: ["excluded"], gitSettings: noSettings)
    #expect(relative(found.links) == ["link.swift", "linked"])
    #expect(found.excluded.isEmpty)
    #expect(try paths(["link.swift", "linked"]) == ["link.swift", "linked/a.swift"])
  }

  @Test func aFileIsTakenOnceHoweverItIsNamed() throws {
    try tree.write("a/b.swift")
    try tree.write("c.swift")
    let absolute = tree.path.appending("a/b.swift").string
    let names = ["a/b.swift", "./a//b.swift", "a/../a/b.swift", absolute, "a", ".", "a/"]
    #expect(try paths(names) == ["a/b.swift", "c.swift"])
    #expect(try paths(names.reversed()) == ["a/b.swift", "c.swift"])
  }

  @Test func parentOfALinkIsWhereItLeads() throws {
    try tree.write("x/y/z.swift")
    try tree.write("x/a.swift")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path.appending("link").string, withDestinationPath: "x/y")
    #expect(try paths(["link/../a.swift"]) == ["x/a.swift"])
  }

  /// As `/tmp` is a link on macOS, and home folders often are.
  @Test func aLinkThatLeadsIntoTheRootDoesNotHideIt() throws {
    try tree.write("project/Sources/a.swift")
    for link in ["home", "home2"] {
      try FileManager.default.createSymbolicLink(
        atPath: tree.path.appending(link).string, withDestinationPath: link == "home" ? "." : "home"
      )
    }
    let project = tree.path.appending("project")
    let configurations = ConfigurationTree(in: Place(workingFolder: project), root: project)
    for link in ["home", "home2"] {
      let name = tree.path.appending("\(link)/project/Sources/a.swift")
      let file = configurations.file(namedAs: name).file
      #expect(file.path.string == "Sources/a.swift")
      #expect(file.relativePath.string == "Sources/a.swift")
    }
    let root = configurations.folder(namedAs: tree.path.appending("home/project"))
    #expect(root.file.path.string == "")
  }

  @Test func excludedFoldersAndFilesAreLeftOutEvenWhereTheyAreNamed() throws {
    for name in ["Generated/a.swift", "b.swift", "sub/Generated/c.swift", "sub/d.swift"] {
      try tree.write(name)
    }
    #expect(try paths(excludes: ["Generated", "d.swift"]) == ["b.swift"])
    #expect(
      try paths(["Generated", "Generated/a.swift", "b.swift"], excludes: ["Generated"]) == [
        "b.swift"
      ])
    #expect(try paths(["Generated"], from: "sub", excludes: ["sub/Generated/*"]) == [])
    let once = tree.found(excludes: ["Generated"])
    #expect(
      tree.relative(once.excluded).map(\.string)
        == ["Generated/a.swift", "sub/Generated/c.swift"])
    let twice = tree.found(
      [".", "sub", "Generated", "Generated/a.swift"], excludes: ["Generated"])
    #expect(tree.relative(twice.excluded) == tree.relative(once.excluded))
  }

  @Test func aPathIsPrintedAsItIsSeenFromTheWorkingFolder() {
    func file(_ argument: String, from folder: String = "/home/app", root: String = "/home")
      -> LintFile
    {
      let place = Place(workingFolder: FilePath(folder))
      return ConfigurationTree(in: place, root: FilePath(root))
        .file(namedAs: FilePath(argument)).file
    }
    func printed(_ argument: String) -> String { file(argument).path.string }
    #expect(printed("./a.swift") == "a.swift")
    #expect(printed("/home/app/a.swift") == "a.swift")
    #expect(printed(".") == "")
    #expect(printed("../b/a.swift") == "../b/a.swift")
    #expect(printed("../../other/a.swift") == "../../other/a.swift")
    #expect(printed("..") == "..")
    #expect(printed("/home/b/a.swift") == "/home/b/a.swift")
    #expect(file("a.swift").relativePath.string == "app/a.swift")
    #expect(file("/other/a.swift").relativePath.string == "other/a.swift")
    #expect(file("a.swift", from: "/", root: "/").path.string == "a.swift")
  }

  @Test func whatCannotBeReadIsNamedAndTheRestIsFound() throws {
    try tree.write("a.swift")
    #expect(mkfifo(tree.path.appending("pipe").string, 0o600) == 0)
    let found = tree.found(["", "missing", "pipe", "a.swift", "missing"])
    #expect(tree.relative(found.files).map(\.string) == ["a.swift"])
    #expect(
      found.troubles.map(\.message) == [
        "no such file or directory: ''", "no such file or directory: 'missing'",
        "cannot read 'pipe' (Not a regular file)",
      ])
  }

  /// Deeper than paths may be long, and than descriptors and a recursive walk would allow.
  @Test func depthIsNoLimit() throws {
    let depth = 3000
    var folder = open(tree.path.string, O_RDONLY)
    for level in 0...depth {
      let file = openat(folder, "a.swift", O_WRONLY | O_CREAT, 0o644)
      close(file)
      guard level < depth else { break }
      #expect(mkdirat(folder, "d", 0o755) == 0)
      let next = openat(folder, "d", O_RDONLY)
      close(folder)
      folder = next
    }
    close(folder)
    let files = tree.found(gitSettings: noSettings).files
    #expect(files.count == depth + 1)
    let counts = files.map(\.path.bytes.count)
    let deepest = try #require(counts.indices.max { counts[$0] < counts[$1] })
    #expect(try readFile(files[deepest].path).isEmpty)
    #expect(try FileBuffer().readFile(at: deepest, of: files) { _ in true } == [])
  }
}
