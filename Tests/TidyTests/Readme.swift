import Foundation
import Testing

/// The README, taken apart.
enum Readme {
  /// What stands between two fences, e.g. with the language `swift` and the label `Clock.swift` for
  /// a block that opens with "```swift Clock.swift". A label names the file whose text it is.
  struct Block {
    let language: String
    let label: String
    let lines: [String]

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  static func text() throws -> String { try Repository.text(of: "README.md") }

  static func blocks() throws -> [Block] {
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
    try #require(open == nil)
    return blocks
  }

  /// The one block with this label.
  static func block(_ label: String) throws -> Block {
    let matching = try blocks().filter { $0.label == label }
    return try #require(matching.count == 1 ? matching[0] : nil, "one block with label \(label)")
  }

  /// What is typed at a shell: the lines of `sh` blocks, those after `$` in `console` blocks, and
  /// code within a line.
  static func commands() throws -> [String] {
    let typed = try blocks().flatMap { block -> [String] in
      switch block.language {
      case "sh": block.lines
      case "console": block.lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
      default: []
      }
    }
    let prose = try text().replacing(/(?m)^```[\s\S]*?^```/, with: "")
    return typed + prose.matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }
}
