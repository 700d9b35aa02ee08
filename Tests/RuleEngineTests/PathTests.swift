import Testing

@testable import RuleEngine

@Suite struct Members {
  @Test func memberOfAType() throws {
    try expectUses(
      of: "Date.now",
      inEach: [
        "let d = ⟦Date.now⟧", "⟦Date.now⟧.addingTimeInterval(3)", "⟦Foundation.Date.now⟧",
        "⟦Foundation::Date.now⟧", "⟦Date.Foundation::now⟧", "⟦Date . now⟧", "⟦Date\n  .now⟧",
        "⟦Date.`now`⟧", "(⟦Date).now⟧", "⟦Date.self.now⟧", "((⟦Date).self).now⟧", "c ?? ⟦Date.now⟧",
        "⟦Date // a\n  /* b */.now⟧", "case ⟦Date.now⟧: break", "x == ⟦Date.now⟧ ? a : b",
        "if ⟦Date.now⟧ > d { }", "⟦Date.now⟧!", "⟦Date.now⟧ as Any", "\"\\(⟦Date.now⟧)\"",
        "\\Foo.[⟦Date.now⟧]",
        "Date.nowish", "date.now", "\\.date.now", "$0.date.now", "\\Date.now", "Foo.Date.now",
        "Date?.now", "Date().now", "Date.Now", "Date.current", "Date.Foo::now", "_Date.now",
        "func now", "case now", "Date.self", "Date..<now", "Date[now]", "context.now", "[Date].now",
      ])
  }

  @Test func nameWithoutParenthesesMatchesEveryUse() throws {
    try expectUses(
      of: "DispatchQueue.main.async",
      inEach: [
        "⟦DispatchQueue.main.async { }⟧", "⟦DispatchQueue.main.async(execute: work)⟧",
        "⟦DispatchQueue.main.async(group: g) { }⟧",
        "let f: (DispatchWorkItem) -> Void = ⟦DispatchQueue.main.async⟧",
        "⟦DispatchQueue . main . async { }⟧",
        "⟦DispatchQueue\n  .main // b\n  .async { }⟧",
        "⟦Dispatch.DispatchQueue.main.async { }⟧", "⟦Dispatch::DispatchQueue.main.async { }⟧",
        "⟦DispatchQueue.Dispatch::main.Dispatch::async { }⟧",
        "⟦DispatchQueue.`main`.`async` { }⟧",
        "(⟦DispatchQueue).main.async { }⟧", "(⟦DispatchQueue.main).async { }⟧",
        "((⟦DispatchQueue).main).async { }⟧", "⟦DispatchQueue.main.self.async { }⟧",
        "(⟦DispatchQueue.main.async) { }⟧",
        "⟦DispatchQueue.main.async {\n  ⟦DispatchQueue.main.async { }⟧\n}⟧",
        "if c { ⟦DispatchQueue.main.async { }⟧ }", "if ⟦DispatchQueue.main.async⟧ { }",
        "foo(DispatchQueue.main, ⟦DispatchQueue.main.async⟧)",
        "DispatchQueue.main.asyncAfter(deadline: d) { }", "queue.async { }",
        "DispatchQueue.main.sync { }", "DispatchQueue.global().async { }", "mainQueue.async { }",
        "AsyncQueue.main.async { }", "DispatchQueue.main.foo.async { }", "self.main.async { }",
        "DispatchQueue.main().async { }", "DispatchQueue.main[0].async { }",
        "DispatchQueue.main ?? x.async { }", "DispatchQueue.main, x.async", ".main.async { }",
        "Foo.DispatchQueue.main.async { }", "f(DispatchQueue.main).async {}",
      ])
  }

  @Test func anotherReceiverIsASeam() throws {
    try expectUses(
      of: "Timer.scheduledTimer",
      inEach: [
        "⟦Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }⟧",
        "⟦Timer.self.scheduledTimer(a: 1)⟧", "let f = ⟦Timer.scheduledTimer⟧",
        "⟦Timer.scheduledTimer(timeInterval:target:selector:userInfo:repeats:)⟧",
        "timerType.scheduledTimer(a: 1)", "self.timerType.scheduledTimer(a: 1)",
        "MyTimer.scheduledTimer(a: 1)", "override class func scheduledTimer(a: Int) { }",
        "Timer(timeInterval: 1, repeats: true) { _ in }", "Timer.TimerPublisher",
        "var timerType: Timer.Type = Timer.self", "scheduledTimer(a: 1)",
        "Timer.Type.scheduledTimer",
      ])
  }

