import Diagnostics

/// The part that is shown of a line that is longer than anybody writes, such as generated code: the
/// part around a place. Shown whole, a line with a thousand findings would be printed a thousand
/// times.
struct LineWindow {
  /// Offsets in the file.
  let range: Range<Int>
  private let isCutBefore: Bool
  private let isCutAfter: Bool

  /// Fails for a line that is shown whole.
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
  /// - Parameter bytes: the bytes of the file.
  func text(in bytes: [UInt8]) -> [UInt8] {
    mark(isCutBefore) + bytes[range] + mark(isCutAfter)
  }

  /// The index in the text of a place in the file, from 0 in bytes; a place that is not shown is
  /// taken as the end on its side.
  func index(of place: Int) -> Int {
    if place < range.lowerBound { return 0 }
    return mark(isCutBefore).count + min(place, range.upperBound) - range.lowerBound
  }

  /// The column in the text of a place in the file, from 1 in characters.
  func column(of place: Int, in bytes: [UInt8]) -> Int {
    String(decoding: text(in: bytes)[..<index(of: place)], as: UTF8.self).count + 1
  }

  private func mark(_ isCut: Bool) -> [UInt8] { isCut ? cutMark : [] }
}

/// The diagnostics that show source: the first fifty of each line. Together with `LineWindow` this
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

/// The length in bytes, without line break, up to which a line is shown whole, not in a window.
let longestWholeLine = 8 * 1024
/// The size of a window in bytes, with the marks.
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

/// A line of source with marks under a part of it, for text that is about the part:
/// ```
/// let start = Date()
///             ^~~~~~
/// ```
package struct Excerpt: Sendable {
  /// The line, from 1.
  package let line: Int
  /// The code without characters that control a terminal, and without line break.
  package private(set) var code: [UInt8]
  /// The marks, as wide as the code up to the end of the part; a tab stands under a tab. Empty if
  /// nothing is marked.
  package private(set) var marks: [UInt8]

  /// - Parameters:
  ///   - range: offsets from 0 in UTF-8 bytes; nothing beyond the line of its start is shown.
  ///   - end: the offset where the line is cut off, if it goes on.
  package init(_ range: Range<Int>, of source: SourceFile, _ lines: LineTable, end: Int = .max) {
    line = lines.location(of: range.lowerBound).line
    let whole = lines.range(ofLine: line)
    let text = source.bytes[whole.clamped(to: 0..<max(end, whole.lowerBound))]
      .trimmingSuffix(while: { $0 == UInt8(ascii: " ") || 9...13 ~= $0 })
    let window = LineWindow(
      text.startIndex..<text.endIndex, around: range.lowerBound, in: source.bytes)
    let shown = window?.text(in: source.bytes)[...] ?? text
    func index(of offset: Int) -> Int {
      window?.index(of: offset) ?? min(offset, text.endIndex)
    }
    let start = index(of: range.lowerBound)
    let stop = max(start, index(of: range.upperBound))
    var code = TextBuffer()
    code.append(printable: shown)
    self.code = code.bytes
    marks = String(decoding: shown[..<start], as: UTF8.self)
      .map { $0 == "\t" ? UInt8(ascii: "\t") : UInt8(ascii: " ") }
    let width = String(decoding: shown[start..<stop], as: UTF8.self).count
    marks += [UInt8(ascii: "^")] + repeatElement(UInt8(ascii: "~"), count: max(width - 1, 0))
  }

  /// The excerpt without the blanks that the line begins with.
  package var withoutIndentation: Excerpt {
    let width = code.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    var excerpt = self
    excerpt.code.removeFirst(width)
    excerpt.marks.removeFirst(min(width, marks.count - 1))
    return excerpt
  }

  package var withoutMarks: Excerpt {
    var excerpt = self
    excerpt.marks = []
    return excerpt
  }

  /// The line and its marks, as `text` draws source: beside the number of the line.
  package func render(isColored: Bool) -> [UInt8] {
    let colors = TextColors(isEnabled: isColored)
    func gutter(_ number: String) -> [UInt8] {
      var text = TextBuffer()
      colors.appendGutterStart(to: &text)
      text.append(printable: number)
      text.append(" |")
      colors.appendGutterEnd(to: &text)
      text.append(character: " ")
      return text.bytes
    }
    let blanks = String(repeating: " ", count: decimalWidth(line))
    return render(after: gutter(String(line)), gutter(blanks), isColored: isColored)
  }

  /// The line and its marks, both indented.
  package func render(indentation: Int, isColored: Bool) -> [UInt8] {
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: indentation)
    return render(after: blanks, blanks, isColored: isColored)
  }

  private func render(after first: [UInt8], _ second: [UInt8], isColored: Bool) -> [UInt8] {
    let newline = [UInt8(ascii: "\n")]
    let (on, off) = isColored ? ("\u{1B}[0;1;32m", "\u{1B}[0m") : ("", "")
    if marks.isEmpty { return first + code + newline }
    return first + code + newline + second + on.utf8 + marks + off.utf8 + newline
  }
}

