/// Where a report keeps what it can write only at its end, and what may be more than there is
/// memory for.
package protocol Spill: AnyObject, Sendable {
  /// In bytes.
  var count: Int { get }
  /// - Returns: false where the bytes could not be added.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  /// Calls the body with one piece of the range after the other until it returns false, and returns
  /// the last answer; false where a piece could not be read.
  func forEachPiece(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool
}

/// Makes one; nil where there is no place for it.
package typealias MakeSpill = @Sendable () -> (any Spill)?

/// In bytes: how much is kept in memory before it is spilled.
private let spillSize = 2 << 20
/// In bytes: what may be kept of files whose pages are rendered as they are written, since they are
/// many times as long as the files.
private let keptSizeLimit = 1 << 30

/// Pieces of which most are spilled as they come.
struct SpilledPieces: Sendable {
  private let makeSpill: MakeSpill
  private var spill: (any Spill)?
  private var canSpill = true
  /// What is complete, in the spill or not.
  private var closed = ReportPieces()
  private var keptSize = 0
  /// Where in the spill that begins which comes after it.
  private var start = 0
  /// What comes after that.
  private var last: [UInt8] = []

  init(_ makeSpill: @escaping MakeSpill) {
    self.makeSpill = makeSpill
  }

  private(set) var isEmpty = true

  mutating func append(_ pieces: ReportPieces) {
    for part in pieces.allParts {
      switch part {
      case .bytes(let bytes):
        bytes.withUnsafeBufferPointer { append($0) }
      case .source(let source) where !canSpill || keptSize + source.size <= keptSizeLimit:
        keep(source)
      case .source(let source):
        _ = source.forEachPiece { bytes in
          append(bytes)
          return true
        }
      }
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty { return }
    isEmpty = false
    last.append(contentsOf: bytes)
    guard canSpill, spillSize < last.count else { return }
    if spill == nil { spill = makeSpill() }
    canSpill = last.withUnsafeBufferPointer { spill?.append($0) } ?? false
    if canSpill { last.removeAll(keepingCapacity: true) }
  }

  private mutating func keep(_ source: any PieceSource) {
    isEmpty = false
    keptSize += source.size
    closed = pieces
    closed.append(ReportPieces(source))
    start = spill?.count ?? 0
    last = []
  }

  /// All that came.
  var pieces: ReportPieces {
    var pieces = closed
    if let spill, start < spill.count {
      pieces.append(ReportPieces(SpilledBytes(spill: spill, range: start..<spill.count)))
    }
    pieces.append(last)
    return pieces
  }
}

private struct SpilledBytes: PieceSource {
  let spill: any Spill
  let range: Range<Int>

  var size: Int { 0 }

  func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    spill.forEachPiece(in: range, body)
  }
}
