import Diagnostics
import Reporters

/// The text of an open document, in pieces, so that an edit costs what it changes however long the
/// text is. A line ends with LF, CRLF or CR, as editors have it.
package struct DocumentText {
  /// The pieces of the text. None ends within a line end, nor within a character.
  private var pieces: [Piece]
  private var whole = Whole()
  let encoding: PositionEncoding

  private struct Piece {
    let bytes: [UInt8]
    /// The number of lines that end in the piece.
    let lineEndCount: Int
  }

  /// A copy of the pieces in one for the first reader after an edit.
  private final class Whole {
    var isSettled = false
    var bytes: [UInt8] = []
    /// The start of each piece, and the number of lines that end before it.
    var starts: [(offset: Int, line: Int)] = []
  }

  package init(_ text: String, _ encoding: PositionEncoding) {
    self.encoding = encoding
    pieces = Self.pieces(of: Array(text.utf8))
  }

  /// Replaces a part of the text. Positions outside of it are taken as the nearest in it.
  package mutating func replace(from start: TextPosition, to end: TextPosition, with text: String) {
    let places = [place(of: start), place(of: end)].sorted {
      ($0.piece, $0.offset) < ($1.piece, $1.offset)
    }
    var (first, last) = (places[0].piece, places[1].piece)
    var head = pieces[first].bytes[..<places[0].offset]
    var tail = pieces[last].bytes[places[1].offset...]
    // Whether a line ends with a CR or with an LF depends on what comes after and before it.
    if head.isEmpty, 0 < first {
      first -= 1
      head = pieces[first].bytes[...]
    }
    if tail.isEmpty, last + 1 < pieces.count {
      last += 1
      tail = pieces[last].bytes[...]
    }
    pieces.replaceSubrange(first...last, with: Self.pieces(of: head + Array(text.utf8) + tail))
    // The memory of the copy is used again unless the whole text has a copy.
    if !isKnownUniquelyReferenced(&whole) { whole = Whole() }
    whole.isSettled = false
  }

  /// Returns at least one piece; each is as long as `pieceSize` to twice that, or shorter if it is
  /// the only one.
  private static func pieces(of bytes: [UInt8]) -> [Piece] {
    bytes.withUnsafeBufferPointer { bytes in
      var pieces: [Piece] = []
      let size = bytes.count / max(1, bytes.count / pieceSize) + 1
      var start = 0
      repeat {
        var end = min(start + size, bytes.count)
        while end < bytes.count, bytes.isInsideCharacter(end) { end += 1 }
        let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
        let lineEndCount = piece.lineEndCount(before: piece.count)
        pieces.append(Piece(bytes: Array(piece), lineEndCount: lineEndCount))
        start = end
      } while start < bytes.count
      return pieces
    }
  }

  // MARK: - Places

  private struct Place {
    var piece: Int
    /// The offset in the piece.
    var offset: Int
  }

  /// The place of a position. A position past the end of its line is the end of the line, one past
  /// the last line the end of the text, and one in the middle of a character its start.
  private func place(of position: TextPosition) -> Place {
    guard 0 <= position.line else { return Place(piece: 0, offset: 0) }
    guard var place = lineStart(position.line) else {
      return Place(piece: pieces.count - 1, offset: pieces.last!.bytes.count)
    }
    var left = position.character
    while 0 < left {
      while place.offset == pieces[place.piece].bytes.count {
        guard place.piece + 1 < pieces.count else { return place }
        place = Place(piece: place.piece + 1, offset: 0)
      }
      let byte = pieces[place.piece].bytes[place.offset]
      guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else { break }
      left -= encoding.width(ofCharacterStartingWith: byte)
      guard 0 <= left else { break }
      place.offset += utf8Length(startingWith: byte)
    }
    return place
  }

  /// The start of a line; nil after the last one.
  private func lineStart(_ line: Int) -> Place? {
    var left = line
    guard 0 < left else { return Place(piece: 0, offset: 0) }
    return pieces.withUnsafeBufferPointer { pieces in
      for index in pieces.indices {
        guard pieces[index].lineEndCount < left else {
          let offset = pieces[index].bytes.withUnsafeBufferPointer { $0.end(ofLine: left) }
          return Place(piece: index, offset: offset)
        }
        left -= pieces[index].lineEndCount
      }
      return nil
    }
  }

  // MARK: - The whole

  /// The whole text, which is valid UTF-8.
  package var bytes: [UInt8] { settled.bytes }

  private var settled: Whole {
    if whole.isSettled { return whole }
    whole.isSettled = true
    whole.starts.removeAll(keepingCapacity: true)
    whole.bytes.removeAll(keepingCapacity: true)
    whole.bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.bytes.count })
    var line = 0
    for piece in pieces {
      whole.starts.append((whole.bytes.count, line))
      whole.bytes += piece.bytes
      line += piece.lineEndCount
    }
    return whole
  }

  var lineCount: Int { settled.starts.last!.line + pieces.last!.lineEndCount + 1 }

  /// The offsets of a line, from 0, without its line end.
  func content(ofLine line: Int) -> Range<Int> {
    let start = beginning(ofLine: line)
    guard line + 1 < lineCount else { return start..<bytes.count }
    var end = self.beginning(ofLine: line + 1) - 1
    if bytes[end] == UInt8(ascii: "\n"), start < end, bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return start..<end
  }

  fileprivate func beginning(ofLine line: Int) -> Int {
    guard 0 < line else { return 0 }
    let piece = settled.starts.partitioningIndex { line <= $0.line } - 1
    let start = settled.starts[piece]
    return start.offset
      + pieces[piece].bytes.withUnsafeBufferPointer { $0.end(ofLine: line - start.line) }
  }

  /// The line that a place is in, from 0.
  func line(of offset: Int) -> Int {
    let piece = settled.starts.partitioningIndex { offset < $0.offset } - 1
    let start = settled.starts[piece]
    return start.line
      + pieces[piece].bytes.withUnsafeBufferPointer {
        $0.lineEndCount(before: offset - start.offset)
      }
  }

  /// The offset of a position, in bytes from 0.
  package func offset(of position: TextPosition) -> Int {
    let place = place(of: position)
    return settled.starts[place.piece].offset + place.offset
  }

  /// - Parameter offset: the offset in bytes from 0, to the end of the text.
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

