import BundledRules
import Diagnostics
import TestSupport
import Testing

@testable import Rules

@Suite struct PatternNotation {
  /// The root and the names of a pattern, with labels where it has parentheses.
  private func describe(_ text: String) throws -> String {
    let pattern = try Pattern(parsing: text)
    let names = pattern.components.map { component in
      component.name + (component.isInitializer ? "!" : "")
        + (component.labels.map { "(\($0.map { $0 + ":" }.joined()))" } ?? "")
    }
    return "\(pattern.root) " + names.joined(separator: ".")
  }

  @Test(arguments: [
    ("Date()", "name Date.init!()"),
    ("Date.init()", "name Date.init!()"),
    ("`Date`()", "name Date.init!()"),
    ("Date(timeIntervalSinceNow:)", "name Date.init!(timeIntervalSinceNow:)"),
    ("Date.init", "name Date.init!"),
    ("Date.`init`()", "name Date.init()"),
    ("Date.now", "name Date.now"),
    (".init(timeIntervalSinceNow:)", "implicitMember init!(timeIntervalSinceNow:)"),
    (".now", "implicitMember now"),
    (".now()", "implicitMember now()"),
    ("DispatchQueue.main.async", "name DispatchQueue.main.async"),
    (
      "Timer.scheduledTimer(withTimeInterval:repeats:block:)",
      "name Timer.scheduledTimer(withTimeInterval:repeats:block:)"
    ),
    ("Int.random(in:)", "name Int.random(in:)"),
    ("f(`in`:`_a`:)", "name f(in:_a:)"),
    ("arc4random()", "name arc4random()"),
    ("time(_:)", "name time(_:)"),
    ("_.shuffled()", "anyReceiver shuffled()"),
    ("_.keys.first", "anyReceiver keys.first"),
    ("SystemRandomNumberGenerator", "name SystemRandomNumberGenerator"),
    ("environ", "name environ"),
    ("#filePath", "macro filePath"),
    ("@AppStorage", "attribute AppStorage"),
    ("import Network", "module Network"),
    (" import  Darwin.C.stdio ", "module Darwin.C.stdio"),
    ("import `Network`", "module Network"),
    ("import Foundation", "module Foundation"),
    ("DispatchQueue.global().async", "name DispatchQueue.global().async"),
    ("DispatchQueue.global(qos:).async", "name DispatchQueue.global(qos:).async"),
    ("ContinuousClock().now", "name ContinuousClock.init!().now"),
    ("AES.GCM.Nonce()", "name AES.GCM.Nonce.init!()"),
    ("_Foo()", "name _Foo.init!()"),
    ("_foo()", "name _foo()"),
    ("Élan()", "name Élan.init!()"),
    ("FileManager.default", "name FileManager.default"),
    (" Date ( ) ", "name Date.init!()"),
    ("`a b`.`c d`", "name a b.c d"),
  ])
  func reads(text: String, expected: String) throws {
    #expect(try describe(text) == expected)
  }