  @Test func genericArgumentsAreSkipped() throws {
    try expectUses(
      of: "Task.sleep",
      inEach: [
        "try await ⟦Task.sleep(nanoseconds: 3)⟧", "⟦Task<Never, Never>.sleep(for: d)⟧",
        "⟦Task<\n  Never,\n  Never\n>\n.sleep(for: d)⟧", "⟦Task<A<B>, C<D<E>>>.sleep()⟧",
        "⟦Task<(A, B) -> C, [D]>.sleep()⟧", "⟦Task<A?, B.C>.sleep()⟧",
        "⟦Task<A & B, any C>.sleep()⟧",
        "⟦Task<(A) async throws(E) -> B, @Sendable () -> C>.sleep()⟧", "⟦Task<3, -3>.sleep()⟧",
        "⟦Task<repeat each T, ~Copyable>.sleep()⟧", "⟦_Concurrency.Task.sleep(x)⟧",
        "⟦Task<Foo::A, B!>.sleep()⟧", "⟦Task<A<B>?, C>.sleep()⟧", "(⟦Task<A, B>).sleep()⟧",
        "⟦Task<[Task<A, B>], (Task<C, D>)>.sleep()⟧",
        "Task<Never, Never>.yield()", "Task < a, b.sleep()", "Task<f(x)>.sleep()",
        "Task<A, B>>.sleep()", "Task<A; B>.sleep()", "T.sleep()", "Task<A.sleep>()",
      ])
  }

  @Test func conditionalCompilationInAChain() throws {
    try expectUses(
      of: "DispatchQueue.main.async",
      inEach: [
        "⟦DispatchQueue.main\n#if os(Linux)\n  .async { }⟧\n#else\n  .sync { }\n#endif",
        "⟦DispatchQueue.main\n#if os(Linux)\n  .sync { }\n#elseif A\n  .foo()\n#else\n  .async { }⟧\n#endif",
        "⟦DispatchQueue\n#if os(Linux)\n  .main\n#else\n  .global()\n#endif\n  .async { }⟧",
        "⟦DispatchQueue\n#if os(Linux)\n  .global()\n#else\n  .main\n#endif\n  .async { }⟧",
        "⟦DispatchQueue\n#if A\n#if B\n  .global()\n#else\n  .main\n#endif\n#else\n#endif\n  .async { }⟧",
        "⟦DispatchQueue.main\n#if A\n  .foo()\n#endif\n  .async { }⟧",
        "⟦DispatchQueue.main\n#if (A ||\n  B)\n  .async { }⟧\n#endif",
        "#if A\nlet q = DispatchQueue.main\n#endif\n  .async { }",
        "#if A\nlet q = DispatchQueue.main\n#else\n  .async { }\n#endif",
        "DispatchQueue.main\n#if A\nfoo.async { }\n#endif", "⟦DispatchQueue.main\n#if A\n  .async⟧",
        "DispatchQueue\n#if A\n  .main\n#else\n  .foo\n",
        "#else\nDispatchQueue.main\n#else\n.async",
      ])
    try expectUses(
      of: "Date()", in: "#if DEBUG\n⟦Date()⟧\n#elseif Date()\n⟦Date()⟧\n#else\n⟦Date()⟧\n#endif")
  }

  @Test func callsInTheMiddle() throws {
    try expectUses(
      of: "DispatchQueue.global().async",
      inEach: [
        "⟦DispatchQueue.global().async { }⟧", "⟦DispatchQueue.global()\n  .async(execute: x)⟧",
        "(⟦DispatchQueue.global()).async { }⟧", "(⟦DispatchQueue.global)().async { }⟧",
        "DispatchQueue.global(qos: .utility).async { }", "DispatchQueue.global.async { }",
        "DispatchQueue.global { }.async { }",
      ])
    try expectUses(
      of: "DispatchQueue.global(qos:).async",
      inEach: [
        "⟦DispatchQueue.global(qos: .utility).async { }⟧", "DispatchQueue.global().async { }",
        "DispatchQueue.global(qos:).async { }", "⟦DispatchQueue.global(qos: x)!.async⟧",
      ])
    try expectUses(
      of: "ContinuousClock().now",
      inEach: [
        "⟦ContinuousClock().now⟧", "⟦ContinuousClock.init().now⟧", "(⟦ContinuousClock()).now⟧",
        "⟦ContinuousClock.self.init().now⟧", "ContinuousClock.now", "ContinuousClock(x).now",
        "clock.now", "ContinuousClock { }.now", "ContinuousClock.init.now",
      ])
    try expectUses(
      of: "DispatchQueue(label:).async",
      inEach: ["⟦DispatchQueue(label: \"a\").async { }⟧", "DispatchQueue(label: \"a\").sync { }"])
  }

