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
}

/// Takes the next bytes of a report, and returns whether more are wanted.
package typealias WriteBytes = (UnsafeBufferPointer<UInt8>) -> Bool

/// Takes the text of a finding, or, without one, of several that follow each other, and returns
/// whether more is wanted.
typealias TakeText = (_ finding: Diagnostic?, _ text: UnsafeBufferPointer<UInt8>) -> Bool

/// What a format makes of a file: a pure function, which runs on the workers. It may be called
/// again for the same file.
/// - Parameter text: memory to write to.
typealias RenderFile =
  @Sendable (_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) -> Void

extension ReportedFile {
  /// Hands over what is written of each finding.
  func renderFindings(
    _ text: inout TextBuffer, _ take: TakeText,
    _ append: (_ finding: Diagnostic, _ text: inout TextBuffer) -> Void
  ) {
    for finding in findings {
      text.removeAll()
      append(finding, &text)
      guard text.withUnsafeBufferPointer({ take(finding, $0) }) else { return }
    }
  }

  /// Hands over what is written of all findings, one after the other, in pieces.
  func renderPieces(
    _ text: inout TextBuffer, _ take: TakeText,
    _ append: (_ finding: Diagnostic, _ text: inout TextBuffer) -> Void
  ) {
    text.removeAll()
    for finding in findings {
      append(finding, &text)
      guard pieceSize <= text.count else { continue }
      guard text.withUnsafeBufferPointer({ take(nil, $0) }) else { return }
      text.removeAll()
    }
    if 0 < text.count { _ = text.withUnsafeBufferPointer { take(nil, $0) } }
  }
}

/// What a function of a format makes of one file.
enum RenderedFile: Sendable {
  case texts([Text], of: FilePath)
  /// Rendered as it is taken: it is many times as long as the file, and memory is to stay in
  /// proportion to that.
  case waiting(ReportedFile, RenderFile)

  /// For speed alone it is not a tuple: the type of an array of tuples takes long to make.
  struct Text {
    /// Nil for several findings that follow each other.
    let finding: Diagnostic?
    let bytes: [UInt8]
  }

  /// - Parameter text: memory to write to.
  init(_ file: ReportedFile, _ render: @escaping RenderFile, reusing text: inout TextBuffer) {
    var texts: [Text] = []
    var size = file.findings.count < manyFindings ? 0 : pieceSize
    if size < pieceSize {
      render(file, &text) { finding, bytes in
        size += bytes.count
        guard size < pieceSize else { return false }
        texts.append(Text(finding: finding, bytes: Array(bytes)))
        return true
      }
    }
    if size < pieceSize {
      self = .texts(texts, of: file.source.path)
    } else {
      self = .waiting(file, render)
      text = TextBuffer()
    }
  }

  var path: FilePath {
    switch self {
    case .texts(_, let path): path
    case .waiting(let file, _): file.source.path
    }
  }

  /// In bytes, of what is kept until it is taken.
  var size: Int {
    switch self {
    case .texts(let texts, _):
      texts.reduce(0) { $0 + $1.bytes.count + MemoryLayout<Text>.stride }
    case .waiting(let file, _):
      file.source.bytes.count + file.findings.count * MemoryLayout<Diagnostic>.stride
    }
  }

  /// Hands over one text after the other until the answer is false, and returns the last answer.
  func read(_ take: TakeText) -> Bool {
    switch self {
    case .texts(let texts, _):
      return texts.allSatisfy { text in
        text.bytes.withUnsafeBufferPointer { take(text.finding, $0) }
      }
    case .waiting(let file, let render):
      var text = TextBuffer()
      var goesOn = true
      render(file, &text) { finding, bytes in
        goesOn = take(finding, bytes)
        return goesOn
      }
      return goesOn
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