  @Test(arguments: [
    ("", 0, "expected a name such as 'Date()'"),
    ("  ", 2, "expected a name such as 'Date()'"),
    ("_", 1, "expected '.' and a member's name after '_'"),
    ("_()", 1, "expected '.' and a member's name after '_'"),
    ("_.", 2, "expected a member's name after '.'"),
    (
      "Date().", 7,
      "expected a member's name after '.'; without it the pattern matches whatever member follows"
    ),
    ("Date._", 5, "expected a member's name after '.'"),
    ("Date..now", 4, "a pattern cannot contain an operator"),
    (
      "print(", 6,
      "expected ')' after the labels; a name without parentheses matches every call"
    ),
    (
      "Date(a:", 7,
      "expected ')' after the labels; a name without parentheses matches every call"
    ),
    (
      "time(nil)", 5,
      "expected argument labels, each with a colon, e.g. '(_:)' or '(in:)'; "
        + "a name without parentheses matches every call"
    ),
    (
      "Date(a:, b:)", 7,
      "expected argument labels, each with a colon, e.g. '(_:)' or '(in:)'; "
        + "a name without parentheses matches every call"
    ),
    ("Date()()", 6, "unexpected '(' in a pattern"),
    (
      "Date() {}", 7,
      "leave out the closure; a name or its label, e.g. '(block:)', matches with a closure"
    ),
    (
      "DispatchQueue.main.async {", 25,
      "leave out the closure; a name or its label, e.g. '(block:)', matches with a closure"
    ),
    ("[Date]()", 0, "a pattern cannot contain brackets"),
    ("env[0]", 3, "a pattern cannot contain brackets"),
    ("a + b", 2, "a pattern cannot contain an operator"),
    ("-Date()", 0, "a pattern cannot contain an operator"),
    ("Task<Never, Never>.sleep", 4, "leave out the generic arguments; a pattern matches with any"),
    ("x?.now", 1, "leave out '?'; a pattern matches optional chains too"),
    ("x!.now", 1, "leave out '!'; a pattern matches optional chains too"),
    (
      "Foundation.Date()", 0,
      "leave out the module 'Foundation'; a pattern matches names qualified with it too"
    ),
    ("Foo::Date()", 0, "leave out the module 'Foo'; a pattern matches names qualified with it too"),
    ("self.now", 0, "a pattern cannot start with 'self'; write '_.' for any receiver"),
    ("Date.self", 5, "leave out '.self'"),
    ("Date.init.now", 9, "expected '(' and argument labels after 'init'"),
    ("Date() // now", 7, "a pattern cannot contain a comment"),
    ("Date(/**/)", 5, "a pattern cannot contain a comment"),
    ("Date\u{0}", 4, "a pattern must contain only Swift names"),
    ("#", 1, "expected a name"),
    ("#file()", 5, "unexpected '(' in a pattern"),
    ("#if", 0, "unexpected '#if' in a pattern"),
    ("@", 1, "expected a name"),
    ("\"Date()\"", 0, "unexpected '\"' in a pattern"),
    ("3", 0, "unexpected '3' in a pattern"),
    ("$0.now", 0, "leave out '$0'; write '_.' for any receiver"),
    ("Date(), UUID()", 6, "a pattern is one name; write an entry for each name"),
    ("Date now", 5, "unexpected 'now' in a pattern"),
    (
      "\\.now", 0,
      "a pattern cannot be a key path; write '_.' before a member to ban it on any receiver"
    ),
    (
      "try!", 0,
      "'try' is not the name of an API; SwiftLint has the rule 'force_try' for it"
    ),
    (
      "as!", 0,
      "'as' is not the name of an API; SwiftLint has the rule 'force_cast' for it"
    ),
    (
      "func foo", 0,
      "leave out 'func'; a pattern matches the uses of a name, not its declaration"
    ),
    (
      "struct Date", 0,
      "leave out 'struct'; a pattern matches the uses of a name, not its declaration"
    ),
    ("if", 0, "'if' is not a name; a pattern is the name of an API, e.g. 'Date()'"),
    (
      ".*Date", 0,
      "a pattern is not a regular expression or a glob; write the whole name, e.g. 'Date()'"
    ),
    (
      "*", 0,
      "a pattern is not a regular expression or a glob; write the whole name, e.g. 'Date()'"
    ),
    (
      "Date|UUID", 4,
      "a pattern is not a regular expression or a glob; write the whole name, e.g. 'Date()'"
    ),
    (
      "no-print", 2,
      "a pattern cannot contain an operator; write a Swift name, not the id of a rule"
    ),
    ("import", 6, "expected a module's name after 'import'"),
    (
      "import struct Network.NWPath", 7,
      "leave out 'struct'; a pattern matches imports of a part of the module too"
    ),
    ("import Network()", 14, "unexpected '(' in a pattern"),
    (
      "import Darwin.", 14,
      "expected a member's name after '.'; without it the pattern matches whatever member follows"
    ),
    (
      "@testable import Network", 10,
      "leave out what stands before 'import'; a pattern matches imports of any kind"
    ),
  ])
  func refuses(text: String, offset: Int, message: String) {
    #expect(throws: PatternError(message: message, offset: offset)) {
      try Pattern(parsing: text)
    }
  }

  @Test func equalityIsThatOfTheUsesMatched() throws {
    #expect(try Pattern(parsing: "Date()") == Pattern(parsing: "Date.init( )"))
    #expect(try Pattern(parsing: "Date()") != Pattern(parsing: "Date.init"))
    #expect(try Pattern(parsing: ".now") != Pattern(parsing: "_.now"))
  }
}

