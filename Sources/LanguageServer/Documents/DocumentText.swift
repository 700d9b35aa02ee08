/// The text of an open document: its bytes, and where its lines start, both kept up to date with
/// each edit. A line ends with LF, CRLF or CR, as editors have it.
package struct DocumentText: Sendable {
  /// Valid UTF-8.
  package private(set) var bytes: [UInt8]
  /// Offsets from 0, in bytes; the first is 0.
  private var lineStarts: [Int]
  let encoding: PositionEncoding

  package init(_ text: String, _ encoding: PositionEncoding) {
    self.encoding = encoding
    bytes = Array(text.utf8)
    lineStarts = [0] + Self.lineStarts(in: 1..<bytes.count + 1, of: bytes)
  }

  /// Replaces a part of the text. Positions outside of it are taken as the nearest in it.
  package mutating func replace(from start: TextPosition, to end: TextPosition, with text: String) {
    let (one, other) = (offset(of: start), offset(of: end))
    replace(min(one, other)..<max(one, other), with: text)
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
    let growth = text.utf8.count - range.count
    // Whether a line starts somewhere depends on the bytes before and after the place.
    let start = max(range.lowerBound, 1)
    let changed = start..<max(range.upperBound + growth + 1, start)
    let first = index(ofFirstStartFrom: changed.lowerBound)
    let last = index(ofFirstStartFrom: range.upperBound + 1)
    if growth != 0 {
      for index in last..<lineStarts.count { lineStarts[index] += growth }
    }
    lineStarts.replaceSubrange(
      first..<max(first, last), with: Self.lineStarts(in: changed, of: bytes))
  }

  /// - Parameter places: from 1 to the end of the text.
  private static func lineStarts(in places: Range<Int>, of bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      places.filter { place in
        if bytes[place - 1] == UInt8(ascii: "\n") { return true }
        return bytes[place - 1] == UInt8(ascii: "\r")
          && (place == bytes.count || bytes[place] != UInt8(ascii: "\n"))
      }
    }
  }

  /// The index of the first line that starts there or later.
  private func index(ofFirstStartFrom offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = low + (high - low) / 2
      if lineStarts[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Places

  var lineCount: Int { lineStarts.count }

  /// Offsets of a line, from 0, without what ends it.
  func content(ofLine line: Int) -> Range<Int> {
    let start = lineStarts[line]
    guard line + 1 < lineStarts.count else { return start..<bytes.count }
    var end = lineStarts[line + 1] - 1
    if start < end, bytes[end] == UInt8(ascii: "\n"), bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return start..<end
  }

  /// The line that a place is in, from 0.
  func line(of offset: Int) -> Int { index(ofFirstStartFrom: offset + 1) - 1 }

  /// In bytes from 0. A position past the end of its line is the end of the line, one past the last
  /// line the end of the text, and one in the middle of a character its start.
  package func offset(of position: TextPosition) -> Int {
    guard 0 <= position.line else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    let line = content(ofLine: position.line)
    return bytes.withUnsafeBufferPointer { bytes in
      var (offset, left) = (line.lowerBound, position.character)
      while offset < line.upperBound, 0 < left {
        left -= encoding.width(ofCharacterStartingWith: bytes[offset])
        guard 0 <= left else { break }
        offset += utf8Length(startingWith: bytes[offset])
      }
      return offset
    }
  }

  /// - Parameter offset: in bytes from 0, to the end of the text.
  package func position(of offset: Int) -> TextPosition {
    var columns = ColumnCounter(self)
    return columns.position(of: offset)
  }

  func range(of offsets: Range<Int>) -> TextRange {
    var columns = ColumnCounter(self)
    return columns.range(of: offsets)
  }

  func holds(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
  }
}
