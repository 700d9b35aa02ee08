/// A value of JSON (RFC 8259).
package indirect enum JSON: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number that is no `Int`, as it was written.
  case number(String)
  case string(String)
  case array([JSON])
  /// The members in the order in which they are written: for pretty text, that of their keys. The
  /// last of two with one key counts.
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

  /// The elements of an array; empty for other values.
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
    var text = TextBuffer()
    text.append(pretty: self, depth: 0)
    text.append(character: "\n")
    return text.bytes
  }
}

extension JSON: Equatable {
  /// Whether both are written in the same way.
  package static func == (left: JSON, right: JSON) -> Bool { left.bytes == right.bytes }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// Members that are nil are left out.
  package init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(members.compactMap { key, value in value.map { (key, $0) } })
  }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

/// The characters of a string that are written as escapes.
enum JSONEscapes {
  /// The escapes that RFC 8259 demands.
  case required
  /// DEL, C1 and bidirectional controls, too: readers get the exact text, and a terminal that is
  /// shown it does not obey it.
  case forTerminals
  /// These and slashes, which the compiler's driver escapes and nobody needs to.
  case forTerminalsAndSlashes
}

extension TextBuffer {
  /// Appends the value on one line.
  mutating func append(compact value: JSON, _ escapes: JSONEscapes = .forTerminals) {
    switch value {
    case .null: append("null")
    case .boolean(let boolean): append(boolean ? "true" : "false")
    case .integer(let integer):
      if integer < 0 { append(character: "-") }
      append(decimal: Int(bitPattern: integer.magnitude))
    case .number(let number): append(string: number)
    case .string(let string): append(quoting: string, escapes)
    case .array(let elements):
      append(character: "[")
      for (index, element) in elements.enumerated() {
        if 0 < index { append(character: ",") }
        append(compact: element, escapes)
      }
      append(character: "]")
    case .object(let members):
      append(character: "{")
      for (index, member) in members.enumerated() {
        if 0 < index { append(character: ",") }
        append(quoting: member.key, escapes)
        append(character: ":")
        append(compact: member.value, escapes)
      }
      append(character: "}")
    }
  }

  private mutating func append(quoting string: String, _ escapes: JSONEscapes) {
    append(character: "\"")
    var string = string
    string.withUTF8 { append(escaping: $0, escapes) }
    append(character: "\"")
  }

  /// Appends a value as Foundation's encoder writes it when it is told to print prettily, which is
  /// how the compiler's driver writes its messages. Importing even FoundationEssentials would cost
  /// each run a quarter of a millisecond, and the binary 12 MB.
  /// - Parameter depth: the number of arrays and objects that are open around it.
  mutating func append(pretty value: JSON, depth: Int) {
    var text = TextBuffer()
    text.append(compact: value, .forTerminalsAndSlashes)
    let compact = text.bytes
    var depth = depth
    var (isString, isEscaped) = (false, false)
    for (index, byte) in compact.enumerated() {
      if isString {
        append(byte: byte)
        isString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        append(byte: byte)
        append(character: "\n")
        depth += 1
        if !isClosing(compact[index + 1]) { append(blanks: 2 * depth) }
      case UInt8(ascii: ","):
        append(",\n")
        append(blanks: 2 * depth)
      case UInt8(ascii: ":"): append(" : ")
      case _ where isClosing(byte):
        depth -= 1
        append(character: "\n")
        append(blanks: 2 * depth)
        append(byte: byte)
      default:
        append(byte: byte)
        isString = byte == UInt8(ascii: "\"")
      }
    }
  }
}

/// Whether an array or object ends here.
private func isClosing(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
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

/// The escape of the character at an offset, if it cannot stand for itself, and its length; one
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

/// The escape of a scalar, e.g. `\u202e`.
private func escape(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16)
  return #"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits
}
