import Diagnostics
import Reporters
import Testing

@Suite struct HTMLReportTests {
  private let rule = RuleReference(id: "date-init", category: "clock", url: "https://example.org/d")
  private let facts = FileFacts(
    kind: { $0.string.hasPrefix("AppTests/") ? .tests : .product },
    isInSample: { $0.key?.scope == "#Preview" },
    owners: { $0.string.hasPrefix("Sources/") ? FilePath("@ada @org/team") : FilePath("@bob") },
    comment: { "// allow \($0): <reason>" })

  private func page(
    _ files: [(source: SourceFile, findings: [Diagnostic])],
    rules: [String: RuleDescription] = [:], _ failures: Failures = Failures()
  ) throws -> HTMLElement {
    var report = Report(ReportStyle(.html, facts: facts))
    for (source, findings) in files {
      #expect(report.text(adding: findings, of: source).isEmpty)
    }
    let tool = ToolDescription(version: "1.2.3", rules: rules)
    return try HTMLElement.root(
      of: report.end(exitStatus: failures.isEmpty ? 1 : 2, tool: tool, failures))
  }

  private func source(_ path: String, _ text: String = "let a = Date()\n") -> SourceFile {
    SourceFile(path: FilePath(path), bytes: Array(text.utf8))
  }

  private func finding(
    _ message: String = "no", _ severity: Severity = .error, _ verdict: FindingVerdict = .reported
  ) -> Diagnostic {
    var finding = Diagnostic(severity, at: 8..<14, message, rule: rule)
    finding.key = FindingKey(scope: "f()", tokens: "Date()")
    finding.verdict = verdict
    return finding
  }

  // MARK: - Any text

  @Test(arguments: nastySources) func anySourceIsWrittenAsText(_ nasty: ReportCase) throws {
    let source = SourceFile(path: FilePath("a.swift"), bytes: nasty.bytes)
    let page = try page([(source, nasty.diagnostics)])
    #expect(page.all("article").count == nasty.diagnostics.count)
    #expect(page.all("pre").count == nasty.diagnostics.count)
  }

  // MARK: - Sections

  @Test func whatIsNotReportedIsShownOnDemand() throws {
    let verdicts: [FindingVerdict] = [
      .allowedInSource(reason: "the clock"), .allowedBySettings(reason: "allow: a.swift"),
      .inBaseline,
    ]
    let findings = [finding()] + verdicts.map { finding("excused", .error, $0) }
    let page = try page([(source("Sources/a.swift"), findings)])
    #expect(page.all("h1").map(\.text) == ["1 finding"])
    let file = try #require(page.first("section", "data-file", "Sources/a.swift"))
    #expect(file.attributes["data-owner"] == "@ada @org/team")
    #expect(file.children.count { $0.name == "article" } == 1)
    let excused = try #require(file.children.first { $0.name == "details" })
    #expect(excused.attributes["open"] == nil)
    #expect(
      excused.all("article").map { $0.attributes["class"]?.split(separator: " ").last }
        == ["src", "set", "old"])
    #expect(excused.text.contains("allowed by a comment: the clock"))
    #expect(excused.text.contains("allowed by settings: allow: a.swift"))
    #expect(excused.text.contains("in the baseline"))
  }

  /// The tool's own findings come after all files are linted, also of a file that has others.
  @Test func whatComesLateIsInTheSectionOfItsFile() throws {
    let (a, b) = (source("AppTests/a.swift"), source("Sources/b.swift"))
    let page = try page([
      (b, [finding("first"), finding("excused", .error, .inBaseline)]), (a, [finding("other")]),
      (b, [finding("late", .warning), finding("late excused", .error, .inBaseline)]),
    ])
    let files = page.all("section").compactMap { $0.attributes["data-file"] }
    #expect(files == ["AppTests/a.swift", "Sources/b.swift"])
    let file = try #require(page.first("section", "data-file", "Sources/b.swift"))
    #expect(file.all("article").count == 4)
    for details in file.all("details") {
      #expect(details.all("article").allSatisfy { $0.text.contains("excused") })
    }
    let shown = file.children.filter { $0.name == "article" }.map(\.text)
    #expect(shown.count == 2 && shown[0].contains("first") && shown[1].contains("late"))
    #expect(page.all("h1").map(\.text) == ["3 findings"])
  }

  @Test func theSumsAreThoseOfTheFindings() throws {
    let tests = (source("AppTests/a.swift"), [finding(), finding()])
    let product = (source("Sources/Feed/b.swift"), [finding("no", .warning)])
    let page = try page(
      [tests, product], rules: ["date-init": RuleDescription(.error, "no", pack: "core")])
    func numbers(_ attribute: String) -> [String] {
      page.all("b").filter { $0.attributes[attribute] != nil }
        .map { "\($0.attributes[attribute]!) \($0.text)" }
    }
    #expect(numbers("data-rule") == ["date-init 3"])
    #expect(numbers("data-folder") == ["/AppTests/ 2", "/Sources/Feed/ 1"])
    #expect(
      page.all("option").map(\.text) == [
        "all", "date-init", "all", "@bob (2)", "@ada @org/team (1)", "what is reported", "2 errors",
        "1 warning", "1 in product code", "2 in tests", "everything",
      ])
    let kinds = page.all("article").map { $0.attributes["class"] }
    #expect(kinds == ["e tests", "e tests", "w product"])
  }

  @Test func aFailedRunSaysWhatWasNotChecked() throws {
    var failures = Failures()
    failures.add(Notice(failure: "cannot read it", in: FilePath("Sources/gone.swift")))
    let page = try page([(source("a"), [finding()])], failures)
    let notice = try #require(page.first("section", "class", "notice"))
    #expect(notice.text.contains("Sources/gone.swift: cannot read it"))
    let order = page.descendants.filter {
      $0.attributes["class"] == "notice" || $0.name == "article"
    }
    #expect(order.map(\.name) == ["section", "article"])
    #expect(try self.page([], failures).first("section", "class", "notice") != nil)
  }
}
