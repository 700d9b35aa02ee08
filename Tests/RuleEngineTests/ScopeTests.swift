import Diagnostics
import SwiftLexer
import Testing

@testable import RuleEngine
@testable import Rules

/// Checks that of the uses of `Date()` in the text those between `⟦` and `⟧`, and no others, are
/// inside what a header names; and that `allow-inside` lets just these be.
/// - Parameter isWhole: whether a declaration has one range, which no clause of an `#if` parts.
func expectScope(
  _ header: String, _ marked: String, isWhole: Bool = true,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  var inside = try rule("inside", bans: ["Date()"])
  inside.inside = [try ScopeHeader(parsing: header)]
  var outside = try rule("outside", bans: ["Date()"])
  outside.allowInside = inside.inside
  let source = sourceFile(String(marked.filter { $0 != "⟦" && $0 != "⟧" }))
  let all = lint(source, relativePath: source.path, with: CompiledRules([try everywhere()]))
  let within = lint(source, relativePath: source.path, with: CompiledRules([inside]))
  let found = mark(within.diagnostics.map(\.range), in: source.bytes)
  #expect(found == marked, "\(header)", sourceLocation: sourceLocation)
  let without = lint(source, relativePath: source.path, with: CompiledRules([outside]))
  #expect(without.allowedInSource == within.diagnostics.count, sourceLocation: sourceLocation)
  let both = (within.diagnostics + without.diagnostics).map(\.range)
  #expect(
    both.sorted { $0.lowerBound < $1.lowerBound } == all.diagnostics.map(\.range),
    sourceLocation: sourceLocation)
  guard isWhole else { return }
  var scratch = LintScratch()
  let places = ScopeFinder(inside.inside).places(in: source, reusing: &scratch)
  let inPlaces = all.diagnostics.map(\.range).filter { use in
    places.contains { $0.range.contains(use.lowerBound) }
  }
  #expect(
    mark(inPlaces, in: source.bytes) == marked, "\(header) finds \(places)",
    sourceLocation: sourceLocation)
}

private func everywhere() throws -> Rule { try rule("everywhere", bans: ["Date()"]) }

@Suite("What is inside a declaration")
struct DeclarationScopes {
  @Test func headerAndBodyAreInside() throws {
    try expectScope(
      "static func sample",
      """
      extension Payment {
        static func sample(at date: Date = ⟦Date()⟧, by end: Date = ⟦Date()⟧) -> Payment {
          let inner = { [⟦Date()⟧] in ⟦Date()⟧ }
          func nested() { if a { use(⟦Date()⟧) } }
          struct Local { var date = ⟦Date()⟧ }
          return Payment(at: ⟦Date()⟧)
        }
        func sample() { Date() }
        static func samples() { Date() }
        static var sample: Date { Date() }
        static func other() { sample(); Date() }
      }
      Date()
      """)
  }

