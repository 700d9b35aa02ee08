import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import RuleEngine
@testable import Rules

@Suite struct PrefilterTests {
  private func prefilter(for patterns: [String]) throws -> Prefilter {
    var names = NameTable()
    var compiler = PatternCompiler()
    for pattern in patterns {
      compiler.append(try Pattern(parsing: pattern), rule: 0, names: &names)
    }
    return Prefilter(compiler.patterns, names)
  }

  private func mayMatch(_ text: String, _ patterns: String...) throws -> Bool {
    let prefilter = try prefilter(for: patterns)
    return Array(text.utf8).withUnsafeBufferPointer { prefilter.mayMatch($0) }
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
      try expectUses(of: "Date()", "Date.now", in: text)
      #expect(try mayMatch(text, "Date()", "Date.now"))
      #expect(try mayMatch(text, "Date"))
    }
    try expectUses(of: "Thread(block:)", in: "let d = ⟦Thread { }⟧")
    try expectUses(of: "Date()", in: "let d = (Date)\n()")
  }

  /// What is text and what is code is left to the lexer.
  @Test func namesInTextAreCandidates() throws {
    for text in [
      "// Date()", "f(\"Date()\")", "\"\"\"\n  // \\(Date())\n\"\"\"", "/* // */ Date()",
    ] {
      #expect(try mayMatch(text, "Date()"), "\(text)")
    }
    let other = Prefilter(PatternCompiler().patterns, NameTable(), otherWords: ["determinism"])
    #expect(Array("// determinism".utf8).withUnsafeBufferPointer { other.mayMatch($0) })
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
    let prefilter = try prefilter(for: words.map { "\($0)()" })
    for word in words {
      let found = Array("let x = \(word)()".utf8).withUnsafeBufferPointer { prefilter.mayMatch($0) }
      #expect(found)
    }
    let found = Array("someName100x() someName1()".utf8).withUnsafeBufferPointer {
      prefilter.mayMatch($0)
    }
    #expect(!found)
  }

  /// However many names there are; a short one opens the search.
  @Test func membersAreFoundBehindPeriods() throws {
    let names = (0..<200).map { "someName\($0)x" }
    let text = Array("func f() { x.someName1x() }".utf8)
    for patterns in [names, names[..<9] + ["_.someName1x()"], ["_.f.someName1x()"]] {
      #expect(try text.withUnsafeBufferPointer(prefilter(for: patterns).mayMatch))
    }
    for patterns in [names[2...] + [], ["_.someName10x()"]] {
      #expect(try !text.withUnsafeBufferPointer(prefilter(for: patterns).mayMatch))
    }
    #expect(try text.withUnsafeBufferPointer(prefilter(for: [names[9], "f"]).mayMatch))
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
    try expectUses(of: "ff(a:)", "gg()", in: "ff()")
  }

  @Test func whatFollowsANameIsRead() throws {
    for text in [
      "⟦Set(x).first⟧", "⟦Set<Int>(x).first⟧", "⟦Set(f(x, [1])).first⟧", "let s = Set(x)",
      "⟦Set(\"a\").first⟧", "f(Set(x), y)", "Set(x).count",
      "let s: Set<Int> = .init(x)\n⟦s.first⟧", "Set<() -> Int>(x)",
      "⟦Set(x)\n#if A\n.first⟧\n#endif", "(⟦Set(x)).first⟧",
      "⟦Set.init(x)\n  // first\n  .first⟧", "let S = Set<Int>.self",
      "s.first", "let s: Set<Int>", "func f() -> Set<Int> {", "Set<Int>()",
      "var s: Set<Int> { x }", "let s: Set<Int> = .init()\ns.first",
    ] {
      try expectUses(of: "Set(_:).first", in: text)
    }
    for text in [
      "x.⟦keys.first⟧", "x.⟦keys\n  .first⟧", "x.⟦keys /* a */ .first⟧", "x.⟦keys?.first⟧",
      "x.first", "x.keys", "x.keys.count", "keys.first",
    ] {
      try expectUses(of: "_.keys.first", in: text)
    }
    #expect(try !mayMatch("x.first + keys.first", "_.keys.first"))
  }

  @Test func whatMayNotBeAClosure() throws {
    for text in [
      "let t = ⟦Thread { }⟧", "f(t: ⟦Thread { }⟧)", "a ? b : ⟦Thread { }⟧", "⟦Thread() { }⟧",
      "x.extension Thread {", "x.\nextension Thread {", "x->Thread {", "_ = t.let x: Thread {",
      "⟦Thread()\n// a\n{ }⟧",
      "func f() -> Thread {", "func f() throws -> Thread {", "var t: Thread { x }",
      "  static var t: Thread {", "func f() -> Thread\n{", "enum E: Thread {", "let t: Thread {",
      "Thread()", "Thread()\n", "import A\nextension Thread {", "private extension Thread {",
      "Thread() + { }",
    ] {
      try expectUses(of: "Thread(block:)", in: text)
    }
  }

  @Test func aliasesAreFoundBehindComments() throws {
    for text in [
      "= Date", "=\n  Date", "=\n  // a\n  Date", "= /* a */ Date", "= Foundation::Date",
    ] {
      try expectUses(of: "Date()", in: "typealias D \(text)\n⟦D()⟧")
    }
    for text in ["let d: Date\nD()", "f(a: Date, b)", "a ? b : Date", "_ = f\nx as Date"] {
      try expectUses(of: "Date()", in: text)
    }
  }

  @Test func initializersAreThoseOfTheMentionedType() throws {
    let patterns = ["Date()", "Thread(block:)", "URL(at:)"]
    for text in [
      "let d: Date = ⟦.init()⟧", "let u: URL = .init()", "let u: URL = ⟦.init(at: x)⟧",
    ] {
      try expectUses(of: patterns[0], patterns[1], patterns[2], in: text)
    }
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
    let each = try patterns.map { CompiledRules([try rule("banned", bans: [$0])]) }
    var random = SplitMix64(seed: 2)
    var matches = 0
    for text in try swiftSources() + (0..<4000).map({ _ in hardText(using: &random) }) {
      for rules in each {
        let source = SourceFile(path: FilePath("F"), bytes: text)
        let isCandidate = text.withUnsafeBufferPointer { rules.mayMatch($0) }
        let found = lint(source, relativePath: source.path, with: rules).diagnostics
        #expect(isCandidate || found.isEmpty, "\(String(decoding: text, as: UTF8.self))")
        matches += found.count
      }
    }
    #expect(2000 < matches, "the texts hold too few uses to prove anything")
  }
}
