import LanguageServer
import Reporters
import Testing

@Suite("JSON is read and written")
struct JSONTests {
  private func parsed(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

  @Test func valuesAreReadAsTheyAreWritten() throws {
    let value = try parsed(
      #" { "a" : [ 1 , -2.50e+3, true, false, null, [], {} ], "b": "\"\\\/\b\f\n\r\té€😀" } "#)
    #expect(value["a"].elements.count == 7)
    #expect(value["b"].string == "\"\\/\u{8}\u{c}\n\r\té€😀")
    #expect(
      String(decoding: value.bytes, as: UTF8.self)
        == #"{"a":[1,-2.50e+3,true,false,null,[],{}],"b":"\"\\/\u0008\u000c\n\r\té€😀"}"#)
    #expect(try JSON(parsing: value.bytes) == value)
  }

  @Test(arguments: [
    (#""\u00e9\uD83D\uDE00""#, "é😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\u0000""#, "\0"),
  ])
  func escapesAreDecoded(text: String, string: String) throws {
    #expect(try parsed(text) == .string(string))
  }

  @Test(arguments: [
    "", " ", "nul", "tru e", "01", "1.", ".5", "+1", "1e", "--1", "[1,]", "[,1]", "[1", "{\"a\"}",
    "{\"a\":1,}", "{a:1}", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\n\"", "1 2", "NaN", "Infinity",
    "\u{FEFF}1", "// c\n1", "]", "{\"a\":1]",
  ])
  func otherTextsAreRefused(text: String) {
    #expect(throws: JSONMistake.self) { try parsed(text) }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    for bytes: [UInt8] in [[0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF0, 0x9F, 0x98]] {
      #expect(throws: JSONMistake.self) {
        try JSON(parsing: [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
      }
    }
  }

  @Test func nestingHasALimit() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try parsed(nested(400)) != .null)
    #expect(throws: JSONMistake.self) { try parsed(nested(100_000)) }
  }

  @Test func theLastOfTwoMembersCounts() throws {
    #expect(try parsed(#"{"a":1,"a":2}"#)["a"] == 2)
    #expect(try parsed("[]")["a"] == .null)
  }

  @Test func numbersThatAreTooLargeStayAsTheyAre() throws {
    #expect(try parsed("9223372036854775807") == .integer(.max))
    #expect(try parsed("9223372036854775808") == .number("9223372036854775808"))
  }
}
