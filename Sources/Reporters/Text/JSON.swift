/// A value of JSON (RFC 8259).
package indirect enum JSON: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number that is no `Int`, as it was written.
  case number(String)
  case string(String)
  case array([JSON])
  /// The members in the order in which they are written: for pretty text, that of their keys. Of
  /// two with one key the last counts.
  case object([(key: String, value: JSON)])

  /// The value of a member; null if there is none.
  package subscript(key: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.last { $0.key == key }?.value ?? .null
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package var isObject: Bool {
    if case .object = self { true } else { false }
  }

  package var isTrue: Bool {
    if case .boolean(true) = self { true } else { false }
  }

  package var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// Empty for what is no array.
  package var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The same object with a member more.
  package func adding(_ key: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [(key, value)])
  }

  /// The value as text without blanks, in which only what must be escaped is.
  package var bytes: [UInt8] {
    var text = TextBuffer()
    text.append(compact: self, .required)
    return text.bytes
  }

  /// The value as text for people, with a closing line break.
  package var prettyBytes: [UInt8] {
    var writer = JSONWriter()
    writer.append(self)
    writer.text.append(character: "\n")
    return writer.text.bytes
  }
}

extension JSON: Equatable {
  /// Whether both are written in the same way.
  package static func == (left: JSON, right: JSON) -> Bool { left.bytes == right.bytes }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { (key: $0.0, value: $0.1) })
  }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension TextBuffer {
  /// Appends the value on one line.
  mutating func append(compact value: JSON, _ escapes: JSONEscapes = .forTerminals) {
    var writer = JSONWriter(isPretty: false, escapes)
    swap(&writer.text, &self)
    writer.append(value)
    swap(&writer.text, &self)
  }
}

/// Which characters of a string are written as escapes.
enum JSONEscapes {
  /// Those that RFC 8259 demands.
  case required
  /// DEL, C1 and bidirectional controls, too: readers get the exact text, and a terminal that is
  /// shown it does not obey it.
  case forTerminals
  /// Slashes, too, which the compiler's driver escapes and nobody needs to.
  case forTerminalsAndSlashes
}

/// Writes JSON as Foundation's encoder does when it is told to print prettily and to sort keys,
/// which is how the compiler's driver writes its messages, or all on one line. Importing even
/// FoundationEssentials would cost each run a quarter of a millisecond, and the binary 12 MB.
///
/// What is written is the caller's to get right: members in ascending order of their keys, a value
/// after each key, a closing bracket for each that opens.
struct JSONWriter: ~Copyable {
  var text = TextBuffer()
  /// How many arrays and objects are open around what comes next.
  private var depth: Int
  /// Whether nothing stands in the innermost of them yet.
  private var isEmpty: Bool
  private let isPretty: Bool
  private let escapes: JSONEscapes

  /// - Parameters:
  ///   - depth: of what is written; if it is not 0, elements of an array that is open.
  ///   - isEmpty: whether the array has no elements yet.
  init(
    depth: Int = 0, isEmpty: Bool = true, isPretty: Bool = true,
    _ escapes: JSONEscapes = .forTerminalsAndSlashes
  ) {
    (self.depth, self.isEmpty, self.isPretty, self.escapes) = (depth, isEmpty, isPretty, escapes)
  }

  private mutating func startLine() {
    guard isPretty else { return }
    text.append(character: "\n")
    text.append(blanks: 2 * depth)
  }

  /// Opens an array or an object.
  mutating func open(_ bracket: StaticString) {
    text.append(bracket)
    if isPretty { text.append(character: "\n") }
    depth += 1
    isEmpty = true
  }

  mutating func close(_ bracket: StaticString) {
    depth -= 1
    isEmpty = false
    startLine()
    text.append(bracket)
  }

  /// Starts an element of an array, or a member of an object, on a line of its own.
  mutating func startElement() {
    if !isEmpty { text.append(isPretty ? ",\n" : ",") }
    isEmpty = false
    if isPretty { text.append(blanks: 2 * depth) }
  }

