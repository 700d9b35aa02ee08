import Diagnostics
import Foundation
import Rules
import Testing

@testable import Workspace

/// Which configuration holds for which file.
@Suite struct ConfigurationTreeTests {
  let tree: TemporaryFolder

  init() throws {
    tree = try TemporaryFolder()
  }

  func configure(_ folder: String, _ text: String = "") throws {
    try tree.write((folder.isEmpty ? "" : folder + "/") + configurationFileName, text)
  }

  func configurations(from folder: String = "", home: String? = nil) -> ConfigurationTree {
    let working = folder.isEmpty ? tree.path : tree.path.appending(folder)
    return ConfigurationTree(
      in: Place(workingFolder: working, printsAbsolutePaths: true),
      home: home.map { tree.path.appending($0) })
  }

  /// The folder whose configuration holds for a file, relative to the tree; nil for none.
  func folder(of name: String, _ configurations: ConfigurationTree? = nil) -> String? {
    let configurations = configurations ?? self.configurations()
    let folder = configurations.file(namedAs: tree.path.appending(name)).folder
    return folder.configuration.source == nil
      ? nil : folder.path.relative(to: tree.path)?.string
  }

  @Test func theNearestHoldsUpToTheRepository() throws {
    try configure("")
    try tree.makeFolder("a/b".utf8)
    try tree.makeFolder("repository/.git".utf8)
    try tree.makeFolder("repository/sub/deep".utf8)
    #expect(folder(of: "a/b/x.swift") == "")
    #expect(folder(of: "repository/sub/deep/x.swift") == nil)
    try configure("repository")
    #expect(folder(of: "repository/sub/deep/x.swift") == "repository")
    try configure("repository/sub")
    let configurations = configurations(from: "a")
    for _ in 0..<2 {
      #expect(folder(of: "repository/x.swift", configurations) == "repository")
      #expect(folder(of: "repository/sub/deep/x.swift", configurations) == "repository/sub")
      #expect(folder(of: "a/x.swift", configurations) == "")
    }
    #expect(configurations.folders.count == 3)
  }

  @Test func withoutARepositoryTheHomeFolderIsTheLimit() throws {
    try configure("")
    try tree.makeFolder("home/project".utf8)
    let configurations = configurations(home: "home")
    #expect(folder(of: "home/project/x.swift", configurations) == nil)
    #expect(folder(of: "home/new/folder/x.swift", configurations) == nil)
    #expect(folder(of: "homework/x.swift", configurations) == "")
    try configure("home")
    #expect(folder(of: "home/project/x.swift", self.configurations(home: "home")) == "home")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
  func aFolderOfAnotherOwnerIsTheLimit() throws {
    try configure("shared")
    try tree.makeFolder("shared/mine".utf8)
    #expect(folder(of: "shared/mine/x.swift") == "shared")
    #expect(chown(tree.path.appending("shared/mine").string, 1, 1) == 0)
    #expect(folder(of: "shared/mine/x.swift") == nil)
    #expect(folder(of: "shared/mine/new/x.swift") == nil)
    try tree.makeFolder("shared/.git".utf8)
    #expect(folder(of: "shared/mine/x.swift") == "shared")
  }

  @Test func aWalkComesUponNearerOnesAndEntersRepositoriesFromOutsideAlone() throws {
    try configure("")
    try configure("a/b")
    try tree.makeFolder("module/.git".utf8)
    try tree.makeFolder(".git".utf8)
    for name in ["x", "a/x", "a/b/x", "a/b/c/x", "a/c/x", "module/x"] {
      try tree.write(name + ".swift")
    }
    let configurations = configurations()
    func found(_ arguments: String...) -> [String] {
      let search = FileSearch(
        named: arguments.map { FilePath($0) }, in: configurations.place,
        Selection(configurations))
      return search.all().files.map { file in
        let folder = configurations.folders[file.configuration]
        let name = folder.configuration.source == nil ? nil : folder.path.relative(to: tree.path)
        return "\(file.path.relative(to: tree.path)!.string): \(name?.string ?? "none")"
      }
    }
    #expect(
      found(".") == [
        "a/b/c/x.swift: a/b", "a/b/x.swift: a/b", "a/c/x.swift: ", "a/x.swift: ",
        "x.swift: ",
      ])
    #expect(found("module") == ["module/x.swift: none"])
    #expect(found("a/b/c") == ["a/b/c/x.swift: a/b"])
    #expect(found("module/x.swift", "a/x.swift") == ["a/x.swift: ", "module/x.swift: none"])
    try FileManager.default.removeItem(atPath: tree.path.appending(".git").string)
    #expect(found(".").suffix(2) == ["module/x.swift: none", "x.swift: "])
  }

  @Test func excludesAddUpFromTheRootDown() throws {
    try configure("", "exclude: [Generated, a/b/out]")
    try configure("a/b", "exclude: [c]")
    for name in ["x", "a/b/x", "a/b/c/x", "a/b/out/x", "a/b/Generated/x", "c/x"] {
      try tree.write(name + ".swift")
    }
    let configurations = configurations(from: "a")
    let named = ["x", "a/b/x", "a/b/c/x", "a/b/out/x", "a/b/Generated/x", "c/x"].filter {
      !configurations.file(namedAs: tree.path.appending($0 + ".swift")).isExcluded
    }
    #expect(named == ["x", "a/b/x", "c/x"])
    let search = FileSearch(
      named: [tree.path], in: configurations.place, Selection(configurations))
    #expect(
      tree.relative(search.all().files).map(\.string) == ["a/b/x.swift", "c/x.swift", "x.swift"])
  }
}
