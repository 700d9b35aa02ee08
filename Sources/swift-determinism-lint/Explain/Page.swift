import Reporters
import Rules
import Workspace

/// Lines of text for a person, at a terminal or not. What is added comes from rule files and
/// sources: a terminal must not obey what it holds.
struct Page {
  private(set) var bytes: [UInt8] = []
  /// Columns of the terminal; nil where lines may be of any length.
  let width: Int?
  let isColored: Bool

  enum Style: String {
    case heading = "1"
    case error = "1;31"
    case warning = "1;33"
    case plain = "0"
  }

  /// What is to be printed on standard output.
  init(_ console: Console) {
    width = console.output.columnCount
    isColored = console.isOutputColored
  }

  /// Plain text for standard error.
  init(forErrorsOf console: Console) {
    width = console.errors.columnCount
    isColored = false
  }

  mutating func add(_ text: String, _ style: Style = .plain) {
    let escapes = isColored && style != .plain && !text.isEmpty
    if escapes { bytes += "\u{1B}[\(style.rawValue)m".utf8 }
    bytes += printable(text)
    if escapes { bytes += "\u{1B}[0m".utf8 }
  }

  mutating func addLine(_ text: String = "", _ style: Style = .plain) {
    add(text, style)
    endLine()
  }

  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds text in as many lines as the terminal needs, those after the first indented further.
  mutating func addWrapped(_ text: String, indentation: Int = 0, hanging: Int = 2) {
    let blanks = String(repeating: " ", count: indentation)
    guard let width else { return addLine(blanks + text) }
    for (index, line) in wrapped(text, to: max(width - indentation - hanging, 20)).enumerated() {
      addLine(blanks + (index == 0 ? "" : String(repeating: " ", count: hanging)) + line)
    }
  }

  /// Adds terms with what there is to say of each, beside it or, where there is no room, below.
  mutating func addDefinitions(_ definitions: [(term: String, text: String)], indentation: Int) {
    let lengths = definitions.map(\.term.count).filter { $0 <= (width == nil ? 64 : 40) }
    let column = indentation + (lengths.max() ?? 0) + 2
    for (term, text) in definitions {
      add(String(repeating: " ", count: indentation) + term)
      let end = indentation + term.count + 2
      if let width, width < max(column, end) + text.count {
        endLine()
        addWrapped(text, indentation: indentation + 4, hanging: 0)
      } else {
        addLine(String(repeating: " ", count: max(column, end) - end + 2) + text)
      }
    }
  }

  /// Adds what is made printable already.
  mutating func add(rendered: [UInt8]) {
    bytes += rendered
  }
}

extension RuleSeverity {
  /// The colour that the compiler gives to a diagnostic.
  var style: Page.Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .off: .plain
    }
  }
}

// MARK: - Explanations

extension Page {
  /// Adds a title after an empty line.
  mutating func addHeading(_ text: String) {
    endLine()
    addLine(text, .heading)
  }

  /// Adds the note of a rule or a pack after an empty line.
  mutating func addNote(_ note: RuleNote) {
    endLine()
    for line in width == nil ? note.lines : note.paragraphs {
      addWrapped(line, hanging: 0)
    }
  }

  mutating func add(_ section: ExplanationSection) {
    addHeading(section.heading)
    for part in section.parts { add(part) }
  }

  private mutating func add(_ part: ExplanationSection.Part) {
    switch part {
    case .terms(let terms):
      addDefinitions(terms.map { (term: $0.code, text: $0.text) }, indentation: 2)
    case .lines(let lines):
      for line in lines { addWrapped(line, indentation: 2) }
    case .code(let excerpts):
      for excerpt in excerpts {
        add(rendered: excerpt.render(indentation: 2, isColored: isColored))
      }
    case .rules(let rules):
      RuleTable(rules).print(on: &self)
    }
  }
}

// MARK: - Tables

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
