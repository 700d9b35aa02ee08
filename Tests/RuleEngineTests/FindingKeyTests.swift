import BundledRules
import Diagnostics
import Foundation
import RuleEngine
import TestSupport
import Testing

@testable import Rules

/// The keys of what the patterns match in the text, each as `scope  tokens`.
private func keys(_ text: String, _ patterns: [String] = ["Date.init", "Date.now"]) throws
  -> [String]
{
  let rules = CompiledRules([try rule("banned", bans: patterns)])
  let source = sourceFile(text)
  return lint(source, relativePath: source.path, with: rules, makingKeys: true).all.map {
    "\($0.key!.scope)  \($0.key!.tokens)"
  }
}

@Suite struct FindingKeyTests {
  @Test(arguments: [
    ("_ = Date()", "-"),
    ("func f() { Date() }", "f()"),
    ("class A { func show(_ a: Int, animated: Bool = Date() == b) {} }", "A.show(_:animated:)"),
    ("func f<T: P<(A, B)>>(in a: [T: U], `for` b: Map<A, B> = Date()) where T: Q {}", "f(in:for:)"),
    ("func f(@B content: @escaping (Int) -> X, a: Map<A, Set<B>>? = Date()) {}", "f(content:a:)"),
    ("struct A { init?<T>(a: T) { Date() } }", "A.init(a:)"),
    ("struct A { init!(_ a: T...) throws(E) { Date() } }", "A.init(_:)"),
    ("class A { deinit { Date() } }", "A.deinit"),
    ("struct A { subscript(a: Int, at b: Int) -> B { Date() } }", "A.subscript(_:at:)"),
    ("struct A { static func == (a: A, b: A) -> Bool { Date() } }", "A.==(_:_:)"),
    ("func ==<T>(a: T, b: T) { Date() }", "==(_:_:)"),
    ("func `a b`() { Date() }", "a b()"),
    ("enum A { case `default`(at: Date = Date()) }", "A.default"),
    ("enum A { indirect case a, b(Date = Date()), c }", "A.b"),
    ("enum A { @available(*, unavailable)\n case a(Date = Date()) }", "A.a"),
    ("enum A { case a; static let b = Date() }", "A.b"),
    ("extension A.B<C>: P where T == Date { var a: Date { get { Date() } } }", "A.B.a"),
    ("extension [Int] { func a() { Date() } }", "Array.a()"),
    ("@MainActor public final class A<T>: B { lazy var c = { Date() }() }", "A.c"),
    ("actor A { protocol B {}; let (a, b) = (1, Date()) }", "A.a,b"),
    ("let a = 1, b = Date()", "b"),
    ("func f() { let a = Date(); let b = { let c = Date() } }", "f()"),
    ("func f() { func g() { struct A { let b = Date() } } }", "f().g().A.b"),
    ("if a { let b = Date() }\ncall { let c = Date() }", "-"),
    ("struct A {\n#if DEBUG\n let a = Date()\n#else\n let a = b\n#endif\n}", "A.a"),
    ("#Preview(\"A\") { Date() }", #"#Preview("A")"#),
    ("#Preview(name) { Date() }", "#Preview"),
    ("it(\"loads\") { Date() }", #"it("loads")"#),
    (
      "func f() { describe(\"a\", { it(#\"b\"#) { let c = { Date() } } }) }",
      #"f().describe("a").it("b")"#
    ),
    ("app.get(\"v1.0\\n\") { Date() }", #"get("v1\u{2E}0\n")"#),
    ("context(\"\"\"\n a\n \"\"\") { Date() }", #"context("\n a\n ")"#),
    ("it(\"loads\", Date())", "-"),
    ("it(\"loads \\(a)\") { Date() }", "-"),
    ("it(named: \"loads\") { Date() }", "-"),
    ("struct A { var a: B { Date() } }", "A.a"),
    ("struct A { var a: B { get { Date() } } }", "A.a"),
    ("struct A { var a: B { get { b } set { Date() } } }", "A.a{set}"),
    ("struct A { var a = 1 { didSet { Date() } } }", "A.a{didSet}"),
    (
      "struct A { subscript(a: B) -> C { get { b } _modify { Date() } } }",
      "A.subscript(_:){_modify}"
    ),
    ("func f() { var a: B { get { b } set { Date() } } }", "f()"),
    ("@available(iOS 17, *)\n#Preview { let a = Date() }", "#Preview"),
    ("struct A { #Preview { Date() }\n func f() { #expect(Date() < a) } }", "A.#Preview"),
    ("func f() { #expect(Date() < a) }", "f()"),
    ("let a = #b(Date())", "a"),
    ("import struct Foundation.Date\nfunc f() { Date() }", "f()"),
    ("struct A {\n @Test(.enabled(if: Date() < a)) @B\n func f() {}\n}", "A.f()"),
    ("typealias A = B<C>; let a = Date()", "a"),
    ("switch a { case .b: Date() }", "-"),
  ])
  func scope(text: String, scope: String) throws {
    #expect(try keys(text).first?.components(separatedBy: "  ").first == scope)
  }

  @Test(arguments: [
    ("Date()", "Date()"), ("Foundation . Date /* a */ ( )", "Date()"), ("`Date`()", "Date()"),
    ("Date.init()", "Date.init()"), ("(Date)()", "Date()"), ("Foundation::Date()", "Date()"),
    ("Date(timeIntervalSinceNow: -60)", "Date(timeIntervalSinceNow:)"),
    ("Date(a, b: c(d: e), _: 1)", "Date(_:b:_:)"),
    ("map(Date.init)", "Date.init"), ("map(Date.init(iso:in:))", "Date.init(iso:in:)"),
    ("Date { a }", "Date"), ("let a: Date = .now", ".now"), ("let a: Date = .init()", ".init()"),
    ("typealias D = Date; D(iso: 1)", "Date(iso:)"),
    ("extension Date { func f() { Self(); } }", "Date()"),
    ("Date.now.advanced(by: 1)", "Date.now"),
  ])
  func tokens(text: String, tokens: String) throws {
    #expect(try keys(text).first?.components(separatedBy: "  ").last == tokens)
  }

  @Test(arguments: [
    (
      "DispatchQueue.main.async", "DispatchQueue\n  .main\n  .async(execute: a)",
      "DispatchQueue.main.async(execute:)"
    ),
    ("DispatchQueue.main.async", "DispatchQueue.main.async { }", "DispatchQueue.main.async"),
    (
      "DispatchQueue.main.async", "let q = DispatchQueue.main\nq.async { }",
      "DispatchQueue.main.async"
    ),
    (
      "DispatchQueue.main.async", "let main = DispatchQueue.main\nmain.async { }",
      "DispatchQueue.main.async"
    ),
    (
      "DispatchQueue.global(qos:).async", "let q = DispatchQueue.global(qos: .a)\nq.async { }",
      "DispatchQueue.global(qos:).async"
    ),
    (
      "DispatchQueue.global(qos:).async", "DispatchQueue.global(qos: .a).async { }",
      "DispatchQueue.global(qos:).async"
    ),
    (
      "Task.sleep(nanoseconds:)", "Task<Never, Never>.sleep(nanoseconds: 3)",
      "Task.sleep(nanoseconds:)"
    ),
    ("_.shuffled()", "a.b(c).shuffled()", "shuffled()"),
    ("#filePath", "print(#filePath)", "#filePath"),
    ("@AppStorage", "@AppStorage(\"a\") var a", "@AppStorage"),
    (".now", "wait(until: .now)", ".now"),
    (
      "Set.shuffled()", "#if A\nlet s = Set\n#endif\n_ = Set\n#if A\n.shuffled()\n#endif",
      "Set.shuffled()"
    ),
  ])
  func tokensOfPattern(pattern: String, text: String, tokens: String) throws {
    let found = try keys(text, [pattern])
    #expect(found.map { $0.components(separatedBy: "  ").last } == [tokens])
  }

  /// What nobody writes makes no report larger than itself.
  @Test func keysAreShort() throws {
    let name = String(repeating: "é", count: 5000)
    let found = try keys("func \(name)() { Date() }\nfunc f() { Date(\(name): 1) }")
    #expect(found.map { $0.unicodeScalars.count } == [1000 + 8, 5 + 1000].map { $0 })
    let deep = String(repeating: "enum abc { ", count: 2000) + "static let a = Date()"
    #expect(try keys(deep).map { $0.utf8.count } == [1000 + 8])
  }

  @Test func withoutBeingAskedForThereAreNone() throws {
    let source = sourceFile("Date()\nDate() // determinism:allow date-init: a")
    let rules = CompiledRules([try rule("date-init", bans: ["Date()"])])
    let findings = lint(source, relativePath: source.path, with: rules)
    #expect(findings.all.map { $0.key == nil } == [true, true])
    #expect(findings.allowedInSource == 1 && findings.reported.count == 1)
  }

  @Test func excusedFindingsHaveTheirReason() throws {
    var first = try rule("date-init", bans: ["Date()"])
    first.allowInside = [try ScopeHeader(parsing: "func g")]
    var second = try rule("other", bans: ["Other()"])
    second.allow = [try Glob(parsing: "*.swift")]
    let source = sourceFile(
      """
      func f() { Date() } // determinism:allow date-init: it is the clock // expect: a
      // determinism:allow date-init :  spaced
      func g() { Date(); Other() }
      Date()
      """)
    let rules = CompiledRules([first, second])
    let findings = lint(source, relativePath: source.path, with: rules, makingKeys: true).all
    let found = findings.filter { !$0.isReported }.map {
      "\($0.verdict) | \($0.key!.scope) \($0.rule!.id)"
    }
    #expect(
      found == [
        #"allowedInSource(reason: "it is the clock") | f() date-init"#,
        #"allowedBySettings(reason: "allow-inside: func g") | g() date-init"#,
        #"allowedBySettings(reason: "allow: *.swift") | g() other"#,
      ])
  }

  @Test func codeOfALineIsWithoutBlanksAndComments() {
    let source = sourceFile("let a /* b */ = \"c d\"  // e\r\n\n\tf(  \"\"\"\n g  h\n \"\"\")\n")
    let code = LineCode(source)
    let lines = source.bytes.indices.filter { $0 == 0 || source.bytes[$0 - 1] == 10 }
    let found = lines.map { String(decoding: code.code(ofLineAt: $0), as: UTF8.self) }
    #expect(found == ["leta=\"cd\"", "", "f(\"\"\"", "gh", "\"\"\")"])
  }

  @Test func declaredScopesAreThoseOfFindings() {
    let source = sourceFile(
      "struct A { enum B { case c, d(Int) }\n func f(_ a: Int) { let b = 1 } }\nlet e = 1")
    #expect(
      declaredScopes(of: source) == ["-", "A", "A.B", "A.B.c", "A.B.d", "A.f(_:)", "e"])
  }
}

/// Held against all rules: the fixtures, this package's sources and what the toolchain declares.
@Suite struct FindingKeyStability {
  private let rules = CompiledRules(
    bundledRuleFiles.flatMap { file in
      RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules
        .map(\.value)
    }, readsSuppressions: false)

  private func keys(_ text: String) -> [FindingKey] {
    let source = sourceFile(text)
    return lint(source, relativePath: source.path, with: rules, makingKeys: true).all
      .compactMap(\.key)
  }

  /// Blanks and comments where they do no harm.
  @Test func reformattingChangesNoKey() throws {
    var (count, doubledCount) = (0, 0)
    for bytes in try swiftSources(in: ["Fixtures/Rules", "Sources", "Tests"]) {
      let text = String(decoding: bytes, as: UTF8.self)
      let found = keys(text)
      count += found.count
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let reindented = lines.map { "      " + $0 }.joined(separator: "\n")
      let spaced = lines.map { "  " + $0 }.joined(separator: "\n  // A comment.\n\n")
      for changed in [reindented, spaced] {
        #expect(keys(changed) == found, "\(text.prefix(200))")
        let scopes = declaredScopes(of: sourceFile(changed))
        #expect(scopes == declaredScopes(of: sourceFile(text)))
        #expect(found.allSatisfy { scopes.contains($0.scope) })
      }
      // What a file declares twice tells no type any more: then there is more to find.
      let twice = keys(text + "\n" + text)
      if twice.count == 2 * found.count {
        doubledCount += found.count
        #expect(Set(twice).isSubset(of: found))
      }
    }
    #expect(1000 < count)
    #expect(7 * count < 8 * doubledCount)
  }
}
