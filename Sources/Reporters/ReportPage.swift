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

/// The rest of a long page, which is made as it is written, so that memory stays in proportion to
/// the file, however often its lines are shown.
private struct LongPage: Sendable {
  private var page: any ReportPage
  private(set) var diagnostics: ArraySlice<Diagnostic>
  /// In bytes: what it takes to render the rest.
  private let sourceSize: Int

  init(_ page: any ReportPage, _ diagnostics: ArraySlice<Diagnostic>, of source: SourceFile) {
    self.page = page
    self.diagnostics = diagnostics
    sourceSize = source.bytes.count
  }

  /// In bytes, of what must be kept until all is written.
  var size: Int { sourceSize + diagnostics.count * MemoryLayout<Diagnostic>.stride }

  mutating func next() -> [UInt8] {
    var text = TextBuffer(capacity: 2 * pieceSize)
    page.appendPiece(of: &diagnostics, to: &text)
    return text.bytes
  }
}

/// Bytes to be written in this order. They may come to more than there is memory for.
package struct ReportPieces: Sendable, Sequence, IteratorProtocol {
  private enum Part: Sendable {
    case bytes([UInt8])
    case page(LongPage)
  }

  private var parts: [Part] = []
  /// What comes after them. Many small pieces become a large one.
  private var last: [UInt8] = []
  /// Of the part that comes next.
  private var index = 0

  package var isEmpty: Bool { parts.isEmpty && last.isEmpty }

  init(_ bytes: [UInt8] = []) {
    last = bytes
  }

  /// In bytes, of what must be kept until all is written.
  var size: Int {
    parts.reduce(last.count) { size, part in
      switch part {
      case .bytes(let bytes): size + bytes.count
      case .page(let page): size + page.size
      }
    }
  }

  /// How many bytes will be written; those of long pages are rendered for it.
  var byteCount: Int {
    reduce(0) { $0 + $1.count }
  }

  /// Renders the page; of a long one only the first piece.
  /// - Parameter text: memory to render to.
  mutating func append<Page: ReportPage>(
    _ page: consuming Page, _ diagnostics: [Diagnostic], of source: SourceFile,
    reusing text: inout TextBuffer
  ) {
    text.removeAll()
    var rest = diagnostics[...]
    page.appendPiece(of: &rest, to: &text)
    if last.isEmpty { last.reserveCapacity(usualSize) }
    text.withUnsafeBufferPointer { append($0) }
    if !rest.isEmpty { append(.page(LongPage(page, rest, of: source))) }
  }

  mutating func append(_ pieces: ReportPieces) {
    for part in pieces.parts {
      switch part {
      case .bytes(let bytes): append(bytes)
      case .page: append(part)
      }
    }
    append(pieces.last)
  }

  mutating func append(_ bytes: [UInt8]) {
    if last.isEmpty { last = bytes } else { bytes.withUnsafeBufferPointer { append($0) } }
  }

  /// Does not copy the pieces, as there may be many bytes in them.
  init(_ text: StaticString, before pieces: ReportPieces) {
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

  package mutating func next() -> [UInt8]? {
    while index < parts.count {
      switch parts[index] {
      case .bytes(let bytes):
        index += 1
        return bytes
      case .page(var page):
        let bytes = page.next()
        if page.diagnostics.isEmpty { index += 1 } else { parts[index] = .page(page) }
        return bytes
      }
    }
    defer { last = [] }
    return last.isEmpty ? nil : last
  }
}
