import Diagnostics
import Reporters
import RuleEngine
import Rules
import Testing

@testable import Commands
@testable import Explain
@testable import Pipeline
@testable import swift_determinism_lint

@Suite("Findings of bundled rules link to the pages of their rules, once these are published")
struct DocsURLTests {
  private let bench: Workbench
  private let source = SourceFile(
    path: FilePath("a.swift"), bytes: Array("let a = Date()\nlet b = own()\nlet c = other()\n".utf8)
  )

  init() throws {
    bench = try Workbench()
    try bench.write(
      ".swift-determinism-lint.yml", "rules: [own.yml]\n")
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - { id: has-page, message: m, ban: [own()], url: "https://example.com/own" }
        - { id: has-none, message: m, ban: [other()] }
      """)
  }

  /// - Parameter documentation: the address of the pages.
  private func projects(_ documentation: String) throws -> Projects {
    try Projects(
      RuleOptions(Arguments(parsing: [], of: .lint)), workingFolder: FilePath(bench.path),
      documentation: documentation)
  }

  private func project(_ documentation: String) throws -> Project {
    try projects(documentation).current()
  }

  private func findings(_ documentation: String) throws -> [Diagnostic] {
    let rules = CompiledRules(try project(documentation).selection.rules)
    return lint(source, relativePath: source.path, with: rules).reported
  }

  private func report(
    _ format: ReportFormat, _ documentation: String, isColored: Bool = false
  ) throws -> String {
    var report = Report(ReportStyle(format, isColored: isColored))
    let start = report.text(adding: try findings(documentation), of: source)
    let end = report.end(exitStatus: 1, tool: ToolDescription(version: "1"))
    return String(decoding: start + end, as: UTF8.self).replacing("\\/", with: "/")
  }

  private let address = "https://example.org/documentation/lint"

  @Test func aRuleOfTheProjectHasNoneButItsOwn() throws {
    let urls = try findings(address).map(\.rule?.url)
    #expect(urls == [address + "/date-init", "https://example.com/own", nil])
  }

  @Test func aSlashAtTheEndOfTheAddressMakesNoOther() throws {
    #expect(try findings(address + "/")[0].rule?.url == address + "/date-init")
  }

  @Test func withoutAnAddressThereIsNoLink() throws {
    #expect(try findings("").map(\.rule?.url) == [nil, "https://example.com/own", nil])
    #expect(try !report(.text, "").contains("[#date-init]: "))
    #expect(try report(.summary, "").contains("\n### date-init: 1 error"))
  }

  @Test func whatExplainsARuleEndsWithIt() throws {
    let project = try project(address)
    let rule = try #require(project.rule("date-init"))
    var page = Page(Console())
    RuleExplanation(rule, project).print(on: &page)
    #expect(String(decoding: page.bytes, as: UTF8.self).hasSuffix("\n\(address)/date-init\n"))
    let explained = json(of: rule.rule, isInForce: true).prettyBytes
    #expect(
      String(decoding: explained, as: UTF8.self).replacing("\\/", with: "/")
        .contains(#""url" : "\#(address)/date-init""#))
    let findings = try findings(address)
    let named = try projects(address).configurations.file(namedAs: source.path)
    let file = FileExplanation(
      source, named, project, CompiledRules(project.selection.rules))
    let last = try #require(file.explanation(of: findings[0])?.paragraphs.last)
    guard case .link(let url) = last else {
      Issue.record("no link")
      return
    }
    #expect(url == address + "/date-init")
  }
}
