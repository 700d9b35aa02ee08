import Diagnostics

/// What a finding adds to a report that is put in order at its end: services show only so many
/// findings, so that errors come first.
struct ReportEntry: Sendable {
  enum Standing: CaseIterable {
    case error, warning, suppressed
  }

  let standing: Standing
  let rule: RuleReference?
  /// In the words of the format.
  let text: [UInt8]

  init(_ standing: Standing, _ rule: RuleReference?, _ text: [UInt8]) {
    self.standing = standing
    self.rule = rule
    self.text = text
  }

  init(_ diagnostic: Diagnostic, _ text: [UInt8]) {
    self.init(Standing(diagnostic.severity), diagnostic.rule, text)
  }

  init(_ diagnostic: Diagnostic, _ value: JSONValue) {
    self.init(diagnostic, compact(value))
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
  /// Errors first; otherwise as they were.
  var inOrder: [ReportEntry] {
    ReportEntry.Standing.allCases.flatMap { standing in filter { $0.standing == standing } }
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
