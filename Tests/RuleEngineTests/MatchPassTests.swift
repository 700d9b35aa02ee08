import Diagnostics
import TestSupport
import Testing

@testable import RuleEngine

@Suite struct MatchPassTests {
  private static let patterns = [
    "Date()", "Date.now", "Date(timeIntervalSinceNow:)", ".init(timeIntervalSinceNow:)", ".now",
    "DispatchQueue.main.async", "Timer.scheduledTimer", "_.shuffled()", "Task.init", "time(_:)",
    "SystemRandomNumberGenerator", "#filePath", "@AppStorage", "DispatchQueue.global().async",
    "Thread(block:)", "_.wait(timeout:)", "Task.now()",
  ]

  /// What the first pass finds; nil where it does not know that this is all.
  private func matches(in text: [UInt8], _ rules: CompiledRules) -> [String]? {
    var scratch = LintScratch()
    return withTokens(of: text, rules, reusing: &scratch) { file, _ in
      var pass = MatchPass(file)
      var found: [String] = []
      let isAll = pass.find(inGroupsOf: .max) { found = description(of: $0.found) }
      return isAll ? found : nil
    }
  }

  /// What is found with all that can be known.
  private func uses(in text: [UInt8], _ rules: CompiledRules) -> [String] {
    var scratch = LintScratch()
    return withTokens(of: text, rules, reusing: &scratch) { file, _ in
      var found: [String] = []
      var names = NamedUses(file)
      names.find(inGroupsOf: .max) { found = description(of: $0.found) }
      return found
    }
  }

  private func description(of found: FoundMatches) -> [String] {
    found.matches.map {
      let receiver = $0.receiver.map(String.init) ?? "-"
      return "\($0.pattern) \($0.start)...\($0.end) \(receiver) \($0.isQualified)"
        + " \($0.shadow == nil) \(found.nameTokens[$0.names])"
    }
  }

  /// What is reported, with all that can be known.
  private func places(in source: SourceFile, _ rules: CompiledRules) -> [Range<Int>] {
    var scratch = LintScratch()
    return withTokens(of: source.bytes, rules, reusing: &scratch) { file, _ in
      var places: [Range<Int>] = []
      var names = NamedUses(file)
      var uses = FileUses(file)
      names.find(inGroupsOf: .max) { finder in
        uses.judge(&finder) { uses in
          places = uses.judgements(relativePath: source.path).filter(\.isReported).map {
            uses.tokens.range(of: uses.found.matches[$0.number])
          }
        }
      }
      return places
    }
  }

  private func reports(in source: SourceFile, _ rules: CompiledRules) -> [Range<Int>] {
    lint(source, relativePath: source.path, with: rules).diagnostics.map(\.range)
  }

