import Diagnostics

extension PageSums {
  /// Appends what a script filters findings by.
  func appendFilters(to text: inout TextBuffer) {
    if total.isEmpty { return text.append("<p>None.</p>\n") }
    text.append(
      """
      <form id=filters class=screen hidden autocomplete=off aria-label="Show only">
      <label>Words <input type=search name=words></label>
      <label>Rule <select name=rule><option value="">all</option>
      """)
    for rule in rules { if let id = rule.id { appendChoice(id, to: &text) } }
    text.append("</select></label>\n<label>Folder <input type=search name=folder></label>\n")
    if !owners.isEmpty {
      text.append("<label>Owner <select name=owner><option value=\"\">all</option>")
      for owner in owners { appendChoice(owner.name.string, to: &text) }
      text.append("</select></label>\n")
    }
    if 0 < total.excused {
      text.append(
        """
        <label>Show <select name=state><option value="">what is reported</option>
        <option value=excused>what is not reported</option>
        <option value=all>both</option></select></label>

        """)
    }
    appendBoxes(
      "Severity", "severity",
      [FindingOutcome.error, .warning].map { ($0.cssClass, $0.words, total[$0]) }, to: &text)
    appendBoxes(
      "Code", "code", CodeKind.allCases.map { ($0.name, $0.words, total[$0]) }, to: &text)
    appendBoxes(
      "Not reported", "excused",
      FindingOutcome.excused.map { ($0.cssClass, $0.words, total[$0]) }, to: &text)
    if 0 < total.fixable, total.fixable < total.reported {
      text.append("<label><input type=checkbox name=fixable> ")
      text.append(string: "only with a fix-it (\(total.fixable))</label>\n")
    }
    text.append(
      """
      <p><button type=reset>Clear filters</button></p>
      </form>
      <p><output form=filters name=shown></output></p>

      """)
  }

  private func appendChoice(_ value: String, to text: inout TextBuffer) {
    text.append("<option value=\"")
    text.append(html: value)
    text.append("\">")
    text.append(html: value)
    text.append("</option>")
  }

  /// Appends a box for each choice, if there is a choice.
  private func appendBoxes(
    _ legend: StaticString, _ name: StaticString,
    _ choices: [(value: StaticString, words: StaticString, count: Int)], to text: inout TextBuffer
  ) {
    let choices = choices.filter { 0 < $0.count }
    guard 1 < choices.count else { return }
    text.append("<fieldset><legend>")
    text.append(legend)
    text.append("</legend> ")
    for (value, words, count) in choices {
      text.append("<label><input type=checkbox checked name=")
      text.append(name)
      text.append(" value=")
      text.append(value)
      text.append("> ")
      text.append(words)
      text.append(string: " (\(count))</label> ")
    }
    text.append("</fieldset>\n")
  }

  // MARK: - Rules

  /// Appends what each rule says, to which findings link.
  func appendNotes(of tool: ToolDescription, to text: inout TextBuffer) {
    let rules = rules.filter { $0.id != nil }
    if rules.isEmpty { return }
    text.append("<section id=about>\n<h2>About the rules</h2>\n")
    for rule in rules { append(rule, tool.rules[rule.name], to: &text) }
    text.append("</section>\n")
  }

  private func append(
    _ rule: Rule, _ description: RuleDescription?, to text: inout TextBuffer
  ) {
    text.append("<section id=\"rule:")
    text.append(html: rule.name)
    text.append("\">\n<h3>")
    text.append(html: rule.name)
    text.append("</h3>\n")
    text.append(textOf: rule.name, description, url: rule.url)
    text.append("</section>\n")
  }
}