  @Test func convertedToItsOwnType() throws {
    try expectUses(
      of: "DispatchQueue.main.async", "DispatchQueue.global(qos:).async", "Date().x",
      inEach: [
        "(⟦DispatchQueue.main as DispatchQueue).async⟧ { }",
        "(⟦DispatchQueue.main as! DispatchQueue).async⟧ { }",
        "(⟦DispatchQueue.main as? DispatchQueue)?.async⟧ { }",
        "((⟦DispatchQueue.main) as DispatchQueue).async⟧ { }",
        "((⟦DispatchQueue.main as DispatchQueue) as DispatchQueue).async⟧ { }",
        "(⟦DispatchQueue.main as Dispatch.DispatchQueue).async⟧ { }",
        "(⟦DispatchQueue.global(qos: .x) as DispatchQueue).async⟧ { }",
        "(⟦.main as DispatchQueue).async⟧ { }", "(⟦Date() as Date).x⟧",
        "let queue = DispatchQueue.main as DispatchQueue\n⟦queue.async { }⟧",
        "(DispatchQueue.main as Scheduler).async { }",
        "(DispatchQueue.main as Foo.DispatchQueue).async { }",
        "(DispatchQueue.main is DispatchQueue).async { }",
        "f(DispatchQueue.main as DispatchQueue).async { }",
        "(x ?? DispatchQueue.main as DispatchQueue).async { }",
        "(DispatchQueue.main as DispatchQueue, 1).async { }",
        "let queue = DispatchQueue.main as Scheduler\nqueue.async { }",
        "let queue = DispatchQueue.main as DispatchQueue? ?? x\nqueue.async { }",
      ].map { $0.replacing("async⟧ { }", with: "async { }⟧") })
  }

  @Test func nestedTypes() throws {
    try expectUses(
      of: "Date.RelativeFormatStyle(presentation:)", "AES.GCM.Nonce()",
      "ContinuousClock.Instant.now",
      inEach: [
        "⟦Date.RelativeFormatStyle(presentation: x)⟧", "⟦AES.GCM.Nonce()⟧",
        "⟦AES.GCM.Nonce.init()⟧", "⟦ContinuousClock.Instant.now⟧", "⟦AES.GCM.Nonce.init⟧",
        "GCM.Nonce()", "Foo.AES.GCM.Nonce()", "AES.GCM.Nonce(data: x)", "AES.GCM.Nonce",
        "(⟦AES.GCM.Nonce)()⟧", "AES.GCM().Nonce()",
      ])
  }

  @Test func unappliedStaticFunction() throws {
    try expectUses(
      of: "Bool.random()", "Int.random(in:)",
      inEach: [
        "⟦Bool.random()⟧", "let f = ⟦Bool.random⟧", "Int.random", "let f = ⟦Int.random(in:)⟧",
      ])
  }

  @Test func everyWordCanBeAMember() throws {
    try expectUses(
      of: "FileManager.default", "NSTimeZone.system", "Host.init(name:)",
      inEach: [
        "⟦FileManager.default⟧.x", "⟦FileManager.`default`⟧", "⟦Host(name: x)⟧",
        "Host.`init`(name: x)",
      ])
  }
}

@Suite struct AnyReceiver {
  @Test func memberOfAnything() throws {
    try expectUses(
      of: "_.shuffled()",
      inEach: [
        "x.⟦shuffled()⟧", "x?.⟦shuffled()⟧", "x!.⟦shuffled()⟧", "f().⟦shuffled()⟧",
        "[1, 2]\n  .⟦shuffled()⟧", "\"a\".⟦shuffled()⟧", "x.y.⟦shuffled()⟧",
        "let a: A = .⟦shuffled()⟧",
        "Foo<A>.⟦shuffled()⟧", "x.⟦`shuffled`()⟧",
        "x.Swift::⟦shuffled()⟧", "self.⟦shuffled()⟧", "\\.⟦shuffled()⟧", "x.⟦shuffled ()⟧",
        "x.⟦shuffled()⟧.shuffled()",
        "shuffled()", "x.shuffled(using: &g)", "x.shuffled", "x.shuffled { }",
        "func shuffled() { }",
        "x.Foo::shuffled()", "x.shuffledBy()", "x.shuffled\n()", "case .shuffled(): break",
        "if case .shuffled() = x { }", "case .a(.shuffled()): break", "case .a: .⟦shuffled()⟧",
        "case .a where .⟦shuffled()⟧ == x: break",
      ])
  }

