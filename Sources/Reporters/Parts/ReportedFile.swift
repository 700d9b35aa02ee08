import Diagnostics

/// A file as a report has it.
struct ReportedFile: Sendable {
  let source: SourceFile
  let lines: LineTable
  /// The findings that the format has: those that are reported, then those that are excused.
  let findings: [Diagnostic]
  /// Whether to write colours and links for a terminal.
  let isColored: Bool
  let root: ReportRoot
  /// The facts about the file, for the format that shows them.
  var facts: FileFacts?

  /// The path from the top of the report.
  var path: String { root.path(of: source.path).string }

  func start(of finding: Diagnostic) -> SourceLocation {
    lines.location(of: finding.range.lowerBound)
  }

  func end(of finding: Diagnostic) -> SourceLocation {
    lines.location(of: finding.range.upperBound)
  }
}

/// Appends what is written of a finding; to be called with each finding of a file, in their order.
typealias AppendFinding = (_ finding: Diagnostic, _ text: inout TextBuffer) -> Void

/// A function that makes the text of a file. It may be called again for a file.
typealias RenderFile = (_ file: ReportedFile) -> AppendFinding

/// Services show only so many findings, so that errors come first.
enum Standing: Int, CaseIterable, Sendable {
  case error, warning, excused

  init(_ finding: Diagnostic) {
    self = !finding.isReported ? .excused : finding.severity == .error ? .error : .warning
  }
}

/// The files of a run with findings, in the order in which they came, and their sums.
struct ReportedFiles: Sendable {
  /// The counts of all findings.
  var tally = Tally()
  /// The files with their findings; empty in formats that write each as it comes.
  var files: [ReportedFile] = []
  /// The files that were linted, with findings or not, where a format names them.
  var linted: [FilePath] = []

  /// Calls the body with each finding and its text until it returns false: errors first, then by
  /// path; in each file as they came.
  func read(
    _ render: RenderFile, of standings: [Standing] = Standing.allCases,
    _ body: (Diagnostic, _ text: UnsafeBufferPointer<UInt8>, _ file: ReportedFile) -> Bool
  ) {
    var text = TextBuffer()
    for standing in standings {
      for file in files where file.findings.contains(where: { Standing($0) == standing }) {
        let append = render(file)
        for finding in file.findings {
          text.removeAll()
          append(finding, &text)
          guard Standing(finding) == standing else { continue }
          guard text.withUnsafeBufferPointer({ body(finding, $0, file) }) else { return }
        }
      }
    }
  }

  /// Writes the findings in their order, each as an element of an array, on a line of its own.
  func writeElements(to output: inout ReportText, _ render: RenderFile) {
    var separator: StaticString = "\n"
    read(render) { _, text, _ in
      output.text.append(separator)
      separator = ",\n"
      output.text.append(text)
      output.endPart()
      return output.goesOn
    }
  }
}

/// Names that identify the findings of a file for services from run to run, so that a finding whose
/// line has moved is not a new one: the hash of its key, then `:1` for the first in the file that
/// has it, `:2` for the second…
struct Fingerprints {
  /// The path of the file; nil if findings of different files may have the same fingerprint.
  private let path: FilePath?
  private var counts: [UInt64: Int] = [:]

  init(path: FilePath? = nil) {
    self.path = path
  }

  /// The fingerprint of a diagnostic.
  /// - Parameters:
  ///   - diagnostic: the next one in the order of the source.
  ///   - source: the file that it is about.
  mutating func next(_ diagnostic: Diagnostic, in source: SourceFile) -> String {
    var hash = FNV1a()
    hash.add((diagnostic.rule?.id ?? "").utf8)
    if let key = diagnostic.key {
      hash.add(key.scope.utf8)
      hash.add(key.tokens.utf8)
    } else {
      // A diagnostic that is not about a use of an API, such as a comment that excuses nothing, is
      // identified by its text.
      hash.add("-".utf8)
      hash.add(source.bytes[diagnostic.range.clamped(to: 0..<source.bytes.count)])
    }
    if let path { hash.add(path.bytes) }
    return next(hash)
  }

  mutating func next(_ hash: FNV1a) -> String {
    counts[hash.value, default: 0] += 1
    let digits = String(hash.value, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
    return "\(zeros)\(digits):\(counts[hash.value]!)"
  }
}

/// The hash FNV-1a of 64 bits, over fields that each end with a zero byte.
struct FNV1a {
  fileprivate private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ field: some Sequence<UInt8>) {
    for byte in field { add(byte) }
    add(0)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
