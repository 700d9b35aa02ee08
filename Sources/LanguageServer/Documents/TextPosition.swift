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
