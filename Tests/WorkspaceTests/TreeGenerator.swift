import Diagnostics
import Foundation
import TestSupport

@testable import Workspace

extension TemporaryFolder {
  func configure(ignoringCase: Bool) throws {
    try write("repository/.git/config", "[core]\n\tignoreCase = \(ignoringCase)\n")
  }
}

/// Makes trees of folders and files with odd names, and ignore files that nearly match them.
struct TreeGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// - Parameter folderCount: each folder has about thirty files.
  /// - Returns: the paths of the files, relative to the tree.
  mutating func populate(
    _ tree: TemporaryFolder, folderCount: Int, ignoringCase: Bool
  ) throws -> [FilePath] {
    try tree.configure(ignoringCase: ignoringCase)
    var files: [FilePath] = []
    var samples: [String] = []
    for index in 0..<folderCount {
      let top = FilePath("repository").appending("t\(index)")
      var paths: [String] = []
      for _ in 0..<30 { paths.append(randomPath()) }
      for path in Set(paths).sorted() {
        let file = top.appending(path + ".swift")
        // Another path may have made a folder of this name.
        guard (try? tree.write(file.bytes, [])) != nil else { continue }
        files.append(file)
      }
      samples += paths
      try tree.write(top.appending(".gitignore").bytes, ignoreFile(like: paths))
      for path in paths.prefix(6) where path.contains("/") {
        let folder = path.split(separator: "/").dropLast(chance(2) ? 1 : 0)
        let name = folder.joined(separator: "/")
        guard (try? tree.makeFolder(top.appending(name).bytes)) != nil else { continue }
        try? tree.write(
          top.appending(name + "/.gitignore").bytes,
          ignoreFile(like: paths.map { String($0.dropFirst(name.count + 1)) + "a" }))
      }
    }
    let everywhere = samples.map { "t\(generator.next() % 60)/" + $0 }
    try tree.write("repository/.gitignore".utf8, ignoreFile(like: everywhere))
    try tree.write("repository/.git/info/exclude".utf8, ignoreFile(like: everywhere))
    try tree.write("excludes".utf8, ignoreFile(like: everywhere))
    try tree.write(
      ".gitconfig",
      "[Core \"x\"]\nexcludesFile=no\n[CORE]\n excludesfile = \"~/excl\\\nudes\" # all\n")
    return files
  }

  private mutating func randomPath() -> String {
    let depth = Int.random(in: 1...4, using: &generator)
    return (0..<depth).map { _ in randomName() }.joined(separator: "/")
  }

  private mutating func randomName() -> String {
    let letters = Array("aabbbcAB-x[]*?!#\\ é+^.")
    let first = letters.dropLast().randomElement(using: &generator)!
    let rest = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      letters.randomElement(using: &generator)!
    }
    return String([first] + rest)
  }

  private mutating func chance(_ count: UInt64) -> Bool { generator.next() % count == 0 }

  private mutating func ignoreFile(like paths: [String]) -> [UInt8] {
    var text = chance(8) ? "\u{FEFF}" : ""
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      text += pattern(like: paths.randomElement(using: &generator)!)
      text += ["\n", "\n", "\n", "\r\n", " \n", "\\ \n", "\t\n", "\n\n"].randomElement(
        using: &generator)!
    }
    if chance(6) { text.removeLast() }
    return chance(20) ? Array(text.utf8) + [0, 65] + Array(text.utf8) : Array(text.utf8)
  }

  private mutating func pattern(like path: String) -> String {
    var components = (path + ".swift").split(separator: "/").map(String.init)
    if chance(3) { components.removeFirst(Int(generator.next() % UInt64(components.count))) }
    if chance(3) { components = Array(components.prefix(1 + Int(generator.next() % 3))) }
    for index in components.indices where chance(2) {
      components[index] = vary(components[index])
    }
    if chance(6) {
      components.insert("**", at: Int(generator.next() % UInt64(components.count + 1)))
    }
    var pattern = components.joined(separator: chance(20) ? "\\/" : "/")
    if chance(5) { pattern = "/" + pattern }
    if chance(6) { pattern += "/" }
    if chance(4) { pattern = "!" + pattern }
    return pattern
  }

  private mutating func vary(_ component: String) -> String {
    var characters = Array(component).map(String.init)
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      let index = Int(generator.next() % UInt64(characters.count))
      let old = characters[index]
      characters[index] = [
        "*", "*", "?", "**", "[\(old)]", "[!\(old)]", "[a-c]", "[[:alpha:]]", "\\\(old)",
        "[\(old)-z]",
        "***", "*?", "[^x-]", old.uppercased(), "", "[]\(old)]",
      ].randomElement(using: &generator)!
    }
    if chance(4) { return "*" + (characters.last ?? "") }
    return chance(6) ? "*" : characters.joined()
  }
}
