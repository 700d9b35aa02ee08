// Reported: a deadline of a test that is counted from now, where SwiftNIO is.

#if canImport(NIOCore) && canImport(XCTest)
  import NIOCore
  import XCTest

  final class IdleTests: XCTestCase {
    func testEnds(_ loop: any EventLoop) throws {
      let deadline = NIODeadline.now() + .milliseconds(200)  // expect: test-deadline
      let start = NIODeadline.now()  // expect: test-deadline
      XCTAssertLessThan(NIODeadline.now() - start, .seconds(1))  // expect: test-deadline
      XCTAssertLessThan(deadline, .distantFuture)
    }

    // Not reported: the time of an event loop that the test advances.

    func testEndsLater(_ loop: any EventLoop) {
      XCTAssertLessThan(loop.now, .uptimeNanoseconds(1_000_000_000))
    }
  }

  // Elsewhere another rule reports it.
  let start = NIODeadline.now()  // expect: nio-deadline
#endif

// Texts: NIODeadline.now() + .milliseconds(200)
let help = "NIODeadline.now()"
