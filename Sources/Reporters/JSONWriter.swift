/// A value to be written as JSON.
package indirect enum JSONValue {
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  /// An array whose elements are written already, one level deeper than the array itself.
  case arrayOfRendered([UInt8])
  /// The members in ascending order of their keys.
  case object([(key: String, value: JSONValue)])
}

/// The value as text, with a closing line break.
package func renderJSON(_ value: JSONValue) -> [UInt8] {
  var writer = JSONWriter(depth: 0)
  writer.append(value)
  return writer.bytes + [UInt8(ascii: "\n")]
}

/// Writes JSON as Foundation's encoder does when it is told to print prettily and to sort keys,
/// which is how the compiler's driver writes its messages. Importing even FoundationEssentials
/// would cost each run a quarter of a millisecond, and the binary 12 MB.
struct JSONWriter {
  var bytes: [UInt8] = []
  /// How many arrays and objects are open around what comes next.
  private var depth: Int

  init(depth: Int) {
    self.depth = depth
  }

  /// Appends a value as an element of an array, that is, on a line of its own.
  mutating func appendElement(_ value: JSONValue) {
    appendIndentation()
    append(value)
  }

  mutating func append(_ value: JSONValue) {
    switch value {
    case .boolean(let boolean):
      bytes += String(boolean).utf8
    case .integer(let integer):
      bytes += String(integer).utf8
    case .string(let string):
      append(string)
    case .array(let elements):
      bytes += "[\n".utf8
      depth += 1
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ",\n".utf8 }
        appendElement(element)
      }
      close("]")
    case .arrayOfRendered(let elements):
      bytes += "[\n".utf8
      depth += 1
      bytes += elements
      close("]")
    case .object(let members):
      append(members)
    }
  }

  private mutating func append(_ members: [(key: String, value: JSONValue)]) {
    bytes += "{\n".utf8
    depth += 1
    for (index, member) in members.enumerated() {
      if index > 0 { bytes += ",\n".utf8 }
      appendIndentation()
      append(member.key)
      bytes += " : ".utf8
      append(member.value)
    }
    close("}")
  }

  private mutating func close(_ bracket: String) {
    depth -= 1
    bytes += "\n".utf8
    appendIndentation()
    bytes += bracket.utf8
  }

  private mutating func appendIndentation() {
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }

  private mutating func append(_ string: String) {
    bytes += "\"".utf8
    var string = string
    string.withUTF8 { text in
      var start = 0  // of what is not written yet
      var offset = 0
      while offset < text.count {
        let (length, escape) = escape(at: offset, in: text)
        if let escape {
          bytes += text[start..<offset]
          bytes += escape.utf8
          start = offset + length
        }
        offset += length
      }
      bytes += text[start...]
    }
    bytes += "\"".utf8
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
  case UInt8(ascii: " ")...UInt8(ascii: "~"): return (1, nil)
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
