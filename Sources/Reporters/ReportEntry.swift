import Diagnostics

/// What a finding adds to a report that is put in order at its end: services show only so many
/// findings, so that errors come first.
struct ReportEntry: Sendable {
  enum Standing: Int {
    case error, warning, suppressed
  }

  let standing: Standing
  /// Of the file, as printed.
  let path: FilePath
  let rule: RuleReference?
  /// In the words of the format.
  let text: [UInt8]
}

extension ReportEntry {
  init(_ diagnostic: Diagnostic, in source: SourceFile, _ text: [UInt8]) {
    self.init(
      standing: Standing(diagnostic.severity), path: source.path, rule: diagnostic.rule,
      text: text)
  }

  init(_ diagnostic: Diagnostic, in source: SourceFile, _ value: JSONValue) {
    self.init(diagnostic, in: source, compact(value))
  }
}

extension ReportEntry.Standing {
  init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    }
  }
}

extension [ReportEntry] {
  /// Errors first, then by path; in each file as they were.
  var inOrder: [ReportEntry] {
    let ordered = enumerated().sorted { left, right in
      (left.element.standing.rawValue, left.element.path, left.offset)
        < (right.element.standing.rawValue, right.element.path, right.offset)
    }
    return ordered.map(\.element)
  }
}

/// The value on one line.
func compact(_ value: JSONValue) -> [UInt8] {
  var text = TextBuffer()
  text.append(compact: value)
  return text.bytes
}

/// Values on lines of their own, to be elements of an array.
func joined(_ values: some Sequence<[UInt8]>) -> ReportPieces {
  var pieces = ReportPieces()
  for value in values {
    pieces.append(pieces.isEmpty ? "\n" : ",\n")
    pieces.append(value)
  }
  return pieces
}
