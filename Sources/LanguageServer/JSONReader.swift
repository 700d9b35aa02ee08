import Reporters

/// The reason why a text is no JSON.
package struct JSONMistake: Error, Equatable {
  /// The offset where it stops being JSON, in bytes from 0.
  package let offset: Int
}

extension JSON {
  /// Reads a text of JSON as RFC 8259 has it: no comments, no commas at an end, no byte order mark,
  /// UTF-8 throughout. An escape for half of a surrogate pair is U+FFFD.
  package init(parsing bytes: [UInt8]) throws(JSONMistake) {
    let result = bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes: bytes)
      return Result { () throws(JSONMistake) in try reader.document() }
    }
    self = try result.get()
  }
}

/// The depth to which arrays and objects may be nested: no message comes near it, and a reader that
/// follows brackets without end would run out of its stack.
private let depthLimit = 500

private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The one value that is all of the text.
  mutating func document() throws(JSONMistake) -> JSON {
    let value = try value()
    skipBlanks()
    guard offset == bytes.count else { throw mistake }
    return value
  }

  private var mistake: JSONMistake { JSONMistake(offset: offset) }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONMistake) -> JSON {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONMistake) -> JSON {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard next == byte else { throw mistake }
      offset += 1
    }
    return value
  }

  // MARK: - Arrays and objects

  private mutating func open() throws(JSONMistake) {
    guard depth < depthLimit else { throw mistake }
    depth += 1
    offset += 1
    skipBlanks()
  }

  /// - Returns: whether the bracket has closed; otherwise a comma was there.
  private mutating func isClosed(by bracket: Unicode.Scalar) throws(JSONMistake) -> Bool {
    skipBlanks()
    if skip(bracket) {
      depth -= 1
      return true
    }
    guard skip(",") else { throw mistake }
    return false
  }

  private mutating func elements() throws(JSONMistake) -> [JSON] {
    try open()
    var elements: [JSON] = []
    if skip("]") {
      depth -= 1
      return elements
    }
    repeat { elements.append(try value()) } while try !isClosed(by: "]")
    return elements
  }

  private mutating func members() throws(JSONMistake) -> [(key: String, value: JSON)] {
    try open()
    var members: [(key: String, value: JSON)] = []
    if skip("}") {
      depth -= 1
      return members
    }
    repeat {
      skipBlanks()
      let key = try string()
      skipBlanks()
      guard skip(":") else { throw mistake }
      members.append((key: key, value: try value()))
    } while try !isClosed(by: "}")
    return members
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONMistake) -> JSON {
    let start = offset
    _ = skip("-")
    if !skip("0") { try digits() }
    var isInteger = true
    if skip(".") {
      isInteger = false
      try digits()
    }
    if skip("e") || skip("E") {
      isInteger = false
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    return (isInteger ? Int(text) : nil).map { .integer($0) } ?? .number(text)
  }

  /// Reads one digit or more.
  private mutating func digits() throws(JSONMistake) {
    let start = offset
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { offset += 1 }
    guard start < offset else { throw mistake }
  }

  // MARK: - Strings

  private mutating func string() throws(JSONMistake) -> String {
    guard skip("\"") else { throw mistake }
    let start = offset
    try skipPlainText()
    // Most strings have no escape, and are taken whole.
    if next == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return try text(of: bytes[start..<offset], at: start)
    }
    var decoded = Array(bytes[start..<offset])
    while !skip("\"") {
      offset += 1
      try appendEscaped(to: &decoded)
      let start = offset
      try skipPlainText()
      decoded += bytes[start..<offset]
    }
    return try text(of: decoded[...], at: start)
  }

  /// Goes on to the end of the string or to a backslash.
  private mutating func skipPlainText() throws(JSONMistake) {
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard 0x20 <= byte else { throw mistake }
      offset += 1
    }
    guard offset < bytes.count else { throw mistake }
  }

  private func text(
    of utf8: some Collection<UInt8>, at start: Int
  ) throws(JSONMistake) -> String {
    let text = String(decoding: utf8, as: UTF8.self)
    // Bytes that are not UTF-8 have become U+FFFD.
    guard utf8.allSatisfy({ $0 < 0x80 }) || text.utf8.elementsEqual(utf8) else {
      throw JSONMistake(offset: start)
    }
    return text
  }

  /// Appends the character that an escape stands for.
  private mutating func appendEscaped(to decoded: inout [UInt8]) throws(JSONMistake) {
    guard let byte = next else { throw mistake }
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": decoded.append(byte)
    case "b": decoded.append(0x08)
    case "f": decoded.append(0x0C)
    case "n": decoded.append(0x0A)
    case "r": decoded.append(0x0D)
    case "t": decoded.append(0x09)
    case "u":
      offset += 1
      decoded += String(Character(try escapedScalar())).utf8
      return
    default: throw mistake
    }
    offset += 1
  }

  private mutating func escapedScalar() throws(JSONMistake) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let start = offset
    if unit < 0xDC00, skip("\\"), skip("u") {
      let low = try codeUnit()
      if 0xDC00...0xDFFF ~= low {
        let value = 0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(low - 0xDC00)
        return Unicode.Scalar(value)!
      }
    }
    offset = start
    return "\u{FFFD}"
  }

  /// Reads four hexadecimal digits.
  private mutating func codeUnit() throws(JSONMistake) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw mistake
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
