import Diagnostics

/// A file as a report has it.
struct ReportedFile: Sendable {
  let source: SourceFile
  let lines: LineTable
  /// Those that the format has: what is reported, then what is excused.
  let findings: [Diagnostic]
  /// Whether to write colours and links for a terminal.
  let isColored: Bool
  let root: ReportRoot
  /// For the format that shows them.
  var facts: FileFacts?

  /// From the top of the report.
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

/// What a format makes of a file. It runs on the workers, and may be called again for a file.
typealias RenderFile = @Sendable (_ file: ReportedFile) -> AppendFinding

/// Services show only so many findings, so that errors come first.
enum Standing: Int, CaseIterable, Sendable {
  case error, warning, excused

  init(_ finding: Diagnostic) {
    self = !finding.isReported ? .excused : finding.severity == .error ? .error : .warning
  }
}

/// What is known of a finding beside its text.
struct RenderedFinding: Sendable {
  let rule: RuleReference?
  let standing: Standing
  /// Of its text, which starts where that of the one before it ends.
  fileprivate let end: Int

  fileprivate init(_ finding: Diagnostic, end: Int) {
    (rule, standing, self.end) = (finding.rule, Standing(finding), end)
  }
}

/// What a function of a format makes of one file.
enum RenderedFile: Sendable {
  case text([UInt8], [RenderedFinding], of: FilePath)
  /// Rendered as it is taken: it is many times as long as the file, and memory is to stay in
  /// proportion to that.
  case waiting(ReportedFile, RenderFile)

  /// - Parameter text: memory to write to.
  init(_ file: ReportedFile, _ render: @escaping RenderFile, reusing text: inout TextBuffer) {
    var findings: [RenderedFinding] = []
    text.removeAll()
    if file.findings.count < manyFindings {
      findings.reserveCapacity(file.findings.count)
      let append = render(file)
      for finding in file.findings where text.count < pieceSize {
        append(finding, &text)
        findings.append(RenderedFinding(finding, end: text.count))
      }
    }
    if findings.count == file.findings.count, text.count < pieceSize {
      self = .text(text.bytes, findings, of: file.source.path)
    } else {
      self = .waiting(file, render)
      text = TextBuffer()
    }
  }

  var path: FilePath {
    switch self {
    case .text(_, _, let path): path
    case .waiting(let file, _): file.source.path
    }
  }

  /// In bytes, of what is kept until it is taken.
  var size: Int {
    switch self {
    case .text(let text, let findings, _):
      text.count + findings.count * MemoryLayout<RenderedFinding>.stride
    case .waiting(let file, _):
      file.source.bytes.count + file.findings.count * MemoryLayout<Diagnostic>.stride
    }
  }

  /// One for each finding.
  var standings: [Standing] {
    switch self {
    case .text(_, let findings, _): findings.map(\.standing)
    case .waiting(let file, _): file.findings.map(Standing.init)
    }
  }

  /// Writes all of it.
  func write(to output: inout ReportText) {
    switch self {
    case .text(let text, _, _):
      output.text.append(text)
      output.endPart()
    case .waiting(let file, let render):
      let append = render(file)
      for finding in file.findings where output.goesOn {
        append(finding, &output.text)
        output.endPart()
      }
    }
  }

  /// Hands over one finding after the other until the answer is false, and returns the last answer.
  func read(_ take: (RenderedFinding, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    switch self {
    case .text(let text, let findings, _):
      return text.withUnsafeBufferPointer { text in
        var start = 0
        return findings.allSatisfy { finding in
          defer { start = finding.end }
          return take(finding, UnsafeBufferPointer(rebasing: text[start..<finding.end]))
        }
      }
    case .waiting(let file, let render):
      let append = render(file)
      var text = TextBuffer()
      return file.findings.allSatisfy { finding in
        text.removeAll()
        append(finding, &text)
        return text.withUnsafeBufferPointer { take(RenderedFinding(finding, end: $0.count), $0) }
      }
    }
  }
}

/// In bytes: where a piece ends, with the finding that reaches it.
let pieceSize = 1 << 20
/// A file with as many is rendered as it is taken.
private let manyFindings = 4096

/// What identifies the findings of a file for services from run to run, so that a finding whose
/// line has moved is not a new one: the hash of its key, then `:1` for the first in the file that
/// has it, `:2` for the second…
struct Fingerprints {
  /// Nil if findings of different files may have the same fingerprint.
  private let path: FilePath?
  private var counts: [UInt64: Int] = [:]

  init(path: FilePath? = nil) {
    self.path = path
  }

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
