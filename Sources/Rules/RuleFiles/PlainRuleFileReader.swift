import Diagnostics

/// Reads a rule file that is written as the bundled ones are, in less than half of the time that
/// `YAMLDocument` takes: two spaces of indentation, a value on the line of its key or a `|` text
/// below it, patterns each on a line. Of any other file, and of one with a mistake, it makes
/// nothing; the parser reads it, or says what is wrong with it.
///
/// For speed alone: `YAMLDocument` reads these files too.
struct PlainRuleFileReader {
  private let source: SourceFile
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the file is known to have no mistake.
  let isChecked: Bool
  /// Offset from 0 of the next byte.
  var position = 0
  private var rules: [Located<Rule>] = []
  /// Those that no more rule can have.
  private var ids = NameTable(Rule.reservedIDs)

  /// - Parameter bytes: those of the source.
  init(_ source: SourceFile, _ bytes: UnsafeBufferPointer<UInt8>, isChecked: Bool = false) {
    self.source = source
    self.bytes = bytes
    self.isChecked = isChecked
  }

  mutating func readFile() -> RuleFile? {
    // Every line has an end then.
    guard bytes.last == UInt8(ascii: "\n"), isChecked || hasPlainCharacters(bytes) else {
      return nil
    }
    guard skip("pack: "), let name = readScalar(), isKebabCase(source.bytes[name]) else {
      return nil
    }
    let pack = text(name)
    var about: Range<Int>?
    if skip("about: ") {
      about = readScalar()
      if about == nil { return nil }
    }
    var note: RuleNote?
    if skip("note: |\n") {
      note = readLines(indentedBy: "  ")
      if note == nil { return nil }
    }
    guard skip("rules:\n") else { return nil }
    rules.reserveCapacity(bytes.count / 512)
    repeat {
      if !readRule(pack: pack) { return nil }
    } while position < bytes.count
    return RuleFile(source, pack: pack, about: about.map(text), note: note, rules: rules)
  }

  private mutating func readRule(pack: String) -> Bool {
    guard skip("  - id: ") else { return false }
    let idStart = position
    guard let range = readScalar(), range.lowerBound == idStart,
      isChecked || isKebabCase(source.bytes[range])
    else { return false }
    let id = text(range)
    let count = ids.count
    guard isChecked || ids.insert(id) == count else { return false }
    // In its place, as copying a rule counts references to all that it has.
    rules.append(Located(Rule(id: id, pack: pack, message: "", ban: []), at: range))
    var keys = Keys()
    while skip("    ") {
      guard let key = readKey(), keys.insert(key).inserted, readValue(of: key) else {
        return false
      }
    }
    return keys.isSuperset(of: .required)
  }

  /// The keys of a rule but for its id, those that most have.
  private struct Keys: OptionSet {
    let rawValue: UInt16

    static let severity = Keys(rawValue: 1)
    static let category = Keys(rawValue: 2)
    static let message = Keys(rawValue: 4)
    static let note = Keys(rawValue: 8)
    static let ban = Keys(rawValue: 16)
    static let files = Keys(rawValue: 32)
    static let allow = Keys(rawValue: 64)
    static let defaultArguments = Keys(rawValue: 128)
    static let unless = Keys(rawValue: 256)
    static let coveredBy = Keys(rawValue: 512)
    static let beside = Keys(rawValue: 1024)
    static let inside = Keys(rawValue: 2048)
    static let allowInside = Keys(rawValue: 4096)
    static let required: Keys = [.message, .ban]
  }

  private mutating func readKey() -> Keys? {
    if skip("severity: ") { return .severity }
    if skip("category: ") { return .category }
    if skip("message: ") { return .message }
    if skip("note: ") { return .note }
    if skip("ban:\n") { return .ban }
    if skip("files: [") { return .files }
    if skip("allow: [") { return .allow }
    if skip("default-arguments: ") { return .defaultArguments }
    if skip("unless:\n") { return .unless }
    if skip("covered-by: [") { return .coveredBy }
    if skip("beside:\n") { return .beside }
    if skip("inside: [") { return .inside }
    if skip("allow-inside: [") { return .allowInside }
    return nil
  }

