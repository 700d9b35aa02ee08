import Diagnostics

/// Where a report keeps what it can write only at its end, and what may be more than there is
/// memory for.
package protocol Spill: AnyObject, Sendable {
  /// In bytes.
  var count: Int { get }
  /// - Returns: false if the bytes could not be added.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  /// Calls the body with one piece of the range after the other until it returns false, and returns
  /// the last answer; false if a piece could not be read.
  func forEachPiece(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool
}

/// Makes one; nil if there is no place for it.
package typealias MakeSpill = @Sendable () -> (any Spill)?

/// Bytes in the order in which they came, of which most are spilled.
struct SpilledBytes: Sendable {
  private enum Part: Sendable {
    case spilled(Range<Int>)
    case bytes([UInt8])
    case file(RenderedFile)
  }

  private let makeSpill: MakeSpill
  private var spill: (any Spill)?
  private var canSpill = true
  private var parts: [Part] = []
  /// What comes after them.
  private var last: [UInt8] = []
  /// In bytes, of the files among the parts.
  private var fileSize = 0

  init(_ makeSpill: @escaping MakeSpill) {
    self.makeSpill = makeSpill
  }

  var isEmpty: Bool { parts.isEmpty && last.isEmpty }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    last.append(contentsOf: bytes)
    guard canSpill, spillSize < last.count else { return }
    if spill == nil { spill = makeSpill() }
    let start = spill?.count ?? 0
    canSpill = last.withUnsafeBufferPointer { spill?.append($0) } ?? false
    guard canSpill else { return }
    last.removeAll(keepingCapacity: true)
    if case .spilled(let range)? = parts.last {
      parts[parts.count - 1] = .spilled(range.lowerBound..<spill!.count)
    } else {
      parts.append(.spilled(start..<spill!.count))
    }
  }

  /// Keeps a file that is rendered as it is taken, as long as that takes less memory than there is.
  mutating func append(_ file: RenderedFile) {
    if case .waiting = file, !canSpill || fileSize + file.size <= fileSizeLimit {
      fileSize += file.size
      if !last.isEmpty { parts.append(.bytes(last)) }
      last = []
      parts.append(.file(file))
    } else {
      _ = file.read { _, bytes in
        append(bytes)
        return true
      }
    }
  }

  /// Calls the body with one piece after the other until it returns false, and returns the last
  /// answer.
  func read(_ body: WriteBytes) -> Bool {
    let goesOn = parts.allSatisfy { part in
      switch part {
      case .spilled(let range): spill!.forEachPiece(in: range, body)
      case .bytes(let bytes): bytes.withUnsafeBufferPointer(body)
      case .file(let file): file.read { _, bytes in body(bytes) }
      }
    }
    return goesOn && (last.isEmpty || last.withUnsafeBufferPointer(body))
  }
}

/// In bytes: how much is kept in memory before it is spilled.
private let spillSize = 2 << 20
/// In bytes: what may be kept of files that are rendered as they are written, since they are many
/// times as long as the files.
private let fileSizeLimit = 1 << 30

/// Texts by path; those of one path in the order in which they came. As files come by path, most
/// are spilled as they come. What comes out of order waits in memory, as there is little of it.
package struct SpilledTexts: Sendable {
  private var spilled: SpilledBytes
  private var lastPath: FilePath?
  private var late: [(path: FilePath, mark: Int, text: [UInt8])] = []

  package init(_ makeSpill: @escaping MakeSpill) {
    spilled = SpilledBytes(makeSpill)
  }

  /// - Parameter mark: from 0; comes back with the text.
  package mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, of path: FilePath, mark: Int = 0
  ) {
    if let lastPath, path < lastPath { return late.append((path, mark, Array(text))) }
    if path != lastPath {
      lastPath = path
      path.bytes.withUnsafeBufferPointer { append(record: pathMark, $0) }
    }
    append(record: mark, text)
  }

  private mutating func append(record mark: Int, _ content: UnsafeBufferPointer<UInt8>) {
    for number in [mark, content.count] {
      withUnsafeBytes(of: number.littleEndian) {
        $0.withMemoryRebound(to: UInt8.self) { spilled.append($0) }
      }
    }
    spilled.append(content)
  }

  /// Calls the body with each until it returns false, and returns the last answer.
  package func read(
    _ body: (_ path: FilePath, _ mark: Int, _ text: ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    // Of one file, those that came late come last.
    let late = late.enumerated().sorted {
      ($0.element.path, $0.offset) < ($1.element.path, $1.offset)
    }.map(\.element)
    var next = 0
    var goesOn = true
    func handOutLate(before path: FilePath?) {
      while goesOn, next < late.count, path.map({ late[next].path < $0 }) ?? true {
        goesOn = body(late[next].path, late[next].mark, late[next].text[...])
        next += 1
      }
    }
    var reader = RecordReader()
    var path = FilePath("")
    let isWhole = spilled.read { bytes in
      reader.read(bytes) { mark, content in
        if mark == pathMark {
          path = FilePath(bytes: content)
          handOutLate(before: path)
        } else if goesOn {
          goesOn = body(path, mark, content)
        }
        return goesOn
      }
      return goesOn
    }
    handOutLate(before: nil)
    return goesOn && isWhole
  }
}

/// What stands in place of the mark before a path.
private let pathMark = Int.max

/// Parses what `SpilledTexts` has written: a mark, a count of bytes, and these.
private struct RecordReader {
  /// What has come of a record that is not whole.
  private var bytes: [UInt8] = []

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ body: (Int, ArraySlice<UInt8>) -> Bool
  ) {
    bytes += piece
    var start = 0
    while start + 16 <= bytes.count {
      let (mark, count) = (number(at: start), number(at: start + 8))
      let content = start + 16
      guard content + count <= bytes.count else { break }
      guard body(mark, bytes[content..<content + count]) else { return }
      start = content + count
    }
    bytes.removeFirst(start)
  }

  private func number(at offset: Int) -> Int {
    bytes.withUnsafeBytes {
      Int(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int.self))
    }
  }
}