  @Test(arguments: [
    ("func sample", "func sample<T>(_ t: T) { ⟦Date()⟧ }; func b() { Date() }"),
    ("func sample", "func `sample`() { ⟦Date()⟧ }\nDate()"),
    ("func `default`", "func `default`() { ⟦Date()⟧ }"),
    ("func", "func a() { ⟦Date()⟧ }; init() { Date() }"),
    ("static func ==", "static func == (a: A, b: A) -> Bool { ⟦Date()⟧ == a }"),
    ("func ==", "func < (a: A) { Date() }\nfunc ==<T>(a: T) { ⟦Date()⟧ }"),
    (
      "func <",
      "func <<T>(a: T) { ⟦Date()⟧ }\nfunc < <T>(a: T) { ⟦Date()⟧ }\nfunc << (a: A) { Date() }"
    ),
    ("static func", "class func a() { Date() }\n@objc public static func b() { ⟦Date()⟧ }"),
    ("class func", "class func a() { ⟦Date()⟧ }; static func b() { Date() }"),
    ("class func a", "@objc override class func a() { ⟦Date()⟧ }"),
    ("class func a", "class final func a() { ⟦Date()⟧ }; class private func a() { ⟦Date()⟧ }"),
    (
      "@objc func a",
      "@objc class func a(d: Date = Date()) {}".replacing("Date())", with: "⟦Date()⟧)")
    ),
    ("class", "struct A { Date() }; class B { class var c = ⟦Date()⟧ }\nclass var d = Date()"),
    ("class open", "class open { ⟦Date()⟧ }\nclass final: A { Date() }\nopen class x { Date() }"),
    ("private var", "private var a = ⟦Date()⟧\nprivate(set) var b = Date()\nvar c = Date()"),
    ("public var", "public private(set) var a = ⟦Date()⟧\nprivate(set) public var b = ⟦Date()⟧"),
    ("nonisolated var", "nonisolated(unsafe) static var a = ⟦Date()⟧"),
    ("static nonisolated var", "nonisolated static var a = ⟦Date()⟧\nstatic var a = Date()"),
    ("unowned let", "unowned(safe) let a = ⟦Date()⟧; weak var b = Date()"),
    ("indirect enum", "indirect enum E { case a; static let d = ⟦Date()⟧ }"),
    (
      "init",
      "struct A { init(d: Date = ⟦Date()⟧) { ⟦Date()⟧ }; init?(a: A) { ⟦Date()⟧ }; let d = Date() }"
    ),
    ("convenience init", "convenience init() { self.init(⟦Date()⟧) }\ninit() { A.init(Date()) }"),
    ("deinit", "class A { deinit { ⟦Date()⟧ }\n init() { Date() } }"),
    (
      "subscript",
      "subscript(d: Date = ⟦Date()⟧) -> Date { get { ⟦Date()⟧ } set { ⟦Date()⟧ } }\nDate()"
    ),
    (
      "static subscript",
      "static subscript(a: A) -> Date { ⟦Date()⟧ }\nsubscript(a: A) -> Date { Date() }"
    ),
    (
      "now",
      "func now() { ⟦Date()⟧ }; var now: Date { ⟦Date()⟧ }; enum now { let d = ⟦Date()⟧ }; Date()"
    ),
    (
      "static func s*",
      "static func s() { ⟦Date()⟧ }; static func sum() { ⟦Date()⟧ }; func s() { Date() }"
    ),
    (
      "static var s*",
      "static var s: S { ⟦Date()⟧ }\nstatic let s = Date()\nstatic var As: S { Date() }"
    ),
    ("let s*", "let (a, sum) = ⟦Date()⟧, b = Date(), s = ⟦Date()⟧, S = Date()"),
    (
      "s*",
      "struct suit { let d = ⟦Date()⟧ }\nextension A.sum { f(⟦Date()⟧) }\nextension sum.A { f(Date()) }"
    ),
    (
      "class *Tests",
      "final class ATests: X { let d = ⟦Date()⟧ }\nclass Tests { let d = ⟦Date()⟧ }\nclass TestsA { let d = Date() }"
    ),
    ("*Tests", "extension A.BTests { f(⟦Date()⟧) }\nextension BTests.A { f(Date()) }"),
    (
      "class S*: X",
      "class Sum: X { let d = ⟦Date()⟧ }\nclass Sum { let d = Date() }\nclass T: X { let d = Date() }"
    ),
    ("struct A.S*", "struct A { struct Sum { let d = ⟦Date()⟧ } }\nstruct Sum { let d = Date() }"),
    ("static now", "static func now() { ⟦Date()⟧ }; static let now = ⟦Date()⟧; let now = Date()"),
  ])
  func functions(header: String, marked: String) throws {
    try expectScope(header, marked)
  }

  @Test(arguments: [
    ("var now", "var now: Date { ⟦Date()⟧ }\nvar later: Date { Date() }"),
    (
      "var now",
      "var now: Date {\n  @A get async throws { ⟦Date()⟧ }\n  set { ⟦Date()⟧ }\n}\nDate()"
    ),
    (
      "var now",
      "var now = ⟦Date()⟧ {\n  willSet { ⟦Date()⟧ }\n  didSet { f { ⟦Date()⟧ } }\n}\nDate()"
    ),
    ("var now", "lazy var now = { ⟦Date()⟧ }()\nDate()"),
    ("var now", "var now: Date\n  = ⟦Date()⟧\nDate()"),
    ("let now", "let now = a\n  ?? ⟦Date()⟧\nlet b = Date()"),
    ("let b", "let a = Date(), b = ⟦Date()⟧, c = Date()"),
    ("let b", "let a: A<X, Y> = Date(), b: Date = ⟦Date()⟧,\n  c = Date()\nDate()"),
    ("static let a", "static let a = A<B, C>(⟦Date()⟧), b = Date()\n"),
    ("let a", "let a = f(b, c: ⟦Date()⟧), d = g(a, b: Date())"),
    ("let a", "let a = x < y, z == ⟦Date()⟧"),
    ("static let b", "@A static let a = 1, b = ⟦Date()⟧\nlet a = 1, b = Date()"),
    ("let b", "let (a, b) = (⟦Date()⟧, 1), c = Date()"),
    ("let c", "let (a, b) = (Date(), 1), (c, d) = (⟦Date()⟧, 1)"),
    ("let a", "let (a: b, c: (d, e)) = Date()"),
    ("let e", "let (a: b, c: (d, e)) = ⟦Date()⟧"),
    ("let a", "if let a = Date() { Date() }; guard let a = Date() else { Date() }"),
    (
      "let a",
      "for case let a in Date() {}; switch x { case let a: Date() }; while let a = Date() {}"
    ),
    ("let b", "let a = if let x = y, b { Date() } else { Date() }"),
    (
      "var _: View",
      "var body: some View { ⟦Date()⟧ }\nvar a: Int { Date() }\nvar b: any A & UI.View = ⟦Date()⟧"
    ),
    ("let _: Date", "let a: Date? = ⟦Date()⟧\nlet b: [Date] = Date()\nlet c = Date()"),
  ])
  func variables(header: String, marked: String) throws {
    try expectScope(header, marked)
  }

