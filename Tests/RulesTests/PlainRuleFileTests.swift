import BundledRules
import Diagnostics
import Foundation
import Testing

@testable import Rules

/// The reader of plain rule files against the one of all.
@Suite struct PlainRuleFileTests {
  private static let texts = bundledRuleFiles.map { String(decoding: $0.bytes, as: UTF8.self) }

  private func read(_ source: SourceFile, isChecked: Bool = false) -> RuleFile? {
    source.bytes.withUnsafeBufferPointer {
      var reader = PlainRuleFileReader(source, $0, isChecked: isChecked)
      return reader.readFile()
    }
  }

  /// Whether the file is plain; then both must read the same.
  private func isPlain(_ text: String) -> Bool {
    let source = SourceFile(path: FilePath("rules.yml"), bytes: Array(text.utf8))
    guard let plain = read(source) else { return false }
    let file = RuleFile(parsingYAML: source)
    #expect(file.diagnostics.isEmpty, "\(text)")
    #expect((file.pack, file.about, file.note) == (plain.pack, plain.about, plain.note))
    #expect(describe(file.rules) == describe(plain.rules), "\(text)")
    return true
  }

  private func describe(_ rules: [Located<Rule>]) -> String {
    rules.map { rule in
      var written = rule.value
      // Of a note, what the file has differs; what is shown does not.
      written.writtenNote = nil
      return "\(rule.range) \(written) \(rule.value.note ?? "") \(written.ban.map(\.text))"
    }
    .joined(separator: "\n")
  }

  @Test func bundledFilesArePlain() {
    for text in Self.texts { #expect(isPlain(text), "\(text.prefix(30))") }
  }

  /// What is left out for files without mistakes makes no difference to them.
  @Test func bundledFilesNeedNoCheck() throws {
    for text in Self.texts {
      let source = SourceFile(path: FilePath("rules.yml"), bytes: Array(text.utf8))
      let file = RuleFile(parsingYAML: source)
      #expect(file.diagnostics.isEmpty, "\(text.prefix(30))")
      let checked = try #require(read(source, isChecked: true))
      #expect(describe(checked.rules) == describe(file.rules))
    }
  }

  @Test func listsOnOneLineArePlain() {
    let rule = "pack: p\nrules:\n  - id: x\n    message: m\n    ban:\n      - Date()\n    files: "
    for list in ["[a]", "[\"a b\", c_1]", "[\"*.swift\", \"{a,b}/**\"]"] {
      #expect(isPlain(rule + list + "\n"), "\(list)")
    }
    for list in [
      "[]", "[a, ]", "[a,b]", "[ a]", "[a ]", "[a] ", "[a] # b", "[*]", "[a-b]", "[\"\"]",
      "[\"a]", "[\" a\"]", "[\"a\\n\"]", "['a']", "[a: b]", "[\"[\"]", "[a", "[a, [b]]", "a",
    ] {
      #expect(!isPlain(rule + list + "\n"), "\(list)")
    }
  }

  @Test func whatTellsATypeIsPlain() {
    let rule = "pack: p\nrules:\n  - id: x\n    message: m\n    ban:\n      - Date()\n    beside:"
    for lines in [
      ["labels: [a]"], ["members: [a, _b]", "labels: [in]"], ["functions: [f(in:), g(_:b:)]"],
      ["labels: [a]", "functions: [f(in:)]", "members: [b]"],
    ] {
      let text = rule + lines.map { "\n      " + $0 }.joined() + "\n"
      #expect(isPlain(text), "\(lines)")
    }
    for lines in [
      [], ["labels: []"], ["labels: [1a]"], ["labels: [\"a\"]"], ["labels: [a]", "labels: [b]"],
      ["functions: [f]"], ["functions: [a.f(in:)]"], ["functions: [f(in: ]"], ["labels: a"],
      ["names: [a]"], ["labels: [a b]"],
    ] {
      let text = rule + lines.map { "\n      " + $0 }.joined() + "\n"
      #expect(!isPlain(text), "\(lines)")
    }
  }

  /// Files with a few changes: lines that go, come twice or change places, and single characters.
  @Test func readersAgree() {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      " ", "  ", "    ", "\n", "\n\n", "\t", "\r", "#", " #", ":", ": ", "'", "\"", "\\", "-", "- ",
      "|", "|-", "[", "]", ", ", "files: [a, \"b\"]",
      "beside:", "{", "&", "é", "\u{85}", "\u{FEFF}", "off",
      "x", "_", ".", "...", "---",
      "Date()",
    ]
    var plainCount = 0
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
      if isPlain(lines.joined(separator: "\n") + "\n") { plainCount += 1 }
    }
    #expect(mutationCount / 20 < plainCount)
  }
}

/// `RULE_FILE_MUTATIONS` sets another number.
private let mutationCount =
  ProcessInfo.processInfo.environment["RULE_FILE_MUTATIONS"].flatMap(Int.init) ?? 2_000
