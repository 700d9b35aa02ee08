import Diagnostics

/// A document in the subset of YAML that rule and configuration files are written in: block
/// mappings and sequences, plain, quoted and `|` scalars, flow sequences and mappings, comments.
/// What is read is what any YAML reader reads; all else is a mistake.
package struct YAMLDocument: Sendable {
  /// The root; nil for a document without content.
  package let root: YAMLNode?
  /// Sorted by place. If there are any, `root` is not all of the document.
  package let diagnostics: [Diagnostic]
  /// The bytes of its texts; see `YAMLScalar.text`.
  private let texts: [UInt8]
  private let elements: [YAMLNode]
  private let entries: [YAMLEntry]

  /// - Parameter isChecked: whether the bytes are known to be of no document with a mistake.
  package init(parsing bytes: [UInt8], isChecked: Bool = false) {
    (root, diagnostics, texts, elements, entries) = bytes.withUnsafeBufferPointer { source in
      var parser = YAMLParser(source, texts: bytes, isChecked: isChecked)
      var root: YAMLNode?
      if source.starts(with: [0xFF, 0xFE]) || source.starts(with: [0xFE, 0xFF]) {
        parser.report(YAMLMistake("the file is UTF-16; save it as UTF-8", at: 0))
      } else {
        if !isChecked {
          for mistake in characterMistakes(source) { parser.report(mistake) }
        }
        root = parser.parseDocument()
      }
      let diagnostics = parser.diagnostics.inOrder(within: bytes.count)
      return (root, diagnostics, parser.texts, parser.elements, parser.entries)
    }
  }

  package func text(of scalar: YAMLScalar) -> String {
    String(decoding: bytes(of: scalar), as: UTF8.self)
  }

  /// The UTF-8 of the text.
  func bytes(of scalar: YAMLScalar) -> ArraySlice<UInt8> { scalar.bytes(in: texts) }

  /// The number of a key's name; nil if it is in no table.
  func number(of key: YAMLScalar, in names: NameTable) -> Int? {
    texts.withUnsafeBufferPointer { names.number(of: UnsafeBufferPointer(rebasing: $0[key.text])) }
  }

  /// The text, which is put together when somebody asks for it.
  func note(of scalar: YAMLScalar) -> UnreadText { UnreadText(scalar, in: texts) }

  package func elements(of sequence: YAMLCollection) -> ArraySlice<YAMLNode> {
    elements[sequence.items]
  }

  package func entries(of mapping: YAMLCollection) -> ArraySlice<YAMLEntry> {
    entries[mapping.items]
  }
}

/// Where the parser is, and the lines around it. The grammar is in the extensions.
///
/// Functions that throw leave the position where they gave up; the block entry they belong to
/// reports the mistake and goes on with the next entry. Blocks nest no deeper than `depthLimit`,
/// which bounds the recursion.
struct YAMLParser {
  static let depthLimit = 64
  /// In bytes from the key to its colon; YAML allows as many characters.
  static let keyLimit = 1024

  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the document is known to have no mistake; then few are looked for.
  let isChecked: Bool
  /// The bytes of the file, and after them the texts that the file has not byte for byte.
  var texts: [UInt8]
  /// The elements of each sequence that has been read one after the other, and the entries of
  /// mappings.
  private(set) var elements: [YAMLNode] = []
  private(set) var entries: [YAMLEntry] = []
  /// The elements of the collections that are being read, the innermost last.
  var openElements: [YAMLNode] = []
  var openEntries: [YAMLEntry] = []
  /// Offset at which reading ends: that of the end, or of the one mistake too many.
  private(set) var end: Int
  /// Offset from 0 of the next byte.
  var position: Int
  /// Offset of the first byte of the line that holds `position`.
  var lineStart: Int
  /// Column from 0 of the innermost block collection that is open; -1 outside any.
  var blockColumn = -1
  var depth = 0
  /// Whether `---` may come, which begins a document.
  var mayBeginDocument = false
  private(set) var diagnostics: [Diagnostic] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, texts: [UInt8], isChecked: Bool) {
    (self.bytes, self.isChecked, self.texts) = (bytes, isChecked, texts)
    end = bytes.count
    // About as many as a rule file has.
    elements.reserveCapacity(bytes.count / 64)
    entries.reserveCapacity(bytes.count / 64)
    position = startOfText(bytes)
    lineStart = position
  }

  var isAtEnd: Bool { end <= position }

  /// From 0, in bytes, which are characters where it matters.
  var column: Int { position - lineStart }

  /// The byte at a distance from the position as a character, which only for ASCII it is; nil past
  /// the end.
  @inline(__always)
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let offset = position + distance
    return offset < end ? Unicode.Scalar(bytes[offset]) : nil
  }

  /// Whether a line ends here.
  @inline(__always)
  func isLineEnd(_ distance: Int = 0) -> Bool {
    switch peek(distance) {
    case nil, "\n", "\r": true
    default: false
    }
  }

  /// Whether an indicator such as the `-` before the distance ends here.
  @inline(__always)
  func isBlankOrLineEnd(_ distance: Int) -> Bool {
    isLineEnd(distance) || peek(distance) == " " || peek(distance) == "\t"
  }

  /// `- ` as it begins an entry of a block sequence.
  var isAtEntry: Bool { peek() == "-" && isBlankOrLineEnd(1) }

  /// Ends a sequence.
  /// - Parameter start: of its elements, in `openElements`.
  mutating func closeSequence(from start: Int) -> Range<Int> {
    elements += openElements[start...]
    return elements.count - (openElements.count - start)..<elements.count
  }

  /// Ends a mapping.
  /// - Parameter start: of its entries, in `openEntries`.
  mutating func closeMapping(from start: Int) -> Range<Int> {
    entries += openEntries[start...]
    return entries.count - (openEntries.count - start)..<entries.count
  }

  func text(of scalar: YAMLScalar) -> String { String(decoding: texts[scalar.text], as: UTF8.self) }

  /// After the limit the rest of the document is not read.
  mutating func report(_ mistake: YAMLMistake) {
    if diagnostics.count == YAMLMistake.limit { end = position }
    diagnostics.add(mistake.diagnostic)
  }
}

