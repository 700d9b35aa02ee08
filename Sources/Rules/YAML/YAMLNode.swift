import Diagnostics

/// A value of a YAML document, and where it stands. It only holds numbers; the document has the
/// content.
package enum YAMLNode: Sendable {
  case scalar(YAMLScalar)
  case sequence(YAMLCollection)
  case mapping(YAMLCollection)
  /// A text that was not understood; a mistake of the document says why.
  case invalid(Range<Int>)

  /// Offsets from 0 in UTF-8 bytes, quotes and brackets included.
  package var range: Range<Int> {
    switch self {
    case .scalar(let scalar): scalar.range
    case .sequence(let collection), .mapping(let collection): collection.range
    case .invalid(let range): range
    }
  }
}

/// A text. All scalars are: `off` and `10` have no other meaning here.
package struct YAMLScalar: Sendable {
  package enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// `|` and the lines below it
    case literal
  }
  /// Where the text is in the bytes of the document's texts: without quotes, escapes resolved; of a
  /// literal, its lines as the file has them.
  let text: Range<Int>
  package let style: Style
  /// Offsets from 0 in UTF-8 bytes, quotes included.
  package let range: Range<Int>
  /// Whether the text stands in the file byte for byte, with no escapes or indentation between.
  let isVerbatim: Bool

  /// The range to point at for a place in the text: that place, or the scalar's start if the file
  /// writes the text with escapes.
  /// - Parameter offset: from 0 in UTF-8 bytes of the text.
  package func range(ofTextAt offset: Int) -> Range<Int> {
    guard isVerbatim else { return range }
    return min(text.lowerBound + offset, range.upperBound)..<range.upperBound
  }
}

extension YAMLScalar {
  /// The UTF-8 of the text.
  /// - Parameter texts: of the document.
  func bytes(in texts: [UInt8]) -> ArraySlice<UInt8> {
    style == .literal ? literalText(in: texts)[...] : texts[text]
  }

  /// The text of a literal, with line breaks as `\n`. Only its place is stored, as most are notes
  /// that are never needed.
  private func literalText(in texts: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let header = texts[range.lowerBound..<text.lowerBound]
    let indentation = header.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let breaksBefore = lineBreakCount(header) - 1
    var bytes = Array(repeating: newline, count: breaksBefore)
    var rest = texts[text]
    while let end = rest.firstIndex(where: isLineBreak) {
      bytes += rest[..<end]
      bytes.append(newline)
      let isPair = rest[end...].starts(with: "\r\n".utf8)
      rest = rest[(end + (isPair ? 2 : 1))...]
      let blanks = rest.prefix(indentation).prefix { $0 == UInt8(ascii: " ") }
      rest = rest.dropFirst(blanks.count)
    }
    let breaks = lineBreakCount(texts[text.upperBound..<range.upperBound])
    let breaksAfter =
      switch texts[range.lowerBound + 1] {
      case UInt8(ascii: "+"): breaks
      case UInt8(ascii: "-"): 0
      default: min(breaks, 1)
      }
    return bytes + rest + Array(repeating: newline, count: breaksAfter)
  }
}

/// The first byte of `\r\n` is not counted as a line break.
private func lineBreakCount(_ bytes: ArraySlice<UInt8>) -> Int {
  bytes.indices.count { index in
    isLineBreak(bytes[index])
      && !(bytes[index] == UInt8(ascii: "\r") && bytes[index...].starts(with: "\r\n".utf8))
  }
}

/// The text of a scalar, made when it is needed: a run reads a hundred notes and shows none.
struct UnreadText: Equatable, Sendable {
  private let texts: [UInt8]
  private let scalar: YAMLScalar

  /// - Parameter texts: of the document.
  init(_ scalar: YAMLScalar, in texts: [UInt8]) {
    (self.texts, self.scalar) = (texts, scalar)
  }

  var text: String { String(decoding: scalar.bytes(in: texts), as: UTF8.self) }

  static func == (left: UnreadText, right: UnreadText) -> Bool { left.text == right.text }
}

/// A list, as `- a` on lines of their own or as `[a, b]`; or keys with values, as `a: b` on lines
/// of their own or as `{a: b}`, of which no two keys are equal.
package struct YAMLCollection: Sendable {
  /// In `YAMLDocument.elements` or `YAMLDocument.entries`, in file order.
  let items: Range<Int>
  package let range: Range<Int>
  /// False if an item was lost to a mistake.
  package let isComplete: Bool
}

/// A key with its value.
package struct YAMLEntry: Sendable {
  package let key: YAMLScalar
  package let value: YAMLNode
}

/// Something in a document that the subset of YAML does not have, or that YAML would read
/// differently from what its writer meant.
struct YAMLMistake: Error {
  let diagnostic: Diagnostic

  /// - Parameters:
  ///   - message: as the compiler words it.
  ///   - range: offsets from 0 in UTF-8 bytes.
  init(_ message: String, at range: Range<Int>, note: Note? = nil) {
    diagnostic = Diagnostic(.error, at: range, message, notes: note.map { [$0] } ?? [])
  }

  init(_ message: String, at offset: Int, note: Note? = nil) {
    self.init(message, at: offset..<offset + 1, note: note)
  }

  /// The most mistakes of one file that are reported. The last of them says that there are more.
  static let limit = 100
  static let tooManyMessage = "too many mistakes; the rest of the file was not read"
}

extension [Diagnostic] {
  /// Adds a mistake of a file. After the last one that is reported, it says that there are more.
  mutating func add(_ mistake: Diagnostic) {
    if count < YAMLMistake.limit {
      append(mistake)
    } else if count == YAMLMistake.limit {
      append(Diagnostic(.error, at: mistake.range, YAMLMistake.tooManyMessage))
    }
  }

  /// By place, all of them inside a file of so many bytes; what stands at one place stays in order.
  func inOrder(within count: Int) -> [Diagnostic] {
    if isEmpty { return self }
    let sorted = enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    return sorted.map { _, diagnostic in
      var diagnostic = diagnostic
      diagnostic.range = diagnostic.range.clamped(to: 0..<count)
      return diagnostic
    }
  }
}
