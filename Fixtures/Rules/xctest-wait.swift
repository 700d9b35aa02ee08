import XCTest

// Reported: waiting until expectations are fulfilled or the time is up, in every overload.

final class ProfileTests: XCTestCase {
  func testLoads() {
    let loaded = XCTestExpectation(description: "loaded")  // expect: xctest-expectation
    wait(for: [loaded], timeout: 1)  // expect: xctest-wait
    wait(for: [loaded], timeout: 1, enforceOrder: true)  // expect: xctest-wait
    // The report stands at the member where there is a receiver.
    // expect@+1:10: xctest-wait
    self.wait(for: [loaded], timeout: 1)
    self.wait(for: [loaded], timeout: 1, enforceOrder: true)  // expect: xctest-wait
  }

  @MainActor func testSaves() {
    waitForExpectations(timeout: 1)  // expect: xctest-wait
    waitForExpectations(timeout: 1) { XCTAssertNil($0) }  // expect: xctest-wait
    waitForExpectations(timeout: 1, handler: nil)  // expect: xctest-wait
    self.waitForExpectations(timeout: 1)  // expect: xctest-wait
    self.waitForExpectations(timeout: 1, handler: nil)  // expect: xctest-wait
  }

  func testWaiter(_ loaded: XCTestExpectation) {
    let result = XCTWaiter.wait(for: [loaded], timeout: 1)  // expect: xctest-wait
    XCTAssertEqual(result, XCTWaiter().wait(for: [loaded], timeout: 1))  // expect: xctest-wait
  }

  func testLater(_ loaded: XCTestExpectation) async {
    await fulfillment(of: [loaded], timeout: 1)  // expect: xctest-wait
    await fulfillment(of: [loaded], timeout: 1, enforceOrder: true)  // expect: xctest-wait
    await self.fulfillment(of: [loaded], timeout: 1)  // expect: xctest-wait
    await self.fulfillment(of: [loaded], timeout: 1, enforceOrder: true)  // expect: xctest-wait
    _ = await XCTWaiter.fulfillment(of: [loaded], timeout: 1)  // expect: xctest-wait
    _ = await XCTWaiter().fulfillment(of: [loaded], timeout: 1)  // expect: xctest-wait
  }

  func testSlow(_ loaded: XCTestExpectation) async {
    await fulfillment(of: [loaded], timeout: 2.5)  // expect: xctest-wait
    let timeout = 4.0
    await fulfillment(of: [loaded], timeout: timeout)  // expect: xctest-wait
  }
}

// Not reported: a wait that is long enough, or whose time another place sets.

final class PatientTests: XCTestCase {
  let timeout = 30.0

  func testLoads(_ loaded: XCTestExpectation) async {
    await fulfillment(of: [loaded], timeout: 5)
    await fulfillment(of: [loaded], timeout: 10)
    await fulfillment(of: [loaded], timeout: timeout)
    await fulfillment(of: [loaded], timeout: 0)
    #if canImport(Darwin)
      await fulfillment(of: [loaded])
    #endif
  }

  @MainActor func testSaves(_ loaded: XCTestExpectation) {
    wait(for: [loaded], timeout: 60.0)
    waitForExpectations(timeout: timeout * 2.25)
  }
}

// Not reported: doubles that do their work at once, and fulfilling.

struct SyncQueue {
  func run(_ work: () -> Void) { work() }
}
final class ModelTests: XCTestCase {
  func testLoads() async {
    var isLoaded = false
    SyncQueue().run { isLoaded = true }
    XCTAssertTrue(isLoaded)
  }

  func done(_ loaded: XCTestExpectation) { loaded.fulfill() }
}

// Own functions and other labels.
struct Waiter {
  func wait() {}
  func wait(at table: Int) {}
  func wait(for seconds: Int) {}
  func wait(for guests: [String], at table: Int) {}
  func fulfillment(ofOrder number: Int) -> Bool { true }
}
func serve(_ waiter: Waiter) {
  waiter.wait()
  waiter.wait(at: 1)
  waiter.wait(for: 5)
  waiter.wait(for: ["guest"], at: 2)
  print(waiter.fulfillment(ofOrder: 1))
}

// Texts: wait(for: [loaded], timeout: 1)
let help = "waitForExpectations(timeout: 1)"