  @Test(arguments: [
    (
      "extension RealWorld",
      "extension RealWorld { var d: Date { ⟦Date()⟧ } }\nstruct RealWorld { let d = Date() }"
    ),
    ("RealWorld", "extension RealWorld { f(⟦Date()⟧) }\nstruct RealWorld: A { let d = ⟦Date()⟧ }"),
    (
      "extension A.B",
      "extension A.B { f(⟦Date()⟧) }\nextension B { f(Date()) }\nextension A { f(Date()) }"
    ),
    ("extension B", "extension A.B { f(⟦Date()⟧) }\nextension B.A { f(Date()) }"),
    (
      "extension Foundation.Date",
      "extension Date { f(⟦Date()⟧) }\nextension Foundation::Date { f(⟦Date()⟧) }"
    ),
    (
      "extension Date",
      "extension Foundation.Date: A { f(⟦Date()⟧) }\nextension Dates { f(Date()) }"
    ),
    (
      "extension Array",
      "extension Array<Date> { f(⟦Date()⟧) }\nextension [Date] { f(⟦Date()⟧) }\nextension [A: B] { f(Date()) }"
    ),
    (
      "extension Dictionary",
      "extension [String: [Date]]: A { f(⟦Date()⟧) }\nextension Array where Element == A { f(Date()) }"
    ),
    ("extension Optional", "extension Date? { f(⟦Date()⟧) }\nextension Date { f(Date()) }"),
    ("extension A", "extension A where B == C { f(⟦Date()⟧) }"),
    ("extension A.B", "extension A<X, Y>.B<Z>: C { f(⟦Date()⟧) }"),
    (
      "struct Outer.Inner",
      "struct Outer { struct Inner { let d = ⟦Date()⟧ }; let d = Date() }\nstruct Inner { let d = Date() }"
    ),
    (
      "struct Outer.Inner",
      "extension Outer { struct Inner { let d = ⟦Date()⟧ } }\nextension Inner { let d = Date() }"
    ),
    (
      "struct App.Outer.Inner",
      "extension App.Outer { struct Inner { let d = ⟦Date()⟧ } }\nstruct Outer { struct Inner { let d = Date() } }"
    ),
    (
      "func Outer.f",
      "enum Outer { static func f() { ⟦Date()⟧ }; struct B { func f() { Date() } } }"
    ),
    (
      "func Outer.f",
      "func f() { func Outer() { func f() { Date() } } }\nactor Outer { func f() { ⟦Date()⟧ } }"
    ),
    ("struct Inner", "enum A { struct Inner { let d = ⟦Date()⟧ }; let d = Date() }"),
    (
      "struct _: PreviewProvider",
      "struct A_Previews: PreviewProvider { static var previews: some View { A(⟦Date()⟧) } }\nstruct B: View { let d = Date() }"
    ),
    (
      "struct _: PreviewProvider",
      "struct A<T: B, U>: @unchecked Sendable, SwiftUI.PreviewProvider { let d = ⟦Date()⟧ }"
    ),
    (
      "struct _: PreviewProvider",
      "struct A: B & PreviewProvider where C: D { let d = ⟦Date()⟧ }\nclass C: PreviewProvider { let d = Date() }"
    ),
    (
      "struct _: PreviewProvider",
      "struct A: B where C: PreviewProvider { let d = Date() }\nstruct PreviewProvider { let d = Date() }"
    ),
    (": P", "struct A<let count: Int, T: Q<R>>: P { let d = ⟦Date()⟧ }"),
    ("func f", "func f<let count: Int>(_ a: A<count>) { ⟦Date()⟧ }\nDate()"),
    (
      ": Clock",
      "extension A: nonisolated Clock { let d = ⟦Date()⟧ }\nactor B: Clock { let d = ⟦Date()⟧ }\nenum C: ~Copyable, Clock { let d = ⟦Date()⟧ }"
    ),
    (
      ": Foo.Clock",
      "class A: Foo.Clock { let d = ⟦Date()⟧ }\nclass B: Clock { let d = Date() }\nclass C: Foo<Int>.Clock { let d = ⟦Date()⟧ }"
    ),
    (
      "protocol", "protocol P: class { func f(d: Date = ⟦Date()⟧) }\nextension P { let d = Date() }"
    ),
    (
      "protocol P",
      "public protocol P<A>: Q { var d: Date { get }\n @A(⟦Date()⟧) func f() }\nprotocol Q { @A(Date()) func f() }"
    ),
    (
      "actor Clock",
      "actor Clock { let d = ⟦Date()⟧ }\nfinal actor Other { let d = Date() }\nlet actor = Date()"
    ),
    (
      "@MainActor class",
      "@MainActor final class A { let d = ⟦Date()⟧ }\n@Other @MainActor(a) class B { let d = ⟦Date()⟧ }\nclass C { let d = Date() }"
    ),
    (
      "enum A",
      "enum A { case a(Date = ⟦Date()⟧)\n case b = ⟦Date()⟧ }\nenum B { case a(Date = Date()) }"
    ),
  ])
  func types(header: String, marked: String) throws {
    try expectScope(header, marked)
  }
}

