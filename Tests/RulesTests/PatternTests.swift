import BundledRules
import Diagnostics
import TestSupport
import Testing

@testable import Rules

@Suite struct PlainPatternTests {
  /// What the quick reader reads is what the parser reads.
  @Test func readersAgree() throws {
    let pieces = [
      "Date", "_", "_.", ".", "(", ")", ":", "in", "init", "self", "Self", "Any", "Foundation",
      "now", "default", "_a", "é", "1", " ", "`", "#", "@", "$0", "()", "(a:)", "(_:)", "::", "if",
    ]
    var random = SplitMix64(seed: 7)
    var readCount = 0
    for _ in 0..<50_000 {
      let count = Int.random(in: 1...6, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
      let plain = Array(text.utf8).withUnsafeBufferPointer { PatternPath(plain: $0) }
      // The quick reader reads nothing but patterns.
      guard let plain, let parsed = try? PatternPath(parsing: text) else { continue }
      readCount += 1
      #expect(parsed == plain, "\(text)")
    }
    #expect(1000 < readCount)
  }

  @Test func equalityIsThatOfTheUsesMatched() throws {
    #expect(try Pattern(parsing: "Date()") == Pattern(parsing: "Date.init( )"))
    #expect(try Pattern(parsing: "Date()") != Pattern(parsing: "Date.init"))
    #expect(try Pattern(parsing: ".now") != Pattern(parsing: "_.now"))
  }

  @Test func nearlyAllBundledPatternsArePlain() throws {
    let patterns = bundledRuleFiles.flatMap { file in
      RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules
        .flatMap { $0.value.ban.map(\.text) }
    }
    let plain = patterns.filter { text in
      Array(text.utf8).withUnsafeBufferPointer { PatternPath(plain: $0) } != nil
    }
    #expect(0.95 * Double(patterns.count) < Double(plain.count))
  }
}
