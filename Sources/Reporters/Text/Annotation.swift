import Diagnostics

/// A line of words at a place in the source: a diagnostic, or a note that belongs to it.
struct Annotation {
  var label: AnnotationLabel
  var location: SourceLocation
  var message: String
  /// The rule of a diagnostic; nil for a note; the compiler names the group once, on the
  /// diagnostic.
  var rule: RuleReference?
  /// Drawn by `llvm` alone.
  var fixIts: [FixIt] = []
}

enum AnnotationLabel {
  case error, warning, note

  var text: StaticString {
    switch self {
    case .error: "error: "
    case .warning: "warning: "
    case .note: "note: "
    }
  }

  init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    }
  }
}

extension Annotation {
  /// The annotation of the diagnostic itself, without its fix-its.
  init(_ diagnostic: Diagnostic, _ lines: LineTable) {
    self.init(
      label: AnnotationLabel(diagnostic.severity),
      location: lines.location(of: diagnostic.range.lowerBound), message: diagnostic.message,
      rule: diagnostic.rule)
  }
}

/// The notes that are printed along with a diagnostic: its own, and one more note that offers its
/// fix-its.
/// - Parameter location: the location of the diagnostic.
func notes(
  of diagnostic: Diagnostic, at location: SourceLocation, _ lines: LineTable
) -> [Annotation] {
  var notes: [Annotation] = []
  for note in diagnostic.notes {
    notes.append(
      Annotation(label: .note, location: lines.location(of: note.offset), message: note.message))
  }
  // The message says it where something is to be removed.
  if let first = diagnostic.fixIts.first, !first.text.isEmpty {
    notes.append(
      Annotation(
        label: .note, location: location, message: offer(of: first), fixIts: diagnostic.fixIts))
  }
  return notes
}

/// The phrase that the compiler has beside a fix-it of the same kind.
private func offer(of fixIt: FixIt) -> String {
  let text = joiningLines(fixIt.text)
  return fixIt.range.isEmpty ? "insert '\(text)'" : "use '\(text)' instead"
}

/// The text on one line; every run of blanks and line breaks becomes one blank, if there is a
/// line break at all.
private func joiningLines(_ text: String) -> String {
  guard text.contains(where: \.isNewline) else { return text }
  return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// The words of the `text` style, plain or with the compiler's escape sequences for terminals.
struct TextColors {
  let isEnabled: Bool

  /// Appends `path:line:column: warning: message [#rule-id]`. Returns the range of its words.
  /// - Parameter path: the path as it is printed.
  func appendHeader(
    _ annotation: Annotation, in path: [UInt8], to text: inout TextBuffer
  ) -> Range<Int> {
    text.append(path)
    text.append(character: ":")
    text.append(decimal: annotation.location.line)
    text.append(character: ":")
    text.append(decimal: annotation.location.column)
    text.append(": ")
    let start = text.count
    appendWords(annotation, to: &text)
    return start..<text.count
  }

  /// Adds the words of an annotation, on the rest of a line.
  func appendWords(_ annotation: Annotation, to text: inout TextBuffer) {
    append(annotation.message, label: annotation.label, rule: annotation.rule, to: &text)
    text.append(character: "\n")
  }

  /// Appends `warning: message [#rule-id]`. The id links to the rule's page where there is one.
  func append(
    _ message: String, label: AnnotationLabel, rule: RuleReference?, to text: inout TextBuffer
  ) {
    if isEnabled { text.append(color(of: label)) }
    text.append(label.text)
    // The compiler decorates nothing that is empty, which leaves such a line without its reset.
    if isEnabled && !message.isEmpty {
      text.append("\u{1B}[1;39m")
      text.append(printable: message)
      text.append("\u{1B}[0;0m")
    } else {
      text.append(printable: message)
    }
    if let rule {
      text.append(" [#")
      appendLink(rule, to: &text)
      text.append(character: "]")
    }
  }

  /// Sets the color of the line number and the bar beside the source.
  func appendGutterStart(to text: inout TextBuffer) {
    if isEnabled { text.append("\u{1B}[0;36m") }
  }

  func appendGutterEnd(to text: inout TextBuffer) {
    if isEnabled { text.append("\u{1B}[0;0m") }
  }

  private func color(of label: AnnotationLabel) -> StaticString {
    switch label {
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;39m"
    }
  }

  /// The id as an OSC 8 hyperlink.
  private func appendLink(_ rule: RuleReference, to text: inout TextBuffer) {
    guard isEnabled, let url = rule.url else { return text.append(printable: rule.id) }
    text.append("\u{1B}]8;;")
    text.append(printable: url)
    text.append("\u{1B}\\")
    text.append(printable: rule.id)
    text.append("\u{1B}]8;;\u{1B}\\")
  }
}
