import Diagnostics
import LanguageServer
import TestSupport
import Testing

@Suite("The text of a document follows its edits")
struct DocumentTextTests {
  /// What a client does with its own text: it knows nothing but UTF-16 and lines.
  private struct ClientText {
    var units: [UInt16]

    /// The units of each line, without its end.
    private var lines: [Range<Int>] {
      var lines: [Range<Int>] = []
      var start = 0
      var index = 0
      while index < units.count {
        let isPair = units[index] == 13 && index + 1 < units.count && units[index + 1] == 10
        if units[index] == 10 || units[index] == 13 {
          lines.append(start..<index)
          index += isPair ? 1 : 0
          start = index + 1
        }
        index += 1
      }
      return lines + [start..<units.count]
    }

    private func offset(of position: TextPosition) -> Int {
      guard position.line < lines.count else { return units.count }
      let line = lines[position.line]
      let offset = min(line.lowerBound + position.character, line.upperBound)
      let isInsidePair = offset < line.upperBound && 0xDC00...0xDFFF ~= units[offset]
      return isInsidePair ? offset - 1 : offset
    }

    mutating func replace(_ start: TextPosition, _ end: TextPosition, with text: String) {
      let (one, other) = (offset(of: start), offset(of: end))
      units.replaceSubrange(min(one, other)..<max(one, other), with: text.utf16)
    }

    func somePosition(using generator: inout some RandomNumberGenerator) -> TextPosition {
      let line = Int.random(in: 0...lines.count, using: &generator)
      let width = line < lines.count ? lines[line].count : 3
      return TextPosition(line: line, character: .random(in: 0...width + 2, using: &generator))
    }
  }

  @Test func aThousandSequencesOfEditsLeaveWhatTheClientHas() {
    var generator = SplitMix64(seed: 1)
    let pieces = ["", "a", "é", "€", "😀", "\n", "\r", "\r\n", "let a = Date()\n", "x\ry", "\n\r"]
    for _ in 0..<1000 {
      let start = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator)!
      }.joined()
      var client = ClientText(units: Array(start.utf16))
      var text = DocumentText(start, .utf16)
      for _ in 0..<20 {
        let (one, other) = (
          client.somePosition(using: &generator), client.somePosition(using: &generator)
        )
        let new =
          pieces.randomElement(using: &generator)! + pieces.randomElement(using: &generator)!
        client.replace(one, other, with: new)
        text.replace(from: one, to: other, with: new)
        let expected = String(decoding: client.units, as: UTF16.self)
        guard Array(expected.utf8) == text.bytes else {
          Issue.record("\(expected.debugDescription) is \(text.bytes)")
          return
        }
        // The lines that were kept up are those of the whole text.
        let fresh = DocumentText(expected, .utf16)
        for offset in 0...text.bytes.count {
          #expect(text.position(of: offset) == fresh.position(of: offset))
        }
      }
    }
  }

  /// Long enough to be kept in pieces, whose borders fall anywhere.
  @Test func editsOfALongTextLeaveWhatTheClientHas() {
    var generator = SplitMix64(seed: 2)
    let pieces = ["a", "é", "€", "😀", "\n", "\r", "\r\n", "let a = Date()\n", "\n\r"]
    func some(_ count: Int) -> String {
      (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
    }
    var client = ClientText(units: Array(some(6000).utf16))
    var text = DocumentText(String(decoding: client.units, as: UTF16.self), .utf16)
    for round in 0..<150 {
      let one = client.somePosition(using: &generator)
      var other = one
      other.line += round % 10 == 0 ? Int.random(in: 0...500, using: &generator) : round % 3
      let new = some([0, 1, 1, 3, 900].randomElement(using: &generator)!)
      client.replace(one, other, with: new)
      text.replace(from: one, to: other, with: new)
      let expected = String(decoding: client.units, as: UTF16.self)
      guard Array(expected.utf8) == text.bytes else {
        Issue.record("another text after round \(round)")
        return
      }
      let fresh = DocumentText(expected, .utf16)
      for _ in 0..<50 {
        let offset = Int.random(in: 0...text.bytes.count, using: &generator)
        let position = text.position(of: offset)
        guard position == fresh.position(of: offset),
          text.offset(of: position) == fresh.offset(of: position)
        else {
          Issue.record("another position after round \(round)")
          return
        }
      }
    }
  }

  @Test func anEditBetweenTwoPiecesCanMakeOneLineEndOfTwo() {
    for length in 2040...2060 {
      var text = DocumentText(String(repeating: "a", count: length) + "\r" + "b\n" + "c", .utf16)
      text.replace(
        from: TextPosition(line: 1, character: 0), to: TextPosition(line: 1, character: 1), with: ""
      )
      text.replace(
        from: TextPosition(line: 0, character: 0), to: TextPosition(line: 0, character: 0),
        with: String(repeating: "d", count: 3000))
      #expect(text.position(of: text.bytes.count) == TextPosition(line: 1, character: 1))
    }
  }

  @Test func columnsAreThoseOfTheClient() {
    let line = "é😀€x"
    for (encoding, columns) in [
      (PositionEncoding.utf16, [0, 1, 3, 4, 5]), (.utf8, [0, 2, 6, 9, 10]),
    ] {
      let text = DocumentText("a\n" + line, encoding)
      for (offset, column) in zip([2, 4, 8, 11, 12], columns) {
        let position = TextPosition(line: 1, character: column)
        #expect(text.position(of: offset) == position)
        #expect(text.offset(of: position) == offset)
      }
    }
  }

  @Test func positionsOutsideAreTheNearestInside() {
    let text = DocumentText("ab\r\n😀\rc", .utf16)
    let cases = [(0, 9, 2), (0, 3, 2), (1, 1, 4), (1, 9, 8), (2, 9, 10), (3, 0, 10), (-1, 0, 0)]
    for (line, character, offset) in cases {
      #expect(text.offset(of: TextPosition(line: line, character: character)) == offset)
    }
    #expect(text.offset(of: TextPosition(line: 0, character: -1)) == 0)
  }

  @Test(arguments: [
    ("file:///a%20b/%C3%A9.swift", "/a b/é.swift"), ("file://localhost/a.swift", "/a.swift"),
    ("FILE:///100%25/%zz%4", "/100%/%zz%4"), ("file:/a", "/a"),
  ])
  func filesAreFoundByTheirURI(uri: String, path: String) {
    #expect(DocumentName(uri: uri) == .file(FilePath(path)))
  }

  @Test func otherDocumentsHaveNoPath() {
    #expect(DocumentName(uri: "untitled:Untitled-1") == .untitled("Untitled-1"))
    for uri in ["git:/a.swift", "a.swift", "file:a", "file://host", "file:///%00"] {
      #expect(DocumentName(uri: uri) == nil)
    }
    #expect(fileURI(of: FilePath("/a b/é#?.swift")) == "file:///a%20b/%C3%A9%23%3F.swift")
  }
}
