/// A value to be written as JSON.
package indirect enum JSONValue {
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  /// The members in the order in which they are written; `JSONWriter` wants that of their keys.
  case object([(key: String, value: JSONValue)])
}

/// The value as text, with a closing line break.
package func renderJSON(_ value: JSONValue) -> [UInt8] {
  var writer = JSONWriter()
  writer.append(value)
  writer.text.append(character: "\n")
  return writer.text.bytes
}

extension TextBuffer {
  /// Appends the value on one line.
  mutating func append(compact value: JSONValue) {
    switch value {
    case .boolean(let boolean): append(boolean ? "true" : "false")
    case .integer(let integer):
      if integer < 0 { append(character: "-") }
      append(decimal: abs(integer))
    case .string(let string): append(quoted: string)
    case .array(let elements):
      append(character: "[")
      for (index, element) in elements.enumerated() {
        if index > 0 { append(character: ",") }
        append(compact: element)
      }
      append(character: "]")
    case .object(let members):
      append(character: "{")
      for (index, member) in members.enumerated() {
        if index > 0 { append(character: ",") }
        append(quoted: member.key)
        append(character: ":")
        append(compact: member.value)
      }
      append(character: "}")
    }
  }

  private mutating func append(quoted string: String) {
    append(character: "\"")
    var string = string
    string.withUTF8 { append(escaping: $0, escapesSlashes: false) }
    append(character: "\"")
  }
}

/// Writes JSON as Foundation's encoder does when it is told to print prettily and to sort keys,
/// which is how the compiler's driver writes its messages. Importing even FoundationEssentials
/// would cost each run a quarter of a millisecond, and the binary 12 MB.
///
/// What is written is the caller's to get right: members in ascending order of their keys, a value
/// after each key, a closing bracket for each that opens.
struct JSONWriter: ~Copyable {
  var text = TextBuffer()
  /// How many arrays and objects are open around what comes next.
  private var depth: Int
  /// Whether nothing stands in the innermost of them yet.
  private var isEmpty: Bool

  /// - Parameters:
  ///   - depth: of what is written; if it is not 0, elements of an array that is open.
  ///   - isEmpty: whether the array has no elements yet.
  init(depth: Int = 0, isEmpty: Bool = true) {
    self.depth = depth
    self.isEmpty = isEmpty
  }

  /// Opens an array or an object.
  mutating func open(_ bracket: StaticString) {
    text.append(bracket)
    text.append(character: "\n")
    depth += 1
    isEmpty = true
  }

  mutating func close(_ bracket: StaticString) {
    depth -= 1
    isEmpty = false
    text.append(character: "\n")
    text.append(blanks: 2 * depth)
    text.append(bracket)
  }

  /// Starts an element of an array, or a member of an object, on a line of its own.
  mutating func startElement() {
    if !isEmpty { text.append(",\n") }
    isEmpty = false
    text.append(blanks: 2 * depth)
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

  mutating func append(_ value: JSONValue) {
    switch value {
    case .boolean(let boolean):
      text.append(boolean ? "true" : "false")
    case .integer(let integer):
      append(integer)
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
        text.append(" : ")
        append(member.value)
      }
      close("}")
    }
  }

  private mutating func append(_ integer: Int) {
    if integer < 0 { text.append(character: "-") }
    text.append(decimal: abs(integer))
  }

  private mutating func append(_ string: String) {
    text.append(character: "\"")
    var string = string
    string.withUTF8 { text.append(escaping: $0) }
    text.append(character: "\"")
  }
}

extension TextBuffer {
  /// Appends text as it stands between the quotation marks of a JSON string.
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - escapesSlashes: as the compiler's driver does, and nobody needs.
  mutating func append(escaping text: UnsafeBufferPointer<UInt8>, escapesSlashes: Bool = true) {
    var start = 0  // of what is not written yet
    var offset = 0
    while offset < text.count {
      if isPlain(text[offset]) || !escapesSlashes && text[offset] == UInt8(ascii: "/") {
        offset += 1
        continue
      }
      let (length, escape) = escape(at: offset, in: text)
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
///
/// Beyond what JSON demands, DEL, C1 and bidirectional controls are escaped: readers get the exact
/// text, and a terminal that is shown the stream does not obey it.
private func escape(
  at offset: Int, in text: UnsafeBufferPointer<UInt8>
) -> (length: Int, escape: String?) {
  switch text[offset] {
  case UInt8(ascii: "\""): return (1, #"\""#)
  case UInt8(ascii: "\\"): return (1, #"\\"#)
  case UInt8(ascii: "/"): return (1, #"\/"#)
  case UInt8(ascii: "\n"): return (1, #"\n"#)
  case UInt8(ascii: "\r"): return (1, #"\r"#)
  case UInt8(ascii: "\t"): return (1, #"\t"#)
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
