import Diagnostics
import Testing

@testable import RuleEngine
@testable import Rules

/// What stands at a use: the keys of `when` and `unless`.
@Suite struct UseConditionTests {
  /// Whether each use in a text is reported, in source order.
  private func verdicts(
    on text: String, _ rules: [Rule], ownTypes: [Configuration.OwnType] = [],
    inGroupsOf groupSize: Int = .max
  ) -> [Bool] {
    let source = sourceFile(text)
    let compiled = CompiledRules(rules, modules: ["Ours"], ownTypes: ownTypes)
    var scratch = LintScratch()
    return withTokens(of: source.bytes, compiled, reusing: &scratch) { file, _ in
      var verdicts: [Bool] = []
      findUses(in: file, inGroupsOf: groupSize, startAgain: { verdicts = [] }) { uses in
        verdicts += uses.judgements(relativePath: source.path).map(\.isReported)
      }
      return verdicts
    }
  }

  /// Checks that `when` holds for the uses in texts, and `unless` in the same ones.
  private func expect(
    _ conditions: String, bans: String, hold texts: [String], butNot others: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let when = try conditionRule("when", conditions, bans: bans)
    let unless = try conditionRule("unless", conditions, bans: bans)
    for (texts, holds) in [(texts, true), (others, false)] {
      for text in texts {
        #expect(verdicts(on: text, [when]) == [holds], "\(text)", sourceLocation: sourceLocation)
        #expect(verdicts(on: text, [unless]) == [!holds], "\(text)", sourceLocation: sourceLocation)
      }
    }
  }

  private let queues = "{ arguments: [DispatchQueue.main, DispatchQueue.global, RunLoop.main] }"

  @Test func argumentsHoldPathsInAllSpellings() throws {
    try expect(
      queues, bans: "_.receive, '_.collect(_:)'",
      hold: [
        "a.receive(on: DispatchQueue.main)", "a.receive(on: Dispatch.DispatchQueue.main)",
        "a.receive(on: Dispatch::DispatchQueue.main)", "a.receive(on: Ours.DispatchQueue.main)",
        "a.receive(on: `DispatchQueue`.`main`)", "a.receive(on: (DispatchQueue).main)",
        "a.receive(on: ((DispatchQueue.main)))", "a.receive(on: DispatchQueue /* x */\n  .main)",
        "a.receive(on: DispatchQueue.self.main)", "a.receive(on: DispatchQueue.global())",
        "a.receive(on: DispatchQueue.global(qos: .utility))", "a.receive(on: DispatchQueue.global)",
        "a.receive(on: RunLoop.main)", "a.receive(on: b ? c : RunLoop.main)",
        "a.receive(on: c(DispatchQueue.main))", "a.collect(.byTime(DispatchQueue.main, 1))",
        "a.receive(on: DispatchQueue.main as! S)", "a.receive(on: [DispatchQueue.main][0])",
        "a.receive(on: \"\\(DispatchQueue.main)\")",
        "typealias Q = DispatchQueue\na.receive(on: Q.main)",
        "func f() { a.receive(on: Q.main) }\ntypealias Q = Dispatch.DispatchQueue",
        "#if A\na.receive(on: DispatchQueue.main)\n#endif",
      ],
      butNot: [
        "a.receive(on: b)", "a.receive(on: MyDispatchQueue.main)", "a.receive(on: .main)",
        "a.receive(on: Foo.DispatchQueue.main)", "a.receive(on: foo.DispatchQueue.main)",
        "a.receive(on: DispatchQueue.mains)", "a.receive(on: DispatchQueue(label: \"\").main)",
        "a.receive(on: \\DispatchQueue.main)", "a.receive(on: \"DispatchQueue.main\")",
        "a.receive(on: b) { DispatchQueue.main }", "a.receive(on: b { DispatchQueue.main })",
        "a.receive(on: { DispatchQueue.main }())", "DispatchQueue.main.receive(on: b)",
        "a.receive(on: b); c(DispatchQueue.main)", "a.receive(on: OperationQueue.main)",
        "struct DispatchQueue {}\na.receive(on: DispatchQueue.main)",
        "func f<DispatchQueue>() { a.receive(on: DispatchQueue.main) }",
        "typealias DispatchQueue = Other\na.receive(on: DispatchQueue.main)", "a.receive(on:)",
      ])
  }

