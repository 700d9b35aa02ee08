import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// Lists the rules in force, or explains one, in force or not.
func printRules(
  _ options: RuleOptions, explaining id: String?, _ console: Console
) throws -> ExitStatus {
  let selection = try Project(options).selection
  guard let id else {
    let columns = console.output.columnCount
    return console.print(lines: table(of: selection.rules, fitting: columns))
  }
  guard let rule = selection.known.first(where: { $0.id == id }) else {
    throw unknown("rule", id, among: selection.known.map(\.id))
  }
  let isInForce = selection.rules.contains { $0.id == id }
  return console.print(lines: explanation(of: rule, isInForce: isInForce))
}

extension Console {
  /// Rule files are other people's text: a terminal must not obey what it holds.
  fileprivate func print(lines text: String) -> ExitStatus {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { printable(String($0)) }
    return print(Array(lines.joined(separator: "\n".utf8)), status: .clean)
  }
}

/// One line for each rule: id, severity, pack, category, message.
/// - Parameter columns: the width of the terminal; messages that are wider are cut.
private func table(of rules: [Rule], fitting columns: Int?) -> String {
  let rows = rules.map { rule in
    [rule.id, rule.severity.rawValue, rule.pack, rule.category ?? "", rule.message]
  }
  let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
    let line = (cells + row.suffix(1)).joined(separator: "  ")
    guard let columns, columns < line.count else { return line + "\n" }
    return line.prefix(max(columns - 1, 0)) + "…\n"
  }.joined()
}

private func explanation(of rule: Rule, isInForce: Bool) -> String {
  var headline = "\(rule.id): \(rule.severity.rawValue)"
  if let category = rule.category { headline += ", category \(category)" }
  headline += ", pack \(rule.pack)"
  if !isInForce { headline += " (not in force)" }
  var sections = [headline + "\n" + rule.message]
  if let note = rule.note { sections.append(note.trimmingNewlines) }
  sections += [
    list("bans", rule.ban.map(\.text)),
    list("replaces", rule.replacements.map { "\($0.pattern.text) by \($0.text)" }),
    list("only in files", rule.files.map(\.text)),
    list("allowed in files", rule.allow.map(\.text)),
    list("only inside", rule.inside.map(\.text)),
    list("allowed inside", rule.allowInside.map(\.text)),
    rule.url,
  ].compactMap { $0 }
  return sections.joined(separator: "\n\n") + "\n"
}

private func list(_ title: String, _ items: [String]) -> String? {
  items.isEmpty ? nil : ([title] + items.map { "  " + $0 }).joined(separator: "\n")
}

extension String {
  fileprivate var trimmingNewlines: String {
    var text = drop(while: \.isNewline)
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
