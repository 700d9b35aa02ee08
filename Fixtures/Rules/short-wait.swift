#if canImport(XCTest)
  import XCTest
#endif

// Reported: waits of a test that end before a slow machine is done.

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    func testEnds() {
      let end = expectation(description: "end")  // expect: xctest-expectation
      wait(for: [end], timeout: 0.1)  // expect: short-wait
      waitForExpectations(timeout: 0.01)  // expect: short-wait
      self.waitForExpectations(timeout: 0.05, handler: nil)  // expect: short-wait
      wait(for: [end], timeout: 0.1, enforceOrder: true)  // expect: short-wait
      wait(for: [end], timeout: 1)  // expect: xctest-wait
      wait(for: [end], timeout: 10)
      wait(for: [end], timeout: 0)
    }

    func testEndsLater(_ ends: [XCTestExpectation]) async {
      await fulfillment(of: ends, timeout: 0.1)  // expect: short-wait
      await fulfillment(of: ends, timeout: 4)  // expect: xctest-wait
    }
  }
#endif

#if canImport(Nimble)
  import Nimble

  final class QueueSpec: QuickSpec {
    func loads() {
      waitUntil(timeout: .milliseconds(100)) { $0() }  // expect: short-wait
      waitUntil(timeout: .seconds(5)) { $0() }
    }
  }
#endif

// Texts: wait(for: [end], timeout: 0.1)
let help = "wait(for: [end], timeout: 0.01)"