extension ArraySlice<UInt8> {
  fileprivate func trimmingSuffix(while isDropped: (UInt8) -> Bool) -> ArraySlice {
    let end = lastIndex { !isDropped($0) }.map { $0 + 1 }
    return self[..<(end ?? startIndex)]
  }
}

/// The columns under which `text` draws its pointers. They count characters (grapheme clusters)
/// from 1, where a location counts bytes.
///
/// If it is asked from left to right, it goes through a line once, however many diagnostics that
/// has.
struct CharacterColumns {
  private var line = 0  // from 1; the line that the rest is about
  private var asciiEnd = 0  // offset; all before it, from the start of the line, are ASCII
  private var text = ""
  private var index = "".startIndex
  private var column = 0  // of the character at `index`; 0 until the text is needed

  /// - Parameter lines: the lines of the source.
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
    // The compiler looks up the byte column of the source in the repaired text, in which every
    // invalid sequence has become the three bytes of U+FFFD.
    let target =
      text.utf8.index(text.startIndex, offsetBy: location.column - 1, limitedBy: text.endIndex)
      ?? text.endIndex
    if target < index {
      index = text.startIndex
      column = 1
    }
    // The distance to a place within a character is that to its start.
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

/// Columns as services and editors count them: from 1, in UTF-16 code units, where a location
/// counts bytes. Bytes that are not UTF-8 are what their readers make of them, U+FFFD.
///
/// A line is gone through once, however many places in it are asked for.
package struct UTF16Columns {
  /// A place between two characters.
  private struct Mark {
    var offset: Int
    /// The number of units of the line before the place.
    var units: Int
  }

  private let bytes: [UInt8]
  /// Places by the offset of the start of their line, at least `distance` bytes from each other.
  private var marksByLine: [Int: [Mark]] = [:]

  package init(_ source: SourceFile) {
    bytes = source.bytes
  }

  mutating func column(of location: SourceLocation) -> Int {
    let start = Mark(offset: location.offset - location.column + 1, units: 0)
    var mark = start
    if distance < location.column {
      extend(&marksByLine[start.offset, default: [start]], to: location.offset)
      let marks = marksByLine[start.offset] ?? []
      // Marks are at least the distance apart, so that none farther on can be before the place.
      let last = min((location.offset - start.offset) / distance, marks.count - 1)
      mark = marks[...last].last { $0.offset <= location.offset } ?? start
    }
    advance(&mark, to: location.offset)
    return mark.units + 1
  }

  private func extend(_ marks: inout [Mark], to offset: Int) {
    while var mark = marks.last, mark.offset + distance < offset {
      let next = mark.offset + distance
      advance(&mark, to: next)
      // The rest of a character may be left.
      while mark.offset < next { step(&mark) }
      marks.append(mark)
    }
  }

  /// Goes on to the last place that is not after the offset.
  private func advance(_ mark: inout Mark, to offset: Int) {
    var next = mark
    while next.offset < offset {
      step(&next)
      if next.offset <= offset { mark = next }
    }
  }

  private func step(_ mark: inout Mark) {
    // A byte order mark is no part of the text to its readers.
    if mark.offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      mark.offset = 3
      return
    }
    if bytes[mark.offset] < 0x80 {
      mark.offset += 1
      mark.units += 1
      return
    }
    var rest = bytes[mark.offset...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      mark.offset += encoded.count
      mark.units += encoded.count == 4 ? 2 : 1
    case .error(let length):
      mark.offset += length
      mark.units += 1
    case .emptyInput:
      mark.offset += 1
    }
  }
}

/// The distance in bytes.
private let distance = 256