  @Test func constantsOfTheFileStandForPaths() throws {
    let use = "a.receive(on: q)"
    try expect(
      queues, bans: "'_.receive(on:)'",
      hold: [
        "let q = DispatchQueue.main\n\(use)", "\(use)\nlet q = DispatchQueue.main",
        "let q = DispatchQueue.global(qos: .utility)\n\(use)",
        "let q = Dispatch.DispatchQueue.main\n\(use)", "let q = (DispatchQueue.main)\n\(use)",
        "let q: DispatchQueue = .main\n\(use)", "let q: DispatchQueue = .global()\n\(use)",
        "let q = DispatchQueue.main as DispatchQueue\n\(use)",
        "let q = DispatchQueue.main\na.receive(on: (q))",
        "let q = RunLoop.main\na.receive(on: q.self)",
        "let q = DispatchQueue.main, r = q\na.receive(on: r)",
        "func f() { let q = DispatchQueue.main; \(use) }",
        "func f() { let q: DispatchQueue; q = .main; \(use) }",
        "func f() { let q = b ? DispatchQueue.main : c; \(use) }",
        "class C { let q = DispatchQueue.main; func f() { \(use) } }",
        "class C { let q = DispatchQueue.main; func f() { a.receive(on: self.q) } }",
        "class C { let q = DispatchQueue.main; func f() { { a.receive(on: self?.q) } } }",
        "class C { static let q = DispatchQueue.main; func f() { a.receive(on: Self.q) } }",
        "class C { static let q = DispatchQueue.main }\na.receive(on: C.q)",
        "class C { private var q = DispatchQueue.main; func f() { \(use) } }",
        "class C { let q: DispatchQueue; init() { q = .main }; func f() { \(use) } }",
        "class C { let q: DispatchQueue; init() { q = .main }; init(x: Int) { q = .global() }\n"
          + "func f() { \(use) } }",
        "class C { let q = DispatchQueue.main }\n"
          + "extension C { func f() { a.receive(on: self.q) } }",
        "#if A\nlet q = DispatchQueue.main\n#else\nlet q = RunLoop.main\n#endif\n\(use)",
        "typealias Q = DispatchQueue\nlet q = Q.main\n\(use)",
        "let q = DispatchQueue.main\na.receive(on: b(x, q))",
        "let q = DispatchQueue.main\na.receive(on: b ? q : c)",
        "let q = DispatchQueue.main\na.receive(on: q.x)", "let q = DispatchQueue.main.x\n\(use)",
      ],
      butNot: [
        "let q = DispatchQueue.main\na.receive(on: { q }())", "let q = b.main\n\(use)",
        "let q = DispatchQueue.main\na.receive(on: b.q)",
        "let q = DispatchQueue.main\na.receive(on: q())",
        "let q = DispatchQueue.main\nfunc f(q: S) { \(use) }",
        "let q = DispatchQueue.main\nfunc f() { { q in \(use) } }",
        "func f() { let q = DispatchQueue.main; if let q = b { \(use) } }",
        "func f() { let q = DispatchQueue.main; for q in b { \(use) } }",
        "func f() { let q = DispatchQueue.main; { (q: S) in \(use) } }",
        "func f() { let q = DispatchQueue.main; { [q = b] in \(use) } }",
        "func f() { let q = DispatchQueue.main; for (q, r) in b { \(use) } }",
        "var q = DispatchQueue.main\n\(use)", "func f() { var q = DispatchQueue.main; \(use) }",
        "class C { var q = DispatchQueue.main; func f() { \(use) } }",
        "class C { private var q = DispatchQueue.main; func f() { q = b; \(use) } }",
        "class C { let q: DispatchQueue; init(q: DispatchQueue) { self.q = q }\n"
          + "func f() { \(use) } }",
        "let on = DispatchQueue.main\na.receive(on: b)",
        "let q: any S = DispatchQueue.main\n\(use)",
        "class C { let q = DispatchQueue.main }\nclass D { func f() { \(use) } }",
      ])
    try expect(
      "{ arguments: ['DispatchQueue(label:)', 'Own()', Foo.bar.baz] }", bans: "run",
      hold: [
        "run(DispatchQueue(label: x))", "let q = DispatchQueue(label: x)\nrun(q)", "run(Own())",
        "let q = Own()\nrun(q)", "run(Foo.bar.baz)", "let q = Foo.bar\nrun(q.baz)",
        "let q = Foo.bar.baz\nrun(q)",
      ],
      butNot: [
        "run(DispatchQueue(label: x, qos: y))", "run(Own.shared)", "let q = Foo.bar\nrun(q)",
        "let q = DispatchQueue(label: x, qos: y)\nrun(q)",
      ])
  }

