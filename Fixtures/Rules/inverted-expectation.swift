import XCTest

// Reported: expectations that must not be fulfilled.

final class CartTests: XCTestCase {
  func testSavesOnce(_ saved: XCTestExpectation, _ deleted: XCTestExpectation?) {
    saved.isInverted = true  // expect: inverted-expectation
    deleted?.isInverted = true  // expect: inverted-expectation
    // The report stands at the member.
    // expect@+1:26: inverted-expectation
    [saved].forEach { $0.isInverted = true }
    print(saved.isInverted)  // expect: inverted-expectation
  }
}

// Not reported: doubles that count.

final class CartSpy {
  private(set) var count = 0
  func save() { count += 1 }
}
final class CounterTests: XCTestCase {
  func testSavesNothing() {
    let spy = CartSpy()
    XCTAssertEqual(spy.count, 0)
  }
}

// Own names.
struct Palette {
  var isInvertedInDarkMode = true
  func isInverted(_ color: Int) -> Bool { isInvertedInDarkMode }
  var inverted: Bool { isInverted(1) }
}
let palette = Palette()
let inverted = palette.inverted || palette.isInvertedInDarkMode

// Texts: saved.isInverted = true
let help = "saved.isInverted waits the whole time"
