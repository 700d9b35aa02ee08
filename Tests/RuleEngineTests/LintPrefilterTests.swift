import Diagnostics
import RuleEngine
import TestSupport
import Testing

@testable import Rules

@Suite struct PrefilterTests {
  private func rules(banning patterns: [String]) throws -> CompiledRules {
    CompiledRules([try rule("banned", bans: patterns)], readsSuppressions: false)
  }

  private func mayMatch(_ text: String, _ patterns: String...) throws -> Bool {
    try Array(text.utf8).withUnsafeBufferPointer(rules(banning: patterns).mayMatch)
  }

  @Test func wordsAreWhole() throws {
    for text in ["Date()", "x = Date()", "(Date())", "`Date`()", "\u{FEFF}Date()", "×Date()"] {
      #expect(try mayMatch(text, "Date()"))
    }
    for text in ["", "D", "UpToDate()", "Dates()", "Date_()", "Date1()", "$Date()", "date()"] {
      #expect(try !mayMatch(text, "Date()"))
    }
  }

  /// The search lets types alone through, and the lexer turns them away.
  @Test func typesAloneAreNoUses() throws {
    for text in [
      "let d: Date", "let d: Date?", "let d: [Date]", "let d: [Date: Int]", "f(a: Date, b: Date)",
      "let d: Date = x", "let d: Date\nlet e: Date\n", "var d: Date { x }", "Set<Date>()",
      "-> Date\n}",
    ] {
      #expect(try mayMatch(text, "Date()", "Date.now"))
      #expect(try mayMatch(text, "Date"))
    }
  }

  /// What is text and what is code is left to the lexer.
  @Test func namesInTextAreCandidates() throws {
    for text in [
      "// Date()", "f(\"Date()\")", "\"\"\"\n  // \\(Date())\n\"\"\"", "/* // */ Date()",
    ] {
      #expect(try mayMatch(text, "Date()"), "\(text)")
    }
  }

  @Test func aWordIsFoundWhereverItStands() throws {
    for count in 0..<100 {
      let text = String(repeating: " ", count: count) + "Date()"
      for rest in [0, 1, 31, 32, 33] {
        #expect(try mayMatch(text + String(repeating: " ", count: rest), "Date()"))
      }
    }
  }

  @Test func manyNamesAreFound() throws {
    let words = (0..<100).map { "someName\($0)x" }
    let rules = try rules(banning: words.map { "\($0)()" })
    for word in words + ["someName100x", "someName1"] {
      let found = Array("let x = \(word)()".utf8).withUnsafeBufferPointer(rules.mayMatch)
      #expect(found == words.contains(word))
    }
  }

  /// However many names there are; a short one opens the search.
  @Test func membersAreFoundBehindPeriods() throws {
    let names = (0..<200).map { "someName\($0)x" }
    let text = Array("func f() { x.someName1x() }".utf8)
    for patterns in [names, names[..<9] + ["_.someName1x()"], ["_.f.someName1x()"]] {
      #expect(try text.withUnsafeBufferPointer(rules(banning: patterns).mayMatch))
    }
    for patterns in [names[2...] + [], ["_.someName10x()"]] {
      #expect(try !text.withUnsafeBufferPointer(rules(banning: patterns).mayMatch))
    }
    #expect(try text.withUnsafeBufferPointer(rules(banning: [names[9], "f"]).mayMatch))
  }

  /// A mark before a name is looked for, and in doubt it may be there.
  @Test func marksBeforeNamesAreLookedFor() throws {
    for before in [".", ".  ", ".\n", ". // a\n", "./* */", ".`", "A::", "\u{A0}"] {
      #expect(try mayMatch("x\(before)now", ".now"), "\(before)")
    }
    for before in ["", "x ", "x(", "x: ", "x = ", "\"", "#"] {
      #expect(try !mayMatch("\(before)now", ".now"), "\(before)")
    }
    #expect(try mayMatch("f(#file)", "#file") && !mayMatch("// this file", "#file"))
    #expect(try mayMatch("later", ".later", "later()"))
    let alias = "typealias S = AppStorage\nstruct V { @S(\"x\") var x = 1 }"
    #expect(try mayMatch(alias, "@AppStorage"))
  }

  @Test func shortNamesAreNotMissed() throws {
    #expect(try mayMatch("f()", "f()"))
    #expect(try mayMatch("x.f()", "_.f()"))
    #expect(try mayMatch("", "f()"))
    #expect(try mayMatch("ff { }", "ff(a:)", "gg()"))
    #expect(try !mayMatch("ff1()", "ff(a:)", "gg()"))
  }

  @Test func whatIsOnlyMentionedIsNoReasonToReadAFile() throws {
    let receive = try conditionRule(
      "when", "{ arguments: [DispatchQueue.main, RunLoop.main] }", bans: "'_.receive(on:)'")
    func mayMatch(_ text: String) -> Bool {
      Array(text.utf8).withUnsafeBufferPointer(CompiledRules([receive]).mayMatch)
    }
    #expect(!mayMatch("DispatchQueue.main.async { RunLoop.main }") && mayMatch("a.receive(on: b)"))
  }

  /// Whatever the matcher finds, the prefilter must have let through: over the project's own Swift
  /// and 4,000 texts put together from pieces that are hard on words.
  @Test func whatMatchesIsNeverFilteredOut() throws {
    let patterns = [
      "Date()", "Date.now", "Date(timeIntervalSinceNow:)", ".init(timeIntervalSinceNow:)", ".now",
      "DispatchQueue.main.async", "Timer.scheduledTimer", "_.shuffled()", "Task.init", "time(_:)",
      "SystemRandomNumberGenerator", "#filePath", "@AppStorage", "DispatchQueue.global().async",
      "ContinuousClock.Instant.now", "UUID()", "Date.init",
      "Thread(block:)", "_.wait(timeout:)", ".init(a:b:)", "Task.now()",
    ]
    let each = try patterns.map { try self.rules(banning: [$0]) }
    var random = SplitMix64(seed: 2)
    var matches = 0
    for text in try swiftSources() + (0..<4000).map({ _ in hardText(using: &random) }) {
      for rules in each {
        let source = SourceFile(path: FilePath("F"), bytes: text)
        let isCandidate = text.withUnsafeBufferPointer { rules.mayMatch($0) }
        let found = lint(source, relativePath: source.path, with: rules).reported
        #expect(isCandidate || found.isEmpty, "\(String(decoding: text, as: UTF8.self))")
        matches += found.count
      }
    }
    #expect(2000 < matches, "the texts hold too few uses to prove anything")
  }
}
