import Commands
import Reporters
import Rules
import Workspace

/// Lines of text for a person, at a terminal or not. What is added comes from rule files and
/// sources: a terminal must not obey what it holds.
package struct Page {
  package private(set) var bytes: [UInt8] = []
  /// Columns of the terminal; nil where lines may be of any length.
  package let width: Int?
  package let isColored: Bool

  package enum Style: String {
    case heading = "1"
    case error = "1;31"
    case warning = "1;33"
    case plain = "0"
  }

  /// A page that is to be printed on standard output.
  package init(_ console: Console) {
    width = console.output.columnCount
    isColored = console.isOutputColored
  }

  /// Plain text for standard error.
  package init(forErrorsOf console: Console) {
    width = console.errors.columnCount
    isColored = false
  }

  package mutating func add(_ text: String, _ style: Style = .plain) {
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
  package mutating func add(rendered: [UInt8]) {
    bytes += rendered
  }
}

extension RuleSeverity {
  /// The colour that the compiler gives to a diagnostic.
  package var style: Page.Style {
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

  package mutating func add(_ section: ExplanationSection) {
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
      addTable(of: rules)
    }
  }
}

// MARK: - Rules

extension Page {
  /// Adds `date-init: error, category clock, pack core`.
  /// - Parameter remark: about the rule, behind its id.
  mutating func addHeadline(of rule: Rule, remark: String = "") {
    add(rule.id, .heading)
    add("\(remark): ")
    add(rule.severity.rawValue, rule.severity.style)
    addLine(rule.membership)
  }

  /// Adds a row for each rule: id, severity, pack, category, message. On a narrow terminal, each
  /// message stands below its rule.
  mutating func addTable(of rules: [Rule]) {
    let rows =
      [["ID", "SEVERITY", "PACK", "CATEGORY", "MESSAGE"]]
      + rules.map { [$0.id, $0.severity.rawValue, $0.pack, $0.category ?? "-", $0.message] }
    let widths = (0..<4).map { column in rows.reduce(0) { max($0, $1[column].count) } + 2 }
    let start = widths.reduce(0, +)
    if let width, rows.contains(where: { width < start + $0[4].count }) {
      for rule in rules {
        addHeadline(of: rule)
        addWrapped(rule.message, indentation: 4, hanging: 0)
      }
      return
    }
    for (line, row) in rows.enumerated() {
      for (column, cell) in row.enumerated() {
        let isHead = line == 0 || column == 0
        add(cell, isHead ? .heading : column == 1 ? rules[line - 1].severity.style : .plain)
        if column < 4 { add(String(repeating: " ", count: widths[column] - cell.count)) }
      }
      endLine()
    }
  }
}
