import Diagnostics
import Reporters

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

/// How a client counts columns.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// How much of a column one character is, by the first byte of its UTF-8.
  func width(ofCharacterStartingWith byte: UInt8) -> Int {
    let length = utf8Length(startingWith: byte)
    guard self == .utf16 else { return length }
    return length == 4 ? 2 : 1
  }
}

/// In bytes; the text is valid.
func utf8Length(startingWith byte: UInt8) -> Int {
  byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
}

/// A place between two characters, as clients write it.
package struct TextPosition: Equatable, Sendable {
  /// From 0.
  package var line: Int
  /// From 0, in the units of the client.
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Nil for what is no position.
  init?(_ json: JSON) {
    guard let line = json["line"].integer, let character = json["character"].integer else {
      return nil
    }
    self.init(line: line, character: character)
  }

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

/// A part of a text, as clients write it.
struct TextRange: Equatable {
  var start: TextPosition
  var end: TextPosition

  init(start: TextPosition, end: TextPosition) {
    self.start = start
    self.end = end
  }

  init?(_ json: JSON) {
    guard let start = TextPosition(json["start"]), let end = TextPosition(json["end"]) else {
      return nil
    }
    self.init(start: start, end: end)
  }

  var json: JSON { ["start": start.json, "end": end.json] }
}

/// Tells the positions of places that come in order: a long line is gone through once, however many
/// places in it are asked for.
struct ColumnCounter {
  private let text: DocumentText
  /// The last place, in bytes from 0, and its position.
  private var place = 0
  private var position = TextPosition(line: 0, character: 0)

  init(_ text: DocumentText) {
    self.text = text
  }

  /// - Parameter offset: in bytes from 0, to the end of the text; of one in the middle of a
  ///   character it is the position of the character.
  mutating func position(of offset: Int) -> TextPosition {
    let line = text.line(of: offset)
    if line != position.line || offset < place {
      place = text.content(ofLine: line).lowerBound
      position = TextPosition(line: line, character: 0)
    }
    text.bytes.withUnsafeBufferPointer { bytes in
      while place < offset {
        let next = place + utf8Length(startingWith: bytes[place])
        guard next <= offset else { break }
        position.character += text.encoding.width(ofCharacterStartingWith: bytes[place])
        place = next
      }
    }
    return position
  }

  /// Goes on to the start alone, since the next range may begin before this one ends.
  mutating func range(of offsets: Range<Int>) -> TextRange {
    let start = position(of: offsets.lowerBound)
    var rest = self
    return TextRange(start: start, end: rest.position(of: offsets.upperBound))
  }
}

/// What the URI of a document names.
package enum DocumentName: Hashable, Sendable {
  /// Absolute.
  case file(FilePath)
  /// What is not saved yet, by the name that the editor has for it.
  case untitled(String)

  /// Nil for other schemes, and for what is no URI.
  package init?(uri: String) {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = uri.utf8[uri.utf8.index(after: colon)...]
    switch uri[..<colon].lowercased() {
    case "untitled":
      self = .untitled(String(decoding: percentDecoded(rest), as: UTF8.self))
    case "file":
      // A host stands between two slashes and the path; it is this machine.
      let path =
        rest.starts(with: "//".utf8) ? rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") } : rest
      let bytes = percentDecoded(path)
      guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
      self = .file(FilePath(bytes: bytes))
    default:
      return nil
    }
  }
}

/// The URI of a file.
/// - Parameter path: absolute.
package func fileURI(of path: FilePath) -> String {
  var uri = Array("file://".utf8)
  for byte in path.bytes {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/":
      uri.append(byte)
    default:
      uri += "%\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
    }
  }
  return String(decoding: uri, as: UTF8.self)
}

/// A percent sign without two digits stands for itself.
private func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
  let text = Array(text)
  var decoded: [UInt8] = []
  var offset = 0
  while offset < text.count {
    if text[offset] == UInt8(ascii: "%"), offset + 2 < text.count,
      let high = Character(Unicode.Scalar(text[offset + 1])).hexDigitValue,
      let low = Character(Unicode.Scalar(text[offset + 2])).hexDigitValue
    {
      decoded.append(UInt8(16 * high + low))
      offset += 3
    } else {
      decoded.append(text[offset])
      offset += 1
    }
  }
  return decoded
}