@Suite("What is inside an attribute, a macro, a condition")
struct OtherScopes {
  @Test(arguments: [
    ("@Test", "@Test func a() { ⟦Date()⟧ }\nfunc b() { Date() }"),
    (
      "@Test",
      "@Test(\"now\", arguments: [⟦Date()⟧])\n@MainActor\nfunc a(d: Date = ⟦Date()⟧) { ⟦Date()⟧ }"
    ),
    ("@Test", "@Testing.Test func a() { ⟦Date()⟧ }\n@Testing::Test func a() { ⟦Date()⟧ }"),
    ("@Testing.Test", "@Test func a() { ⟦Date()⟧ }\n@Testing.Tested func a() { Date() }"),
    (
      "@Suite",
      "@Suite(.serialized) struct A { let d = ⟦Date()⟧; func f() { ⟦Date()⟧ } }\n@Test func f() { Date() }"
    ),
    (
      "@Suite struct",
      "@Suite final class A { let d = Date() }\n@Suite struct B { let d = ⟦Date()⟧ }"
    ),
    (
      "@A @B func",
      "@A @B func a() { ⟦Date()⟧ }\n@B\n@C(x)\n@A func b() { ⟦Date()⟧ }\n@A func c() { Date() }"
    ),
    ("@A", "@A<X, Y>(⟦Date()⟧) var a = ⟦Date()⟧, b = ⟦Date()⟧\nvar c = Date()"),
    (
      "@A",
      "var a = { @A in Date() }\nfunc f(@A b: B = Date()) {}\nvar c: Int { @A get { Date() } }"
    ),
    ("#Preview", "#Preview { A(⟦Date()⟧) }\nA(Date())"),
    (
      "#Preview",
      "#Preview(\"Now\", traits: .a(⟦Date()⟧)) { A(⟦Date()⟧) } cameras: { ⟦Date()⟧ }\nDate()"
    ),
    ("#Preview", "@available(iOS 17, *)\n#Preview { A(⟦Date()⟧) }\n#Other { A(Date()) }"),
    ("let a", "let a = #require(f(⟦Date()⟧))\nlet b = #require(f(Date()))"),
    ("#require", "let a = try #require(f(⟦Date()⟧)) ?? Date()"),
    ("func f", "func f() { #expect(⟦Date()⟧ == a) }"),
  ])
  func attributesAndMacros(header: String, marked: String) throws {
    try expectScope(header, marked)
  }

