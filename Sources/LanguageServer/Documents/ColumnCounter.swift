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
