import Diagnostics

/// What a finding adds to a report that is put in order at its end: services show only so many
/// findings, so that errors come first.
struct ReportEntry: Sendable {
  enum Standing: Int, CaseIterable {
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
      standing: Standing(diagnostic), path: source.path, rule: diagnostic.rule,
      text: text)
  }

  init(_ diagnostic: Diagnostic, in source: SourceFile, _ value: JSONValue) {
    self.init(diagnostic, in: source, compact(value))
  }
}

extension ReportEntry.Standing {
  init(_ finding: Diagnostic) {
    self = !finding.isReported ? .suppressed : finding.severity == .error ? .error : .warning
  }
}

/// Makes the entries of one file, one after the other.
protocol EntryPage: Sendable {
  /// - Parameter finding: an excused one in SARIF alone.
  mutating func entry(_ finding: Diagnostic) -> ReportEntry
}

/// The entries of one file. Many of them are rendered as they are taken, since they are many times
/// as long as the file.
struct FileEntries: Sendable {
  private var rendered: [ReportEntry] = []
  private var waiting: (any EntryPage)?
  private var findings: [Diagnostic] = []
  /// In bytes, of what is kept until they are taken.
  private(set) var size = 0

  init(_ page: some EntryPage, of source: SourceFile, _ findings: [Diagnostic]) {
    (waiting, self.findings) = (page, findings)
    guard findings.count < manyEntries else {
      size = source.bytes.count + findings.count * MemoryLayout<Diagnostic>.stride
      return
    }
    var entries: [ReportEntry] = []
    render { entries.append($0) }
    (rendered, waiting, self.findings) = (entries, nil, [])
    size = rendered.reduce(0) { $0 + $1.text.count + MemoryLayout<ReportEntry>.size }
  }

  /// Hands them out.
  func render(_ body: (ReportEntry) -> Void) {
    for entry in rendered { body(entry) }
    guard var page = waiting else { return }
    for finding in findings { body(page.entry(finding)) }
  }
}

private let manyEntries = 4096

/// The value on one line.
func compact(_ value: JSONValue) -> [UInt8] {
  var text = TextBuffer()
  text.append(compact: value)
  return text.bytes
}

/// Entries in their order, rendered as they are written.
struct EntryPieces: PieceSource {
  let entries: SpilledEntries
  /// Whether each is an element of an array, on a line of its own.
  let areElements: Bool
  /// By the number of a rule: what stands in place of the text's first byte.
  var starts: [[UInt8]] = []

  var size: Int { 0 }

  func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var text = TextBuffer(capacity: 2 * pieceSize)
    var isFirst = true
    let isWhole = entries.read { rule, entry in
      if areElements { text.append(isFirst ? "\n" : ",\n") }
      isFirst = false
      if let rule, rule < starts.count {
        text.append(starts[rule])
        entry.dropFirst().withUnsafeBufferPointer { text.append($0) }
      } else {
        entry.withUnsafeBufferPointer { text.append($0) }
      }
      guard pieceSize <= text.count else { return true }
      defer { text.removeAll() }
      return text.withUnsafeBufferPointer(body)
    }
    guard isWhole, 0 < text.count else { return isWhole }
    return text.withUnsafeBufferPointer(body)
  }
}
