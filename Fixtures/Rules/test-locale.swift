import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: formatters of a test that have the settings of the machine.

@Suite struct PriceTests {
  let numbers = NumberFormatter()  // expect: test-locale

  @Test func formats() throws {
    let formatter = DateFormatter()  // expect: test-locale
    formatter.dateFormat = "yyyy-MM-dd"
    _ = try #require(formatter.date(from: "2024-02-29"))
    #expect(numbers.string(from: 1.5) == "1.5")
    #expect(NumberFormatter().string(from: 1.5) == "1.5")  // expect: test-locale
  }
}

extension PriceTests {
  var other: NumberFormatter { .init() }  // expect: test-locale
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    func testFormats() {
      let formatter = DateFormatter()  // expect: test-locale
      formatter.dateStyle = .short
      XCTAssertNotNil(formatter.date(from: "1.1.2024"))
    }
  }
#endif

// Not reported: a test that sets them, or has a fixed date.

@Suite struct CalmTests {
  @Test func formats() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    let german = with(DateFormatter()) { $0.locale = Locale(identifier: "de_DE") }
    #expect(german.locale != formatter.locale)
    #expect(formatter.string(from: Date(timeIntervalSince1970: 0)) != "")
    #expect(ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: 0)) != "")
  }
}

func with<Value>(_ value: Value, _ change: (Value) -> Void) -> Value {
  change(value)
  return value
}

// Elsewhere another rule reports it.
let short = DateFormatter()  // expect: formatter-init

// Texts: DateFormatter()
let help = "NumberFormatter()"
