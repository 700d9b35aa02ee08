import Diagnostics
import RuleEngine
import Testing

@testable import Rules

/// A rule that bans `patterns` everywhere.
func rule(_ id: String, bans patterns: [String]) throws -> Rule {
  var rule = Rule(id: id, pack: "test", message: "'\(id)' is banned", ban: [])
  rule.ban = try patterns.map { try Pattern(parsing: $0) }
  return rule
}

/// A rule with the conditions under a key, all as a rule file has them.
func conditionRule(_ key: String, _ conditions: String, bans: String) throws -> Rule {
  try ruleOfFile(["ban: [\(bans)]", "\(key): \(conditions)"], id: "own-\(key)")
}

/// A rule with the keys of a rule file.
func ruleOfFile(_ keys: [String], id: String = "own") throws -> Rule {
  let head = "pack: test\nrules:\n  - id: \(id)\n    message: no\n"
  let text = head + keys.map { "    \($0)\n" }.joined()
  let file = RuleFile(parsing: SourceFile(path: FilePath("own.yml"), bytes: Array(text.utf8)))
  #expect(file.diagnostics.map(\.message) == [])
  return try #require(file.rules.first).value
}

func sourceFile(_ text: String) -> SourceFile {
  SourceFile(path: FilePath("File.swift"), bytes: Array(text.utf8))
}

/// The text without the marks of `mark`.
func sourceFile(unmarking marked: String) -> SourceFile {
  sourceFile(String(marked.filter { !"⟦⟧⟨⟩".contains($0) }))
}

/// The text with `⟦` and `⟧` around the ranges, and `⟨` and `⟩` around others.
func mark(_ ranges: [Range<Int>], and others: [Range<Int>] = [], in bytes: [UInt8]) -> String {
  let marks =
    ranges.map { (range: $0, open: "⟦", close: "⟧") }
    + others.map { (range: $0, open: "⟨", close: "⟩") }
  let sorted = marks.sorted {
    ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
  }
  var marked: [UInt8] = []
  for offset in 0...bytes.count {
    for mark in sorted.reversed() where mark.range.upperBound == offset {
      marked += mark.close.utf8
    }
    for mark in sorted where mark.range.lowerBound == offset { marked += mark.open.utf8 }
    if offset < bytes.count { marked.append(bytes[offset]) }
  }
  return String(decoding: marked, as: UTF8.self)
}

/// What the rules report in the text, as `id@line:column`.
func reports(
  _ text: String, rules: [Rule], path: String = "File.swift"
) -> [String] {
  let source = sourceFile(text)
  let lines = LineTable(source.bytes)
  let findings = lint(source, relativePath: FilePath(path), with: CompiledRules(rules))
  return findings.reported.map { diagnostic in
    let place = lines.location(of: diagnostic.range.lowerBound)
    return "\(diagnostic.rule!.id)@\(place.line):\(place.column)"
  }
}