// MARK: - Lines

extension YAMLParser {
  mutating func skipSpaces() {
    skip { $0 == UInt8(ascii: " ") }
  }

  mutating func skipToLineEnd() {
    position = min(bytes.endOfLine(from: position), end)
  }

  /// Passes bytes; quicker than to peek at each.
  @inline(__always)
  mutating func skip(while isPassed: (UInt8) -> Bool) {
    var offset = position
    while offset < end, isPassed(bytes[offset]) { offset &+= 1 }
    position = offset
  }

  /// Passes the line break at the position, if there is one.
  mutating func skipLineBreak() {
    if peek() == "\r" && peek(1) == "\n" { position += 1 }
    if !isAtEnd { position += 1 }
    lineStart = position
  }

  /// Goes from the end of a line to the next line that holds more than a comment.
  mutating func advanceToContent() {
    while !isAtEnd {
      skipSpaces()
      switch peek() {
      case "\n", "\r": skipLineBreak()
      case "#": skipToLineEnd()
      case "\t":
        report(YAMLMistake(Self.tabIndentationMessage, at: position))
        skipToLineEnd()
      default:
        // Few lines begin so, and this is asked of each.
        guard peek() == "-" || peek() == ".", let marker = documentMarker else { return }
        if mayBeginDocument, peek() == "-" {
          mayBeginDocument = false
          position += 3
          skipSpaces()
          if !isLineEnd(), peek() != "#" {
            report(YAMLMistake("begin the document on the line below '---'", at: position))
          }
        } else {
          report(marker)
        }
        skipToLineEnd()
      }
    }
  }

  /// The mistake of a line that is `---` or `...`.
  var documentMarker: YAMLMistake? {
    guard column == 0, peek() == "-" || peek() == ".", peek(1) == peek(), peek(2) == peek(),
      isBlankOrLineEnd(3)
    else { return nil }
    let marker = peek() == "-" ? "---" : "..."
    return YAMLMistake(
      "'\(marker)' separates YAML documents; leave it out, a file is one document",
      at: position..<position + 3)
  }

  /// Passes what is left of the line after a value, and the lines below it that hold no more than
  /// a comment.
  /// - Parameter message: what is wrong with other text after the value.
  mutating func finishLine(afterPlain isPlain: Bool, otherwise message: String)
    throws(YAMLMistake)
  {
    let end = position
    skipSpaces()
    switch peek() {
    case nil, "\n", "\r":
      break
    case "#":
      guard end < position else { throw YAMLMistake("expected a space before '#'", at: position) }
      // `Date() #filePath` would lose its end, and nobody would see it.
      guard !isPlain || isBlankOrLineEnd(1) else {
        throw YAMLMistake(Self.hashMessage, at: position)
      }
      skipToLineEnd()
    case "\t":
      throw YAMLMistake(Self.tabMessage, at: position)
    default:
      throw YAMLMistake(message, at: position)
    }
    advanceToContent()
  }

