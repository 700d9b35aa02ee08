import Diagnostics
import Testing

@testable import Reporters

@Suite struct HistoryPageTests {
  private typealias Row = FindingHistory.Row

  /// - Parameter day: of January 1970; nil for what is not committed.
  private func row(_ rules: [String: Int], on day: Int?, change: (Int, Int)? = nil) -> Row {
    let ids = rules.flatMap { repeatElement($0, count: $1) }
    return Row(
      day: day.map { "1970-01-0\($0)" } ?? "uncommitted", commit: day == nil ? "-" : "0123456789",
      counts: .init(rules: ids, change: change.map { (added: $0.0, gone: $0.1) }))
  }

  private func page(_ rows: [Row], notes: [String] = []) -> String {
    let history = FindingHistory(rows: rows, notes: notes)
    return String(decoding: historyPage(history, version: "1.2.3"), as: UTF8.self)
  }

  @Test func aCommitIsAStepAndARow() {
    let text = page([
      row(["a": 3, "b": 1], on: 1, change: (4, 0)), row(["a": 1, "b": 1], on: 9),
      row(["a": 2], on: nil, change: (1, 1)),
    ])
    #expect(
      text.contains(
        "<b>4</b><svg viewBox=\"0 -4 3 108\" preserveAspectRatio=none>"
          + "<path d=\"M0 0H1V50H2V50H3\" /></svg><b>2</b>"))
    #expect(
      text.contains(
        "<tr><th scope=row>1970-01-01</th><td>0123456789</td><td>4</td><td>4</td><td>0</td>"
          + "<td>3</td><td>1</td></tr>\n"))
    #expect(text.contains("<p>From 4 to 2 findings since 1970-01-01.</p>"))
    #expect(!text.contains("style=") && !text.contains("<script"))
    #expect(text.contains("<footer class=quiet>swift-determinism-lint 1.2.3</footer>"))
  }

  @Test func oneCountHasNoSteps() {
    let text = page([
      row(["a": 1], on: 1),
      Row(day: "uncommitted", commit: "-", counts: nil, absence: "unreadable"),
    ])
    #expect(!text.contains("<svg"))
    #expect(text.contains("<p>1 finding, 1970-01-01.</p>"))
    #expect(page([row(["a": 2], on: nil)]).contains("<p>2 findings, uncommitted.</p>"))
    #expect(page([]).contains("No commit has a baseline that can be read."))
    #expect(page([row([:], on: 1), row([:], on: 2)]).contains("From 0 to 0 findings"))
  }

  @Test func manyRulesShareAColumn() {
    let rules = Dictionary(uniqueKeysWithValues: (10..<40).map { ("rule-\($0)", 100 - $0) })
    let text = page([row(rules, on: 1), row(["rule-39": 7], on: 9)])
    #expect(text.contains("<th scope=col>rule-21</th><th scope=col>18 OTHERS</th></tr></thead>"))
    #expect(text.contains("<td>0</td><td>7</td></tr>"))
    let table = String(
      decoding: historyTable(FindingHistory(rows: [row(rules, on: 1)], notes: []), width: 100),
      as: UTF8.self)
    let lines = table.split(separator: "\n")
    #expect(lines[0].hasSuffix("  rule-10  rule-11  rule-12  rule-13  rule-14  25 OTHERS"))
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func aDeletedBaselineIsAGap() {
    let deleted = Row(day: "1970-01-02", commit: "0", counts: nil, absence: "deleted")
    let text = page([row(["a": 4], on: 1), deleted, row(["a": 2], on: 3)])
    #expect(text.contains("<path d=\"M0 0H1M2 50H3\" />"))
    #expect(text.contains("<td>deleted</td><td>-</td><td>-</td><td>-</td></tr>"))
    #expect(text.contains("<p>From 4 to 2 findings since 1970-01-01.</p>"))
  }
}
