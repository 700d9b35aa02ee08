/// The comparison as people read it: a line for each rule, then each disagreement.
func table(of comparison: Comparison, _ rules: [BannedRule]) -> String {
  let header = [
    "rule", "uses", "agreed", "by another", "missed", "false", "unjudged", "precision", "recall",
  ]
  let seen = rules.filter { comparison.rules[$0.id].map { 0 < $0.uses + $0.findings } == true }
  let rows = [header] + seen.map { row($0, comparison.rules[$0.id] ?? RuleTally()) }
  let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  let lines = rows.map { cells in
    zip(cells, widths).enumerated().map { column, cell in
      let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
      return column == 0 ? cell.0 + blanks : blanks + cell.0
    }.joined(separator: "  ")
  }
  return lines.joined(separator: "\n") + "\n" + remarks(on: comparison, rules)
}

private func row(_ rule: BannedRule, _ tally: RuleTally) -> [String] {
  let wrong = tally.wrong.count
  return [
    rule.id, "\(tally.uses)", "\(tally.agreed)", "\(tally.byAnother)", "\(tally.missed.count)",
    "\(wrong)", "\(tally.unjudged.count)",
    percentage(tally.agreed, of: tally.agreed + wrong),
    rule.isEverywhere ? percentage(tally.agreed + tally.byAnother, of: tally.uses) : "-",
  ]
}

private func remarks(on comparison: Comparison, _ rules: [BannedRule]) -> String {
  var text = "\(comparison.files) files compared"
  if 0 < comparison.skipped { text += ", \(comparison.skipped) not compiled and not judged" }
  text += "\n"
  for rule in rules {
    guard let tally = comparison.rules[rule.id] else { continue }
    for (title, counts) in [
      ("uses that need no report", tally.excused), ("receivers not told", tally.uncertain),
    ] where !counts.isEmpty {
      let list = counts.keys.sorted().map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
      text += "\(rule.id): \(title): \(list)\n"
    }
  }
  let unseen = rules.filter { rule in
    comparison.rules[rule.id].map { $0.uses + $0.findings == 0 } ?? true
  }
  if !unseen.isEmpty {
    text += "not seen: \(unseen.map(\.id).joined(separator: ", "))\n"
  }
  return text
}

/// Each disagreement as the compiler writes a diagnostic, grouped by rule and cause.
///
/// - Parameter isComplete: whether what could not be judged is listed too.
func list(_ comparison: Comparison, _ rules: [BannedRule], isComplete: Bool = false) -> String {
  rules.map { rule in
    let tally = comparison.rules[rule.id] ?? RuleTally()
    return lines("missed", tally.missed) + lines("false", tally.wrong)
      + (isComplete ? lines("unjudged", tally.unjudged) : "")
  }.joined()
}

private func lines(_ kind: String, _ all: [Disagreement]) -> String {
  all.sorted { ($0.why, $0.file, $0.place) < ($1.why, $1.file, $1.place) }.map { item in
    let place = "\(item.file):\(item.place.line):\(item.place.column)"
    return "\(place): \(kind): \(item.line) [\(item.why)] [#\(item.rule)]\n"
  }.joined()
}

private func percentage(_ part: Int, of whole: Int) -> String {
  guard 0 < whole else { return "-" }
  // Rounded down: only what is whole reads 100.
  let hundredths = part * 10_000 / whole
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

extension RuleTally {
  var findings: Int { agreed + wrong.count + unjudged.count }
}