  /// Reads the value of a key of the last rule.
  private mutating func readValue(of key: Keys) -> Bool {
    let last = rules.count - 1
    switch key {
    case .ban:
      let patterns = readPatterns()
      rules[last].value.ban = patterns
      return !patterns.isEmpty
    case .files:
      let globs = readGlobs()
      rules[last].value.files = globs
      return !globs.isEmpty
    case .allow:
      let globs = readGlobs()
      rules[last].value.allow = globs
      return !globs.isEmpty
    case .defaultArguments:
      guard let word = readScalar().map(text), let value = DefaultArguments(rawValue: word) else {
        return false
      }
      rules[last].value.defaultArguments = value
      return true
    case .unless:
      guard let uses = readHarmlessUses() else { return false }
      rules[last].value.unless = uses
      return true
    case .coveredBy:
      let ids = readTexts()
      rules[last].value.coveredBy = (ids ?? []).map(text)
      return ids?.isEmpty == false
    case .beside:
      guard let beside = readBeside() else { return false }
      rules[last].value.beside = beside
      return true
    case .inside:
      let scopes = readScopes()
      rules[last].value.inside = scopes
      return !scopes.isEmpty
    case .allowInside:
      let scopes = readScopes()
      rules[last].value.allowInside = scopes
      return !scopes.isEmpty
    case .note:
      let note =
        skip("|\n")
        ? readLines(indentedBy: "      ") : readScalar().map { RuleNote(source.bytes[$0]) }
      rules[last].value.writtenNote = note
      return note != nil
    default:
      return readText(of: key)
    }
  }

  /// Reads the value of a key that is one text.
  private mutating func readText(of key: Keys) -> Bool {
    let last = rules.count - 1
    guard let value = readScalar().map(text) else { return false }
    switch key {
    case .severity:
      guard let severity = RuleSeverity(rawValue: value) else { return false }
      rules[last].value.severity = severity
    case .category:
      guard Rule.categories.contains(value) else { return false }
      rules[last].value.category = value
    default:
      guard isChecked || severityLabel(in: Array(value.utf8)[...]) == nil else { return false }
      rules[last].value.message = value
    }
    return true
  }

  /// Those of a list; none if one of them is none.
  private mutating func readPatterns() -> [Pattern] {
    var patterns: [Pattern] = []
    patterns.reserveCapacity(4)
    while skip("      - ") {
      guard let range = readScalar() else { return [] }
      let text = source.bytes[range]
      // It may be the rule's own name.
      if !isChecked, text.starts(with: "no_".utf8) { return [] }
      guard let pattern = isChecked ? Pattern(checked: text) : try? Pattern(parsing: text) else {
        return []
      }
      patterns.append(pattern)
    }
    skipEmptyLines()
    return patterns
  }

  private mutating func readGlobs() -> [Glob] { readList { try? Glob(parsing: $0) } }

  private mutating func readScopes() -> [ScopeHeader] {
    readList { try? ScopeHeader(parsing: $0) }
  }

  /// Those of a list on one line, in brackets; none if one of them is none.
  private mutating func readList<Value>(_ value: (String) -> Value?) -> [Value] {
    var values: [Value] = []
    repeat {
      guard let value = readListed().map(text).flatMap(value) else { return [] }
      values.append(value)
    } while skip(", ")
    guard skip("]\n") else { return [] }
    skipEmptyLines()
    return values
  }

  /// Those of a list on one line, in brackets, without quotes; nil if one of them is another thing.
  mutating func readTexts() -> [Range<Int>]? {
    var texts: [Range<Int>] = []
    while !skip("]\n") {
      if !texts.isEmpty, !skip(", ") { return nil }
      let start = position
      while bytes[position].isASCIINotationByte { position += 1 }
      guard start < position else { return nil }
      texts.append(start..<position)
    }
    skipEmptyLines()
    return texts
  }