  /// Over the project's own Swift and texts put together from hard pieces: what the first pass finds
  /// where it says that this is all is what all passes find.
  @Test func firstPassIsRightOrSaysThatNamesMayCount() throws {
    let rules = CompiledRules([try rule("banned", bans: Self.patterns)])
    let one = try Self.patterns.map { CompiledRules([try rule("banned", bans: [$0])]) }
    var random = SplitMix64(seed: 7)
    var (sure, unsure, count) = (0, 0, 0)
    let texts = try swiftSources() + (0..<6000).map { _ in hardText(using: &random) }
    for (number, text) in texts.enumerated() {
      for rules in [rules, one[number % one.count]] {
        guard let found = matches(in: text, rules) else {
          unsure += 1
          continue
        }
        sure += 1
        count += found.count
        #expect(
          Set(found) == Set(uses(in: text, rules)), "\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(1_000 < sure && 200 < unsure && 500 < count, "\(sure) \(unsure) \(count)")
  }

  /// Constants that stand for a queue are noticed wherever they count.
  @Test func constantsAreNoticed() throws {
    let patterns = ["DispatchQueue.main.async", "DispatchQueue.global().async"]
    let rules = CompiledRules([try rule("banned", bans: patterns)])
    var random = SplitMix64(seed: 16)
    var count = 0
    for _ in 0..<2_000 {
      let text = queueText(using: &random)
      let source = SourceFile(path: FilePath("F"), bytes: text)
      let all = places(in: source, rules)
      count += all.count
      let isSearched = text.withUnsafeBufferPointer { rules.mayMatch($0) }
      #expect(
        reports(in: source, rules) == all && (isSearched || all.isEmpty),
        "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(100 < count)
  }

  /// Where the pass that knows the file's names is left out, it would have found the same.
  @Test func namesAreLookedAtWhereverTheyCount() throws {
    let patterns =
      Self.patterns + [
        "FileManager.default.contents(atPath:)", "Set(_:).first", "_.contents(atPath:)",
        "Calendar.current.isDateInToday", "AES.GCM.Nonce()",
      ]
    let rules = CompiledRules([try rule("banned", bans: patterns)])
    var mutated = MutatedSources(
      seed: 11, sources: try swiftSources(), fixtures: try swiftSources(in: ["Fixtures"]))
    var (named, unnamed) = (0, 0)
    for text in try swiftSources() + (0..<3000).map({ _ in mutated.next() }) {
      guard let found = matches(in: text, rules) else {
        named += 1
        continue
      }
      unnamed += 1
      #expect(Set(found) == Set(uses(in: text, rules)), "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(50 < named && 1_000 < unnamed, "\(named) \(unnamed)")
  }

  private static let constants = [
    "q = DispatchQueue.main", "q = (DispatchQueue.main)", "q = DispatchQueue.main!",
    "q = DispatchQueue.self.main", "q = Dispatch.DispatchQueue.main",
    "q = Dispatch::DispatchQueue.main", "q: DispatchQueue = .main", "q: DispatchQueue? = .main",
    "q: DispatchQueue! = .main", "q: (DispatchQueue) = .main", "q: Optional<DispatchQueue> = .main",
    "q: Dispatch.DispatchQueue = .main", "q: Dispatch::DispatchQueue = DispatchQueue.main",
    "q: @MainActor DispatchQueue = DispatchQueue.main", "q: any DispatchQueue = .main",
    "q: DispatchQueue = /* a */ .main", "q:\n  DispatchQueue\n  =\n  .main",
    "a = 1, q = DispatchQueue.main", "a: [Int: A<B, C>] = [:], q: DispatchQueue = .main",
    "`q` = DispatchQueue.main", "q: DispatchQueue = .main, a = 2", "p = DispatchQueue.main, q = p",
    "q = DispatchQueue.global()", "q: DispatchQueue = .global()", "q = DispatchQueue.main.x",
    "q = [DispatchQueue.main]", "q: Scheduler = DispatchQueue.main", "q: [DispatchQueue] = .main",
  ]

  /// However a constant is written, the first pass knows that it counts, or that it does not.
  @Test(arguments: constants, ["q.async { }", "q?.async { }", "(q).async { }", "q\n  .async { }"])
  func constantsAreNoticedHoweverTheyAreWritten(constant: String, use: String) throws {
    let rules = CompiledRules([
      try rule("banned", bans: ["DispatchQueue.main.async", "DispatchQueue.global().async"])
    ])
    let texts = [
      "let \(constant)\n\(use)", "func f() {\n  let \(constant)\n  \(use)\n}",
      "struct S { private static let \(constant)\n  func f() { S.\(use) } }",
      "class C {\n  @A(1) lazy var x = 1; let \(constant)\n  func f() {\n    self.\(use)\n  }\n}",
      "#if A\nlet \(constant)\n#else\nlet q = 1\n#endif\n\(use)",
    ]
    for text in texts {
      let source = SourceFile(path: FilePath("F"), bytes: Array(text.utf8))
      #expect(reports(in: source, rules) == places(in: source, rules), "\(text)")
    }
  }

  @Test(arguments: [
    "let f = FileManager.default\nf.contents(atPath: p)",
    "let f: FileManager = .default\nf.contents(atPath: p)", "let f = FileManager.self.default\nf.x",
    "let f = Foundation.FileManager.default\nlet g = f\ng.contents(atPath: p)",
    "let f = FileManager.default\n(f).contents(atPath: p)", "let s = Set(a)\ng(s, b.second)",
    "let s = Set(a)\ns.map { $0 }", "let s = Set(a)\nself.s.first",
    "var s = Set(a)\ns.count", "if let s = Set(a) { s.count }", "let s =",
  ])
  func constantsCountWhereTheyAreUsed(text: String) throws {
    let rules = CompiledRules([
      try rule("banned", bans: ["FileManager.default.contents(atPath:)", "Set(_:).first"])
    ])
    let isUsed = text.contains("contents") || text.contains("first")
    #expect((matches(in: Array(text.utf8), rules) == nil) == isUsed)
  }

  @Test(arguments: [
    "let d = Date()", "f(a, Date())", "let d: Date = .now", "let d: Date = .init()",
    "if let t = Task { }", "guard a,\n  let t = Task { }", "enum E { case a, Date() }",
    "func f() {\n  let x = 1\n  g()\n  DispatchQueue.main.async { }\n}",
    "run { [weak self] in\n  DispatchQueue.main.async { }\n}",
    "run { DispatchQueue.main.async { } }",
    "x.now", "case .a: Date()", "let t = Task { }",
    "func f() {\n  self.task = Task { }\n}", "var d: Task { x }", "f() -> Task {\n}",
  ])
  func ordinaryUsesNeedNoNames(text: String) throws {
    let rules = CompiledRules([try rule("banned", bans: Self.patterns)])
    #expect(matches(in: Array(text.utf8), rules) != nil)
  }

  @Test(arguments: [
    "let q = DispatchQueue.main\nq.async { }", "struct Date { }\nDate()",
    "func f<A, Date>() { Date() }", "typealias D = Date",
    "func f(d: Date) { }\nf(d: .now)", "extension Date { static func f() { now } }",
  ])
  func whatDependsOnNamesSaysSo(text: String) throws {
    let rules = CompiledRules([try rule("banned", bans: Self.patterns)])
    #expect(matches(in: Array(text.utf8), rules) == nil)
  }
}
