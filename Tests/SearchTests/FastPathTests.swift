import BundledRules
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import RuleEngine
@testable import Rules

/// What a run does to be fast changes nothing of what it says: files without a name that is looked
/// for are not lexed, brackets are skipped, names are collected where they may count, and memory is
/// used again. Held against it is a run that lexes each file, takes all passes and starts with
/// fresh memory.
@Suite struct FastPathTests {
  private static let rules = bundledRuleFiles.flatMap { rules(of: $0.bytes) }
  private static let paths = ["Sources/App/File.swift", "Tests/AppTests/FileTests.swift", "F"]

  private static func rules(of file: [UInt8]) -> [Rule] {
    RuleFile(parsing: SourceFile(path: FilePath("F.yml"), bytes: file)).rules.map(\.value)
  }

  /// Notations that no bundled rule has.
  private static let team = rules(
    of: Array(
      """
      pack: test
      rules:
        - id: team
          message: "'team' is banned"
          ban: [import Foundation, import Darwin.C, Date, "_.sink(receiveValue:)",
            "measure(block:)", ".task(operation:)", "_.map(transform:)", "_.async(execute:)"]
      """.utf8))

  private static let one = rules.map { CompiledRules(verifying: [$0]) }

  private static let sets: [CompiledRules] = {
    let core = rules.filter { $0.pack == "core" }
    var sets = [
      CompiledRules(core),
      CompiledRules(rules, known: KnownNames(ids: rules.map(\.id))),
      CompiledRules(verifying: rules),
      CompiledRules(
        rules, modules: ["App"],
        ownTypes: ["Date", "Task", "Timer", "Locale"].map {
          Configuration.OwnType(name: Located($0, at: 0..<0), files: [])
        },
        readsSuppressions: false),
      CompiledRules(team),
    ]
    sets += ["@Test", "struct _: Clock", "static func sample*"].map { header in
      var scoped = core
      for index in scoped.indices {
        scoped[index].id += "-inside"
        scoped[index].inside = [try! ScopeHeader(parsing: header)]
      }
      return CompiledRules(core + scoped)
    }
    return sets
  }()

  @Test func notationsOfATeamAreRead() {
    #expect(Self.team.map(\.ban.count) == [8])
  }

  @Test func sourcesOfTheProjectGiveTheSame() throws {
    let tally = compare(try swiftSources(), with: Self.sets)
    #expect(300 < tally.unlexed && 2_000 < tally.diagnostics, "\(tally)")
  }

  @Test func generatedTreeGivesTheSame() throws {
    let tally = compare(try generatedTree(files: 80), with: Self.sets)
    #expect(20 < tally.unlexed && 60 < tally.diagnostics, "\(tally)")
  }

  /// Texts put together from pieces that are hard on names, and from constants of queues.
  @Test func piecesGiveTheSame() {
    var random = SplitMix64(seed: 16)
    let texts = (0..<500).flatMap { _ in
      [hardText(using: &random), queueText(using: &random)]
    }
    let tally = compare(texts, with: [Self.sets[1]])
    #expect(100 < tally.unlexed && 100 < tally.diagnostics, "\(tally)")
  }

