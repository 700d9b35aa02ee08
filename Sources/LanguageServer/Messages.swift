import Reporters

/// The reason why a message could not be taken from the stream.
package struct FramingMistake: Error, Equatable {
  package let message: String

  package init(message: String) {
    self.message = message
  }
}

/// Takes messages from a stream of bytes, in which a header with the length stands before each.
/// Without one it goes on with the next line that gives a length: no JSON holds such a line.
package struct MessageReader {
  package enum Event: Equatable {
    case body([UInt8])
    /// A mistake in bytes that have been passed over, up to a header that can be read.
    case mistake(FramingMistake)
  }

  private enum State {
    case header
    /// The body comes next; its length is in bytes.
    case body(length: Int)
    /// A header has to be found after a mistake.
    case lost
  }

  private var state = State.header
  private var buffer: [UInt8] = []
  /// The end of the bytes of the buffer that were handed over.
  private var start = 0
  private let bodyLimit: Int

  /// - Parameter bodyLimit: the length in bytes up to which a body is kept.
  package init(bodyLimit: Int = 1 << 30) {
    self.bodyLimit = bodyLimit
  }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    // Memory is given back in large pieces, so that no byte moves often.
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
  package mutating func next() -> Event? {
    while true {
      switch state {
      case .header:
        do throws(FramingMistake) {
          guard let length = try readHeader() else { return nil }
          state = .body(length: length)
        } catch {
          // The line that begins here is not to be found again.
          start += 1
          state = .lost
          return .mistake(error)
        }
      case .body(let length):
        guard length <= buffer.count - start else { return nil }
        let body = Array(buffer[start..<start + length])
        start += length
        state = .header
        if start == buffer.count { removeHandedOver() }
        return .body(body)
      case .lost:
        guard findHeader() else { return nil }
        state = .header
      }
    }
  }

  /// The value of `Content-Length`; nil where the header is not whole.
  private mutating func readHeader() throws(FramingMistake) -> Int? {
    var length: Int?
    var lineStart = start
    while let end = buffer[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
      guard end - start < headerLimit else {
        throw FramingMistake(message: "the header has no end")
      }
      let line = buffer[lineStart..<end].withoutReturn
      lineStart = end + 1
      guard line.isEmpty else {
        length = try Self.contentLength(in: line) ?? length
        continue
      }
      guard let length else { throw FramingMistake(message: "the header has no Content-Length") }
      guard length <= bodyLimit else {
        throw FramingMistake(message: "the body is too long")
      }
      start = lineStart
      return length
    }
    guard buffer.count - start < headerLimit else {
      throw FramingMistake(message: "the header has no end")
    }
    return nil
  }

  /// The length in a line of the header; nil for another field.
  private static func contentLength(in line: ArraySlice<UInt8>) throws(FramingMistake) -> Int? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw FramingMistake(message: "a line of the header has no colon")
    }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }) else {
      throw FramingMistake(message: "a line of the header has no field name")
    }
    guard name.lowercased() == "content-length" else { return nil }
    let words = line[(colon + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard words.count == 1, let length = Int(String(decoding: words[0], as: UTF8.self)),
      words[0].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw FramingMistake(message: "the Content-Length is not a number") }
    return length
  }

  // MARK: - After a mistake

  /// Passes over the bytes before a line with a length, which may follow a body without a break.
  /// - Returns: whether there is such a line.
  private mutating func findHeader() -> Bool {
    while let candidate = buffer[start...].firstIndex(where: { $0 | 0x20 == UInt8(ascii: "c") }) {
      start = candidate
      let line = buffer[start...].prefix(longestLengthLine)
      if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
        if (try? Self.contentLength(in: line[..<end].withoutReturn)) ?? nil != nil { return true }
      } else if line.count < longestLengthLine, Self.mayBeginLength(line) {
        return false
      }
      start += 1
    }
    start = buffer.count
    return false
  }

  private static func mayBeginLength(_ line: ArraySlice<UInt8>) -> Bool {
    zip(line, "content-length".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutReturn: Self { last == UInt8(ascii: "\r") ? dropLast() : self }
}

/// The length that a header may have, in bytes.
private let headerLimit = 1 << 16

/// The longest line with a length, in bytes with its line end.
private let longestLengthLine = 64

/// A message as it is sent, with its header.
package func framed(_ message: JSON) -> [UInt8] {
  let body = message.bytes
  return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
}

/// A message for the client.
package struct OutgoingMessage: Sendable {
  package let json: JSON
  /// The document whose diagnostics are published: where a newer message about it waits as well,
  /// the older one need not be sent.
  package let publishedURI: String?

  init(_ json: JSON, publishedURI: String? = nil) {
    (self.json, self.publishedURI) = (json, publishedURI)
  }
}

/// The errors of JSON-RPC and of the protocol.
enum ResponseError: Int {
  case parseError = -32700
  case invalidRequest = -32600
  case methodNotFound = -32601
  case invalidParams = -32602
  case serverNotInitialized = -32002
  case requestCancelled = -32800
  case serverCancelled = -32802
}
