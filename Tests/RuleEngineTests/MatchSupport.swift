import Diagnostics
import Testing

@testable import RuleEngine
@testable import Rules

/// A rule that bans `patterns` everywhere.
func rule(_ id: String, bans patterns: [String]) throws -> Rule {
  Rule(
    id: id, pack: "test", severity: .error, category: nil, message: "'\(id)' is banned",
    url: nil, ban: try patterns.map { try Pattern(parsing: $0) }, replacements: [], files: [],
    allow: [], inside: [], allowInside: [])
}

/// A rule with the conditions under a key, all as a rule file has them.
func conditionRule(_ key: String, _ conditions: String, bans: String) throws -> Rule {
  let text = """
    pack: own
    rules:
      - { id: own-\(key), message: no, ban: [\(bans)], \(key): \(conditions) }

    """
  let file = RuleFile(parsing: SourceFile(path: FilePath("own.yml"), bytes: Array(text.utf8)))
  #expect(file.diagnostics.map(\.message) == [])
  return try #require(file.rules.first).value
}

func sourceFile(_ text: String) -> SourceFile {
  SourceFile(path: FilePath("File.swift"), bytes: Array(text.utf8))
}

/// Checks that the patterns match what stands between `⟦` and `⟧` in the text, and nothing else.
func expectUses(
  of patterns: String..., in marked: String, modules: [String] = [],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  try expectUses(of: patterns, in: marked, modules: modules, sourceLocation: sourceLocation)
}

/// Checks each text of a table, one `expectUses` a line.
func expectUses(
  of patterns: String..., inEach table: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  for text in table {
    try expectUses(of: patterns, in: text, modules: [], sourceLocation: sourceLocation)
  }
}

private func expectUses(
  of patterns: [String], in marked: String, modules: [String],
  sourceLocation: Testing.SourceLocation
) throws {
  let rules = CompiledRules([try rule("banned", bans: patterns)], modules: modules)
  let source = sourceFile(String(marked.filter { $0 != "⟦" && $0 != "⟧" }))
  let findings = lint(source, relativePath: source.path, with: rules)
  let found = mark(findings.diagnostics.map(\.range), in: source.bytes)
  #expect(found == marked, sourceLocation: sourceLocation)
  source.bytes.withUnsafeBufferPointer { bytes in
    let isSkipped = !rules.mayMatch(bytes)
    #expect(!isSkipped || findings.diagnostics.isEmpty, sourceLocation: sourceLocation)
  }
}

/// The text with `⟦` and `⟧` around the ranges.
func mark(_ ranges: [Range<Int>], in bytes: [UInt8]) -> String {
  var marked: [UInt8] = []
  for offset in 0...bytes.count {
    for range in ranges.reversed() where range.upperBound == offset { marked += "⟧".utf8 }
    for range in ranges where range.lowerBound == offset { marked += "⟦".utf8 }
    if offset < bytes.count { marked.append(bytes[offset]) }
  }
  return String(decoding: marked, as: UTF8.self)
}

/// What the rules report in the text, as `id@line:column`.
func reports(
  _ text: String, rules: [Rule], path: String = "File.swift"
) -> [String] {
  let source = sourceFile(text)
  let findings = lint(source, relativePath: FilePath(path), with: CompiledRules(rules))
  return findings.diagnostics.map { diagnostic in
    let before = source.bytes[..<diagnostic.range.lowerBound]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    return "\(diagnostic.rule!.id)@\(line):\(column)"
  }
}
