import BundledRules
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Rules

/// What is left out of reading files that are known to have no mistake makes no difference to them.
@Suite struct CheckedRuleFileTests {
  private static let texts = bundledRuleFiles.map { String(decoding: $0.bytes, as: UTF8.self) }

  /// Whether the file has no mistake; then both ways must read the same.
  private func isCorrect(_ text: String) -> Bool {
    let source = SourceFile(path: FilePath("rules.yml"), bytes: Array(text.utf8))
    let file = RuleFile(parsing: source)
    guard file.diagnostics.isEmpty else { return false }
    let checked = RuleFile(parsing: source, isChecked: true)
    #expect((file.pack, file.about, file.note) == (checked.pack, checked.about, checked.note))
    #expect(describe(file.rules) == describe(checked.rules), "\(text)")
    return true
  }

  private func describe(_ rules: [Located<Rule>]) -> String {
    rules.map { rule in
      var written = rule.value
      // Of a note, what the file has differs; what is shown does not.
      written.writtenNote = nil
      return "\(rule.range) \(written) \(rule.value.note ?? "") \(rule.value.ban.map(\.text))"
    }
    .joined(separator: "\n")
  }

  @Test func bundledFilesAreCorrect() {
    for text in Self.texts { #expect(isCorrect(text), "\(text.prefix(30))") }
  }

  @Test func listsOnOneLine() {
    let rule = "pack: p\nrules:\n  - id: x\n    message: m\n    ban:\n      - Date()\n    files: "
    for list in [
      "[a]", "[\"a b\", c_1]", "[\"*.swift\", \"{a,b}/**\"]", "[ a]", "[a ]", "[a] ", "[a] # b",
      "[a-b]", "['a']", "[a, ]", "[a,b]", "[\" a\"]", "[\"a\\n\"]",
    ] {
      #expect(isCorrect(rule + list + "\n"), "\(list)")
    }
    for list in [
      "[]", "[*]", "[\"\"]", "[\"a]", "[a: b]", "[\"[\"]", "[a", "[a, [b]]", "a",
    ] {
      #expect(!isCorrect(rule + list + "\n"), "\(list)")
    }
  }

  @Test func whatTellsAType() {
    let rule = "pack: p\nrules:\n  - id: x\n    message: m\n    ban:\n      - Date()\n    beside:"
    for lines in [
      ["labels: [a]"], ["members: [a, _b]", "labels: [in]"], ["functions: [f(in:), g(_:b:)]"],
      ["labels: [a]", "functions: [f(in:)]", "members: [b]"], ["labels: [\"a\"]"],
    ] {
      let text = rule + lines.map { "\n      " + $0 }.joined() + "\n"
      #expect(isCorrect(text), "\(lines)")
    }
    for lines in [
      [], ["labels: []"], ["labels: [1a]"], ["labels: [a]", "labels: [b]"],
      ["functions: [f]"], ["functions: [a.f(in:)]"], ["functions: [f(in: ]"], ["labels: a"],
      ["names: [a]"], ["labels: [a b]"],
    ] {
      let text = rule + lines.map { "\n      " + $0 }.joined() + "\n"
      #expect(!isCorrect(text), "\(lines)")
    }
  }

  /// Files with a few changes: lines that go, come twice or change places, and single characters.
  @Test func changedFiles() {
    var random = SplitMix64(seed: 11)
    let pieces = [
      " ", "  ", "    ", "\n", "\n\n", "\t", "\r", "#", " #", ":", ": ", "'", "\"", "\\", "-", "- ",
      "|", "|-", "[", "]", ", ", "files: [a, \"b\"]",
      "beside:", "{", "&", "é", "\u{85}", "\u{FEFF}", "off",
      "x", "_", ".", "...", "---",
      "Date()",
    ]
    var correctCount = 0
    for _ in 0..<mutationCount {
      let text = Self.texts.randomElement(using: &random)!
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let first = Int.random(in: 0..<lines.count, using: &random)
      // Short, so that many can be tried; mistakes stand in what is kept.
      lines = ["pack: p", "rules:"] + lines[first...].drop { !$0.hasPrefix("  - id") }.prefix(30)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let line = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[line], at: line)
        case 2: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &random))
        default:
          let offset = Int.random(in: 0...lines[line].count, using: &random)
          let index = lines[line].index(lines[line].startIndex, offsetBy: offset)
          let piece = pieces.randomElement(using: &random)!
          if Bool.random(using: &random), index < lines[line].endIndex {
            lines[line].remove(at: index)
          } else {
            lines[line].insert(contentsOf: piece, at: index)
          }
        }
        if lines.isEmpty { break }
      }
      if isCorrect(lines.joined(separator: "\n") + "\n") { correctCount += 1 }
    }
    #expect(mutationCount / 20 < correctCount)
  }
}

/// `RULE_FILE_MUTATIONS` sets another number.
private let mutationCount =
  ProcessInfo.processInfo.environment["RULE_FILE_MUTATIONS"].flatMap(Int.init) ?? 2_000