  @Test(arguments: [
    ("#if DEBUG", "Date()\n#if DEBUG\n⟦Date()⟧\n#endif\nDate()"),
    ("#if DEBUG", "#if DEBUG\n⟦Date()⟧\n#else\nDate()\n#endif"),
    (
      "#if DEBUG",
      "#if A\nDate()\n#elseif DEBUG\n⟦Date()⟧\n#elseif B\nDate()\n#else\nDate()\n#endif"
    ),
    ("#if DEBUG", "#if !DEBUG\nDate()\n#else\nDate()\n#endif"),
    ("#if !DEBUG", "#if !DEBUG\n⟦Date()⟧\n#else\nDate()\n#endif"),
    ("#if DEBUG", "#if DEBUG\n#if A\n⟦Date()⟧\n#else\n⟦Date()⟧\n#endif\n⟦Date()⟧\n#endif\nDate()"),
    ("#if DEBUG", "#if A\n#if DEBUG\n⟦Date()⟧\n#endif\nDate()\n#else\nDate()\n#endif"),
    ("#if DEBUG", "#if DEBUG && os(iOS)\n⟦Date()⟧\n#endif"),
    ("#if DEBUG", "#if os(iOS) && (A && (DEBUG))\n⟦Date()⟧\n#endif"),
    ("#if DEBUG", "#if DEBUG || A\nDate()\n#endif\n#if B && (DEBUG || A)\nDate()\n#endif"),
    (
      "#if DEBUG",
      "#if f(DEBUG)\nDate()\n#endif\n#if DEBUG2\nDate()\n#endif\n#if !(DEBUG)\nDate()\n#endif"
    ),
    ("#if (DEBUG)", "#if DEBUG\n⟦Date()⟧\n#endif"),
    ("#if DEBUG && A", "#if A && DEBUG\n⟦Date()⟧\n#endif\n#if DEBUG\nDate()\n#endif"),
    (
      "#if os(iOS) || os(tvOS)",
      "#if os(iOS)||os(tvOS) // a\n⟦Date()⟧\n#endif\n#if os(iOS)\nDate()\n#endif"
    ),
    ("#if swift(>=6)", "#if swift(>=6)\n⟦Date()⟧\n#endif\n#if swift(>=5)\nDate()\n#endif"),
    ("#if DEBUG", "f(a)\n#if DEBUG\n  .b(⟦Date()⟧)\n#else\n  .b(Date())\n#endif\n  .c(Date())"),
    ("#if DEBUG", "#if DEBUG\n⟦Date()⟧\n"),
    ("#if DEBUG", "#elseif DEBUG\n⟦Date()⟧\n#endif\nDate()\n#endif\nDate()"),
  ])
  func conditions(header: String, marked: String) throws {
    try expectScope(header, marked)
  }

  /// Swift wants each clause to be whole; the tool takes what it is given.
  @Test(arguments: [
    // What clauses open in each other's stead is all around what follows.
    (
      "extension A",
      "#if X\nextension A {\n#else\nstruct B {\n#endif\nlet d = ⟦Date()⟧\n}\nlet e = Date()"
    ),
    (
      "struct B",
      "#if X\nextension A {\n#else\nstruct B {\n#endif\nlet d = ⟦Date()⟧\n}\nlet e = Date()"
    ),
    (
      "struct B",
      "#if X\nextension A { let a = Date()\n#else\nstruct B { let b = ⟦Date()⟧\n#endif\n}\nDate()"
    ),
    (
      "extension A",
      "#if X\nextension A { let a = ⟦Date()⟧\n#else\nstruct B { let b = Date()\n#endif\n}"
    ),
    (
      "enum C",
      "#if X\nextension A {\n#elseif Y\nlet d = 1\n#elseif Z\nenum C {\n#else\nclass D {\n#endif\nfunc f() { ⟦Date()⟧ } }\nDate()"
    ),
    (
      "func C.f",
      "#if X\nextension A {\n#else\nenum C {\n#endif\nfunc f() { ⟦Date()⟧ } }\nDate()".replacing(
        "⟦", with: ""
      ).replacing("⟧", with: "")
    ),
    ("func A.f", "#if X\nextension A {\n#else\nenum C {\n#endif\nfunc f() { ⟦Date()⟧ } }\nDate()"),
    // Opened in one clause, closed in another.
    (
      "extension A",
      "#if X\nextension A {\n#endif\nlet d = ⟦Date()⟧\n#if X\n}\n#endif\nlet e = Date()"
    ),
    (
      "func f",
      "func f() {\n#if X\n  if a { ⟦Date()⟧\n#else\n  do { ⟦Date()⟧\n#endif\n  ⟦Date()⟧ }\n  ⟦Date()⟧ }\nDate()"
    ),
    ("func f", "func f() {\n#if X\n⟦Date()⟧ }\n#else\n⟦Date()⟧ }\n#endif\nDate()"),
    (
      "func g",
      "func f() {\n#if X\n}\nfunc g() { ⟦Date()⟧\n#else\nDate()\n#endif\n⟦Date()⟧ }\nDate()"
    ),
    (
      "func f",
      "#if X\nfunc f(a: A,\n#else\nfunc f(\n#endif\nd: Date = ⟦Date()⟧) { ⟦Date()⟧ }\nDate()"
    ),
  ])
  func clausesThatAreNotWhole(header: String, marked: String) throws {
    try expectScope(header, marked, isWhole: false)
  }
}
