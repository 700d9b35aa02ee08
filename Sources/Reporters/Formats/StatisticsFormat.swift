import Diagnostics

/// Tables of rules and folders, made of counts alone.
enum StatisticsFormat {
  /// Empty if nothing was found.
  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    if kept.tally.isEmpty { return }
    let tables = rules(of: kept.tally) + "\n".utf8 + folders(of: kept.tally)
    _ = tables.withUnsafeBufferPointer(write)
  }

  /// The table of rules, if there are more than fifty findings.
  @Sendable static func endCounts(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    if 50 < kept.tally.count { _ = rules(of: kept.tally).withUnsafeBufferPointer(write) }
  }

  /// A row for each rule, the most frequent one first.
  private static func rules(of tally: Tally) -> [UInt8] {
    let rows = tally.rulesByCount.map { number in
      let rule = tally.rules[number]
      return [rule.name, String(rule.count), tally.share(rule.count), String(rule.files)]
    }
    let total = ["total", String(tally.count), tally.share(tally.count), String(tally.fileCount)]
    return table([["RULE", "FINDINGS", "SHARE", "FILES"]] + rows + [total])
  }

  /// The ten folders with the most findings.
  private static func folders(of tally: Tally) -> [UInt8] {
    let folders = tally.folders.map { (name: $0.key.string, count: $0.value) }
    let rows = folders.sorted { precede(($0.count, $0.name), ($1.count, $1.name)) }.prefix(10).map {
      [$0.name, String($0.count), tally.share($0.count)]
    }
    return table([["FOLDER", "FINDINGS", "SHARE"]] + rows)
  }
}

extension Tally {
  /// e.g. `12.5 %`, of all findings.
  fileprivate func share(_ count: Int) -> String {
    let tenths = (count * 1000 + self.count / 2) / self.count
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

/// Rows of as many cells, the first column to the left, the others, which are numbers, to the
/// right.
private func table(_ rows: [[String]]) -> [UInt8] {
  let cells = rows.map { $0.map { String(decoding: printable($0), as: UTF8.self) } }
  let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
  var text = TextBuffer()
  for row in cells {
    for (column, cell) in row.enumerated() {
      let padding = widths[column] - cell.count
      if column > 0 { text.append(blanks: 2 + padding) }
      text.append(printable: cell)
      if column == 0 { text.append(blanks: padding) }
    }
    text.append(character: "\n")
  }
  return text.bytes
}
