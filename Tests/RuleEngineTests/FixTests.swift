import Diagnostics
import Foundation
import RuleEngine
import TestSupport
import Testing

@testable import Rules

/// A rule that bans the patterns and replaces those that have a text.
func rule(
  replacing texts: KeyValuePairs<String, String>, bans: [String] = []
) throws -> Rule {
  var rule = try rule("banned", bans: texts.map(\.key) + bans)
  rule.replacements = try texts.map { pattern, text in
    try Replacement(of: Pattern(parsing: pattern), parsing: text)
  }
  return rule
}

@Suite struct Fixes {
  /// In the order of both texts.
  static func expectKept(_ kept: [KeptText], of old: [UInt8], in new: [UInt8]) {
    var (index, offset) = (0, 0)
    for part in kept {
      #expect(index <= part.source.lowerBound && offset <= part.offset)
      index = part.source.upperBound
      offset = part.offset + part.source.count
      #expect(old[part.source] == new[part.offset..<offset])
    }
  }

  @Test func aReportShowsTheSourceAsItIs() throws {
    let source = sourceFile("f(Date())")
    let rules = CompiledRules([try rule(replacing: ["f(_:)": "g($1)", "Date()": "now"])])
    let found = lint(source, relativePath: source.path, with: rules).reported
    #expect(found.flatMap { $0.fixIts.map(\.text) } == ["g(Date())", "now"])
  }