  @Test func argumentsAreToldByTheirLabels() throws {
    try expect(
      "{ arguments: { scheduler: [RunLoop.main, .ever], _: [Queue.main, nil] } }", bans: "run",
      hold: [
        "run(for: 1, scheduler: RunLoop.main)", "run(`scheduler`: (RunLoop.main))",
        "run(scheduler: .ever)", "run(Queue.main, scheduler: a)", "run(nil)",
        "run(a, b(Queue.main))",
        "let q = RunLoop.main\nrun(scheduler: q)",
        "func f() { let q = a ? .ever : b; run(scheduler: q) }",
        "run(scheduler: a < RunLoop.main, b > c)",
      ],
      butNot: [
        "run(for: RunLoop.main, scheduler: a)", "run(scheduler: Queue.main)", "run(RunLoop.main)",
        "run(scheduler: nil)", "run(x: nil)", "run { nil }", "run(a) { RunLoop.main }", "run",
        "let q = RunLoop.main\nrun(for: q, scheduler: a)", "run(scheduler: { RunLoop.main })",
        "run(scheduler: times.ever)", "run(scheduler: ever)", "run(a(scheduler: RunLoop.main))",
      ])
  }

  @Test func closuresBeginWithAttributes() throws {
    try expect(
      "{ closure: ['@MainActor'] }", bans: "Task.init, Task.detached, go",
      hold: [
        "Task { @MainActor in }", "Task { @MainActor [weak self] in }", "Task { @MainActor x in }",
        "Task { @Sendable @MainActor () async -> Void in }", "Task { @MainActor (x: Int) in }",
        "Task { @MainActor @Sendable in }", "Task { @_Concurrency.MainActor in }",
        "Task { @_Concurrency::MainActor in }", "Task { @`MainActor` in }",
        "Task { @a(b: 1) @MainActor async throws in }", "Task {\n  @MainActor\n  in\n}",
        "Task { @MainActor x, y -> [Int: A] in }", "Task { @MainActor(unsafe) in }",
        "Task.init { @MainActor in }", "Task(priority: .high) { @MainActor in }",
        "Task(operation: { @MainActor in })", "Task<Int, any Error> { @MainActor in }",
        "Task.detached(name: a, priority: b) { @MainActor in }", "go() { @MainActor in }",
        "go(a: { }, b: { @MainActor in })", "go { } b: { @MainActor in }",
        "go(1) { } b: { @MainActor in }",
        "typealias M = MainActor\nTask { @M in }", "#if A\nTask { @MainActor in }\n#endif",
      ],
      butNot: [
        "Task { }", "Task { in }", "Task { @Main in }", "Task { @Other.MainActor in }",
        "Task { @MainActors in }", "Task { @Sendable in MainActor() }",
        "Task { a { @MainActor in } }",
        "Task { @MainActor func f() {}; f() }", "Task { @MainActor var x = 1 }",
        "Task { () -> @MainActor () -> Void in b }", "Task { x in @MainActor let y = x }",
        "Task(operation: a { @MainActor in })", "Task(operation: b); a { @MainActor in }",
        "Task(operation: b)\n.x { @MainActor in }", "go", "go(\"{ @MainActor in }\")",
        "@globalActor actor MainActor {}\nTask { @MainActor in }",
      ])
  }

  @Test func chainsAndCallsAround() throws {
    try expect(
      "{ followed-by: [sorted] }", bans: "go",
      hold: [
        "go().sorted", "go { }.map { }.sorted()",
        "go().map({ }).x.sorted",
        "go().map { } b: { }\n  .filter(\\.c)?.sorted()", "(try go().map { }).sorted()",
        "go()!.x<Int>(1).sorted", "(go() ?? []).sorted()", "((try? go()) ?? [a]).sorted()",
      ],
      butNot: [
        "go()", "go().map { $0.sorted }", "go().map(x.sorted)", "go()[0].sorted()",
        "go() + x.sorted", "go() ?? [].sorted()", "(a ?? go()).sorted()",
        "x(go()).sorted", "go()\nsorted()",
      ])
    try expect(
      "{ argument-of: ['Set(_:)', 'put(_:at:)'] }", bans: "go",
      hold: [
        "Set(go())", "x.Set([go()])", "put(go(), at: 1)", "a.put(1, at: go())", "Set<A<B>>(go())",
      ],
      butNot: ["Set { go() }", "Set(x: go())", "Set(1, go())", "put(go())", "Sets(go())"])
  }

  @Test func aLiteralWithOneKey() throws {
    try expect(
      "{ arguments: { with: ['[_: _]'] } }", bans: "'go(with:)'",
      hold: [
        "go(with: [a: 1])", "go(with: [a: [1, 2]],)", "go(with: [a: f(1, 2)] as [String: Any])",
        "go(with: [\n  a: b,\n])", "go(with: [(a ?? b): 1] as? A)", "go(with: [:])",
      ],
      butNot: [
        "go(with: [a: 1, b: 2])", "go(with: [a])", "go(with: a)",
        "go(with: [a: [b: 1, c: 2]])", "go(with: [a: 1].merging(b))", "go(with: [a: 1] + b)",
        "let a = [b: 1]\ngo(with: f(a))", "go(with: [a: x ? y : z])", "go(with: [[a: 1], [b: 2]])",
      ])
  }