  mutating func finishLine(after scalar: YAMLScalar) throws(YAMLMistake) {
    switch scalar.style {
    case .plain:
      try finishLine(afterPlain: true, otherwise: Self.colonMessage)
    case .singleQuoted, .doubleQuoted, .literal:
      try finishLine(
        afterPlain: false, otherwise: "text after the closing quote; quote the whole value")
    }
  }

  /// - Parameter parent: the column of the collection that the scalar ending above stands in.
  func requireEndOfScalar(above parent: Int) throws(YAMLMistake) {
    guard isAtEnd || column <= parent else {
      throw isAtEntry || isAtKey
        ? indentationMistake(expecting: parent)
        : YAMLMistake(
          "a value must end on its line; write '|' before text of several lines", at: position)
    }
  }

  /// - Parameter column: from 0.
  func indentationMistake(expecting column: Int) -> YAMLMistake {
    YAMLMistake(
      "the indentation matches no line above; expected column \(column + 1)", at: position)
  }

  /// Whether the line looks as if it began with a key.
  private var isAtKey: Bool {
    let word = bytes[position..<bytes.endOfLine(from: position)].prefix { $0 != UInt8(ascii: " ") }
    return word.last == UInt8(ascii: ":")
  }

  /// Goes on after a mistake: to the next line that is indented no deeper than the column. That may
  /// be the line of the position, if the mistake was noticed at its beginning.
  /// - Parameter start: where the entry with the mistake began.
  mutating func skipEntry(from start: Int, column limit: Int) {
    if !(start < lineStart && isFirstInLine && column <= limit) { skipToLineEnd() }
    while !isAtEnd {
      skipSpaces()
      if let marker = documentMarker {
        report(marker)
      } else if column <= limit, !isLineEnd(), !isPartOfBrokenEntry {
        return
      }
      skipToLineEnd()
      skipLineBreak()
    }
  }

  private var isFirstInLine: Bool {
    bytes[lineStart..<position].allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// Whether no entry begins here: at a comment, a tab, the end of brackets above.
  private var isPartOfBrokenEntry: Bool {
    switch peek() {
    case "#", "\t", "]", "}": true
    default: false
    }
  }

  // MARK: - Keys

  /// A `?`, or a value that YAML but not this subset can have for a key.
  var isAtComplexKey: Bool {
    switch peek() {
    case "[", "{", "|": true
    case "?": isBlankOrLineEnd(1)
    default: false
    }
  }

  /// Whether the scalar that ends here is a key; then the position is at its colon, else unchanged.
  mutating func isAtColonAfterSpaces() -> Bool {
    let end = position
    skipSpaces()
    if peek() == ":", isBlankOrLineEnd(1) { return true }
    position = end
    return false
  }

  mutating func passColon(after key: YAMLScalar) throws(YAMLMistake) {
    guard position - key.range.lowerBound <= Self.keyLimit else {
      throw YAMLMistake("a key has at most \(Self.keyLimit) bytes", at: key.range)
    }
    position += 1
  }

  /// The mistake in a line of a mapping that holds a scalar and no colon after it.
  func keyMistake(_ scalar: YAMLScalar) -> YAMLMistake {
    guard peek() != ":" else { return YAMLMistake(Self.spaceAfterColonMessage, at: position) }
    let text = bytes[scalar.range]
    if case .plain = scalar.style, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(decoding: text[..<colon], as: UTF8.self)
      if !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" }) {
        return YAMLMistake(Self.spaceAfterColonMessage, at: colon)
      }
    }
    return YAMLMistake(Self.keyMessage, at: scalar.range)
  }

  // MARK: - Messages of several places

  static let tabIndentationMessage = "a tab cannot indent in YAML; use spaces"
  static let tabMessage = "a tab is allowed only in quotes; use spaces"
  static let textAfterBracket = "text after a closing bracket; quote the whole value"
  static let keyMessage = "expected a key and ': '"
  static let complexKeyMessage = "a key must be plain or quoted text"
  static let spaceAfterColonMessage = "expected a space after ':'"
  static let colonMessage = "': ' begins a mapping in YAML; quote the whole value"
  static let hashMessage =
    "'#' begins a comment in YAML; quote the value, or write '# ' for a comment"
  static let unclosedQuoteMessage =
    "the closing quote is not on this line; write '|' before text of several lines"
}
