import Diagnostics

/// Texts by path; those of one path in the order in which they came. As files come by path, most
/// are spilled as they come. What comes out of order waits in memory, as there is little of it.
package struct SpilledTexts: Sendable {
  private var spilled: SpilledPieces
  private var lastPath: FilePath?
  private var late: [(path: FilePath, mark: Int?, text: [UInt8])] = []

  package init(_ makeSpill: @escaping MakeSpill) {
    spilled = SpilledPieces(makeSpill)
  }

  /// - Parameter mark: from 0; comes back with the text.
  package mutating func append(_ text: [UInt8], of path: FilePath, mark: Int? = nil) {
    if let lastPath, path < lastPath { return late.append((path, mark, text)) }
    var record: [UInt8] = []
    record.reserveCapacity(text.count + 2 * RecordReader.headerSize)
    if path != lastPath {
      lastPath = path
      record.append(header: RecordReader.pathMark, path.bytes.count)
      record += path.bytes
    }
    record.append(header: mark.map { $0 + 1 } ?? 0, text.count)
    record += text
    record.withUnsafeBufferPointer { spilled.append($0) }
  }

  /// Calls the body with each until it returns false, and returns the last answer.
  package func read(_ body: (_ mark: Int?, _ text: ArraySlice<UInt8>) -> Bool) -> Bool {
    // Of one file, those that came late come last.
    let late = late.enumerated().sorted {
      ($0.element.path, $0.offset) < ($1.element.path, $1.offset)
    }.map(\.element)
    var next = 0
    var goesOn = true
    func handOutLate(before path: FilePath?) {
      while goesOn, next < late.count, path.map({ late[next].path < $0 }) ?? true {
        goesOn = body(late[next].mark, late[next].text[...])
        next += 1
      }
    }
    var reader = RecordReader()
    spilled.pieces.forEachPiece { bytes in
      reader.read(bytes) { mark, content in
        if mark == RecordReader.pathMark {
          handOutLate(before: FilePath(bytes: content))
        } else if goesOn {
          goesOn = body(mark == 0 ? nil : mark - 1, content)
        }
        return goesOn
      }
      return goesOn
    }
    handOutLate(before: nil)
    return goesOn
  }
}

/// Takes apart what `SpilledTexts` have written: a mark, a count of bytes, and these.
private struct RecordReader {
  static let pathMark = Int.max
  static let headerSize = 16
  /// What has come of a record that is not whole.
  private var bytes: [UInt8] = []

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ body: (Int, ArraySlice<UInt8>) -> Bool
  ) {
    bytes += piece
    var start = 0
    while start + Self.headerSize <= bytes.count {
      let (mark, count) = (bytes.number(at: start), bytes.number(at: start + 8))
      let content = start + Self.headerSize
      guard content + count <= bytes.count else { break }
      guard body(mark, bytes[content..<content + count]) else { return }
      start = content + count
    }
    bytes.removeFirst(start)
  }
}

extension [UInt8] {
  fileprivate mutating func append(header mark: Int, _ count: Int) {
    for number in [mark, count] {
      Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
  }

  fileprivate func number(at offset: Int) -> Int {
    withUnsafeBytes { Int(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int.self)) }
  }
}
