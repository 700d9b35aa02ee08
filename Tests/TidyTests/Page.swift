import Foundation
import Testing

/// What people read: the README, or an article of the site.
struct Page: CustomTestStringConvertible {
  /// What stands between two fences, e.g. with the language `swift` and the label `Clock.swift` for
  /// a block that opens with "```swift Clock.swift". A label names the file whose text it is.
  struct Block {
    let language: String
    let label: String
    let lines: [String]

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  static let catalogue = "Sources/swift-determinism-lint/swift-determinism-lint.docc"
  static let readme = Page(path: "README.md")
  static let root = Page(path: "\(catalogue)/swift-determinism-lint.md")
  static let articles = Repository.files(in: catalogue, suffix: ".md")
    .filter { $0 != root.path }.map(Page.init)
  static let all = [readme, root] + articles

  /// What lies beside the code, for who changes it.
  static let forContributors = ["Sources", "Rules", "Tests", "Fixtures"]
    .flatMap { Repository.files(in: $0, suffix: "README.md") }.map(Page.init)

  /// From the root of the project.
  let path: String

  /// As links have it, e.g. `In-CI`.
  var name: String { String(path.split(separator: "/").last!.dropLast(".md".count)) }
  var testDescription: String { name }

  static func article(_ name: String) throws -> Page {
    try #require(articles.first { $0.name == name }, "there is no page \(name)")
  }

  /// The text of the blocks with this label, be they in several pages.
  static func block(_ label: String) throws -> Block {
    let blocks = try all.flatMap { try $0.blocks() }.filter { $0.label == label }
    try #require(Set(blocks.map(\.text)).count == 1, "blocks with label \(label) have one text")
    return blocks[0]
  }

  func text() throws -> String { try Repository.text(of: path) }

  /// Without what stands between fences.
  func prose() throws -> String { try text().replacing(/(?m)^```[\s\S]*?^```/, with: "") }

  func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var open: (info: Substring, lines: [String])?
    for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open, line == "```" {
        let words = block.info.split(separator: " ", maxSplits: 1).map(String.init)
        blocks.append(
          Block(
            language: words.first ?? "", label: words.count == 2 ? words[1] : "",
            lines: block.lines))
        open = nil
      } else if open != nil {
        open?.lines.append(String(line))
      } else if line.hasPrefix("```") {
        open = (line.dropFirst(3), [])
      }
    }
    try #require(open == nil, "\(path) has a block without an end")
    return blocks
  }

  /// What calls a program: the lines after `$` in `console` blocks, those of other blocks that are
  /// not what is printed, and code within a line.
  func commands() throws -> [String] {
    let typed = try blocks().flatMap { block -> [String] in
      switch block.language {
      case "console": block.lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
      case "", "text": []
      default: block.lines
      }
    }
    return typed + (try prose()).matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }
}
