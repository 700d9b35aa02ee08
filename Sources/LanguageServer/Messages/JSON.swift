/// A value of JSON (RFC 8259) that is read as well as written; what reports are made of is written
/// only.
package enum JSON: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number that is no `Int`, as it was written.
  case number(String)
  case string(String)
  case array([JSON])
  /// In the order in which they are written; of two with one key the last counts.
  case object([Member])

  package struct Member: Equatable, Sendable {
    let key: String
    let value: JSON
  }

  /// The value of a member; null where there is none.
  package subscript(key: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.last { $0.key == key }?.value ?? .null
  }

  var isNull: Bool { self == .null }

  var isObject: Bool {
    if case .object = self { true } else { false }
  }

  var isTrue: Bool { self == .boolean(true) }

  var integer: Int? {
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
  func adding(_ key: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key: key, value: value)])
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSON: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self = .integer(value)
  }
}

extension JSON: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }
}

// MARK: - Writing

extension JSON {
  /// The value as text without blanks, in ASCII but for what strings hold.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let boolean): bytes += (boolean ? "true" : "false").utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .number(let text): bytes += text.utf8
    case .string(let string): Self.append(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if 0 < index { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if 0 < index { bytes.append(UInt8(ascii: ",")) }
        Self.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
      case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
      case ..<0x20:
        bytes += ((byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
