/// Takes the next bytes of a report, and returns whether more are wanted.
package typealias WriteBytes = (UnsafeBufferPointer<UInt8>) -> Bool

/// Text of a report on its way out, in pieces: there may be more than is to be in memory at once.
struct ReportText: ~Copyable {
  var text = TextBuffer()
  private let write: WriteBytes
  /// Whether more is wanted.
  private(set) var goesOn = true

  init(_ write: @escaping WriteBytes) {
    self.write = write
  }

  /// Ends a part of the report, so that a full piece is written.
  mutating func endPart() {
    if pieceSize <= text.count { end() }
  }

  mutating func end() {
    if goesOn, 0 < text.count { goesOn = text.withUnsafeBufferPointer(write) }
    text.removeAll()
  }
}

/// The size in bytes at which a piece ends, with the part that reaches it.
let pieceSize = 1 << 20
