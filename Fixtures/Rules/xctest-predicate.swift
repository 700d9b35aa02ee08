import XCTest

// Reported: predicates that are tried again and again.

final class DownloadTests: XCTestCase {
  func testEnds(_ isDone: NSPredicate, _ download: NSObject) {
    expectation(for: isDone, evaluatedWith: download)  // expect: xctest-predicate
    expectation(for: isDone, evaluatedWith: download, handler: nil)  // expect: xctest-predicate
    expectation(for: isDone, evaluatedWith: nil) { true }  // expect: xctest-predicate
    // The report stands at the member where there is a receiver.
    // expect@+1:10: xctest-predicate
    self.expectation(for: isDone, evaluatedWith: download)
    self.expectation(for: isDone, evaluatedWith: nil, handler: nil)  // expect: xctest-predicate
  }

  func expectations(_ isDone: NSPredicate) -> [XCTestExpectation] {
    [
      XCTNSPredicateExpectation(predicate: isDone, object: nil),  // expect: xctest-predicate
      XCTNSPredicateExpectation.init(predicate: isDone),  // expect: xctest-predicate
    ]
  }
}

// Not reported: predicates that are tried once, and expectations that are given.

final class FilterTests: XCTestCase {
  func testMatches(_ isDone: NSPredicate, _ expectation: XCTNSPredicateExpectation) {
    XCTAssertTrue(isDone.evaluate(with: "done"))
    print(expectation.predicate == isDone)
  }
}

// Own functions and other labels.
struct Poll {
  func expectation(for party: String, in year: Int) -> Double { 0.2 }
}
let share = Poll().expectation(for: "greens", in: 2030)

// Texts: expectation(for: isDone, evaluatedWith: download)
let help = "XCTNSPredicateExpectation(predicate: isDone) polls"
