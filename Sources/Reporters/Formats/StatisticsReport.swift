import Diagnostics

/// Tables of rules and folders; empty where nothing was found.
func renderStatistics(_ tally: FindingTally) -> [UInt8] {
  if tally.isEmpty { return [] }
  return tally.renderRules() + "\n".utf8 + tally.renderFolders()
}

/// The table of rules, if there are more than fifty findings.
func renderCounts(_ tally: FindingTally) -> [UInt8] {
  tally.findingCount <= 50 ? [] : tally.renderRules()
}

/// How many findings there are of each rule and in each folder.
struct FindingTally: Sendable {
  private struct Count {
    var findings = 0
    var files = 0
  }

  private var rules: [String: Count] = [:]
  private var folders: [FilePath: Int] = [:]
  private(set) var findingCount = 0
  private var fileCount = 0

  var isEmpty: Bool { findingCount == 0 }

  /// - Parameter diagnostics: all of one file, not none.
  mutating func add(_ diagnostics: [Diagnostic], in path: FilePath) {
    let byRule = Dictionary(grouping: diagnostics) { $0.rule?.id ?? "-" }
    for (id, diagnostics) in byRule {
      rules[id, default: Count()].findings += diagnostics.count
      rules[id]!.files += 1
    }
    folders[path.folder, default: 0] += diagnostics.count
    findingCount += diagnostics.count
    fileCount += 1
  }

  mutating func add(_ tally: FindingTally) {
    for (id, count) in tally.rules {
      rules[id, default: Count()].findings += count.findings
      rules[id]!.files += count.files
    }
    folders.merge(tally.folders, uniquingKeysWith: +)
    findingCount += tally.findingCount
    fileCount += tally.fileCount
  }

  /// A row for each rule, the most frequent one first.
  func renderRules() -> [UInt8] {
    let rows = sorted(rules.map { (name: $0.key, count: $0.value.findings) }).map { row in
      [row.name, String(row.count), share(row.count), String(rules[row.name]!.files)]
    }
    let total = ["total", String(findingCount), share(findingCount), String(fileCount)]
    return table([["RULE", "FINDINGS", "SHARE", "FILES"]] + rows + [total])
  }

  /// The ten folders with the most findings.
  func renderFolders() -> [UInt8] {
    let rows = sorted(folders.map { (name: $0.key.string, count: $0.value) }).prefix(10).map {
      [$0.name, String($0.count), share($0.count)]
    }
    return table([["FOLDER", "FINDINGS", "SHARE"]] + rows)
  }

  private func sorted(_ rows: [(name: String, count: Int)]) -> [(name: String, count: Int)] {
    rows.sorted { left, right in
      left.count != right.count
        ? left.count > right.count
        : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }

  /// e.g. `12.5 %`, of all findings.
  private func share(_ count: Int) -> String {
    let tenths = (count * 1000 + findingCount / 2) / findingCount
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

extension FilePath {
  /// `.` for a file in the working directory.
  fileprivate var folder: FilePath {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: bytes[..<max(end, 1)])
  }
}
