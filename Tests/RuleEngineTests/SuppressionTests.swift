import Diagnostics
import RuleEngine
import Testing

@testable import Rules

/// What is said of a text where `date()` and `uuid()` are banned, as `id@line:column: message`.
private func remarks(
  _ text: String, path: String = "File.swift", rules: [Rule]? = nil, knownIDs: [String] = []
) throws -> [String] {
  let rules = try rules ?? banned()
  let source = sourceFile(text)
  let findings = lint(
    source, relativePath: FilePath(path),
    with: CompiledRules(rules, known: KnownNames(ids: knownIDs)))
  let lines = LineTable(source.bytes)
  return findings.reported.map { diagnostic in
    let place = lines.location(of: diagnostic.range.lowerBound)
    let message = diagnostic.severity == .error ? "" : ": \(diagnostic.message)"
    return "\(diagnostic.rule!.id)@\(place.line):\(place.column)\(message)"
  }
}

private func banned() throws -> [Rule] {
  [try rule("date", bans: ["date()"]), try rule("uuid", bans: ["uuid()"])]
}

@Suite struct SuppressionTests {
  @Test(arguments: [
    "date() // determinism:allow date: why",
    "date() //determinism:allow date:why",
    "date() //\tdeterminism:allow\tdate\t:\twhy\t",
    "date(); uuid() // determinism:allow uuid, date: why",
    "date(); uuid() // determinism:allow uuid,date ,: why",
    "date() // determinism:allow date: https://example.com/why",
    "date() // determinism:allow date: : // or // not",
    "date() // determinism:allow date: w\u{0}h\u{FEFF}y",
    "date(\n) // determinism:allow date: why",
    "date( // determinism:allow date: why\n)",
    "/* a\n*/ date() // determinism:allow date: why",
    "// determinism:allow date: why\ndate(\n)",
    "// determinism:allow date: why\n\n// more\n/*\n*/ date()",
    "/* a */ // determinism:allow date: why\ndate()",
    "// determinism:allow date: why\n// determinism:allow uuid: why\nuuid(); date()",
    "// determinism:allow date: why\n@A\n@B(x: y)\n@C.D<E<F>, G>(\n1)\n@`H` @I let x = date()",
    "// determinism:allow date: why\n@A(\n  date()\n)\nlet x = date()",
    "// determinism:allow date: why\n@A::B\nlet x = date()",
    "// determinism:allow date: why\n@A\n(date())",
    "@A\n// determinism:allow date: why\n@B let x = date()",
    "// determinism:allow date: why\n#if A && (\nB)\n@A\n#else\ndate()\n#endif",
    "// determinism:allow date: why\n#endif\n#if A\n#elseif B\n#else\ndate()",
    "date()\n// determinism:allow-file date: why",
    "// determinism:allow-file date: why\ndate()",
    "date() // determinism:allow-file date: why\n// determinism:allow-file uuid: why\nuuid()",
    "\u{FEFF}// determinism:allow date: why\ndate()",
    "#!shebang\n// determinism:allow date: why\ndate()",
  ])
  func commentsExcuse(text: String) throws {
    for text in Self.withEveryLineEnd(text) {
      #expect(try remarks(text) == [])
      let source = sourceFile(text)
      let findings = lint(source, relativePath: source.path, with: CompiledRules(try banned()))
      let uses = text.matches(of: #/(date|uuid)\(\s*(// determinism[^\r\n]*\s*)?\)/#).count
      #expect(findings.allowedInSource == uses)
      let unread = CompiledRules(try banned(), readsSuppressions: false)
      let all = lint(source, relativePath: source.path, with: unread)
      #expect(all.reported.count == uses && all.allowedInSource == 0)
    }
  }

  @Test(arguments: [
    ("// determinism:allow date: why\nx; uuid()\ndate()", ["uuid@2:4", "date@3:1"]),
    ("date() // determinism:allow uuid: why", ["date@1:1"]),
    ("date()\n// determinism:allow date: why", ["date@1:1"]),
    ("// determinism:allow date: why\nx(\ndate())", ["date@3:1"]),
    ("// determinism:allow date: why\n{\ndate() }", ["date@3:1"]),
    ("// determinism:allow date: why\n@ + x\ndate()", ["date@3:1"]),
    ("\"// determinism:allow date: why\"; date()", ["date@1:35"]),
    ("\"\"\"\n// determinism:allow date: why\n\"\"\"; date()", ["date@3:6"]),
    ("/// determinism:about\ndate()", ["date@2:1"]),
  ])
  func commentsExcuseNoMore(text: String, reports: [String]) throws {
    for text in Self.withEveryLineEnd(text) {
      #expect(try remarks(text).filter { !$0.contains(": ") } == reports)
    }
  }

  @Test func aReasonEndsWhereAnotherCommentBegins() {
    let text = "// determinism:allow a: https://a.b // expect: c\n//determinism:allow a : b \t\n"
    var scratch = LintScratch()
    let comments = allowingComments(in: sourceFile(text), reusing: &scratch)
    #expect(comments.map(\.reason) == ["https://a.b", "b"])
  }

  /// LF, CRLF and CR; with a line break at the end, and without.
  private static func withEveryLineEnd(_ text: String) -> [String] {
    ["\n", "\r\n", "\r"].flatMap { lineEnd in
      [text, text + "\n"].map { $0.replacing("\n", with: lineEnd) }
    }
  }

  @Test(arguments: [
    (
      "// determinism:allow date: why\n1",
      ["unused-suppression@1:22: 'date' finds nothing on the next line of code; remove the comment"]
    ),
    (
      "uuid() // determinism:allow uuid, date: why",
      ["unused-suppression@1:35: 'date' finds nothing on this line; remove it here"]
    ),
    (
      "// determinism:allow-file date: why",
      ["unused-suppression@1:27: 'date' finds nothing in this file; remove the comment"]
    ),
    (
      "// determinism:allow-file date: why\ndate()\n// determinism:allow-file date: why",
      ["unused-suppression@3:27: 'date' finds nothing in this file; remove the comment"]
    ),
    (
      "date() // determinism:allow date, date: why",
      ["unused-suppression@1:35: 'date' is named twice; remove it here"]
    ),
    (
      "1 // determinism:allow dat: why",
      ["unknown-rule@1:24: unknown rule 'dat'; did you mean 'date'?"]
    ),
    (
      "1 // determinism:allow none-such: why",
      [
        "unknown-rule@1:24: unknown rule 'none-such'; 'swift-determinism-lint rules' lists the ids"
      ]
    ),
    (
      "1 // determinism:allow all, *: why",
      [
        "unknown-rule@1:24: unknown rule 'all'; name each rule",
        "unknown-rule@1:29: unknown rule '*'; name each rule",
      ]
    ),
    (
      "1 // determinism:allow date",
      [
        "suppression-without-reason@1:3: a suppression must give a reason; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 // determinism:allow-file date, uuid:",
      [
        "suppression-without-reason@1:3: a suppression must give a reason; "
          + "write '// determinism:allow-file date, uuid: <reason>'"
      ]
    ),
    (
      "1 // determinism:allow : why",
      [
        "suppression-without-reason@1:3: a suppression must name its rules; "
          + "write '// determinism:allow <id>: <reason>'"
      ]
    ),
    (
      "1 // determinism:allow date uuid: why",
      [
        "suppression-without-reason@1:3: expected ids, separated by commas, and a colon; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 /* determinism:allow uuid: why */",
      [
        "suppression-without-reason@1:3: a suppression must be a '//' comment; "
          + "write '// determinism:allow uuid: <reason>'"
      ]
    ),
    (
      "1 // determinism:disable date",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 // determinism:ignore because, date",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 // determinism:disable-next-line",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow <id>: <reason>'"
      ]
    ),
    (
      "1 // swift-determinism-lint:disable:this date - a log, uuid",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow date, uuid: <reason>'"
      ]
    ),
    (
      "1 // swift-determinism-lint:disable-file date",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow-file date: <reason>'"
      ]
    ),
    (
      "1 // swift-determinism-lint:allow date: why",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 // determinism: skip date",
      [
        "suppression-without-reason@1:3: this is not a suppression; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 /* determinism:ignore date */",
      [
        "suppression-without-reason@1:3: a suppression must be a '//' comment; "
          + "write '// determinism:allow date: <reason>'"
      ]
    ),
    (
      "1 // determinism:allow none date",
      [
        "suppression-without-reason@1:3: a suppression must give a reason; "
          + "write '// determinism:allow <id>: <reason>'"
      ]
    ),
  ])
  func warningsSayWhatToWriteInstead(text: String, expected: [String]) throws {
    #expect(try remarks(text) == expected)
  }

  @Test(arguments: [
    "// determinism", "// determinism:", "// determinism: ", "// determinism:: date",
    "// determinism: date", "// determinism: seeded", "// determinism:seeded by date",
    "// determinism: allow it", "// determinism: ignore the date", "// determinism:ignored by date",
    "// swift-determinism-lint: date", "// swift-determinism-lint:rules the clock",
    "// the swift-determinism-lint:disable date", "// swift-determinism-lint disable date",
    "// see determinism:allow date: why",
    "// // determinism:allow date",
    "// Determinism:allow date: why", "// nondeterminism:allow date: why",
    "// determinisms:allow x",
    "/* */", "/**/", "/*/", "//", "///", "/* determinism", "/* determinism:",
    "// determinism:\u{0}",
    "/* x\n determinism:allow date: why */",
  ])
  func otherCommentsAreLeftAlone(text: String) throws {
    #expect(try remarks(text) == [])
  }

  /// The id goes, then the comment, and the blank that it leaves; a line that is left as it is keeps
  /// its end.
  @Test(arguments: [
    ("1 // determinism:allow date: why", "1"),
    ("1 // determinism:allow date: why  \n2", "1\n2"),
    ("1\t \t//determinism:allow date:why\r\n2", "1\r\n2"),
    ("  // determinism:allow date: why\n1", "1"),
    ("0\r\n\t// determinism:allow date: why\r\n1\r\n", "0\r\n1\r\n"),
    ("0\n\n// determinism:allow date: why\n\n1", "0\n\n\n1"),
    ("0\n// determinism:allow-file date: why", "0\n"),
    ("\u{FEFF}// determinism:allow date: why\n1", "\u{FEFF}1"),
    ("1 /* a */ // determinism:allow date: why", "1 /* a */"),
    ("/* a */ // determinism:allow date: why\n1", "/* a */\n1"),
    ("1 // determinism:allow date: why // expect: x", "1 // expect: x"),
    ("1 // determinism:allow date, uuid: why\n2", "1\n2"),
    ("date() // determinism:allow date, uuid: why", "date() // determinism:allow date: why"),
    ("uuid() // determinism:allow date, uuid: why", "uuid() // determinism:allow uuid: why"),
    (
      "uuid() // determinism:allow date , date, uuid, date,: w",
      "uuid() // determinism:allow uuid,: w"
    ),
    ("date() // determinism:allow date, date: why", "date() // determinism:allow date: why"),
    ("1 // determinism:allow date, none: why", "1 // determinism:allow none: why"),
  ])
  func whatAllowsNothingIsTakenOut(text: String, expected: String) throws {
    let source = sourceFile(text)
    var scratch = LintScratch()
    let rules = CompiledRules(try banned(), known: KnownNames(ids: ["none"]))
    let fixes = fix(source, relativePath: source.path, with: rules, reusing: &scratch)
    #expect(fixes.bytes.map { String(decoding: $0, as: UTF8.self) } == expected)
    // Those of one text are the same or do not overlap, so that an editor applies them at once.
    var applied = source.bytes
    var end = applied.count
    let found = lint(source, relativePath: source.path, with: rules).reported
    for fixIt in found.flatMap(\.fixIts).sorted(by: { $1.range.lowerBound < $0.range.lowerBound })
    where fixIt.range.upperBound <= end {
      applied.replaceSubrange(fixIt.range, with: fixIt.text.utf8)
      end = fixIt.range.lowerBound
    }
    #expect(applied == fixes.bytes)
  }

  @Test func rangesAreThoseOfTheComment() throws {
    for (text, length) in [
      ("// determinism:allow date  ", 25), ("// determinism:allow date: // expect: x", 26),
      ("/* determinism:allow date: why */", 30), ("/** determinism:allow date", 26),
      ("//determinism:allow", 19), ("/*\n determinism:allow date\n*/", 26),
    ] {
      let source = sourceFile(text)
      let found = lint(source, relativePath: source.path, with: CompiledRules(try banned()))
      #expect(found.reported.map(\.range) == [0..<length], "\(text)")
    }
  }
}

@Suite struct SuppressionsAndRules {
  private let text = "// determinism:allow date: why\n1"

