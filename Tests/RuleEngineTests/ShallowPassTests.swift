import Diagnostics
import Testing

@testable import RuleEngine

@Suite struct ShallowPassTests {
  private static let patterns = [
    "Date()", "Date.now", "Date(timeIntervalSinceNow:)", ".init(timeIntervalSinceNow:)", ".now",
    "DispatchQueue.main.async", "Timer.scheduledTimer", "_.shuffled()", "Task.init", "time(_:)",
    "SystemRandomNumberGenerator", "#filePath", "@AppStorage", "DispatchQueue.global().async",
    "Thread(block:)", "_.wait(timeout:)", "Task.now()",
  ]

  /// What a pass finds, as far as it can be told from a shallow one.
  private func uses(in text: [UInt8], isShallow: Bool, _ rules: CompiledRules) -> [String]? {
    var scratch = LintScratch()
    return withMatcher(of: text, rules: rules, reusing: &scratch) { matcher, _ in
      if isShallow {
        guard matcher.findShallowMatches() else { return nil }
      } else {
        matcher.findMatches(isShallow: false)
      }
      return matcher.found.matches.map {
        let receiver = $0.receiver.map(String.init) ?? "-"
        return "\($0.pattern) \($0.start)...\($0.end) \(receiver) \($0.isQualified)"
          + " \($0.shadow == nil) \(matcher.found.nameTokens[$0.names])"
      }
    }
  }

  private func places(
    in source: SourceFile, _ rules: CompiledRules, isShallow: Bool
  ) -> [Range<Int>] {
    var scratch = LintScratch()
    return withMatcher(of: source.bytes, rules: rules, reusing: &scratch) { matcher, _ in
      matcher.findMatches(isShallow: isShallow)
      return matcher.judgements(relativePath: source.path).filter(\.isReported).map {
        matcher.tokens.range(of: $0.match)
      }
    }
  }

  /// Over the project's own Swift and texts put together from hard pieces: what the shallow pass
  /// finds where it says that it knows is what all passes find.
  @Test func shallowPassIsRightOrSaysThatItCannotTell() throws {
    let rules = CompiledRules([try rule("banned", bans: Self.patterns)])
    let one = try Self.patterns.map { CompiledRules([try rule("banned", bans: [$0])]) }
    var random = SplitMix(seed: 7)
    var (sure, unsure, matches) = (0, 0, 0)
    let texts = try swiftSources() + (0..<6000).map { _ in hardText(using: &random) }
    for (number, text) in texts.enumerated() {
      for rules in [rules, one[number % one.count]] {
        let source = SourceFile(path: FilePath("F"), bytes: text)
        #expect(
          places(in: source, rules, isShallow: true) == places(in: source, rules, isShallow: false),
          "\(String(decoding: text, as: UTF8.self))")
        guard let found = uses(in: text, isShallow: true, rules) else {
          unsure += 1
          continue
        }
        sure += 1
        matches += found.count
        #expect(
          found == uses(in: text, isShallow: false, rules),
          "\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(1_000 < sure && 1_000 < unsure && 500 < matches, "\(sure) \(unsure) \(matches)")
  }

  /// Where the passes that know the file's names are left out, they would have found no more.
  @Test func namesAreLookedAtWhereverTheyCount() throws {
    let patterns =
      Self.patterns + [
        "FileManager.default.contents(atPath:)", "Set(_:).first", "_.contents(atPath:)",
        "Calendar.current.isDateInToday", "AES.GCM.Nonce()",
      ]
    let rules = CompiledRules([try rule("banned", bans: patterns)])
    var mutated = MutatedSources(
      seed: 11, sources: try swiftSources(), fixtures: try swiftSources(in: ["Fixtures"]))
    var count = 0
    for text in try swiftSources() + (0..<3000).map({ _ in mutated.next() }) {
      var scratch = LintScratch()
      withMatcher(of: text, rules: rules, reusing: &scratch) { matcher, _ in
        matcher.findMatches(isShallow: false)
        guard matcher.names.phase == .matching, matcher.names.hasConstant else { return }
        count += 1
        let places = Set(matcher.found.matches.map { [$0.pattern, $0.start, $0.end] })
        matcher.findMatchesWithNames()
        let all = Set(matcher.found.matches.map { [$0.pattern, $0.start, $0.end] })
        #expect(all.isSubset(of: places), "\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(100 < count, "\(count)")
  }

  @Test(arguments: [
    "let f = FileManager.default\nf.contents(atPath: p)",
    "let f: FileManager = .default\nf.contents(atPath: p)", "let f = FileManager.self.default\nf.x",
    "let f = Foundation.FileManager.default\nlet g = f\ng.contents(atPath: p)",
    "let f = FileManager.default\n(f).contents(atPath: p)", "let s = Set(a)\ng(s, b.second)",
    "let s = Set(a)\ninit() {\n  self.s = s\n  s.map { $0 }\n}", "let s = Set(a)\nself.s.first",
    "var s = Set(a)\ns.count", "if let s = Set(a) { s.count }", "let s =",
  ])
  func constantsCountWhereTheyAreUsed(text: String) throws {
    let rules = CompiledRules([
      try rule("banned", bans: ["FileManager.default.contents(atPath:)", "Set(_:).first"])
    ])
    var scratch = LintScratch()
    withMatcher(of: Array(text.utf8), rules: rules, reusing: &scratch) { matcher, _ in
      matcher.findMatches(isShallow: false)
      let isUsed = text.contains("contents") || text.contains("first")
      #expect((matcher.names.phase == .resolving) == isUsed)
    }
  }

  @Test(arguments: [
    "let d = Date()", "f(a, Date())",
    "func f() {\n  let x = 1\n  g()\n  DispatchQueue.main.async { }\n}",
    "run { [weak self] in\n  DispatchQueue.main.async { }\n}",
    "run { DispatchQueue.main.async { } }",
    "x.now", "case .a: Date()", "let t = Task { }",
    "func f() {\n  self.task = Task { }\n}", "var d: Task { x }", "f() -> Task {\n}",
  ])
  func ordinaryUsesNeedNoContext(text: String) throws {
    let rules = CompiledRules([try rule("banned", bans: Self.patterns)])
    #expect(uses(in: Array(text.utf8), isShallow: true, rules) != nil)
  }

  @Test(arguments: [
    "let d: Date = .now", "let d = .now", "let d: Date = .init()",
    "let q = DispatchQueue.main\nq.async { }", "struct Date { }\nDate()",
    "enum E { case a, Date() }", "if DispatchQueue.main.async { }",
    "if let t = Task { }", "guard a,\n  let t = Task { }",
    "extension Date { let d = Self() }",
    "func f<A, Date>() { Date() }", "typealias D = Date",
  ])
  func whatDependsOnContextSaysSo(text: String) throws {
    let rules = CompiledRules([try rule("banned", bans: Self.patterns)])
    #expect(uses(in: Array(text.utf8), isShallow: true, rules) == nil)
  }
}
