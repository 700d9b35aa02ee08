import Reporters

/// Prints which version of the tool this is; the keys of the object stay as they are.
package func printVersion(_ format: PlainFormat, _ console: Console) -> ExitStatus {
  switch format {
  case .text: console.print("\(toolName) \(version)\n", status: .clean)
  case .json:
    console.print(
      forPrograms: JSON.object([("name", .string(toolName)), ("version", .string(version))])
        .prettyBytes)
  }
}

/// The help of one subcommand.
package func help(for subcommand: Subcommand) -> String {
  let description = subcommand.description
  var text = """
    OVERVIEW: \(description.overview)

    USAGE: \(toolName) \(description.usage)


    """
  if subcommand == .lint {
    let rows = Subcommand.allCases.map { row($0.description.words, $0.description.summary) }
    text += "SUBCOMMANDS:\n\(rows.joined())\n"
  }
  text += "OPTIONS:\n"
  for option in subcommand.options {
    let names = [option.shortName, option.name].compactMap { $0 }.joined(separator: ", ")
    let words = [names, option.placeholder].compactMap { $0 }
    text += row(words.joined(separator: " "), option.explanation)
  }
  text += row("--", "everything after this is a path")
  text += "\nEXAMPLES:\n"
  for (words, summary) in description.examples { text += row("\(toolName) \(words)", summary) }
  return text + (description.notes.map { "\n\($0)\n" } ?? "")
}

private let summaryColumn = 26

/// `  --config FILE           use this configuration`, the summary broken into lines that fit.
private func row(_ words: String, _ summary: String) -> String {
  var lines = wrapped(summary, to: 80 - summaryColumn)
  var text = "  " + words
  if text.count + 1 < summaryColumn {
    text += String(repeating: " ", count: summaryColumn - text.count) + lines.removeFirst()
  }
  let indentation = "\n" + String(repeating: " ", count: summaryColumn)
  return text + lines.map { indentation + $0 }.joined() + "\n"
}

/// The text in lines of at most this many characters, broken at spaces; a longer word stays whole.
package func wrapped(_ text: String, to width: Int) -> [String] {
  wrapped(text.split(separator: " "), to: width)
}

/// The phrases in lines of at most this many characters; none of them is broken.
package func wrapped(_ phrases: [some StringProtocol], to width: Int) -> [String] {
  var lines: [String] = []
  for phrase in phrases {
    if let last = lines.last, last.count + 1 + phrase.count <= width {
      lines[lines.count - 1] = last + " " + phrase
    } else {
      lines.append(String(phrase))
    }
  }
  return lines.isEmpty ? [""] : lines
}

// MARK: - man(1)

/// The page of man(1): what the help of each subcommand says, in the macros of man(7).
package func manualPage() -> String {
  var page = #"""
    .TH SWIFT\-DETERMINISM\-LINT 1 "" "\#(toolName) \#(version)" "User Commands"
    .SH NAME
    swift\-determinism\-lint \- ban nondeterministic APIs in Swift source
    .SH SYNOPSIS

    """#
  page += Subcommand.allCases.map {
    ".nf\n\(escaped("\(toolName) \($0.description.usage)"))\n.fi\n"
  }.joined()
  page += ".SH DESCRIPTION\n"
  for subcommand in Subcommand.allCases {
    let description = subcommand.description
    page += ".SS \(escaped(subcommand.rawValue))\n\(escaped(description.overview))\n"
    for option in subcommand.options {
      let names = [option.shortName, option.name].compactMap { $0 }
        .map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
      let placeholder = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
      page += ".TP\n\(names)\(placeholder)\n\(escaped(option.explanation))\n"
    }
    if let notes = description.notes {
      page += ".PP\n" + notes.split(separator: "\n").map { escaped(String($0)) + "\n" }.joined()
    }
  }
  page += ".SH EXAMPLES\n"
  for (words, summary) in Subcommand.allCases.flatMap(\.description.examples) {
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
