import Dispatch
import XCTest

final class ProfileTests: XCTestCase {
  func testLoads() {
    let profile = Profile(main: SyncQueue())
    profile.load()
    XCTAssertEqual(profile.name, "Ada")
  }

  func testLoadsInBackground() {
    let queue = DispatchQueue(label: "test")
    let profile = Profile(main: SyncQueue(), queue: queue)
    profile.loadInBackground()
    queue.sync {}
    XCTAssertEqual(profile.name, "Grace")
  }

  @MainActor func testLoadsSomeTime() {
    let loaded = expectation(description: "loaded")
    let profile = Profile()
    profile.loadUncontrolled()
    DispatchQueue.main.async { loaded.fulfill() }  // expect: dispatch-main-async
    wait(for: [loaded], timeout: 1)  // expect: wait-for-expectation
    self.waitForExpectations(timeout: 1)  // expect: wait-for-expectation
    XCTAssertEqual(profile.name, "Alan")
  }
}
