import Dispatch
import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: waits of a test that end before a slow machine is done.

@Suite struct QueueTests {
  let done = DispatchSemaphore(value: 0)
  let group = DispatchGroup()

  @Test func ends() {
    // expect@+1: dispatch-time-now, short-wait
    #expect(done.wait(timeout: .now() + 0.01) == .success)
    // expect@+1: dispatch-time-now, short-wait
    #expect(done.wait(timeout: .now() + .milliseconds(50)) == .success)
    // expect@+1: dispatch-time-now, short-wait
    #expect(group.wait(timeout: .now() + .microseconds(50)) == .success)
    let soon = DispatchTime.now() + 0.05  // expect: test-reaches-clock
    #expect(group.wait(timeout: soon) == .success)  // expect: short-wait
    // Long enough.
    #expect(done.wait(timeout: .now() + 5) == .success)  // expect: timed-wait
    #expect(done.wait(timeout: .distantFuture) == .success)
  }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    func testEnds() {
      let end = expectation(description: "end")  // expect: xctest-expectation
      wait(for: [end], timeout: 0.1)  // expect: short-wait
      waitForExpectations(timeout: 0.01)  // expect: short-wait
      self.waitForExpectations(timeout: 0.05, handler: nil)  // expect: short-wait
      wait(for: [end], timeout: 0.1, enforceOrder: true)  // expect: short-wait
      wait(for: [end], timeout: 1)  // expect: xctest-wait
      wait(for: [end], timeout: 10)  // expect: xctest-wait
      wait(for: [end], timeout: 0)  // expect: xctest-wait
    }

    func testEndsLater(_ ends: [XCTestExpectation]) async {
      await fulfillment(of: ends, timeout: 0.1)  // expect: short-wait
      await fulfillment(of: ends, timeout: 5)  // expect: xctest-wait
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

// Elsewhere other rules report it.
func wait(_ done: DispatchSemaphore) -> Bool {
  done.wait(timeout: .now() + 0.01) == .success  // expect: timed-wait-any
}

// Texts: wait(for: [end], timeout: 0.1)
let help = "done.wait(timeout: .now() + 0.01)"
