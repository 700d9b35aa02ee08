import Diagnostics

/// One line of words at a place in the source: a diagnostic, or a note that belongs to it.
struct Annotation {
  var label: AnnotationLabel
  var location: SourceLocation
  var message: String
  /// Nil for a note; the compiler names the group once, on the diagnostic.
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
  /// What the diagnostic itself says, without its fix-its.
  init(_ diagnostic: Diagnostic, _ lines: LineTable) {
    self.init(
      label: AnnotationLabel(diagnostic.severity),
      location: lines.location(of: diagnostic.range.lowerBound), message: diagnostic.message,
      rule: diagnostic.rule)
  }
}

/// What is printed beside a diagnostic: its notes, and one more note that offers its fix-its.
/// - Parameter location: of the diagnostic.
func notes(
  of diagnostic: Diagnostic, at location: SourceLocation, _ lines: LineTable
) -> [Annotation] {
  var notes: [Annotation] = []
  for note in diagnostic.notes {
    notes.append(
      Annotation(label: .note, location: lines.location(of: note.offset), message: note.message))
  }
  if let first = diagnostic.fixIts.first {
    notes.append(
      Annotation(
        label: .note, location: location, message: offer(of: first), fixIts: diagnostic.fixIts))
  }
  return notes
}

/// What the compiler says beside a fix-it of the same kind.
private func offer(of fixIt: FixIt) -> String {
  if fixIt.text.isEmpty { return "remove this" }
  let text = joiningLines(fixIt.text)
  return fixIt.range.isEmpty ? "insert '\(text)'" : "use '\(text)' instead"
}

/// The text on one line; every run of blanks and line breaks becomes one blank, if there is a
/// line break at all.
private func joiningLines(_ text: String) -> String {
  guard text.contains(where: \.isNewline) else { return text }
  return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
