import Diagnostics
import Foundation
import Testing

@testable import Reporters

@Suite struct HistoryPageTests {
  private typealias Row = FindingHistory.Row

  private func row(_ rules: [String: Int], at seconds: Int?, change: (Int, Int)? = nil) -> Row {
    let ids = rules.flatMap { repeatElement($0, count: $1) }
    return Row(
      day: seconds.map(isoDate) ?? "uncommitted", commit: seconds == nil ? "-" : "0123456789",
      counts: .init(rules: ids, change: change.map { (added: $0.0, gone: $0.1) }))
  }

  private func page(_ rows: [Row], notes: [String] = []) -> String {
    var bytes: [UInt8] = []
    writeHistoryPage(FindingHistory(rows: rows, notes: notes), version: "1.2.3") {
      bytes += $0
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// In seconds.
  private let day = 86_400

  @Test func daysAreThoseOfTheCalendar() throws {
    for (seconds, text) in [
      (0, "1970-01-01"), (951_782_399, "2000-02-28"), (951_782_400, "2000-02-29"),
      (951_868_800, "2000-03-01"), (1_772_409_600, "2026-03-02"), (4_107_542_399, "2100-02-28"),
      (4_107_542_400, "2100-03-01"), (253_402_300_799, "9999-12-31"),
    ] {
      #expect(isoDate(ofSeconds: seconds) == text)
    }
    // Each day follows the one before it, in 40 years.
    var last = [1969, 12, 31]
    for number in 0..<14_700 {
      let date = isoDate(ofSeconds: number * day).split(separator: "-").compactMap { Int($0) }
      try #require(date.count == 3)
      let isNext = date == [last[0], last[1], last[2] + 1]
      let isFirst =
        date[2] == 1 && 28 <= last[2]
        && date.prefix(2) == (last[1] == 12 ? [last[0] + 1, 1] : [last[0], last[1] + 1])
      #expect(isNext || isFirst)
      last = date
    }
  }

  @Test func aCommitIsAStepAndARow() {
    let text = page([
      row(["a": 3, "b": 1], at: 0, change: (4, 0)), row(["a": 1, "b": 1], at: 10 * day),
      row(["a": 2], at: nil, change: (1, 1)),
    ])
    #expect(
      text.contains(
        "<b>4</b><svg viewBox=\"0 -4 3 108\" preserveAspectRatio=none>"
          + "<path d=\"M0 0H1V50H2V50H3\" /></svg><b>2</b>"))
    #expect(
      text.contains(
        "<tr><th scope=row>1970-01-01</th><td>0123456789</td><td>4</td><td>4</td><td>0</td>"
          + "<td>3</td><td>1</td></tr>\n"))
    #expect(
      text.contains(
        "<p>From 4 to 2 findings in 2 commits since 1970-01-01; 2 in the working tree, which is "
          + "not committed.</p>"))
    #expect(!text.contains("style=") && !text.contains("<script"))
    #expect(text.contains("<footer class=quiet>swift-determinism-lint 1.2.3</footer>"))
  }

  @Test func oneCountHasNoSteps() {
    let text = page([
      row(["a": 1], at: 0),
      Row(day: "uncommitted", commit: "-", counts: nil, absence: "unreadable"),
    ])
    #expect(!text.contains("<svg"))
    #expect(
      text.contains(
        "<p>1 finding in 1 commit of 1970-01-01; unreadable in the working tree, which is not "
          + "committed.</p>"))
    #expect(
      page([row(["a": 2], at: nil)]).contains("2 findings in a baseline that is not committed."))
    #expect(page([]).contains("No commit has a baseline that can be read."))
    #expect(page([row([:], at: 0), row([:], at: day)]).contains("From 0 to 0 findings"))
  }

  @Test func manyRulesShareAColumn() {
    let rules = Dictionary(uniqueKeysWithValues: (10..<40).map { ("rule-\($0)", 100 - $0) })
    let text = page([row(rules, at: 0), row(["rule-39": 7], at: 40 * day)])
    #expect(text.contains("<th scope=col>rule-21</th><th scope=col>18 OTHERS</th></tr></thead>"))
    #expect(text.contains("<td>0</td><td>7</td></tr>"))
    let table = String(
      decoding: historyTable(FindingHistory(rows: [row(rules, at: 0)], notes: []), width: 100),
      as: UTF8.self)
    let lines = table.split(separator: "\n")
    #expect(lines[0].hasSuffix("  rule-10  rule-11  rule-12  rule-13  rule-14  25 OTHERS"))
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func aDeletedBaselineIsAGap() {
    let deleted = Row(day: "1970-01-02", commit: "0", counts: nil, absence: "deleted")
    let text = page([row(["a": 4], at: 0), deleted, row(["a": 2], at: 2 * day)])
    #expect(text.contains("<path d=\"M0 0H1M2 50H3\" />"))
    #expect(text.contains("<td>deleted</td><td>-</td><td>-</td><td>-</td></tr>"))
    #expect(text.contains("<p>From 4 to 2 findings in 3 commits since 1970-01-01.</p>"))
    let last = page([row(["a": 4], at: 0), deleted])
    #expect(last.contains("since 1970-01-01; in the newest it is deleted.</p>"))
  }

  @Test func everyNameIsText() {
    let nasty = "</title></svg><script>alert(1)</script>\"'&\u{1B}\u{202E}"
    let text = page(
      [row([nasty: 2], at: 0), row([nasty: 1, "\u{0}": 1], at: 5 * day)], notes: [nasty])
    #expect(!text.contains("<script") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(text.contains("&lt;script&gt;"))
  }
}