  @Test func onlyRulesInForceHaveUnusedSuppressions() throws {
    var rules = try banned()
    #expect(try remarks(text).count == 1)
    rules[0].severity = .off
    #expect(try remarks(text, rules: rules) == [])
    rules[0].severity = .error
    rules[0].files = [try Glob(parsing: "*Tests.swift")]
    #expect(try remarks(text, rules: rules) == [])
    #expect(try remarks(text, path: "ATests.swift", rules: rules).count == 1)
    // As with `--only-rule uuid`: the rule is known, but not there.
    #expect(try remarks(text, rules: [rules[1]], knownIDs: ["uuid", "date"]) == [])
    #expect(
      try remarks(text, rules: [rules[1]], knownIDs: ["data"])
        == ["unknown-rule@1:22: unknown rule 'date'; did you mean 'data'?"])
  }

  /// The path excuses first, so that the comment could go.
  @Test func whatThePathAllowsNeedsNoComment() throws {
    var rules = try banned()
    rules[0].allow = [try Glob(parsing: "Clock.swift")]
    let source = sourceFile("date() // determinism:allow date: why")
    let findings = lint(source, relativePath: FilePath("Clock.swift"), with: CompiledRules(rules))
    #expect(findings.allowedByPath == 1 && findings.allowedInSource == 0)
    #expect(findings.usedSettings == [.allow(rule: "date", pack: "test")])
    #expect(
      findings.reported.map(\.message)
        == ["'allow' already covers 'date' in this file; remove the comment"])
  }

  @Test func theWinnersSuppressionIsFinal() throws {
    let rules = [
      try rule("path", bans: ["a.b"]), try rule("member", bans: ["_.b"]),
      try rule("c", bans: ["_.c"]),
    ]
    #expect(reports("a.b // determinism:allow path: why", rules: rules) == [])
    #expect(
      reports("a.b // determinism:allow member: why", rules: rules)
        == ["path@1:1", "unused-suppression@1:26"])
    // A member of what is excused is a use of its own.
    #expect(reports("a.b.c // determinism:allow path: why", rules: rules) == ["c@1:5"])
  }

  @Test func warningsAreWarningsWhateverTheRuleIs() throws {
    let source = sourceFile("1 // determinism:allow date, x: why\n2 // determinism:allow uuid")
    let findings = lint(source, relativePath: source.path, with: CompiledRules(try banned()))
    #expect(
      findings.reported.map { $0.rule!.id } == [
        "unused-suppression", "unknown-rule", "suppression-without-reason",
      ])
    #expect(findings.reported.allSatisfy { $0.severity == .warning })
    #expect(findings.reported.allSatisfy { Rule.reservedIDs.contains($0.rule!.id) })
  }

  /// Several bytes are looked at at once.
  @Test func theColonOfACommentIsFoundWhereverItStands() throws {
    for count in 0..<40 {
      let blanks = String(repeating: " ", count: count)
      #expect(try remarks("date() // \(blanks)determinism:allow date\(blanks): why") == [])
      #expect(try remarks("date() // \(blanks)determinism\u{BA}allow date: why") == ["date@1:1"])
    }
  }
}
