/// A value of a YAML document, and where it stands. It is but numbers: what it holds is the
/// document's to tell.
package enum YAMLNode: Sendable {
  case scalar(YAMLScalar)
  case sequence(YAMLSequence)
  case mapping(YAMLMapping)
  /// What was not understood; a mistake of the document says why.
  case invalid(Range<Int>)

  /// Offsets from 0 in UTF-8 bytes, quotes and brackets included.
  package var range: Range<Int> {
    switch self {
    case .scalar(let scalar): scalar.range
    case .sequence(let sequence): sequence.range
    case .mapping(let mapping): mapping.range
    case .invalid(let range): range
    }
  }
}

/// A text. All scalars are: `off` and `10` have no other meaning here.
package struct YAMLScalar: Sendable {
  package enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// e.g. `|` and the lines below it
    case literal(YAMLLiteral)
  }
  /// Where the text is in `YAMLTexts`: without quotes, escapes resolved; of a literal, its lines as
  /// the file has them.
  let text: Range<Int>
  package let style: Style
  /// Offsets from 0 in UTF-8 bytes, quotes included.
  package let range: Range<Int>
  /// Whether the text stands in the file byte for byte, with no escapes or indentation between.
  let isVerbatim: Bool

  /// What to point at for a place in the text: that place, or the scalar's start if the file writes
  /// the text with escapes.
  /// - Parameter offset: from 0 in UTF-8 bytes of the text.
  package func range(ofTextAt offset: Int) -> Range<Int> {
    guard isVerbatim else { return range }
    return min(text.lowerBound + offset, range.upperBound)..<range.upperBound
  }
}

/// The text of a scalar as the file has it, put together when somebody asks for it: a run reads a
/// hundred notes and shows none.
struct UnreadText: Sendable {
  private let bytes: ArraySlice<UInt8>
  /// Nil where the bytes are the text.
  private let literal: YAMLLiteral?

  init(_ bytes: ArraySlice<UInt8>, _ literal: YAMLLiteral? = nil) {
    self.bytes = bytes
    self.literal = literal
  }

  var text: String {
    String(decoding: literal?.text(of: bytes) ?? Array(bytes), as: UTF8.self)
  }
}

/// What makes a text of the lines below a `|`.
package struct YAMLLiteral: Sendable {
  // Small, as every node has room for them.
  /// In spaces, of each line.
  let indentation: Int32
  /// How many line breaks the text has before the lines and after them.
  let breaksBefore, breaksAfter: Int32

  /// The UTF-8 of the text, with line breaks as `\n`.
  /// - Parameter lines: from the first character of the text to the end of its last line.
  func text(of lines: ArraySlice<UInt8>) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    var text = Array(repeating: newline, count: Int(breaksBefore))
    var rest = lines
    while let end = rest.firstIndex(where: isLineBreak) {
      text += rest[..<end]
      text.append(newline)
      let isPair = rest[end...].starts(with: "\r\n".utf8)
      rest = rest[(end + (isPair ? 2 : 1))...]
      let blanks = rest.prefix(Int(indentation)).prefix { $0 == UInt8(ascii: " ") }
      rest = rest.dropFirst(blanks.count)
    }
    return text + rest + Array(repeating: newline, count: Int(breaksAfter))
  }
}

/// A list, as `- a` on lines of their own or as `[a, b]`.
package struct YAMLSequence: Sendable {
  /// In `YAMLDocument.elements`.
  let elements: Range<Int>
  package let range: Range<Int>
  /// False if an entry was lost to a mistake.
  package let isComplete: Bool
}

/// Keys with values, as `a: b` on lines of their own or as `{a: b}`.
package struct YAMLMapping: Sendable {
  package struct Entry: Sendable {
    package let key: YAMLScalar
    package let value: YAMLNode
  }
  /// In `YAMLDocument.entries`, in file order; no two keys are equal.
  let entries: Range<Int>
  package let range: Range<Int>
  /// False if an entry was lost to a mistake.
  package let isComplete: Bool
}

/// The bytes of a document's texts: those of the file, and after them, those that the file has not
/// byte for byte.
struct YAMLTexts: Sendable {
  let source: [UInt8]
  private(set) var others: [UInt8] = []

  init(_ source: [UInt8]) {
    self.source = source
  }

  var count: Int { source.count + others.count }

  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    others += UnsafeBufferPointer(rebasing: bytes)
  }

  mutating func append(_ byte: UInt8) {
    others.append(byte)
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }

  /// The UTF-8 of a scalar's text.
  func bytes(of scalar: YAMLScalar) -> ArraySlice<UInt8> {
    let bytes = self[scalar.text]
    guard case .literal(let literal) = scalar.style else { return bytes }
    return literal.text(of: bytes)[...]
  }

  /// Whether two texts are equal as strings. Those that differ in ASCII first are not.
  func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    for (offset, other) in zip(left, right) where byte(at: offset) != byte(at: other) {
      return !UTF8.isASCII(byte(at: offset) | byte(at: other)) && string(left) == string(right)
    }
    return left.count == right.count
  }

  private func byte(at offset: Int) -> UInt8 {
    offset < source.count ? source[offset] : others[offset - source.count]
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    guard source.count <= range.lowerBound, !range.isEmpty else { return source[range] }
    return others[range.lowerBound - source.count..<range.upperBound - source.count]
  }
}
