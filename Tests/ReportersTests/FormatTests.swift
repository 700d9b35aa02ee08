import Diagnostics
import Foundation
import Reporters
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FormatTests {
  private let rule = RuleReference(id: "date-init")

  private func report(
    _ files: [(path: String, text: String, diagnostics: [Diagnostic])], _ format: ReportFormat
  ) -> String {
    let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Sources"))
    return String(
      decoding: ReportersTests.report(
        files.map {
          (SourceFile(path: FilePath($0.path), bytes: Array($0.text.utf8)), $0.diagnostics)
        }, ReportStyle(format, root: root)), as: UTF8.self)
  }

  private func report(
    _ text: String, _ diagnostics: [Diagnostic], _ format: ReportFormat
  ) -> String {
    report([(path: "a.swift", text: text, diagnostics: diagnostics)], format)
  }

  /// A file with an error, a warning and an error, on a line each.
  private let mixed = (0..<3).map { index in
    Diagnostic(
      index == 1 ? .warning : .error, at: 2 * index..<2 * index + 1, "no \(index)",
      rule: RuleReference(id: "date-init"))
  }

  @Test func shortHasALineForEachFinding() {
    let diagnostic = Diagnostic(
      .error, at: 4..<10, "no", rule: rule, notes: [Note(at: 0, "here")],
      fixIts: [FixIt(replacing: 4..<10, with: "x")])
    #expect(
      report("é\n\tDate()", [diagnostic, Diagnostic(.warning, at: 0..<0, "why")], .short) == """
        a.swift:2:2: error: no [#date-init]
        a.swift:1:1: warning: why

        """)
  }

  @Test func xcodeHasAbsolutePathsAndFixItsAfterTheirDiagnostic() {
    let diagnostic = Diagnostic(
      .error, at: 4..<10, "no", rule: rule, notes: [Note(at: 0, "here")],
      fixIts: [FixIt(replacing: 4..<10, with: "a / \"b\"\n"), FixIt(replacing: 0..<0, with: "c")])
    #expect(
      report([(path: "../x/a.swift", text: "é\n\tDate()", diagnostics: [diagnostic])], .xcode)
        == #"""
        /app/x/a.swift:2:2: error: no [#date-init]
        /app/x/a.swift:2:2-2:8: fixit: a / \"b\"\n
        /app/x/a.swift:1:1-1:1: fixit: c
        /app/x/a.swift:1:1: note: here

        """#)
  }

  @Test func gitHubHasPathsFromTheTopAndUTF16Columns() {
    let text = "é🎉\tDate()\n(\n)"
    let diagnostics = [
      Diagnostic(.error, at: 7..<13, "50 %\r\n: a, b", rule: RuleReference(id: "a:b,c%")),
      Diagnostic(.warning, at: 14..<17, "two lines"),
    ]
    #expect(
      report([(path: "a,b:c%.swift", text: text, diagnostics: diagnostics)], .github) == """
        ::error file=Sources/a%2Cb%3Ac%25.swift,line=1,endLine=1,col=5,endColumn=11,\
        title=a%3Ab%2Cc%25::50 %25%0D%0A: a, b
        ::warning file=Sources/a%2Cb%3Ac%25.swift,line=2,endLine=3::two lines

        """)
  }

  @Test func gitLabHasErrorsFirstAndFingerprintsOfItsOwn() throws {
    struct Issue: Decodable {
      struct Location: Decodable {
        struct Lines: Decodable { let begin: Int }
        let path: String
        let lines: Lines
      }
      let type: String
      let categories: [String]
      let description: String
      let checkName: String
      let fingerprint: String
      let severity: String
      let location: Location
    }
    let text = "a\nb\nc"
    let json = report(
      [
        (path: "a.swift", text: text, diagnostics: mixed),
        (path: "../b.swift", text: text, diagnostics: mixed),
      ], .gitlab)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let issues = try decoder.decode([Issue].self, from: Data(json.utf8))
    #expect(issues.map(\.severity) == ["major", "major", "major", "major", "minor", "minor"])
    #expect(issues.map(\.location.lines.begin) == [1, 3, 1, 3, 2, 2])
    let a = "Sources/a.swift"
    #expect(issues.map(\.location.path) == ["b.swift", "b.swift", a, a, "b.swift", a])
    #expect(Set(issues.map(\.fingerprint)).count == 6)
    // As Code Climate wants it.
    #expect(issues.allSatisfy { $0.type == "issue" && $0.categories == ["Bug Risk"] })
    #expect(issues[0].description == "no 0")
    #expect(issues[0].checkName == "date-init")
    #expect(json.hasSuffix("}\n]\n"))
    #expect(report([], .gitlab) == "[\n]\n")
  }

  @Test func checkstyleHasErrorsFirst() {
    let other = [Diagnostic(.error, at: 1..<1, "<&>\"'\t", rule: RuleReference(id: "x"))]
    #expect(
      report(
        [
          (path: "a.swift", text: "a\nb\nc", diagnostics: mixed),
          (path: "b", text: "", diagnostics: []),
          (path: "c<", text: " ", diagnostics: other),
        ], .checkstyle) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <checkstyle version="4.3">
            <file name="a.swift">
              <error line="1" column="1" severity="error" message="no 0" source="determinism.date-init"/>
              <error line="3" column="1" severity="error" message="no 2" source="determinism.date-init"/>
            </file>
            <file name="c&lt;">
              <error line="1" column="2" severity="error" message="&lt;&amp;&gt;&quot;'&#9;" source="determinism.x"/>
            </file>
            <file name="a.swift">
              <error line="2" column="1" severity="warning" message="no 1" source="determinism.date-init"/>
            </file>
          </checkstyle>

          """)
    #expect(
      report([], .checkstyle)
        == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n</checkstyle>\n"
    )
  }

  @Test func checkstyleIsXMLWhateverIsSaid() throws {
    let all = String(String.UnicodeScalarView((0...0xFFFF).compactMap { Unicode.Scalar($0) }))
    let xml = report("x", [Diagnostic(.error, at: 0..<0, all)], .checkstyle)
    let document = try XMLDocument(xmlString: xml)
    let message = try document.nodes(forXPath: "//error/@message").first?.stringValue
    let replaced = message?.unicodeScalars.count { $0 == "\u{FFFD}" }
    #expect(message?.unicodeScalars.count == all.unicodeScalars.count)
    // C0 but for the three that are blanks, DEL and C1, bidirectional controls, U+FFFE and U+FFFF.
    #expect(replaced == 29 + 33 + 12 + 2 + 1)
  }

  @Test func statisticsCountByRuleAndFolder() {
    func diagnostics(_ ids: [String]) -> [Diagnostic] {
      ids.map { Diagnostic(.error, at: 0..<0, "no", rule: RuleReference(id: $0)) }
    }
    let files: [(path: String, text: String, diagnostics: [Diagnostic])] = [
      ("a.swift", "", diagnostics(["date-init"])),
      ("Feed/a.swift", "", diagnostics(["date-init", "uuid-init", "date-init"])),
      ("Feed/b.swift", "", diagnostics(["date-init"])), ("Feed/c.swift", "", []),
      ("Feed/In/c.swift", "", diagnostics(["timer-scheduled"])),
    ]
    #expect(
      report(files, .statistics) == """
        RULE             FINDINGS    SHARE  FILES
        date-init               4   66.7 %      3
        timer-scheduled         1   16.7 %      1
        uuid-init               1   16.7 %      1
        total                   6  100.0 %      4

        FOLDER   FINDINGS   SHARE
        Feed            4  66.7 %
        .               1  16.7 %
        Feed/In         1  16.7 %

        """)
    #expect(report([("a", "", [])], .statistics) == "")
    let many = (0..<12).map { index in
      (
        path: "f\(index)/a", text: "",
        diagnostics: diagnostics(.init(repeating: "a", count: index + 1))
      )
    }
    let folders = report(many, .statistics).split(separator: "\n").suffix(11)
    #expect(folders.first?.hasPrefix("FOLDER") == true)
    #expect(folders.last?.hasPrefix("f2 ") == true)
  }

  /// A file's is named by the last letter of its path.
  private let owners = Counting(.owner) { FilePath("@" + $0.string.suffix(1)) }

  /// - Parameter counts: of the findings of files, by path.
  private func table(_ counts: KeyValuePairs<String, Int>, by counting: Counting) -> String {
    let files = counts.map { path, count in
      (
        SourceFile(path: FilePath(path), bytes: []),
        [Diagnostic](repeating: Diagnostic(.error, at: 0..<0, "no", rule: rule), count: count)
      )
    }
    return String(
      decoding: ReportersTests.report(files, ReportStyle(.statistics, counting: counting)),
      as: UTF8.self)
  }

  @Test func foldersAreATreeWithSums() {
    let counts: KeyValuePairs = [
      "App.swift": 1, "Sources/App/Feed/Cell/a": 3, "Sources/App/Feed/Cell/b": 2,
      "Sources/App/Feed/Row/a": 6, "Sources/Model/In/a": 3, "Sources/Model/In/Deep/a": 1,
      "Tests/a": 10, "Tests/Kit/a": 2,
    ]
    #expect(
      table(counts, by: Counting(.folder)) == """
        FOLDER      FINDINGS    SHARE  FILES
        Sources           15   53.6 %      5
          App/Feed        11   39.3 %      3
            Row            6   21.4 %      1
            Cell           5   17.9 %      2
          Model/In         4   14.3 %      2
            Deep           1    3.6 %      1
        Tests             12   42.9 %      2
          Kit              2    7.1 %      1
        .                  1    3.6 %      1
        total             28  100.0 %      8

        """)
    #expect(
      table(["/a": 1, "/b/c/d": 1, "/b/e/d": 2, "../f/g": 1], by: Counting(.folder)) == """
        FOLDER  FINDINGS    SHARE  FILES
        /b             3   60.0 %      2
          e            2   40.0 %      1
          c            1   20.0 %      1
        ../f           1   20.0 %      1
        /              1   20.0 %      1
        total          5  100.0 %      4

        """)
  }

  /// The whole of a large app is seen at a glance, and no large part is hidden.
  @Test func smallFoldersAreOneRow() {
    #expect(
      table(
        [
          "A/x": 500, "A/B/x": 10, "A/C/x": 10, "A/D/E/x": 460, "A/D/F/x": 19, "G/x": 1, "H/x": 1,
          "I/x": 1,
        ], by: Counting(.folder)) == """
          FOLDER      FINDINGS    SHARE  FILES
          A                999   99.7 %      5
            D              479   47.8 %      2
              E            460   45.9 %      1
              F             19    1.9 %      1
            (2 more)        20    2.0 %      2
          (3 more)           3    0.3 %      3
          total           1002  100.0 %      8

          """)
  }

  /// Where no folder is large, the largest are shown until little is left.
  @Test func manySmallFoldersAreShown() {
    let sources = (100..<300).map { number in
      (
        SourceFile(path: FilePath("A/\(number)/x"), bytes: []),
        [Diagnostic(.error, at: 0..<0, "no")]
      )
    }
    let style = ReportStyle(.statistics, counting: Counting(.folder))
    let lines = String(decoding: ReportersTests.report(sources, style), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 185)
    #expect(lines[182].hasPrefix("  280 "))
    #expect(lines[183].hasPrefix("  (19 more) "))
  }

  @Test func filesAndOwnersAreRows() {
    #expect(
      table(["a/x": 1, "b/x": 2, "c/y": 3], by: Counting(.file)) == """
        FILE   FINDINGS    SHARE
        c/y           3   50.0 %
        b/x           2   33.3 %
        a/x           1   16.7 %
        total         6  100.0 %

        """)
    #expect(
      table(["a/x": 1, "b/x": 2, "c/y": 3], by: owners) == """
        OWNER  FINDINGS    SHARE  FILES
        @x            3   50.0 %      2
        @y            3   50.0 %      1
        total         6  100.0 %      3

        """)
    #expect(
      table(["a/x": 1, "b/x": 2], by: Counting(.rule)) == """
        RULE       FINDINGS    SHARE  FILES
        date-init         3  100.0 %      2
        total             3  100.0 %      2

        """)
    #expect(table([:], by: owners) == "")
  }

  @Test func anOverviewIsForMoreThanSixtyFindings() {
    let finding = Diagnostic(.error, at: 0..<0, "no", rule: rule)
    func overview(_ counts: [(path: String, count: Int)]) -> String? {
      var report = Report(ReportStyle(.text, counting: Counting(.folder)))
      for (path, count) in counts {
        let source = SourceFile(path: FilePath(path), bytes: [])
        let findings = [Diagnostic](repeating: finding, count: count)
        _ = report.text(adding: findings, of: source)
      }
      return report.overview.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(overview([("a/x", 60)]) == nil)
    #expect(
      overview([("a/b/x", 40), ("a/c/y", 40), ("d/z", 20)]) == """
        RULE       FINDINGS    SHARE  FILES
        date-init       100  100.0 %      3
        total           100  100.0 %      3

        FOLDER  FINDINGS    SHARE  FILES
        a             80   80.0 %      2
        d             20   20.0 %      1
        total        100  100.0 %      3

        """)
  }

  @Test func aSummaryHasATableForEachRule() {
    let root = ReportRoot(
      top: FilePath("/app"), workingFolder: FilePath("/app"),
      page: "https://example.org/o/r/blob/1a")
    let source = SourceFile(path: FilePath("a (b)_|.swift"), bytes: Array("a\nb\nc".utf8))
    let other = Diagnostic(
      .warning, at: 4..<4, "write '// x: <y> | z' | don't*",
      rule: RuleReference(id: "other", url: "https://example.org/a(b)"))
    let bytes = ReportersTests.report(
      [(source, mixed + [other])], ReportStyle(.summary, root: root))
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"""
        ## swift-determinism-lint: 2 errors, 2 warnings

        ### date-init: 2 errors, 1 warning

        | Place | Message |
        | --- | --- |
        | [a (b)\_\|.swift:1](https://example.org/o/r/blob/1a/a%20%28b%29_%7C.swift#L1) | no 0 |
        | [a (b)\_\|.swift:3](https://example.org/o/r/blob/1a/a%20%28b%29_%7C.swift#L3) | no 2 |
        | [a (b)\_\|.swift:2](https://example.org/o/r/blob/1a/a%20%28b%29_%7C.swift#L2) | no 1 |

        ### [other](<https://example.org/a(b)>): 0 errors, 1 warning

        | Place | Message |
        | --- | --- |
        | [a (b)\_\|.swift:3](https://example.org/o/r/blob/1a/a%20%28b%29_%7C.swift#L3) | write `// x: <y> \| z` \| don't\* |

        """#)
    #expect(
      report("a\n", [mixed[0]], .summary).hasSuffix("\n| Sources/a.swift:1 | no 0 |\n"))
  }

  /// GitHub makes links of addresses and names by itself.
  @Test(arguments: [
    ("www.example.org/a", #"www\.example.org/a"#), ("a@b.example", "a@\u{2060}b.example"),
    ("ask @octocat", "ask @\u{2060}octocat"), ("at https://a.example", #"at https:\//a.example"#),
    ("'www.a`b@c.d' and 'a@b.c'", #"www\.a\`b@\#u{2060}c.d and `a@b.c`"#),
    ("[a](b)", #"\[a\](b)"#), ("<a href=b>", #"\<a href=b\>"#),
  ])
  func aSummaryHasNoLinkOfAName(text: String, shown: String) {
    let source = SourceFile(path: FilePath("\(text).swift"), bytes: Array("a".utf8))
    let finding = Diagnostic(.error, at: 0..<1, text, rule: rule)
    let summary = ReportersTests.report([(source, [finding])], ReportStyle(.summary))
    let place = text.contains("'") || text.contains("//") ? nil : "| \(shown).swift:1 |"
    let rows = String(decoding: summary, as: UTF8.self).split(separator: "\n")
    #expect(rows.last!.hasSuffix("| \(shown) |") && rows.last!.hasPrefix(place ?? "|"))
  }

  @Test func aSummaryHasTheFailuresOfTheRunFirst() {
    var failures = Failures()
    let source = SourceFile(path: FilePath("s.yml"), bytes: Array("\n\na".utf8))
    var columns = UTF16Columns(source)
    let location = LineTable(source.bytes).location(of: 2)
    failures.add(Failure("unknown key 'a'", in: source.path, at: location, &columns))
    failures.add(Failure("unknown revision 'mian'"))
    let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Sources"))
    let tool = ToolDescription(version: "1.2.3")
    var report = Report(ReportStyle(.summary, root: root))
    let bytes = report.end(exitStatus: 2, tool: tool, failures)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        ## swift-determinism-lint: 0 errors, 0 warnings

        ### Not everything was checked

        - Sources/s.yml:3: unknown key `a`
        - unknown revision `mian`

        """)
  }

  @Test func aSummaryIsNoLargerThanGitHubTakes() {
    let message = String(repeating: "m", count: 1000)
    let many = (0..<2000).map { Diagnostic(.error, at: $0..<$0, message, rule: rule) }
    let summary = report(String(repeating: " ", count: 2000), many, .summary)
    #expect(summary.utf8.count < 1_000_100)
    let rows = summary.split(separator: "\n").count { $0.hasSuffix("m |") }
    #expect(rows > 900)
    #expect(summary.hasSuffix("\n\(2000 - rows) more; see the log\n"))
  }
}