  /// - Parameter key: needs no escapes.
  mutating func startMember(_ key: StaticString) {
    startElement()
    text.append(character: "\"")
    text.append(key)
    text.append("\" : ")
  }

  mutating func append(_ key: StaticString, _ string: String) {
    startMember(key)
    append(string)
  }

  mutating func append(_ key: StaticString, _ integer: Int) {
    startMember(key)
    append(integer)
  }

  mutating func append(_ value: JSON) {
    switch value {
    case .null: text.append("null")
    case .boolean(let boolean):
      text.append(boolean ? "true" : "false")
    case .integer(let integer):
      append(integer)
    case .number(let number): text.append(string: number)
    case .string(let string):
      append(string)
    case .array(let elements):
      open("[")
      for element in elements {
        startElement()
        append(element)
      }
      close("]")
    case .object(let members):
      open("{")
      for member in members {
        startElement()
        append(member.key)
        text.append(isPretty ? " : " : ":")
        append(member.value)
      }
      close("}")
    }
  }

  private mutating func append(_ integer: Int) {
    if integer < 0 { text.append(character: "-") }
    text.append(decimal: Int(bitPattern: integer.magnitude))
  }

  private mutating func append(_ string: String) {
    text.append(character: "\"")
    var string = string
    string.withUTF8 { text.append(escaping: $0, escapes) }
    text.append(character: "\"")
  }
}

extension TextBuffer {
  /// Appends text as it stands between the quotation marks of a JSON string.
  /// - Parameter text: UTF-8.
  mutating func append(
    escaping text: UnsafeBufferPointer<UInt8>, _ escapes: JSONEscapes = .forTerminalsAndSlashes
  ) {
    let escapesSlashes = escapes == .forTerminalsAndSlashes
    var start = 0  // of what is not written yet
    var offset = 0
    while offset < text.count {
      if isPlain(text[offset]) || !escapesSlashes && text[offset] == UInt8(ascii: "/") {
        offset += 1
        continue
      }
      let (length, escape) = escape(at: offset, in: text, escapes)
      if let escape {
        append(UnsafeBufferPointer(rebasing: text[start..<offset]))
        for byte in escape.utf8 { append(byte: byte) }
        start = offset + length
      }
      offset += length
    }
    append(UnsafeBufferPointer(rebasing: text[start...]))
  }
}

/// Whether an ASCII character stands for itself.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): false
  default: UInt8(ascii: " ")...UInt8(ascii: "~") ~= byte
  }
}

/// What stands for the character at an offset, if it cannot stand for itself, and its length; one
/// that can may be taken in several steps.
private func escape(
  at offset: Int, in text: UnsafeBufferPointer<UInt8>, _ escapes: JSONEscapes
) -> (length: Int, escape: String?) {
  switch text[offset] {
  case UInt8(ascii: "\""): return (1, #"\""#)
  case UInt8(ascii: "\\"): return (1, #"\\"#)
  case UInt8(ascii: "/"): return (1, #"\/"#)
  case UInt8(ascii: "\n"): return (1, #"\n"#)
  case UInt8(ascii: "\r"): return (1, #"\r"#)
  case UInt8(ascii: "\t"): return (1, #"\t"#)
  case let byte where escapes == .required:
    return (1, byte < 0x20 ? escape(Unicode.Scalar(byte)) : nil)
  case UInt8(ascii: "\u{08}"): return (1, #"\b"#)
  case UInt8(ascii: "\u{0C}"): return (1, #"\f"#)
  default:
    var rest = text[offset...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &rest) else { return (1, nil) }
    let scalar = Unicode.UTF8.decode(encoded)
    return (encoded.count, isTerminalControl(scalar) ? escape(scalar) : nil)
  }
}

/// `\u202e`
private func escape(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16)
  return #"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits
}
