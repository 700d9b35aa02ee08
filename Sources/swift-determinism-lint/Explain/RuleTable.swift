import Rules

/// A row for each rule: id, severity, pack, category, message. What does not fit beside the other
/// columns is broken into lines; on a narrow terminal the message stands below, and on one that is
/// narrower still all does.
struct RuleTable {
  private let rows: [Row]
  private let widths: [Int]

  private struct Row {
    let cells: [String]
    let message: String
    let severity: RuleSeverity?
  }

  /// The message has a column of its own if it can be so wide.
  private static let narrowestColumn = 44

  init(_ rules: [Rule]) {
    rows =
      [Row(cells: ["ID", "SEVERITY", "PACK", "CATEGORY"], message: "MESSAGE", severity: nil)]
      + rules.map { rule in
        Row(
          cells: [rule.id, rule.severity.rawValue, rule.pack, rule.category ?? "-"],
          message: rule.message, severity: rule.severity)
      }
    widths = (0..<4).map { [rows] column in rows.map { $0.cells[column].count }.max() ?? 0 }
  }

  func print(on page: inout Page) {
    let start = widths.reduce(0) { $0 + $1 + 2 }
    for row in rows {
      if page.width == nil || start + Self.narrowestColumn <= page.width! {
        printBeside(row, at: start, on: &page)
      } else if start - 2 <= page.width! {
        printCells(of: row, isClosed: true, on: &page)
        page.endLine()
        printBelow(row, on: &page)
      } else if row.severity != nil {
        page.addLine(row.cells[0], .heading)
        page.addLine("  " + row.cells[1...].joined(separator: ", "))
        printBelow(row, on: &page)
      }
    }
  }

  private func printBeside(_ row: Row, at column: Int, on page: inout Page) {
    printCells(of: row, on: &page)
    let style: Page.Style = row.severity == nil ? .heading : .plain
    let lines = page.width.map { wrapped(row.message, to: $0 - column) } ?? [row.message]
    page.addLine(lines[0], style)
    for line in lines.dropFirst() {
      page.addLine(String(repeating: " ", count: column) + line)
    }
  }

  private func printBelow(_ row: Row, on page: inout Page) {
    guard row.severity != nil, let width = page.width else { return }
    for line in wrapped(row.message, to: max(width - 4, 1)) { page.addLine("    " + line) }
  }

  /// Prints all but the message, each cell as wide as its column.
  /// - Parameter isClosed: whether nothing comes beside them.
  private func printCells(of row: Row, isClosed: Bool = false, on page: inout Page) {
    for (column, cell) in row.cells.enumerated() {
      let isPlain = row.severity != nil && column != 0
      page.add(cell, column == 1 ? row.severity?.style ?? .heading : isPlain ? .plain : .heading)
      if isClosed, column == row.cells.count - 1 { return }
      page.add(String(repeating: " ", count: widths[column] - cell.count + 2))
    }
  }
}
