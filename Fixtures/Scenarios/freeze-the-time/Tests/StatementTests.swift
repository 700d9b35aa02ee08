import Foundation
import XCTest

final class StatementTests: XCTestCase {
  override func setUp() {
    Date.freeze(at: Date(timeIntervalSince1970: 1_709_164_800))
  }

  override func tearDown() {
    Date.unfreeze()
  }

  func testReminder() {
    let statement = Statement(printedAt: .current, dueAt: .distantFuture)
    XCTAssertEqual(statement.remindAt, Date(timeIntervalSince1970: 1_711_152_000))
  }

  func testOpenedJustNow() {
    let before = Date()  // expect: date-init
    XCTAssertLessThanOrEqual(before, Statement().openedAt)
  }
}
