import Diagnostics
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite struct Fixes {
  /// In the order of both texts.
  private func expectKept(_ kept: [KeptText], of old: [UInt8], in new: [UInt8]) {
    var (index, offset) = (0, 0)
    for part in kept {
      #expect(index <= part.source.lowerBound && offset <= part.offset)
      index = part.source.upperBound
      offset = part.offset + part.source.count
      #expect(old[part.source] == new[part.offset..<offset])
    }
  }

  /// Also where it is kept twice, or in another order.
  @Test func whatAFixItKeepsIsFixedToo() throws {
    let texts: KeyValuePairs = ["f(_:b:)": "g($2, $1, $2)", "d()": "DD"]
    let fixes = try fixes("f(a, b: c(d())); d()", replacing: texts)
    #expect(fixes.bytes == Array("g(c(DD), a, c(DD)); DD".utf8))
    #expect((fixes.found, fixes.fixed) == (3, 3))
  }

  /// In `a - f(b)` the text of `f(b)` would bind less tightly.
  @Test func whatBindsAloneIsFixedInItsNewPlace() throws {
    let less: KeyValuePairs = ["f(_:)": "a - $1", "g(_:)": "$1.x", "now()": "b + c"]
    #expect(try fixed("f(f(now()))", replacing: less) == "a - (a - (b + c))")
    #expect(try fixed("g(now())", replacing: less) == "(b + c).x")
    #expect(try fixed("g(g(f(g(1))))", replacing: less) == "(a - (1).x).x.x")
    #expect(try fixed("g(now)(now())", replacing: less) == "now.x(b + c)")
  }

  private func fixes(
    _ text: String, replacing texts: KeyValuePairs<String, String>, bans: [String] = []
  ) throws -> FileFixes {
    let source = sourceFile(text)
    var scratch = LintScratch()
    let rules = CompiledRules([try rule(replacing: texts, bans: bans)])
    let fixes = fix(source, relativePath: source.path, with: rules, reusing: &scratch)
    expectKept(fixes.kept, of: source.bytes, in: fixes.bytes ?? [])
    return fixes
  }

  @Test func whatIsFixedIsCounted() throws {
    let fixes = try fixes(
      "a(a(a())); b(); a(/**/)", replacing: ["a()": "x", "a(_:)": "x($1)"], bans: ["b()"])
    #expect(fixes.found == 5)
    #expect(fixes.fixed == 3)
    #expect(fixes.bytes == Array("x(x(x)); b(); a(/**/)".utf8))
    let none = try self.fixes("b()", replacing: [:], bans: ["b()"])
    #expect((none.found, none.fixed, none.bytes) == (1, 0, nil))
    // What is written in its place may be a finding.
    let other = try self.fixes("a()", replacing: ["a()": "b()"], bans: ["b()"])
    #expect((other.found, other.fixed, other.bytes) == (1, 1, Array("b()".utf8)))
  }

  @Test func aReplacementMayBeReplacedItself() throws {
    let texts: KeyValuePairs = ["a()": "b()", "b()": "c", "d(_:)": "a()"]
    let fixes = try fixes("a(); b(); d(a())", replacing: texts)
    #expect(fixes.bytes == Array("c; c; c".utf8))
    #expect((fixes.found, fixes.fixed) == (4, 4))
  }

  @Test(
    arguments: [
      ["a()": "b()", "b()": "a()"], ["a()": "c + a()"], ["a()": "f(a(), a())"],
    ] as [KeyValuePairs])
  func aReplacementWithoutEndLeavesTheFileAlone(_ texts: KeyValuePairs<String, String>) throws {
    let fixes = try fixes("a()", replacing: texts)
    #expect(fixes.isEndless)
    #expect(fixes.bytes == nil)
    #expect((fixes.found, fixes.fixed) == (1, 0))
  }

  /// Each level writes its argument twice.
  @Test func textThatGrowsBeyondMeasureLeavesTheFileAlone() throws {
    let nested = String(repeating: "f(", count: 60) + "x" + String(repeating: ")", count: 60)
    let fixes = try fixes(nested, replacing: ["f(_:)": "g($1, $1)"])
    #expect(fixes.isEndless)
    #expect(fixes.bytes == nil)
  }

  @Test func aModerateNestIsFixedAtOnce() throws {
    let count = 40
    let nested = String(repeating: "f(", count: count) + "x" + String(repeating: ")", count: count)
    #expect(try fixed(nested, replacing: ["f(_:)": "g($1)"]) == nested.replacing("f", with: "g"))
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
