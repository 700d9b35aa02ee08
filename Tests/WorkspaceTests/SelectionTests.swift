import Diagnostics
import Foundation
import Testing

@testable import Workspace

/// The decision about one file must be that of the search for all files.
@Suite struct SelectionTests {
  let tree: TemporaryFolder
  let settings = GitSettings { _ in nil }

  init() throws {
    tree = try TemporaryFolder()
  }

  /// - Parameter root: nil for the whole tree.
  private func decision(
    _ name: String, from root: FilePath? = nil, toldBy source: Selection.Source = .walk
  ) -> Selection.Decision {
    let place = Place(workingFolder: tree.path, printsAbsolutePaths: true)
    let configurations = ConfigurationTree(in: place, root: tree.path)
    let settings = settings
    return Selection(configurations, gitSettings: settings).decide(
      configurations.file(namedAs: FilePath(name)), from: root ?? tree.path, toldBy: source)
  }

  /// Whether an editor is not told of findings.
  /// - Parameter root: nil for the whole tree.
  private func isPassedOver(_ name: String, from root: String? = nil) -> Bool {
    decision(name, from: root.map { tree.path.appending($0) }, toldBy: .editor) != .lint
  }

  @Test func decisionsAgreeWithASearch() throws {
    let names = [
      "a.swift", "a.txt", "sub/b.swift", "sub/deep/c.swift", "subway.swift", "Pods/d.swift",
      ".hidden/e.swift", "out/f.swift", "sub/out/g.swift", "kept/h.swift", "sub/i.gen.swift",
      "sub/Pods/j.swift",
    ]
    for name in names + ["Podfile"] { try tree.write(name) }
    try tree.write(".gitignore", "out\n*.gen.swift\n")
    try tree.write("kept/.gitignore", "*\n!h.swift\n")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path.appending("link.swift").string, withDestinationPath: "a.swift")
    let found = Set(tree.relative(tree.found(gitSettings: settings).files))
    #expect(found.count == 6)
    // To be passed over takes no file.
    for name in names where name.hasSuffix(".swift") {
      #expect(isPassedOver(name) == !found.contains(FilePath(name)), "\(name)")
    }
    #expect(isPassedOver("new/out/x.swift") && isPassedOver("new.gen.swift"))
    #expect(!isPassedOver("new/x.swift") && !isPassedOver("out/f.swift", from: "out"))
    for name in names + ["link.swift"] {
      #expect((decision(name) == .lint) == found.contains(FilePath(name)), "\(name)")
    }
    // The path alone tells as much, but for what git ignores and what is no file.
    let all = Set(tree.relative(tree.found().files))
    for name in names {
      #expect((decision(name, toldBy: .git) == .lint) == all.contains(FilePath(name)), "\(name)")
    }
    for name in ["out/f.swift", "sub/out/g.swift", "sub/i.gen.swift"] {
      #expect(decision(name) == .ignored)
    }
    for name in ["a.txt", "Pods/d.swift", ".hidden/e.swift"] {
      #expect(decision(name) == .skipped)
    }
    #expect(decision("link.swift") == .link)
    let sub = tree.path.appending("sub")
    #expect(decision("a.swift", from: sub) == .outside)
    #expect(decision("subway.swift", from: sub) == .outside)
    #expect(decision("sub/deep/c.swift", from: sub) == .lint)
  }

  @Test func whatIsTrackedIsNotIgnored() throws {
    for name in ["out/a.swift", "out/b.swift"] { try tree.write(name) }
    try tree.write(".gitignore", "out\n")
    try run("/usr/bin/git", "init", "-q", in: tree.path)
    try run("/usr/bin/git", "add", "-f", "out/b.swift", in: tree.path)
    #expect(decision("out/a.swift") == .ignored)
    #expect(decision("out/b.swift") == .lint)
    #expect(isPassedOver("out/a.swift") && !isPassedOver("out/b.swift"))
    // A repository in a folder that is ignored.
    try tree.write("out/inner/c.swift")
    try run("/usr/bin/git", "init", "-q", in: tree.path.appending("out/inner"))
    let inner = "out/inner/c.swift"
    #expect(isPassedOver(inner) && !isPassedOver(inner, from: "out/inner"))
  }

  @Test func whatIsInANestedRepositoryIsForThoseWhoNameIt() throws {
    for name in ["module/a.swift", "module/sub/b.swift", "module/README.md"] {
      try tree.write(name)
    }
    try tree.write("module/.git", "gitdir: ../.git/modules/module")
    // From outside of any repository a walk enters one.
    #expect(decision("module/sub/b.swift") == .lint)
    try tree.makeFolder(".git".utf8)
    #expect(decision("module/sub/b.swift") == .nested)
    #expect(decision("module/sub/b.swift", from: tree.path.appending("module/sub")) == .lint)
    #expect(isPassedOver("module/sub/b.swift"))
    #expect(!isPassedOver("module/sub/b.swift", from: "module"))
    for name in ["module/a.swift", "module/README.md"] {
      let isSwift = name.hasSuffix(".swift")
      #expect(decision(name, from: tree.path.appending(name)) == (isSwift ? .lint : .skipped))
    }
  }
}