  @Test func longerPaths() throws {
    try expectUses(
      of: "_.keys.first", "_.wait(timeout:)",
      inEach: [
        "x.⟦keys.first⟧", "x.⟦keys?.first⟧", "x.⟦keys\n  .first⟧", "keys.first", "x.keys.last",
        "x.⟦wait(timeout: 3)⟧", "x.wait()", "x.wait { }", "x.keys().first", "x.⟦wait(timeout:)⟧",
      ])
  }

  @Test func labelOfAClosureAloneIsNotEnough() throws {
    try expectUses(
      of: "_.debounce(for:run:)", "_.perform(_:)",
      inEach: [
        "x.⟦debounce(for: 3) { }⟧", "x.debounce { }", "x.⟦debounce { } run: { }⟧",
        "x.⟦perform { }⟧",
      ])
  }
}

@Suite struct FreeFunctions {
  @Test func noReceiverOrAModule() throws {
    try expectUses(
      of: "arc4random()", "time(_:)", "CFAbsoluteTimeGetCurrent()",
      inEach: [
        "⟦arc4random()⟧", "⟦Glibc.arc4random()⟧", "⟦Darwin::arc4random()⟧", "⟦time(nil)⟧",
        "⟦time(&t)⟧", "let f = ⟦time(_:)⟧", "⟦CFAbsoluteTimeGetCurrent()⟧",
        "(⟦time)(nil)⟧", "⟦Darwin.time(nil)⟧ - ⟦time(nil)⟧", "⟦TSCLibc.time(nil)⟧",
        "x.time(3)", "func time(_ x: Int)", ".time(3)", "time(3, 4)", "time()", "time(x: 3)",
        "time: 3", "f(time: 3)", "x?.time(3)", "map(arc4random)", "let time = 3",
        "enum E { case time(Int) }", "enum E { case a, time(Int) }", "arc4random_uniform(3)",
        "#time(3)", "@time(3) var x", "enum E { case a(Int), b; func f() { g(0, ⟦time(3)⟧) } }",
      ])
  }

  @Test func bareName() throws {
    try expectUses(
      of: "environ",
      inEach: [
        "let x = ⟦environ⟧[0]", "⟦Glibc.environ⟧", "x.environ", "f(environ: 3)", "let environ = 3",
        "func environ() { }", "func f(a environ: Int)", "for environ in x { }",
        "f(a, environ: ⟦environ⟧)", "[⟦environ⟧: 1]", "c ? ⟦environ⟧ : x",
      ])
  }
}

@Suite struct ImplicitMembers {
  @Test func periodWithoutReceiver() throws {
    try expectUses(
      of: ".now",
      inEach: [
        "let d = ⟦.now⟧", "f(⟦.now⟧)", "f(at: ⟦.now⟧, ⟦.now⟧)", "[⟦.now⟧, ⟦.now⟧]",
        "return ⟦.now⟧",
        "{ x in ⟦.now⟧ }", "else ⟦.now⟧", "await ⟦.now⟧", "try ⟦.now⟧", "try? ⟦.now⟧", "try?⟦.now⟧",
        "try!⟦.now⟧", "c ? ⟦.now⟧ : ⟦.now⟧", "x > ⟦.now⟧", "x == ⟦.now⟧", "x ?? ⟦.now⟧", "-⟦.now⟧",
        "{ ⟦.now⟧ }", "⟦.now⟧", "\n⟦.now⟧.x", "\"\\(⟦.now⟧)\"", "⟦.`now`⟧", "⟦.Foundation::now⟧",
        "case .a: ⟦.now⟧", "case .a(let x) where x > ⟦.now⟧: break", "if case .a = ⟦.now⟧ { }",
        "for case .a in ⟦.now⟧ { }", "if x > ⟦.now⟧ { }", "switch ⟦.now⟧ { case .a: break }",
        "unsafe ⟦.now⟧", "yield ⟦.now⟧",
        "x as! Foo ?? ⟦.now⟧",
        "default: ⟦.now⟧",
        "f {\n#if A\n  ⟦.now⟧\n#else\n  ⟦.now⟧\n#endif\n}",
        "#if A\nlet a = 1\n#endif\n⟦.now⟧",
        "⟦.now⟧ /**/", "a >⟦.now⟧", "(⟦.now⟧)", "x = ⟦.now⟧", "⟦. now⟧",
      ])
  }