@Suite struct ScopeNotation {
  private func describe(_ text: String) throws -> String {
    switch try ScopeHeader(parsing: text).scope {
    case .macro(let name): return "#\(name)"
    case .condition(let words): return "#if " + words.joined(separator: " ")
    case .declaration(let header):
      let name = header.name?.joined(separator: ".") ?? "_"
      let type = header.inheritedType.map { ": " + $0.joined(separator: ".") } ?? ""
      let attributes = header.attributes.map { "@" + $0.joined(separator: ".") }
      let words = attributes + header.modifiers + [header.keyword ?? "any", name + type]
      return words.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("static func sample", "static func sample"),
    ("extension RealWorldEnvironment", "extension RealWorldEnvironment"),
    ("extension Foo.Bar", "extension Foo.Bar"),
    ("struct _: PreviewProvider", "struct _: PreviewProvider"),
    ("class Foo", "class Foo"),
    ("class func foo", "class func foo"),
    ("override class var foo", "override class var foo"),
    ("@Test", "@Test any _"),
    ("@MainActor @Foo.Bar func f", "@MainActor @Foo.Bar func f"),
    ("func", "func _"),
    ("static func", "static func _"),
    ("init", "init _"),
    ("actor Clock", "actor Clock"),
    ("RealWorld", "any RealWorld"),
    ("func `default`", "func default"),
    ("#Preview", "#Preview"),
    ("#if DEBUG", "#if DEBUG"),
    ("#if !os(Linux) && DEBUG", "#if ! os ( Linux ) && DEBUG"),
    (": Dispatching", "any _: Dispatching"),
  ])
  func reads(text: String, expected: String) throws {
    #expect(try describe(text) == expected)
  }

  @Test(arguments: [
    ("", 0, "expected a declaration's header such as 'static func sample'"),
    ("#", 1, "expected a name after '#'"),
    ("#if", 3, "expected a condition after '#if'"),
    ("@", 1, "expected a name after '@'"),
    ("func sample()", 11, "a scope cannot contain parameters; leave out '(' and what follows"),
    ("struct Foo {", 11, "a scope cannot contain a body; leave out '{' and what follows"),
    ("struct Foo: A, B", 13, "a scope names one inherited type; write an entry for each"),
    ("struct _:", 9, "expected a name after ':'"),
    ("struct Foo.", 11, "expected a name after '.'"),
    ("init foo", 5, "unexpected 'foo' in a scope; \(header)"),
    ("func for", 5, "expected a name after 'func'"),
    ("func a b", 7, "unexpected 'b' in a scope; \(header)"),
    ("func a // b", 7, "a scope cannot contain a comment"),
    ("static", 0, "expected a name"),
    ("*", 0, "unexpected '*' in a scope; \(header)"),
  ])
  func refuses(text: String, offset: Int, message: String) {
    #expect(throws: PatternError(message: message, offset: offset)) {
      try ScopeHeader(parsing: text)
    }
  }
}

private let header = "write a declaration's header, e.g. 'struct Clock'"

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
      guard let plain else { continue }
      readCount += 1
      let parsed = try PatternPath(parsing: text)
      #expect(parsed == plain, "\(text)")
    }
    #expect(1000 < readCount)
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
