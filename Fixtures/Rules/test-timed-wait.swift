import Dispatch
import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: a thread of a test that waits for five seconds or less.

@Suite struct QueueTests {
  let done = DispatchSemaphore(value: 0)
  let group = DispatchGroup()

  @Test func ends() {
    // expect@+1: dispatch-time-now, test-timed-wait
    #expect(done.wait(timeout: .now() + 1) == .success)
    // expect@+1: dispatch-time-now, test-timed-wait
    #expect(done.wait(timeout: .now() + 0.01) == .success)
    // expect@+1: dispatch-time-now, test-timed-wait
    #expect(done.wait(timeout: .now() + .milliseconds(50)) == .success)
    // expect@+1: dispatch-time-now, test-timed-wait
    #expect(group.wait(timeout: .now() + .seconds(4)) == .success)
    // expect@+1: dispatch-time-now, test-timed-wait
    #expect(group.wait(wallTimeout: .now() + .microseconds(50)) == .success)
    let soon = DispatchTime.now() + 0.05  // expect: test-reaches-clock
    #expect(group.wait(timeout: soon) == .success)  // expect: test-timed-wait
  }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    func testEnds(_ done: DispatchSemaphore) {
      // expect@+1: dispatch-time-now, test-timed-wait
      XCTAssertEqual(done.wait(timeout: .now() + 2.0), .success)
    }
  }
#endif

// Not reported: a wait that is long enough, or has no limit.

@Suite struct PatientTests {
  let done = DispatchSemaphore(value: 0)

  @Test func ends() {
    #expect(done.wait(timeout: .now() + 60) == .success)  // expect: timed-wait
    #expect(done.wait(timeout: .distantFuture) == .success)
    done.wait()
  }
}

// Elsewhere other rules report it.
func wait(_ done: DispatchSemaphore) -> Bool {
  done.wait(timeout: .now() + 0.01) == .success  // expect: timed-wait-any
}

// Texts: done.wait(timeout: .now() + 1)
let help = "done.wait(timeout: .now() + 0.01)"
