import Diagnostics
import Foundation
import Testing

@testable import Workspace

/// The answer for one file must be that of the search for all files.
@Suite struct WalkAnswerTests {
  let tree: TemporaryFolder
  let settings = GitSettings { _ in nil }

  init() throws {
    tree = try TemporaryFolder()
  }

  /// - Parameter root: nil for the whole tree.
  private func answer(_ name: String, from root: FilePath? = nil) -> WalkAnswer {
    let place = Place(workingFolder: tree.path, printsAbsolutePaths: true)
    let configurations = ConfigurationTree(in: place, root: tree.path)
    return walkAnswer(
      for: configurations.file(namedAs: FilePath(name)), from: root ?? tree.path, in: place,
      settings)
  }

  /// - Parameter root: nil for the whole tree.
  private func isPassedOver(_ name: String, from root: String? = nil) -> Bool {
    let place = Place(workingFolder: tree.path, printsAbsolutePaths: true)
    let configurations = ConfigurationTree(in: place, root: tree.path)
    return PassedOver(
      configurations.file(namedAs: FilePath(name)),
      byWalksFrom: root.map { tree.path.appending($0) } ?? tree.path, settings
    ).isPassedOver
  }

  @Test func answersAgreeWithASearch() throws {
    let names = [
      "a.swift", "a.txt", "sub/b.swift", "sub/deep/c.swift", "subway.swift", "Pods/d.swift",
      ".hidden/e.swift", "out/f.swift", "sub/out/g.swift", "kept/h.swift", "sub/i.gen.swift",
    ]
    for name in names { try tree.write(name) }
    try tree.write(".gitignore", "out\n*.gen.swift\n")
    try tree.write("kept/.gitignore", "*\n!h.swift\n")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path.appending("link.swift").string, withDestinationPath: "a.swift")
    let found = Set(tree.relative(tree.found(gitSettings: settings).files))
    #expect(found.count == 5)
    // To be passed over takes no file.
    for name in names where name.hasSuffix(".swift") {
      #expect(isPassedOver(name) == !found.contains(FilePath(name)), "\(name)")
    }
    #expect(isPassedOver("new/out/x.swift") && isPassedOver("new.gen.swift"))
    #expect(!isPassedOver("new/x.swift") && !isPassedOver("out/f.swift", from: "out"))
    for name in names + ["link.swift"] {
      let answer = answer(name)
      #expect((answer == .found) == found.contains(FilePath(name)), "\(name)")
    }
    // The path alone tells as much, but for what git ignores and what is no file.
    let all = Set(tree.relative(tree.found().files))
    for name in names {
      #expect(FilePath(name).isInReachOfWalks == all.contains(FilePath(name)), "\(name)")
    }
    for name in ["out/f.swift", "sub/out/g.swift", "sub/i.gen.swift"] {
      #expect(answer(name) == .ignored)
    }
    for name in ["a.txt", "Pods/d.swift", ".hidden/e.swift", "link.swift"] {
      #expect(answer(name) == .skipped)
    }
    let sub = tree.path.appending("sub")
    #expect(answer("a.swift", from: sub) == .outside)
    #expect(answer("subway.swift", from: sub) == .outside)
    #expect(answer("sub/deep/c.swift", from: sub) == .found)
  }

  @Test func whatIsTrackedIsNotIgnored() throws {
    for name in ["out/a.swift", "out/b.swift"] { try tree.write(name) }
    try tree.write(".gitignore", "out\n")
    try run("/usr/bin/git", "init", "-q", in: tree.path)
    try run("/usr/bin/git", "add", "-f", "out/b.swift", in: tree.path)
    #expect(answer("out/a.swift") == .ignored)
    #expect(answer("out/b.swift") == .found)
    #expect(isPassedOver("out/a.swift") && !isPassedOver("out/b.swift"))
    // A repository in a folder that is ignored.
    try tree.write("out/inner/c.swift")
    try run("/usr/bin/git", "init", "-q", in: tree.path.appending("out/inner"))
    let inner = "out/inner/c.swift"
    #expect(isPassedOver(inner) && !isPassedOver(inner, from: "out/inner"))
  }
}
