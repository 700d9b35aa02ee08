import Diagnostics

/// What is written of one file: its diagnostics, one after the other.
protocol ReportPage: Sendable {
  /// Appends the next diagnostic of the file.
  mutating func append(_ diagnostic: Diagnostic, to bytes: inout [UInt8])
}

/// A page as it is rendered, piece by piece. Few pages have more than one; of a long one only the
/// first is kept, and the others are made as they are written, so that memory stays in proportion
/// to the file, however often its lines are shown.
struct RenderedPage: Sendable {
  private var page: any ReportPage
  private var diagnostics: ArraySlice<Diagnostic>
  /// In bytes: what it takes to render the rest.
  private let sourceSize: Int

  init(_ page: any ReportPage, _ diagnostics: [Diagnostic], of source: SourceFile) {
    self.page = page
    self.diagnostics = diagnostics[...]
    sourceSize = source.bytes.count
  }

  /// Whether there is no piece left.
  var isAtEnd: Bool { diagnostics.isEmpty }

  /// In bytes, of what must be kept until all is written.
  var size: Int { sourceSize + diagnostics.count * MemoryLayout<Diagnostic>.stride }

  /// The next piece; empty at the end.
  mutating func next() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(diagnostics.count * usualSize, pieceSize))
    while bytes.count < pieceSize, let diagnostic = diagnostics.popFirst() {
      page.append(diagnostic, to: &bytes)
    }
    return bytes
  }
}

/// In bytes: of what one diagnostic comes to.
private let usualSize = 640
/// In bytes: where a piece ends, with the diagnostic that reaches it.
let pieceSize = 1 << 20

/// Bytes to be written in this order. They may come to more than there is memory for.
package struct ReportPieces: Sendable, Sequence, IteratorProtocol {
  private enum Part: Sendable {
    case bytes([UInt8])
    case page(RenderedPage)
  }

  private var parts: [Part] = []
  /// Of the part that comes next.
  private var index = 0

  package var isEmpty: Bool { parts.isEmpty }

  init(_ bytes: [UInt8] = []) {
    append(bytes)
  }

  /// Renders the first piece of the page.
  init(_ page: RenderedPage) {
    var page = page
    append(page.next())
    if !page.isAtEnd { parts.append(.page(page)) }
  }

  /// In bytes, of what must be kept until all is written.
  var size: Int {
    parts.reduce(0) { size, part in
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

  mutating func append(_ bytes: [UInt8]) {
    if !bytes.isEmpty { parts.append(.bytes(bytes)) }
  }

  mutating func append(_ pieces: ReportPieces) {
    parts += pieces.parts
  }

  /// Appends pieces that are to be kept for long: many small ones become a large one.
  mutating func join(_ pieces: ReportPieces) {
    for part in pieces.parts {
      guard case .bytes(let bytes) = part, case .bytes(var joined) = parts.last,
        joined.count + bytes.count <= pieceSize
      else {
        parts.append(part)
        continue
      }
      parts.removeLast()
      joined += bytes
      parts.append(.bytes(joined))
    }
  }

  package mutating func next() -> [UInt8]? {
    while index < parts.count {
      switch parts[index] {
      case .bytes(let bytes):
        index += 1
        return bytes
      case .page(var page):
        let bytes = page.next()
        if page.isAtEnd { index += 1 } else { parts[index] = .page(page) }
        return bytes
      }
    }
    return nil
  }
}
