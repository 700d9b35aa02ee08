import Diagnostics
import Foundation
import Testing

@testable import Reporters

@Suite struct HistoryPageTests {
  private typealias Row = FindingHistory.Row

  private func row(_ rules: [String: Int], at seconds: Int?, change: (Int, Int)? = nil) -> Row {
    let ids = rules.flatMap { repeatElement($0, count: $1) }
    let origin = seconds.map {
      FindingHistory.Origin.commit(
        name: FilePath(String(repeating: "0123456789abcdef", count: 3)), seconds: $0)
    }
    return Row(
      origin ?? .workingTree,
      .counts(.init(rules: ids, change: change.map { (added: $0.0, gone: $0.1) })))
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

  @Test func daysAreThoseOfTheCalendar() {
    for (seconds, text) in [
      (0, "1970-01-01"), (951_782_399, "2000-02-28"), (951_782_400, "2000-02-29"),
      (951_868_800, "2000-03-01"), (1_772_409_600, "2026-03-02"), (4_107_542_399, "2100-02-28"),
      (4_107_542_400, "2100-03-01"), (253_402_300_799, "9999-12-31"),
    ] {
      #expect(Day(ofSeconds: seconds).isoDate == text)
    }
    // Each day follows the one before it, in 40 years.
    var last = (year: 1970, month: 1, day: 0)
    for number in 0..<14_700 {
      let date = Day(number: number).date
      let isNext = date == (last.year, last.month, last.day + 1)
      let isFirst =
        date.day == 1 && 28 <= last.day
        && (date.year, date.month)
          == (last.month == 12 ? (last.year + 1, 1) : (last.year, last.month + 1))
      #expect(isNext || isFirst)
      last = date
    }
  }

  @Test func scalesAreRound() {
    for (most, step, end) in [
      (0, 1, 1), (1, 1, 1), (5, 1, 5), (6, 2, 6), (11, 5, 15), (481, 100, 500), (501, 200, 600),
      (1_000_000, 200_000, 1_000_000),
    ] {
      let scale = CountScale(upTo: most)
      #expect(scale.step == step && scale.end == end, "\(most)")
    }
  }

  @Test func ticksBeginDaysMonthsAndYears() {
    let start = 1_772_409_600 + 3600  // 2026-03-02T01:00Z
    func labels(_ days: Int) -> [String] { timeTicks(start...start + days * day).map(\.label) }
    #expect(labels(2) == ["2026-03-03", "2026-03-04"])
    #expect(labels(10) == ["2026-03-04", "2026-03-06", "2026-03-08", "2026-03-10", "2026-03-12"])
    // Mondays.
    #expect(labels(30) == ["2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"])
    #expect(labels(180) == ["2026-04", "2026-05", "2026-06", "2026-07", "2026-08"])
    #expect(labels(700) == ["2026-07", "2027-01", "2027-07", "2028-01"])
    #expect(labels(365 * 12) == ["2028", "2030", "2032", "2034", "2036", "2038"])
    #expect(labels(365 * 7900).count <= 6)
    // 1960 is no label of 1970.
    #expect(
      timeTicks(0...47_000 * day).map(\.label) == ["1980", "2000", "2020", "2040", "2060", "2080"])
    for days in 1..<3000 { #expect((1...6).contains(labels(days).count), "\(days)") }
  }

  @Test func aCountHoldsUntilTheNextCommit() {
    let text = page([
      row(["a": 3, "b": 1], at: 0, change: (4, 0)), row(["a": 1, "b": 1], at: 10 * day),
      row(["a": 2], at: nil, change: (1, 1)),
    ])
    // The axis has 48 to 700 for the time, 80 of which are for the last commit and the rest.
    #expect(text.contains("<path class=\"total\" d=\"M48 12H620V176H660V176H700\"/>"))
    #expect(
      text.contains(
        "d=\"M48 94H620V258H660V176H700V340H660V340H620V340H48Z\"/>"))
    #expect(
      text.contains(
        "<title>1970-01-01 0123456789, 4 findings&#10;4 added, 0 gone&#10;a 3&#10;b 1</title>"))
    #expect(text.contains("<title>uncommitted, 2 findings&#10;1 added, 1 gone&#10;a 2</title>"))
    #expect(
      text.contains(
        "<p>From 4 to 2 findings in 2 commits since 1970-01-01; 2 in the working tree, which is "
          + "not committed.</p>"))
    #expect(!text.contains("style=") && !text.contains("<script"))
  }

  @Test func commitsOfADayAreApart() {
    let text = page([row(["a": 3], at: 7), row(["a": 2], at: 7), row(["a": 1], at: 8)])
    #expect(text.components(separatedBy: "class=\"dot\"").count == 4)
    // A clock that is wrong by an hour leads nowhere back.
    let hour = page([
      row(["a": 3], at: 9 * day), row(["a": 2], at: 9 * day - 3600), row(["a": 1], at: 12 * day),
    ])
    #expect(hour.contains("the last of 2 commits here") && !hour.contains("the dates go back"))
    // One of the year 2099 must not hide all that follow.
    let back = page([
      row(["a": 3], at: 47_000 * day), row(["a": 2], at: 2 * day), row(["a": 1], at: 12 * day),
    ])
    #expect(back.components(separatedBy: "class=\"dot\"").count == 4)
    #expect(back.contains("the dates go back, so the commits stand at equal distances"))
  }

  @Test func oneCountHasNoPlot() {
    let text = page([row(["a": 1], at: 0), Row(.workingTree, .unreadable)])
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

  @Test func manyRulesShareAnArea() {
    let rules = Dictionary(uniqueKeysWithValues: (10..<40).map { ("rule-\($0)", 100 - $0) })
    let text = page([row(rules, at: 0), row(["rule-39": 7], at: 40 * day)])
    #expect(text.contains("class=\"band b7\"") && !text.contains("class=\"band b8\""))
    #expect(text.contains(">24 others <tspan class=\"count\">7</tspan>"))
    let six = Dictionary(uniqueKeysWithValues: rules.prefix(6).map { ($0.key, $0.value) })
    #expect(!page([row(six, at: 0), row(six, at: day)]).contains("other"))
    let table = String(
      decoding: historyTable(FindingHistory(rows: [row(rules, at: 0)], notes: []), width: 100),
      as: UTF8.self)
    let lines = table.split(separator: "\n")
    #expect(lines[0].hasSuffix("  rule-10  rule-11  rule-12  rule-13  rule-14  25 OTHERS"))
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func aDeletedBaselineIsAGap() {
    let text = page([
      row(["a": 4], at: 0), Row(row([:], at: day).origin, .deleted), row(["a": 2], at: 2 * day),
    ])
    #expect(text.contains("<path class=\"total\" d=\"M48 12H354M660 176H700\"/>"))
    #expect(text.contains("<title>1970-01-02 0123456789, deleted</title>"))
    #expect(text.contains("<b class=\"w\">deleted</b>"))
    #expect(text.contains("<p>From 4 to 2 findings in 3 commits since 1970-01-01.</p>"))
    let last = page([row(["a": 4], at: 0), Row(row([:], at: day).origin, .deleted)])
    #expect(last.contains("since 1970-01-01; in the newest the baseline is deleted.</p>"))
  }

  @Test func whatIsNewOnTheWayIsSaid() {
    let text = page([
      row(["a": 4, "b": 1], at: 0), row(["a": 2, "new": 3], at: day),
      row(["a": 2, "b": 1, "new": 5], at: 2 * day), row(["a": 2, "new": 4], at: nil),
    ])
    #expect(
      text.contains(
        "<p>From 5 to 8 findings, 5 of them of rules that were new on the way, in 3 commits since "
          + "1970-01-01; 6 in the working tree, which is not committed.</p>"))
    // The first count, the newest commit's, the working tree's, and the change.
    #expect(
      text.contains(
        "new</th><td>–</td><td>5</td><td>4</td><td>new</td></tr>\n<tr><th scope=\"row\">a</th>"
          + "<td>4</td><td>2</td><td>2</td><td>−2</td></tr>"))
    #expect(text.contains("<footer class=\"quiet\">swift-determinism-lint 1.2.3</footer>"))
  }

  @Test func aRuleKeepsItsColor() throws {
    func color(of rule: String, _ rules: [String: Int]) throws -> Substring {
      let text = page([row(rules, at: 0), row(rules, at: day)])
      let end = try #require(text.range(of: "></svg> \(rule) ")).lowerBound
      let start = try #require(text[..<end].range(of: "band ", options: .backwards)).upperBound
      return text[start..<end].prefix(2)
    }
    let few = try color(of: "date-init", ["date-init": 5, "uuid-init": 1])
    #expect(few == (try color(of: "date-init", ["date-init": 1, "timer-scheduled": 9])))
  }

  @Test func everyNameIsText() {
    let nasty = "</title></svg><script>alert(1)</script>\"'&\u{1B}\u{202E}"
    let text = page(
      [row([nasty: 2], at: 0), row([nasty: 1, "\u{0}": 1], at: 5 * day)], notes: [nasty])
    #expect(!text.contains("<script") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(text.contains("&lt;script&gt;"))
    let long = String(repeating: "é", count: 300)
    #expect(page([row([long: 2], at: 0), row([long: 1], at: day)]).contains("ééé…"))
  }

  @Test func aLongHistoryKeepsThePlotSmall() {
    let rows = (0..<20_000).map { row(["a": 1 + $0 % 9], at: $0 * 1000) }
    let text = page(rows)
    #expect(text.components(separatedBy: "class=\"hover\"").count < 700)
    #expect(text.components(separatedBy: "<tr>").count > 20_000)
  }
}
