import Diagnostics

/// What is written of one file: its diagnostics, one after the other.
protocol ReportPage: Sendable {
  /// Appends the next diagnostic of the file.
  mutating func append(_ diagnostic: Diagnostic, to text: inout TextBuffer)
}

extension ReportPage {
  /// Appends those diagnostics that come next, up to the one that fills the piece.
  mutating func appendPiece(of diagnostics: inout ArraySlice<Diagnostic>, to text: inout TextBuffer)
  {
    diagnostics = diagnostics.withUnsafeBufferPointer { next in
      var count = 0
      while count < next.count, text.count < pieceSize {
        append(next[count], to: &text)
        count += 1
      }
      return diagnostics.dropFirst(count)
    }
  }
}

/// In bytes: where a piece ends, with the diagnostic that reaches it.
let pieceSize = 1 << 20
/// In bytes: of what comes together before it is handed over.
private let usualSize = 16 * 1024

/// What is rendered as it is written.
protocol PieceSource: Sendable {
  /// In bytes, of what must be kept until all is written.
  var size: Int { get }
  /// Calls the body with one piece after the other until it returns false, and returns the last
  /// answer.
  func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool
}

/// A page of more than one piece. It is rendered as it is written, so that memory stays in
/// proportion to the file, however often its lines are shown.
private struct LongPage: PieceSource {
  private let page: any ReportPage
  private let diagnostics: [Diagnostic]
  /// In bytes: what it takes to render it.
  private let sourceSize: Int

  init(_ page: any ReportPage, _ diagnostics: [Diagnostic], of source: SourceFile) {
    self.page = page
    self.diagnostics = diagnostics
    sourceSize = source.bytes.count
  }

  var size: Int { sourceSize + diagnostics.count * MemoryLayout<Diagnostic>.stride }

  func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var (page, rest) = (page, diagnostics[...])
    var text = TextBuffer(capacity: 2 * pieceSize)
    while !rest.isEmpty {
      text.removeAll()
      page.appendPiece(of: &rest, to: &text)
      guard text.withUnsafeBufferPointer(body) else { return false }
    }
    return true
  }
}

/// Bytes to be written in this order. They may come to more than there is memory for.
package struct ReportPieces: Sendable {
  enum Part: Sendable {
    case bytes([UInt8])
    case source(any PieceSource)
  }

  private var parts: [Part] = []
  /// What comes after them. Many small pieces become a large one.
  private var last: [UInt8] = []

  package var isEmpty: Bool { parts.isEmpty && last.isEmpty }

  init(_ bytes: [UInt8] = []) {
    last = bytes
  }

  init(_ source: any PieceSource) {
    parts = [.source(source)]
  }

  /// In bytes, of what must be kept until all is written.
  var size: Int {
    parts.reduce(last.count) { size, part in
      switch part {
      case .bytes(let bytes): size + bytes.count
      case .source(let source): size + source.size
      }
    }
  }

  var allParts: [Part] { parts + [.bytes(last)] }

  /// All of them, for what is not long.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece {
      bytes.append(contentsOf: $0)
      return true
    }
    return bytes
  }

  /// How many bytes will be written; those of long pages are rendered for it.
  var byteCount: Int {
    var count = 0
    forEachPiece { bytes in
      count += bytes.count
      return true
    }
    return count
  }

  /// Renders the page, unless it turns out to be long.
  /// - Parameter text: empty memory to render to, which it will be again.
  mutating func append<Page: ReportPage>(
    _ page: Page, _ diagnostics: [Diagnostic], of source: SourceFile,
    reusing text: inout TextBuffer
  ) {
    var (copy, rest) = (page, diagnostics[...])
    copy.appendPiece(of: &rest, to: &text)
    if text.count < pieceSize {
      if last.isEmpty { last.reserveCapacity(usualSize) }
      text.withUnsafeBufferPointer { append($0) }
      text.removeAll()
    } else {
      append(.source(LongPage(page, diagnostics, of: source)))
      text = TextBuffer()
    }
  }

  mutating func append(_ pieces: ReportPieces) {
    for part in pieces.parts {
      switch part {
      case .bytes(let bytes): append(bytes)
      case .source: append(part)
      }
    }
    append(pieces.last)
  }

  mutating func append(_ bytes: [UInt8]) {
    if last.isEmpty { last = bytes } else { bytes.withUnsafeBufferPointer { append($0) } }
  }

  /// Does not copy the pieces, as there may be many bytes in them.
  package init(_ text: StaticString, before pieces: ReportPieces) {
    self = pieces
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    if !bytes.isEmpty { parts.insert(.bytes(Array(bytes)), at: 0) }
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if pieceSize < last.count + bytes.count { closeLast() }
    last.append(contentsOf: bytes)
  }

  private mutating func append(_ part: Part) {
    closeLast()
    parts.append(part)
  }

  private mutating func closeLast() {
    if !last.isEmpty { parts.append(.bytes(last)) }
    last = []
  }

  /// Calls the body with one piece after the other until it returns false. Those of long pages are
  /// rendered for it.
  package func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
    for part in parts {
      let goesOn =
        switch part {
        case .bytes(let bytes): bytes.withUnsafeBufferPointer(body)
        case .source(let source): source.forEachPiece(body)
        }
      guard goesOn else { return }
    }
    if !last.isEmpty { _ = last.withUnsafeBufferPointer(body) }
  }
}
