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
    let selection = FileSelection(gitSettings: settings)
    let found = Set(tree.relative(tree.found(["."], from: "", selection: selection).files))
    #expect(found.count == 5)
    let place = Place(workingFolder: tree.path, root: tree.path, printsAbsolutePaths: true)
    for name in names + ["link.swift"] {
      let answer = walkAnswer(for: FilePath(name), in: place, settings)
      #expect((answer == .found) == found.contains(FilePath(name)), "\(name)")
    }
    // The path alone tells as much, but for what git ignores and what is no file.
    let all = Set(tree.relative(tree.found(selection: FileSelection()).files))
    for name in names {
      #expect(FilePath(name).isInReachOfWalks == all.contains(FilePath(name)), "\(name)")
    }
    for name in ["out/f.swift", "sub/out/g.swift", "sub/i.gen.swift"] {
      #expect(walkAnswer(for: FilePath(name), in: place, settings) == .ignored)
    }
    for name in ["a.txt", "Pods/d.swift", ".hidden/e.swift", "link.swift"] {
      #expect(walkAnswer(for: FilePath(name), in: place, settings) == .skipped)
    }
    let sub = tree.path.appending("sub")
    let below = Place(workingFolder: tree.path, root: sub, printsAbsolutePaths: true)
    #expect(walkAnswer(for: FilePath("a.swift"), in: below, settings) == .outside)
    #expect(walkAnswer(for: FilePath("subway.swift"), in: below, settings) == .outside)
    #expect(walkAnswer(for: FilePath("sub/deep/c.swift"), in: below, settings) == .found)
  }

  @Test func whatIsTrackedIsNotIgnored() throws {
    for name in ["out/a.swift", "out/b.swift"] { try tree.write(name) }
    try tree.write(".gitignore", "out\n")
    try run("/usr/bin/git", "init", "-q", in: tree.path)
    try run("/usr/bin/git", "add", "-f", "out/b.swift", in: tree.path)
    let place = Place(workingFolder: tree.path, root: tree.path, printsAbsolutePaths: true)
    #expect(walkAnswer(for: FilePath("out/a.swift"), in: place, settings) == .ignored)
    #expect(walkAnswer(for: FilePath("out/b.swift"), in: place, settings) == .found)
  }
}