  @Test func aFixItSaysWhichTextItKeeps() throws {
    let source = sourceFile("f(b: 12, c: 3)")
    let rules = CompiledRules([try rule(replacing: ["f(b:c:)": "g($2, $1)"])])
    let fixIt = try #require(
      lint(source, relativePath: source.path, with: rules).reported.first?.fixIts.first)
    #expect(fixIt.range == 0..<14)
    #expect(fixIt.text == "g(3, 12)")
    #expect(fixIt.kept == [KeptText(12..<13, at: 2), KeptText(5..<7, at: 5)])
  }

  private func fixes(
    _ text: String, replacing texts: KeyValuePairs<String, String>, bans: [String] = []
  ) throws -> FileFixes {
    let source = sourceFile(text)
    var scratch = LintScratch()
    let rules = CompiledRules([try rule(replacing: texts, bans: bans)])
    let fixes = fix(source, relativePath: source.path, with: rules, reusing: &scratch)
    Self.expectKept(fixes.kept, of: source.bytes, in: fixes.bytes ?? [])
    return fixes
  }

  /// Each level writes its argument twice.
  @Test func textThatGrowsBeyondMeasureLeavesTheFileAlone() throws {
    let nested = String(repeating: "f(", count: 60) + "x" + String(repeating: ")", count: 60)
    let fixes = try fixes(nested, replacing: ["f(_:)": "g($1, $1)"])
    #expect(fixes.isEndless)
    #expect(fixes.bytes == nil)
  }

  /// Deeper than what is offered at once reaches.
  @Test(arguments: ["g($1)", "$1.g", "a + g($1)"]) func aDeepNestIsFixed(by text: String) throws {
    let count = 500
    let nested = String(repeating: "f(", count: count) + "x" + String(repeating: ")", count: count)
    let fixes = try fixes(nested, replacing: ["f(_:)": text])
    #expect(!fixes.isEndless)
    #expect((fixes.found, fixes.fixed) == (count, count))
    let fixed = String(decoding: fixes.bytes ?? [], as: UTF8.self)
    #expect(fixed.count { $0 == "g" } == count && !fixed.contains("f"))
  }

  /// Each time the text is looked at takes time in proportion to it, and what is written again no
  /// more than that many bytes.
  @Test func aDeepNestIsLookedAtAFewTimes() throws {
    let rules = CompiledRules([try rule(replacing: ["f(_:)": "g($1)"])])
    var scratch = LintScratch()
    func lookCount(_ depth: Int) -> Int {
      let text = String(repeating: "f(", count: depth) + "x" + String(repeating: ")", count: depth)
      var count = 0
      let fixes = fix(
        sourceFile(text), relativePath: FilePath("F"), with: rules, reusing: &scratch
      ) {
        count += 1
        return $1
      }
      #expect((fixes.found, fixes.fixed, fixes.isUnfinished) == (depth, depth, false))
      return count
    }
    #expect(lookCount(500) <= 4)
    #expect(lookCount(2_000) <= 8)
  }

  @Test(arguments: ["f(", "f(a, b: ", "f(/**/ g: ", "f { ", "f(1 + "])
  func timeIsInProportionToTheFile(open: String) throws {
    let close = open.hasSuffix("{ ") ? "}" : ")"
    let texts: KeyValuePairs = ["f(_:)": "g($1 + $1)", "f(_:b:)": "$2.x($1)", "f(g:)": "$1"]
    let rules = CompiledRules([try rule(replacing: texts)])
    let growth = growth { count in
      sourceFile(String(repeating: open, count: count) + String(repeating: close, count: count))
    } work: {
      _ = lint($0, relativePath: $0.path, with: rules)
    }
    #expect(growth < linearGrowth)
  }

  /// Sources put together from what is hard to replace; fixing changes nothing outside the
  /// fix-its, and nothing at all the second time.
  @Test func onlyWhatIsReplacedChanges() throws {
    let texts: KeyValuePairs = [
      "Date()": "Date.current", "f(_:b:)": "g($2, first: $1)", "now()": "a + b",
      "_.x(_:)": "y($1)", "Q.main.async": "q.async",
    ]
    let rules = CompiledRules([try rule(replacing: texts)])
    var random = SplitMix64(seed: 7)
    var scratch = LintScratch()
    var replaced = 0
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 1...25, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random)!
      }
      let source = SourceFile(path: FilePath("F"), bytes: bytes)
      let found = lint(source, relativePath: source.path, with: rules, reusing: &scratch)
      let fixIts = found.reported.flatMap(\.fixIts)
      let once = fix(source, relativePath: source.path, with: rules, reusing: &scratch)
      #expect(!once.isEndless)
      #expect((once.bytes == nil) == fixIts.isEmpty)
      guard let fixed = once.bytes else { continue }
      replaced += once.fixed
      let again = SourceFile(path: source.path, bytes: fixed)
      #expect(
        fix(again, relativePath: source.path, with: rules, reusing: &scratch).bytes == nil)
      // What lies before, between and after the first fix-its is there, in order and whole.
      var rounds = 0
      let first = fix(source, relativePath: source.path, with: rules, reusing: &scratch) {
        rounds += 1
        return rounds == 1 ? $1 : []
      }
      var rest = try #require(first.bytes)[...]
      var end = 0
      for fixIt in fixIts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
      where end <= fixIt.range.lowerBound {
        let kept = bytes[end..<fixIt.range.lowerBound]
        let place = end == 0 ? rest.starts(with: kept) ? rest.startIndex : nil : rest.find(kept)
        let start = try #require(place)
        rest = rest[(start + kept.count)...]
        end = fixIt.range.upperBound
      }
      #expect(rest.reversed().starts(with: bytes[end...].reversed()))
    }
    #expect(3_000 < replaced)
  }
}

private let pieces: [[UInt8]] =
  [
    "Date()", "Date()", "Date.init()", "(Date)()", "f(", "f(1, b: ", ", b: 2)", ")", "(", "{ ", "}",
    "now()", "a.x(", ".x(", "Q.main.async", "Q.main\n.async {", " + ", "-", " ? ", " : ", ".y", "!",
    " ", "\n", "\r\n", "\r", "\t", "// c\n", "/* c */", "\"\\(", ")\"", "\"\"\"\n", "let a = ",
    "func current() {", "return ", ";", ",", "[", "]", "#if A\n", "#endif\n", "\u{FEFF}", "\0", "é",
    "as Any", "try ", "await ", "if ", "extension Date {",
  ].map { Array($0.utf8) } + [[0xFF], [0xC3]]

extension ArraySlice<UInt8> {
  /// Where the bytes first stand.
  fileprivate func find(_ bytes: ArraySlice<UInt8>) -> Int? {
    (startIndex...endIndex).first { self[$0...].starts(with: bytes) }
  }
}
