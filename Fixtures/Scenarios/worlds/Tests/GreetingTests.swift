import Foundation
import XCTest

enum Noon: Environment {
  static let now = Date(timeIntervalSince1970: 43_200)
}

enum Tomorrow: Environment {
  static var now: Date { Noon.now.addingTimeInterval(86_400) }
}

enum Drifting: Environment {
  static var now: Date { Date() }  // expect: date-init
}

final class GreetingTests: XCTestCase {
  func testDay() {
    XCTAssertEqual(Greeting<Noon>(name: "Ada").text, "Good day, Ada")
  }

  func testDayAfter() {
    XCTAssertEqual(Greeting<Tomorrow>(name: "Ada").madeAt, Tomorrow.now)
  }
}
