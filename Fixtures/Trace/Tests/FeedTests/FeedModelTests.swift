import Feed
import Foundation
import XCTest

class FeedTestCase: XCTestCase {
  var started: Date!

  override func setUp() {
    super.setUp()
    started = Date()
  }
}

final class FeedModelTests: FeedTestCase {
  private func makeModel(_ loader: Loader = Loader()) -> FeedModel {
    FeedModel(clock: FixedClock(Date(timeIntervalSince1970: 0)), loader: loader)
  }

  func testReloadShowsTheDemo() {
    let model = makeModel(DemoLoader())
    model.reload()
    XCTAssertEqual(model.items.count, 1)
  }

  func testReloadImportsTitles() {
    let model = makeModel(FileLoader(titles: ["One", "Two"]))
    model.reload()
    XCTAssertEqual(model.items.map(\.title), ["One", "Two"])
  }

  func testAddingIsQuick() {
    let model = makeModel()
    model.add("One")
    XCTAssertLessThan(Date().timeIntervalSince(started), 1)
  }

  func testSearchIsNoted() {
    let model = makeModel()
    model.search = "swift"
    XCTAssertNotNil(model.searched)
  }

  func testAgeBySystemClock() {
    let model = FeedModel(clock: SystemClock(), loader: Loader())
    XCTAssertGreaterThanOrEqual(model.age, 0)
  }
}
