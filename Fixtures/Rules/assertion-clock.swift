import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

struct Order {
  var created = Date(timeIntervalSince1970: 0)
  var isLate = false
  func isDue(at date: Date) -> Bool { created < date }
}

// Reported: assertions that read the clock, in every framework.

@Suite struct OrderTests {
  let order = Order()
  let calendar = Calendar(identifier: .iso8601)  // expect: calendar-identifier-only

  @Test func isNew() throws {
    #expect(order.created < Date())  // expect: assertion-clock
    #expect(Date.now > order.created)  // expect: assertion-clock
    #expect(order.isDue(at: .now))  // expect: assertion-clock
    #expect(order.isDue(at: Date(timeIntervalSinceNow: 60)))  // expect: assertion-clock
    #expect(order.created.timeIntervalSinceNow < 1)  // expect: assertion-clock
    #expect(
      calendar.component(.year, from: order.created)
        == calendar.component(.year, from: Date()))  // expect: assertion-clock
    _ = try #require(calendar.date(byAdding: .day, value: 1, to: Date()))  // expect: assertion-clock
    #expect(!order.isLate, "late at \(Date())")  // expect: assertion-clock
  }

  func expectNew(_ order: Order) {
    expect(order.created).to(equal(Date()))  // expect: test-reaches-clock
    expect(Date()).to(equal(order.created))  // expect: assertion-clock
  }
}

extension OrderTests {
  // expect@+1: assertion-clock, assertion-clock
  @Test func isOld() { #expect(ContinuousClock.now < .now) }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    let order = Order()

    func testNew() {
      XCTAssertEqual(order.created, Date())  // expect: assertion-clock
      XCTAssertTrue(order.isDue(at: Date()))  // expect: assertion-clock
      XCTAssertLessThan(Date().timeIntervalSince(order.created), 1)  // expect: assertion-clock
      XCTAssertEqual(
        order.created.timeIntervalSince1970, Date().timeIntervalSince1970,  // expect: assertion-clock
        accuracy: 1)
    }
  }

  class OwnTestCase: XCTestCase {}

  final class OwnTests: OwnTestCase {
    func testNew() {
      XCTAssertNotNil(Date())  // expect: assertion-clock
    }
  }
#endif

// Not reported: a date that the test sets; a limit of a wait; a closure that runs later.

@Suite struct CalmTests {
  let now = Date(timeIntervalSince1970: 0)

  @Test func isDue() {
    #expect(Order().isDue(at: now))
    // expect@+1: timed-wait
    #expect(DispatchSemaphore(value: 1).wait(timeout: .now() + 60) == .success)
    #expect([now].allSatisfy { $0 == Date.distantPast })
  }
}

// Elsewhere other rules report it.
func check(_ order: Order) { #expect(order.isDue(at: Date())) }  // expect: date-init

struct Expectation<Value> {
  let value: Value
  func to(_ other: Value) {}
}
func expect<Value>(_ value: Value) -> Expectation<Value> { Expectation(value: value) }
func equal<Value>(_ value: Value) -> Value { value }

// Texts: #expect(order.created < Date())
let help = "XCTAssertEqual(order.created, Date())"
