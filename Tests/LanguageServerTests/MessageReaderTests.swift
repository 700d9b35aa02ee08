import LanguageServer
import Testing

@Suite("Messages are taken from a stream")
struct MessageReaderTests {
  private typealias Event = MessageReader.Event

  /// All events of a stream that arrives in pieces of this size.
  private func events(
    of stream: String, inPiecesOf size: Int, bodyLimit: Int = 100
  ) -> [MessageReader.Event] {
    var reader = MessageReader(bodyLimit: bodyLimit)
    var rest = Array(stream.utf8)[...]
    var events: [MessageReader.Event] = []
    while !rest.isEmpty {
      reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let event = reader.next() { events.append(event) }
    }
    return events
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func messagesArriveInAnyPieces(size: Int) {
    let stream =
      "Content-Length: 2\r\n\r\n{}content-length:4\r\nContent-Type: x; charset=utf-8\r\n\r\n\"é\""
      + "CONTENT-LENGTH: 0\r\n\r\nContent-Length: 4\n\nnull"
    let bodies = events(of: stream, inPiecesOf: size).map {
      if case .body(let body) = $0 { String(decoding: body, as: UTF8.self) } else { "" }
    }
    #expect(bodies == ["{}", "\"é\"", "", "null"])
  }

  @Test(arguments: [1, 5, 1000])
  func aBodyThatIsTooLongIsPassedOver(size: Int) {
    let long = String(repeating: "Content-Length: ", count: 10)
    let events = events(
      of: "Content-Length: \(long.utf8.count)\r\n\r\n\(long)Content-Length: 2\r\n\r\n{}",
      inPiecesOf: size)
    #expect(
      events == [
        .mistake(FramingMistake(message: "the body is too long")),
        .body(Array("{}".utf8)),
      ])
  }

  @Test(arguments: [
    "\r\n\r\n{}", "Content-Type: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}",
    "Content-Length: two\r\n\r\n{\"Content-Length: 2\"}", "Content-Length: 9999999999\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length:\r\n\r\n",
    "Content-Length: 1 2\r\n\r\n", "garbage\r\n", String(repeating: "x", count: 1 << 16) + "\n",
    "Content-Length: 1\r\n" + String(repeating: "x", count: 1 << 16), "{\"a\": 1}\n",
    "cccontent-lengthContent-Length: 2 Content-Length: x\n\n",
  ])
  func aMistakeIsToldOnceAndTheNextMessageRead(stream: String) {
    for size in stream.utf8.count < 1000 ? [1, 7, 1000] : [4096, 100_000] {
      let events = events(
        of: stream + "content-length: 2\r\nX: y\r\n\r\n{}Content-Length: 2\r\n\r\n[]",
        inPiecesOf: size)
      #expect(events.dropFirst() == [.body(Array("{}".utf8)), .body(Array("[]".utf8))])
      guard case .mistake? = events.first else {
        Issue.record("\(size): \(events)")
        continue
      }
    }
  }

  @Test func messagesAreSentWithTheirLengthInBytes() {
    let message = String(decoding: framed(.string("é")), as: UTF8.self)
    #expect(message == "Content-Length: 4\r\n\r\n\"é\"")
  }
}
