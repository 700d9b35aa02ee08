/// The page of man(1): what the help of each subcommand says, in the macros of man(7).
func manualPage() -> String {
  var page = #"""
    .TH SWIFT\-DETERMINISM\-LINT 1 "" "\#(toolName) \#(version)" "User Commands"
    .SH NAME
    swift\-determinism\-lint \- ban nondeterministic APIs in Swift source
    .SH SYNOPSIS

    """#
  page += Subcommand.allCases.map { ".nf\n\(escaped(usage(of: $0)))\n.fi\n" }.joined()
  page += ".SH DESCRIPTION\n"
  for subcommand in Subcommand.allCases {
    page += ".SS \(escaped(subcommand.rawValue))\n\(escaped(overview(of: subcommand)))\n"
    for option in subcommand.options {
      let names = [option.shortName, option.name].compactMap { $0 }
        .map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
      let placeholder = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
      page += ".TP\n\(names)\(placeholder)\n\(escaped(option.summary(in: subcommand)))\n"
    }
    if let notes = notes(on: subcommand) {
      page += ".PP\n" + notes.split(separator: "\n").map { escaped(String($0)) + "\n" }.joined()
    }
  }
  page += ".SH EXAMPLES\n"
  for (words, summary) in Subcommand.allCases.flatMap(examples) {
    page += ".TP\n\\fB\(escaped("\(toolName) \(words)"))\\fR\n\(escaped(summary))\n"
  }
  return page
}

/// As text, which no control character begins.
private func escaped(_ text: String) -> String {
  let escaped = text.map { character -> String in
    switch character {
    case "\\": "\\e"
    case "-": "\\-"
    case "'": "\\(aq"
    default: String(character)
    }
  }.joined()
  return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
}