  @Test func bothKeysMustBeSatisfied() throws {
    var both = try conditionRule("when", queues, bans: "'go(_:_:)'")
    both.unless = try conditionRule("unless", "{ arguments: [nil] }", bans: "x").unless
    let text = "go(RunLoop.main, 1); go(RunLoop.main, nil); go(1, nil); go(1, 2)"
    #expect(verdicts(on: text, [both]) == [true, false, false, false])
  }

  @Test func aRuleWhoseConditionsHoldIsPreferred() throws {
    let when = try conditionRule("when", "{ closure: ['@A'] }", bans: "Task.run")
    let other = try rule("other", bans: ["Task.run(x:_:)", "Task.run(x:)"])
    let source = sourceFile("Task.run(x: 1) { @A in }\nTask.run(x: 1) { }")
    for rules in [[when, other], [other, when]] {
      let matches = explain(source, relativePath: source.path, with: CompiledRules(rules))
      let ids = matches.filter(\.verdict.isReported).map(\.rule.id)
      #expect(ids == ["own-when", "other"])
      #expect(
        matches.contains { if case .outdone(_, .condition) = $0.verdict { true } else { false } })
      #expect(matches.contains { if case .unmet = $0.verdict { true } else { false } })
    }
    // What is asked for may be banned, too.
    let queue = try rule("queue", bans: ["RunLoop.main"])
    let receive = try conditionRule("when", queues, bans: "'_.receive(on:)'")
    #expect(verdicts(on: "a.receive(on: RunLoop.main)", [receive, queue]) == [true, true])
  }

  @Test func constantsStandForPathsWhereTheUseHasAnotherName() throws {
    let rules = [try conditionRule("when", queues, bans: "'Worker.shared.run(on:)'")]
    let text = """
      typealias W = Worker
      let (q, w) = (DispatchQueue.main, 1)
      class C {
        let q = DispatchQueue.main
        let w = Worker.shared
        func f() { w.run(on: q); self.w.run(on: self.q); W.shared.run(on: q); w.run(on: b) }
      }
      """
    #expect(verdicts(on: text, rules) == [true, true, true, false])
  }

  @Test func eachCallOfAChainHasConditionsOfItsOwn() throws {
    let when = try conditionRule("when", queues, bans: "_.receive")
    let text = "a.receive(on: RunLoop.main).receive(on: RunLoop.main).receive(on: b)"
    #expect(verdicts(on: text, [when]) == [true, true, false])
  }

  /// What depends on the order of elements is no longer what follows, or what an argument is.
  @Test func orderThatIsAskedForEndsAChain() throws {
    try expect(
      "{ followed-by: [sorted], argument-of: ['Set(_:)'] }", bans: "go",
      hold: ["go().map { }.sorted()", "Set(go().map { })", "Set([go()])"],
      butNot: [
        "go().first.sorted()", "go().prefix(2).map { }.sorted()", "Set(go().enumerated().map { })",
        "Set(go().map { }.prefix(3))",
      ])
  }

  @Test func ownTypesAreNoMentions() throws {
    let when = try conditionRule("when", queues, bans: "'_.receive(on:)'")
    let text = """
      own-types: [DispatchQueue]

      """
    let configuration = Configuration(
      parsing: SourceFile(path: FilePath("own.yml"), bytes: Array(text.utf8)))
    let types = configuration.ownTypes
    #expect(types.count == 1)
    let uses = "a.receive(on: DispatchQueue.main); a.receive(on: Dispatch.DispatchQueue.main)"
    #expect(verdicts(on: uses, [when], ownTypes: types) == [false, true])
  }

  @Test func mentionsInEarlierGroupsCount() throws {
    let when = try conditionRule("when", queues, bans: "'_.receive(on:)', f")
    let body =
      "let q = b ? DispatchQueue.main : c; \(String(repeating: "f();", count: 40)) a.receive(on: q)"
    let text = String(repeating: "func g() { \(body) }\n", count: 5)
    let found = verdicts(on: text, [when], inGroupsOf: 3)
    #expect(found == verdicts(on: text, [when]))
    #expect(found.count { $0 } == 5)
  }

  @Test func whatIsOnlyMentionedIsNoReasonToReadAFile() throws {
    let rules = CompiledRules([try conditionRule("when", queues, bans: "'_.receive(on:)'")])
    func mayMatch(_ text: String) -> Bool {
      Array(text.utf8).withUnsafeBufferPointer { rules.mayMatch($0) }
    }
    #expect(!mayMatch("DispatchQueue.main.async { RunLoop.main }"))
    #expect(mayMatch("a.receive(on: b)"))
  }
}