  /// Reads a value of a list on one line: in quotes, or nothing but letters and digits.
  private mutating func readListed() -> Range<Int>? {
    let isQuoted = skip("\"")
    let start = position
    // There is a line break before the end.
    while isQuoted ? isPlainInQuotes(bytes[position]) : bytes[position].isASCIIWordByte {
      position += 1
    }
    let end = position
    guard start < end, bytes[start] != UInt8(ascii: " ") else { return nil }
    return !isQuoted || skip("\"") ? start..<end : nil
  }

  private func isPlainInQuotes(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\n")
  }

  /// Reads the lines of a `|` text.
  private mutating func readLines(indentedBy blanks: StaticString) -> RuleNote? {
    let indentation = blanks.utf8CodeUnitCount
    let start = position
    var end = start
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") {
        position += 1
        continue
      }
      guard skip(blanks) else { break }
      position = bytes.endOfLine(from: position) + 1
      // A blank line that is not empty may be text, and a first one that is blank is.
      if bytes[position - 2] == UInt8(ascii: " ") { return nil }
      end = position
    }
    let startsWithText =
      start < end && bytes[start] != UInt8(ascii: "\n")
      && bytes[start + indentation] != UInt8(ascii: " ")
    return startsWithText
      ? RuleNote(source.bytes[start..<end], indentation: indentation) : nil
  }

  /// Reads a value and the end of its line.
  private mutating func readScalar() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let text: Range<Int>?
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      text = readQuoted()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "."):
      text = readPlain()
    default:
      return nil
    }
    skipEmptyLines()
    return text
  }

  /// Reads a line that begins and ends with the same quote, if what is between is not blank and has
  /// no escapes.
  private mutating func readQuoted() -> Range<Int>? {
    let quote = bytes[position]
    let (start, end) = (position + 1, bytes.endOfLine(from: position) - 1)
    position = end + 2
    guard start < end, bytes[start] != UInt8(ascii: " "), bytes[end] == quote,
      !bytes[start..<end].contains(where: { $0 == quote || $0 == UInt8(ascii: "\\") })
    else { return nil }
    return start..<end
  }

  /// Reads a line unless something in it ends the text, or makes it a key.
  private mutating func readPlain() -> Range<Int>? {
    let start = position
    var end = start
    scanning: while true {
      let byte = bytes[end]
      if byte <= UInt8(ascii: ":") {
        switch byte {
        case UInt8(ascii: "\n"):
          break scanning
        case UInt8(ascii: ":"):
          let next = bytes[end &+ 1]
          if next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") { return nil }
        case UInt8(ascii: "#"):
          if bytes[end &- 1] == UInt8(ascii: " ") { return nil }
        default:
          break
        }
      }
      end &+= 1
    }
    position = end + 1
    return bytes[end - 1] == UInt8(ascii: " ") ? nil : start..<end
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Passes lines that are empty or hold no more than a comment.
  private mutating func skipEmptyLines() {
    while position < bytes.count {
      var start = position
      while bytes[start] == UInt8(ascii: " ") { start &+= 1 }
      if bytes[start] == UInt8(ascii: "#") {
        position = bytes.endOfLine(from: start) + 1
      } else if bytes[position] == UInt8(ascii: "\n") {
        position += 1
      } else {
        return
      }
    }
  }

  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.count - position else { return false }
    let start = bytes.baseAddress! + position
    for index in 0..<count where start[index] != text.utf8Start[index] { return false }
    position += count
    return true
  }
}

extension UInt8 {
  /// Whether it may stand in a text of a list without quotes.
  fileprivate var isASCIINotationByte: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ":"):
      true
    default:
      isASCIIWordByte
    }
  }

  var isASCIIWordByte: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
  }
}
