/// What is shown of a line that is longer than anybody writes, such as generated code: the part
/// around a place. Shown whole, a line with a thousand findings would be printed a thousand times.
struct LineWindow {
  /// Offsets in the file.
  let range: Range<Int>
  private let isCutBefore: Bool
  private let isCutAfter: Bool

  /// Nil for a line that is shown whole.
  /// - Parameters:
  ///   - line: offsets of the line without its line break.
  ///   - place: an offset that is to be in the window; nil for the start of the line.
  init?(_ line: Range<Int>, around place: Int?, in bytes: [UInt8]) {
    guard longestWholeLine < line.count else { return nil }
    let size = windowSize - 2 * cutMark.count
    let middle = max(place ?? line.lowerBound, line.lowerBound)
    let start = min(max(middle - size / 2, line.lowerBound), line.upperBound - size)
    let end = start + size
    isCutBefore = line.lowerBound < start
    isCutAfter = end < line.upperBound
    let first = isCutBefore ? bytes.startOfScalar(after: start) : start
    range = first..<(isCutAfter ? bytes.endOfScalar(before: end) : end)
  }

  /// The part with a mark at each end where the line goes on.
  /// - Parameter bytes: of the file.
  func text(in bytes: [UInt8]) -> [UInt8] {
    mark(isCutBefore) + bytes[range] + mark(isCutAfter)
  }

  /// Where a place in the file stands in the text, from 0 in bytes; one that is not shown is taken
  /// as the end on its side.
  func index(of place: Int) -> Int {
    if place < range.lowerBound { return 0 }
    return mark(isCutBefore).count + min(place, range.upperBound) - range.lowerBound
  }

  /// Where a place in the file stands in the text, from 1 in characters.
  func column(of place: Int, in bytes: [UInt8]) -> Int {
    String(decoding: text(in: bytes)[..<index(of: place)], as: UTF8.self).count + 1
  }

  private func mark(_ isCut: Bool) -> [UInt8] { isCut ? cutMark : [] }
}

/// Which diagnostics show source: the first fifty of each line. Together with `LineWindow` this
/// keeps a report in proportion to what it is about.
struct ShownExcerpts {
  private var line = 0  // from 1
  private var count = 0

  /// Whether the next diagnostic, at a place in this line, shows source.
  mutating func showNext(at line: Int) -> Bool {
    if line != self.line { (self.line, count) = (line, 0) }
    count += 1
    return count <= 50
  }
}

/// In bytes, without the line break: a longer line is shown through a window.
let longestWholeLine = 8 * 1024
/// In bytes, with the marks.
private let windowSize = 400
/// ASCII, since `llvm` draws nothing under anything else.
private let cutMark = Array("...".utf8)

extension [UInt8] {
  /// The offset or one after it, where no character is cut in two.
  fileprivate func startOfScalar(after offset: Int) -> Int {
    (offset..<offset + 3).first { !isContinuation(at: $0) } ?? offset
  }

  /// The offset or one before it, where no character is cut in two.
  fileprivate func endOfScalar(before offset: Int) -> Int {
    (offset - 3...offset).last { !isContinuation(at: $0) } ?? offset
  }

  private func isContinuation(at offset: Int) -> Bool { self[offset] & 0xC0 == 0x80 }
}