/// The size of a piece in bytes.
private let pieceSize = 2048

extension UnsafeBufferPointer<UInt8> {
  /// Whether the offset divides a character; a CR and its LF are one.
  fileprivate func isInsideCharacter(_ offset: Int) -> Bool {
    self[offset] & 0xC0 == 0x80
      || self[offset] == UInt8(ascii: "\n") && self[offset - 1] == UInt8(ascii: "\r")
  }

  /// Whether a line ends with the byte at an offset.
  private func endsLine(_ offset: Int) -> Bool {
    if self[offset] == UInt8(ascii: "\n") { return true }
    guard self[offset] == UInt8(ascii: "\r") else { return false }
    return offset + 1 == count || self[offset + 1] != UInt8(ascii: "\n")
  }

  fileprivate func lineEndCount(before end: Int) -> Int {
    var lines = 0
    for offset in 0..<end where self[offset] <= UInt8(ascii: "\r") && endsLine(offset) {
      lines += 1
    }
    return lines
  }

  /// - Parameter line: the line, from 1.
  fileprivate func end(ofLine line: Int) -> Int {
    var (offset, left) = (0, line)
    while 0 < left {
      if endsLine(offset) { left -= 1 }
      offset += 1
    }
    return offset
  }
}

/// The units in which a client counts columns.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The width of one character, by the first byte of its UTF-8.
  func width(ofCharacterStartingWith byte: UInt8) -> Int {
    let length = utf8Length(startingWith: byte)
    guard self == .utf16 else { return length }
    return length == 4 ? 2 : 1
  }
}

/// The length in bytes of a character of valid text, by its first byte.
func utf8Length(startingWith byte: UInt8) -> Int {
  byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
}

/// A place between two characters, as clients write it.
package struct TextPosition: Equatable, Sendable {
  /// The line, from 0.
  package var line: Int
  /// The column, from 0, in the units of the client.
  package var character: Int

  package init(line: Int, character: Int) {
    (self.line, self.character) = (line, character)
  }

  /// Fails if the value is no position.
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
    (self.start, self.end) = (start, end)
  }

  init?(_ json: JSON) {
    guard let start = TextPosition(json["start"]), let end = TextPosition(json["end"]) else {
      return nil
    }
    self.init(start: start, end: end)
  }

  var json: JSON { ["start": start.json, "end": end.json] }
}

/// Turns offsets that come in order into positions: a long line is gone through once, however many
/// places in it are asked for.
struct ColumnCounter {
  private let text: DocumentText
  /// The last place, in bytes from 0, and its position.
  private var place = 0
  private var position = TextPosition(line: 0, character: 0)

  init(_ text: DocumentText) {
    self.text = text
  }

  /// - Parameter offset: the offset in bytes from 0, to the end of the text; in the middle of a
  ///   character it counts as the start of the character.
  mutating func position(of offset: Int) -> TextPosition {
    let line = text.line(of: offset)
    if line != position.line || offset < place {
      place = text.beginning(ofLine: line)
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

  /// The counter goes on to the start alone, since the next range may begin before this one ends.
  mutating func range(of offsets: Range<Int>) -> TextRange {
    let start = position(of: offsets.lowerBound)
    var rest = self
    return TextRange(start: start, end: rest.position(of: offsets.upperBound))
  }
}

/// The name of a document, by its URI.
package enum DocumentName: Hashable, Sendable {
  /// A file, by its absolute path.
  case file(FilePath)
  /// A text that is not saved yet, by the name that the editor has for it.
  case untitled(String)

  /// Fails for other schemes, and for texts that are no URI.
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
/// - Parameter path: an absolute path.
package func fileURI(of path: FilePath) -> String {
  "file://" + path.percentEncoded(keeping: "-._~/")
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
