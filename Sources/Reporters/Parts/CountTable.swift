import Diagnostics

/// The groupings that findings are counted by; the raw values are the names on the command line.
package enum Grouping: String, CaseIterable, Sendable {
  case rule, folder, file, owner
}

/// The groups that the table of a report counts by.
package struct Counting: Sendable {
  package let grouping: Grouping
  /// Returns the owners of a file, on any thread.
  private let owners: @Sendable (FilePath) -> FilePath

  package init(
    _ grouping: Grouping, owners: @escaping @Sendable (FilePath) -> FilePath = { $0 }
  ) {
    (self.grouping, self.owners) = (grouping, owners)
  }

  /// The group that the findings of a file count for; nil if that depends on the rule alone.
  package func group(of file: FilePath) -> FilePath? {
    switch grouping {
    case .rule: nil
    case .folder: file.folder
    case .file: file
    case .owner: owners(file)
    }
  }
}

extension FilePath {
  /// The folder of a file; `.` for one in the working directory.
  var folder: FilePath {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: bytes[..<max(end, 1)])
  }
}

/// The number of findings of something, and of the files that they are in.
package struct GroupCount: Summable, Sendable {
  package private(set) var findings: Int
  package private(set) var files: Int

  package init() { self.init(findings: 0, files: 0) }

  package init(findings: Int, files: Int) {
    (self.findings, self.files) = (findings, files)
  }

  static func -= (left: inout GroupCount, right: GroupCount) {
    left.findings -= right.findings
    left.files -= right.files
  }

  package static func += (left: inout GroupCount, right: GroupCount) {
    left.findings += right.findings
    left.files += right.files
  }
}

/// The counts with a row for each group, most findings first, then one for all. Folders are a tree.
/// - Parameters:
///   - groups: the groups, at least one.
///   - total: the count of all files, each of which may count for several rules.
///   - levels: the number of levels of the tree that are shown.
package func countTable(
  _ groups: [FilePath: GroupCount], by grouping: Grouping, total: GroupCount, levels: Int = .max
) -> [UInt8] {
  let rows =
    grouping == .folder
    ? FolderTree(groups).rows(of: total.findings, levels: levels)
    : groups.sorted { ($1.value.findings, $0.key) < ($0.value.findings, $1.key) }
      .map { (name: $0.key, count: $0.value) }
  let cells = (rows + [(name: FilePath("total"), count: total)]).map { row in
    [
      row.name.string, String(row.count.findings),
      share(row.count.findings, of: total.findings), String(row.count.files),
    ]
  }
  let heads = [grouping.rawValue.uppercased(), "FINDINGS", "SHARE", "FILES"]
  // A file is one file.
  return table(([heads] + cells).map { grouping == .file ? $0.dropLast() : $0 })
}

private typealias CountRow = (name: FilePath, count: GroupCount)

extension FolderTree<GroupCount> {
  /// Rows for the folders in it, indented. So that the whole is seen at a glance, the small ones
  /// are one row: those with less than a fiftieth of all, if together they have less than a tenth.
  /// - Parameters:
  ///   - total: the number of all findings.
  ///   - depth: the depth, from 0.
  ///   - levels: the number of deeper levels that there may be.
  fileprivate func rows(of total: Int, depth: Int = 0, levels: Int) -> [CountRow] {
    if levels == 0 { return [] }
    let sorted = inner.sorted {
      ($1.count.findings, $0.name) < ($0.count.findings, $1.name)
    }
    var rest = sorted.reduce(into: GroupCount()) { $0 += $1.count }
    var shown = sorted.prefix { folder in
      guard total <= 50 * folder.count.findings || total <= 10 * rest.findings else { return false }
      rest -= folder.count
      return true
    }
    // Their sum is that of this folder's own row.
    if shown.isEmpty { return [] }
    // A single small folder takes a row with its name, too.
    if shown.count + 1 == sorted.count { shown = sorted[...] }
    let indentation = [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    var rows = shown.flatMap { folder -> [CountRow] in
      let (name, folder) = folder.collapsed
      return [(name: FilePath(bytes: indentation + name), count: folder.count)]
        + folder.rows(of: total, depth: depth + 1, levels: levels - 1)
    }
    if shown.count < sorted.count {
      let name = indentation + Array("(\(sorted.count - shown.count) more)".utf8)
      rows.append((name: FilePath(bytes: name), count: rest))
    }
    return rows
  }
}

// MARK: - Text

/// The number with its noun, e.g. `1 finding` or `1,202 findings`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// `1,202`, as people read large numbers.
package func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    let rest = digits.count - index
    return (0 < index && rest % 3 == 0 ? "," : "") + String(digit)
  }.joined()
}

/// The share in percent, e.g. `12.5 %`.
/// - Parameter total: a number above 0.
func share(_ count: Int, of total: Int) -> String {
  let tenths = (count * 1000 + total / 2) / total
  return "\(tenths / 10).\(tenths % 10) %"
}

/// Rows of as many cells, the first column to the left, the others, which are numbers, to the
/// right. A longer cell than most lines have room for moves its own row alone.
func table(_ rows: [[String]]) -> [UInt8] {
  let cells = rows.map { $0.map { String(decoding: printable($0), as: UTF8.self) } }
  let widths = cells[0].indices.map { column in
    cells.map { $0[column].count }.filter { $0 <= widestCell }.max() ?? 0
  }
  var text = TextBuffer()
  for row in cells {
    for (column, cell) in row.enumerated() {
      let padding = widths[column] - cell.count
      if column > 0 { text.append(blanks: 2 + padding) }
      text.append(printable: cell)
      if column == 0 { text.append(blanks: max(padding, 0)) }
    }
    text.append(character: "\n")
  }
  return text.bytes
}

private let widestCell = 100