  @Test func receiversAndPatterns() throws {
    try expectUses(
      of: ".now",
      inEach: [
        "Date.now", "x.now", "x\n  .now", "x // c\n  .now", "x?.now", "x!.now", "x?\n  .now",
        "x? .now",
        "f().now", "f()\n.now", "[1].now", "f { }\n.now", "\"\".now", "\"\"\"\n\"\"\"\n.now",
        "Foo<T>.now",
        "Foo<T>\n  .now", "self.now", "Self.now", "super.now", "nil.now", "1.now", "1.0.now",
        "$0.now",
        "`x`.now", "x.init.now", "x.default.now", "x.return\n.now", "#\"\"#.now", "/x/.now",
        "unsafe.now", "unsafe\n  .now",
        "case .now: break", "case .a, .now: break", "case .a(.now): break",
        "case .a(x: .now): break",
        "if case .now = x { }", "guard case .now = x else { }", "for case .now in x { }",
        "case .now?: break",
        "\\.now", "\\Date.now", "\\.x.now", "\\.x?.now", "x\n#if A\n  .now\n#endif",
        "x\n#if A\n  .y\n#endif\n  .now", "x\n#if A\n  .y\n#else\n  .now\n#endif",
        "x as? Foo\n.now",
        ".now()", ".now(x)", ".now { }", ".now(x:)", "now", "..now", ".nowish", ".Foo::now",
        "a>.now",
        "x\n#if A\n#if B\n.now\n#endif\n#endif\n.now",
      ])
  }

  @Test func withLabels() throws {
    try expectUses(
      of: ".init(timeIntervalSinceNow:)", ".now()",
      inEach: [
        "Thread.sleep(until: ⟦.init(timeIntervalSinceNow: 0.1)⟧)",
        "let f = map(⟦.init(timeIntervalSinceNow:)⟧)", "f(⟦.now()⟧)", "⟦.now()⟧ + 1",
        "f(\n  ⟦.init(timeIntervalSinceNow: 1)⟧)", "⟦.init(\n  timeIntervalSinceNow: 1\n)⟧",
        "x.init(timeIntervalSinceNow: 1)", "self.init(timeIntervalSinceNow: 1)", ".init { }",
        ".init",
        "init(timeIntervalSinceNow: Double) { }", ".init(timeIntervalSince1970: 1)", ".now",
        ".now(x)",
        "DispatchTime.now()", "Date.init(timeIntervalSinceNow: 1)",
        ".`init`(timeIntervalSinceNow: 1)",
        "case .now(): break", ".now\n()", "x\n  .now()",
      ])
  }
}

@Suite struct OtherNames {
  @Test func bareTypeNameMatchesEveryMention() throws {
    try expectUses(
      of: "SystemRandomNumberGenerator",
      inEach: [
        "var g = ⟦SystemRandomNumberGenerator()⟧", "let g: ⟦SystemRandomNumberGenerator⟧",
        "let g: [⟦SystemRandomNumberGenerator⟧]", "Foo<⟦SystemRandomNumberGenerator⟧>()",
        "⟦SystemRandomNumberGenerator⟧.self", "⟦Swift.SystemRandomNumberGenerator()⟧",
        "func f() -> ⟦SystemRandomNumberGenerator⟧ { }", "x as ⟦SystemRandomNumberGenerator⟧",
        "extension Foo where T == ⟦SystemRandomNumberGenerator⟧ { }",
        "[⟦SystemRandomNumberGenerator⟧: Int]",
        "\\⟦SystemRandomNumberGenerator⟧.x", "typealias G = ⟦SystemRandomNumberGenerator⟧",
        "struct SystemRandomNumberGenerator { }", "extension SystemRandomNumberGenerator { }",
        "import struct Swift.SystemRandomNumberGenerator", "Foo.SystemRandomNumberGenerator",
        "f(SystemRandomNumberGenerator: 1)", "@SystemRandomNumberGenerator var x",
      ])
  }

  @Test func macrosAndAttributes() throws {
    try expectUses(
      of: "#filePath", "#file", "@AppStorage",
      inEach: [
        "f(⟦#filePath⟧)", "f(file: ⟦#file⟧)", "#fileID", "filePath", "x.filePath", "@filePath",
        "⟦@AppStorage⟧(\"a\") var x", "⟦@Foundation.AppStorage⟧(\"a\") var x", "AppStorage(\"a\")",
        "⟦@Foundation::AppStorage⟧ var x", "@Foo.AppStorage var x", "#AppStorage", "#Foo::filePath",
        "⟦#Swift::filePath⟧", "\"#filePath\"", "// #filePath",
      ])
  }

  @Test func configuredModules() throws {
    try expectUses(
      of: "Date()", in: "⟦MyOverlay.Date()⟧ + ⟦MyOverlay::Date()⟧", modules: ["MyOverlay"])
    try expectUses(of: "@AppStorage", in: "⟦@SwiftUI.AppStorage⟧ var x", modules: ["SwiftUI"])
  }
}
