/// Why the stream of messages cannot be followed any further.
package struct FramingMistake: Error, Equatable {
  package let message: String
}

/// Takes messages from a stream of bytes, in which a header with the length stands before each.
package struct MessageReader {
  package enum Event: Equatable {
    case body([UInt8])
    /// A body that is too long to be kept has been passed over.
    case oversizedBody
  }

  private enum State {
    case header
    /// Lengths in bytes.
    case body(length: Int)
    case passing(left: Int)
  }

  private var state = State.header
  private var buffer: [UInt8] = []
  /// What of the buffer has been handed over.
  private var start = 0
  private let bodyLimit: Int

  /// - Parameter bodyLimit: of a body that is kept, in bytes.
  package init(bodyLimit: Int = 1 << 30) {
    self.bodyLimit = bodyLimit
  }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    // Given back in large pieces, so that no byte moves often.
    if buffer.count < 2 * start { removeHandedOver() }
    buffer += bytes
  }

  private mutating func removeHandedOver() {
    // The memory of a large message is not kept.
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    } else {
      buffer.removeFirst(start)
    }
    start = 0
  }

  /// The next message; nil where it is not whole yet.
  package mutating func next() throws(FramingMistake) -> Event? {
    while true {
      let available = buffer.count - start
      switch state {
      case .header:
        guard let length = try readHeader() else { return nil }
        state = length <= bodyLimit ? .body(length: length) : .passing(left: length)
      case .body(let length):
        guard length <= available else { return nil }
        let body = Array(buffer[start..<start + length])
        start += length
        state = .header
        if start == buffer.count { removeHandedOver() }
        return .body(body)
      case .passing(let left):
        let passed = min(left, available)
        start += passed
        state = passed < left ? .passing(left: left - passed) : .header
        return passed < left ? nil : .oversizedBody
      }
    }
  }

  /// What `Content-Length` says; nil where the header is not whole.
  private mutating func readHeader() throws(FramingMistake) -> Int? {
    var length: Int?
    var lineStart = start
    while let end = buffer[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
      var line = buffer[lineStart..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      lineStart = end + 1
      guard line.isEmpty else {
        length = try Self.contentLength(in: line) ?? length
        continue
      }
      guard let length else { throw FramingMistake(message: "a header has no Content-Length") }
      start = lineStart
      return length
    }
    guard buffer.count - start < headerLimit else {
      throw FramingMistake(message: "a header has no end")
    }
    return nil
  }

  /// Nil for another field.
  private static func contentLength(in line: ArraySlice<UInt8>) throws(FramingMistake) -> Int? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw FramingMistake(message: "a line of a header has no colon")
    }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    guard name.lowercased() == "content-length" else { return nil }
    let words = line[(colon + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard words.count == 1, let length = Int(String(decoding: words[0], as: UTF8.self)),
      words[0].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw FramingMistake(message: "a Content-Length is no length") }
    return length
  }
}

/// In bytes.
private let headerLimit = 1 << 16

/// A message as it is sent, with its header.
package func framed(_ message: JSON) -> [UInt8] {
  let body = message.bytes
  return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
}
