import XCTest

// Reported: expectations that are made, in every overload.

final class ProfileTests: XCTestCase {
  let saved = XCTestExpectation()  // expect: xctest-expectation
  let named = XCTestExpectation(description: "named")  // expect: xctest-expectation
  let posted = XCTNSNotificationExpectation(  // expect: xctest-expectation
    name: Notification.Name("posted"))

  func testLoads() {
    let loaded = expectation(description: "loaded")  // expect: xctest-expectation
    // The report stands at the member where there is a receiver.
    // expect@+1:22: xctest-expectation
    let again = self.expectation(description: "again")
    loaded.fulfill()
    again.fulfill()
    let all = (1...2).map { XCTestExpectation(description: "\($0)") }  // expect: xctest-expectation
    all.forEach { $0.fulfill() }
  }

  func testPosts(_ name: Notification.Name) {
    expectation(forNotification: name, object: nil)  // expect: xctest-expectation
    expectation(forNotification: name, object: nil) { _ in true }  // expect: xctest-expectation
    expectation(forNotification: name, object: nil, handler: nil)  // expect: xctest-expectation
    self.expectation(forNotification: name, object: nil)  // expect: xctest-expectation
    self.expectation(  // expect: xctest-expectation
      forNotification: name, object: nil, handler: nil)
    expectation(  // expect: xctest-expectation
      forNotification: name, object: nil, notificationCenter: NotificationCenter())
    expectation(  // expect: xctest-expectation
      forNotification: name, object: nil, notificationCenter: NotificationCenter(), handler: nil)
  }

  #if canImport(Darwin)
    func testObserves(_ model: NSObject) {
      keyValueObservingExpectation(for: model, keyPath: "name")  // expect: xctest-expectation
      keyValueObservingExpectation(  // expect: xctest-expectation
        for: model, keyPath: "name", expectedValue: "Ann")
      keyValueObservingExpectation(  // expect: xctest-expectation
        for: model, keyPath: "name", handler: nil)
      _ = XCTKVOExpectation(keyPath: "name", object: model)  // expect: xctest-expectation
      _ = XCTDarwinNotificationExpectation(  // expect: xctest-expectation
        notificationName: "changed")
    }
  #endif
}

// Not reported: expectations that are given, and their names.

struct Recorder {
  let expectation: XCTestExpectation
  var description: String { expectation.expectationDescription }
  func record() { expectation.fulfill() }
}

// Own functions and other labels.
struct Forecast {
  func expectation(of rain: Double) -> Double { rain }
  func expectation() -> Double { 0 }
}
let rain = Forecast().expectation(of: 0.5) + Forecast().expectation()

// Texts: expectation(description: "loaded")
let help = "XCTestExpectation() is fulfilled later"
