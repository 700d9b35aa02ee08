#if canImport(Darwin)
  import XCTest
#endif

// Reported: waiting for the screen.

#if canImport(Darwin)
  @MainActor final class LoginUITests: XCTestCase {
    func testLogsIn() {
      let button = XCUIApplication().buttons["Log in"]
      XCTAssertTrue(button.waitForExistence(timeout: 5))  // expect: xcuitest-wait
      // The report stands at the member.
      // expect@+1:14: xcuitest-wait
      button.waitForNonExistence(timeout: 5)
      if button.wait(for: \.isHittable, toEqual: true, timeout: 2) { button.tap() }
      // expect@-1:17: xcuitest-wait
      _ = button  // the one above
        .waitForExistence(timeout: 1)  // expect: xcuitest-wait
    }
  }
#endif

// Not reported: asserting on the model.

struct LoginModel {
  var title = "Log in"
  var exists: Bool { !title.isEmpty }
}
let model = LoginModel()
let isShown = model.exists

// Own functions and other labels.
struct Pool {
  func waitForExistence(of water: String) -> Bool { true }
  func wait(for guest: String, toEqual count: Int) -> Bool { true }
}
let pool = Pool().waitForExistence(of: "water") && Pool().wait(for: "a", toEqual: 1)

// Texts: button.waitForExistence(timeout: 5)
let help = "button.waitForExistence(timeout: 5) asks again and again"
