/// A value to be written as JSON.
indirect enum JSONValue {
  case integer(Int)
  case string(String)
  case array([JSONValue])
  /// An array whose elements are written already, one level deeper than the array itself.
  case arrayOfRendered([UInt8])
  /// The members in ascending order of their keys.
  case object([(key: String, value: JSONValue)])
}

/// Writes JSON as Foundation's encoder does when it is told to print prettily and to sort keys,
/// which is how the compiler's driver writes its messages. Importing even FoundationEssentials would
/// cost each run a quarter of a millisecond and 12 MB of binary.
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

  /// Beyond what JSON demands, DEL, C1 and bidirectional controls are escaped: readers get the
  /// exact text, and a terminal that is shown the stream does not obey it.
  private mutating func append(_ string: String) {
    bytes += "\"".utf8
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/":
        bytes += "\\".utf8
        bytes.append(UInt8(ascii: scalar))
      case "\u{08}": bytes += "\\b".utf8
      case "\t": bytes += "\\t".utf8
      case "\n": bytes += "\\n".utf8
      case "\u{0C}": bytes += "\\f".utf8
      case "\r": bytes += "\\r".utf8
      case " "..."~": bytes.append(UInt8(ascii: scalar))
      case _ where isTerminalControl(scalar): appendEscape(scalar)
      default: bytes += String(scalar).utf8
      }
    }
    bytes += "\"".utf8
  }

  /// `\u202e`
  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
  }
}
