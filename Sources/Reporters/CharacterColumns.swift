import Diagnostics

/// The columns under which `text` draws its pointers. They count characters (grapheme clusters)
/// from 1, where a location counts bytes.
///
/// Asked from left to right, it goes through a line once, however many diagnostics that has.
struct CharacterColumns {
  private var line = 0  // from 1; the line that the rest is about
  private var asciiEnd = 0  // offset; all before it, from the start of the line, are ASCII
  private var text = ""
  private var index = "".startIndex
  private var column = 0  // of the character at `index`; 0 until the text is needed

  /// - Parameter lines: of the source.
  mutating func column(
    of location: SourceLocation, in source: SourceFile, _ lines: LineTable
  ) -> Int {
    if line != location.line {
      line = location.line
      asciiEnd = location.offset - location.column + 1
      text = ""
      column = 0
    }
    if isASCII(through: location, in: source) { return location.column }
    if column == 0 {
      text = String(decoding: source.bytes[lines.range(ofLine: line)], as: UTF8.self)
      index = text.startIndex
      column = 1
    }
    // As the compiler does it, the byte column of the source is looked up in the repaired text,
    // in which every invalid sequence has become the three bytes of U+FFFD.
    let target =
      text.utf8.index(text.startIndex, offsetBy: location.column - 1, limitedBy: text.endIndex)
      ?? text.endIndex
    if target < index {
      index = text.startIndex
      column = 1
    }
    // Within a character, the distance is that to its start.
    let distance = text.distance(from: index, to: target)
    index = text.index(index, offsetBy: distance)
    column += distance
    return column
  }

  /// Whether bytes are characters up to the location; one combining mark right after it would
  /// still change where the last character starts.
  private mutating func isASCII(
    through location: SourceLocation, in source: SourceFile
  ) -> Bool {
    let end = min(location.offset + 1, source.bytes.count)
    if end <= asciiEnd { return true }
    asciiEnd = source.bytes.withUnsafeBufferPointer { $0.endOfASCII(in: asciiEnd..<end) }
    return asciiEnd == end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte in the range that is not ASCII; its end if there is none.
  fileprivate func endOfASCII(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    if let start = UnsafeRawPointer(baseAddress) {
      while offset &+ 8 <= range.upperBound {
        let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { break }
        offset &+= 8
      }
    }
    while offset < range.upperBound, self[offset] < 0x80 { offset &+= 1 }
    return offset
  }
}