  /// What a careless pass takes for something else.
  @Test(arguments: [
    "enum E {\n case system(Int32)\n var a: Bool { self ==\nsystem(A) || self == .system(B) }\n}",
    "enum E { case a(Int), system(Int32) }\nfunc f(e: E) { _ = Date() }\nsystem(\"x\")\n",
    "func{(}.now", "func f() { a[ }\n.now", "let a = b ? { ( } : .now",
    "Timer.scheduledTimer(a) {\n b()\n}\nc: { dddddddddddddddddddddddddddddddddddddd }\ne()\n",
    "import struct Foundation.Date\nfunc f() {\n  import Foundation\n  x.map { .map { } }\n}",
    "import A\n  .Date()\n// \"\"\" Date()\nlet a = \"\"\"\n // \\(Date())\n\"\"\"\n",
    "func f() {\n Date()\n} // determinism:allow date-init: a\n// swiftlint:disable date_init\n"
      + "func g() { hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh }\n// determinism:allow date-init: b\n"
      + "func i() {\n  jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj\n}\nfunc k() { Date() }\n",
    "struct S {\n  let d: Date = .now\n  func f(a: Set<Int> = .init()) {}\n  let e: Int = .init()\n"
      + "    as Date\n}\n",
    "struct S { let now = 1 ) }.now", "typealias D =\n  // a\n  Date\n_ = D()",
    "/*\n// */ _ = Date()", "\"\"\"\n// \\(Date())\n\"\"\"", "#/\n// /#; _ = Date()",
    "x.\nextension Data { }", "_ = Set([\"a\"].map { $0 }).first", "_ = Set(\n>>>> )\n).first",
    "let n: AES.GCM\n.Nonce = .init()\nlet d: Date\n= .now\nif a { Date() }",
    "func f() {\n  let i: ContinuousClock\n  .Instant = .now\n  let s: S = .init()\n}",
    "while let line\n= readLine(strippingNewline: false) { }\n_ = readLine(strippingNewline: true)",
    "struct A { static let p = DispatchQueue.main }\nstruct B { static let q = A.p }\n"
      + "struct C { static let r = B.q }\nfunc f() { C.r.async { } }",
    "typealias D = Date\nstruct A { static let p = DispatchQueue.main }\n"
      + "struct C { static let r = A.p }\nfunc f() { C.r.async { } }",
    "typealias D = Date\nclass A {\n private var q = DispatchQueue.main\n"
      + " func f() { q.async { } }\n func g() { let q = 1 }\n}",
    "typealias P = ProcessInfo\nextension P { var e: Double { systemUptime } }",
    "struct Outer { struct T { } }\nenum T { static let queue = DispatchQueue.main }\n"
      + "extension Outer { func f() { T.queue.async { } } }",
    "let p: Dictionary<String, Date>?\nlet x = Date()", "let p = q as! A<B, Date, C>\n_ = Date()",
    "var p: A<B, A<C, Date>?>! { x }\n_ = Date()", "let a = b < c, Date = 1\nlet d = Date()",
    ".attributeModificationDateKey,\n", "func f<A = B, Date>() { Date() }",
    "g(func f<A, Date>() { Date() })",
  ])
  func hardTextsGiveTheSame(text: String) {
    _ = compare([Array(text.utf8)], with: Self.sets)
  }

  /// Each text is held against one of the sets, all rules, and one rule.
  @Test(arguments: seeds(8))
  func mutatedFilesGiveTheSame(seed: UInt64) throws {
    let fixtures = try swiftSources(in: ["Fixtures"])
    var mutated = MutatedSources(seed: seed, sources: try swiftSources(), fixtures: fixtures)
    var tally = Tally()
    for number in 0..<Self.mutationCount {
      let sets = [
        Self.sets[number % Self.sets.count], Self.sets[1], Self.one[number % Self.one.count],
      ]
      compare([mutated.next()], with: sets, into: &tally)
    }
    let count = Self.mutationCount
    #expect(count / 2 < tally.unlexed && count / 2 < tally.diagnostics, "seed \(seed): \(tally)")
  }

  /// For each seed; more where the environment says so.
  private static let mutationCount =
    ProcessInfo.processInfo.environment["FAST_PATH_MUTATIONS"].flatMap { Int($0) } ?? 200

  /// How much there was to compare.
  private struct Tally {
    /// Texts that were not lexed.
    var unlexed = 0
    var diagnostics = 0
  }

  private func compare(_ texts: [[UInt8]], with sets: [CompiledRules]) -> Tally {
    var tally = Tally()
    compare(texts, with: sets, into: &tally)
    return tally
  }

  private func compare(_ texts: [[UInt8]], with sets: [CompiledRules], into tally: inout Tally) {
    var scratch = LintScratch()
    for (number, text) in texts.enumerated() {
      let path = FilePath(Self.paths[number % Self.paths.count])
      let source = SourceFile(path: path, bytes: text)
      for rules in sets {
        var fast = FileFindings()
        if text.withUnsafeBufferPointer({ rules.mayMatch($0) }) {
          fast = lint(
            source, relativePath: path, with: rules, makingKeys: true, reusing: &scratch)
        } else {
          tally.unlexed += 1
        }
        let slow = lintSlowly(source, relativePath: path, with: rules)
        tally.diagnostics += slow.reported.count
        let difference = description(of: fast).difference(from: description(of: slow))
        #expect(
          difference.isEmpty,
          "\(difference) \(path.string): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
  }
}
