import XCTest

// Reported: measuring the machine, in every overload.

final class SearchPerformanceTests: XCTestCase {
  func testSearch() {
    measure { _ = [3, 1, 2].sorted() }  // expect: xctest-measure
    measure {  // expect: xctest-measure
      _ = [3, 1, 2].sorted()
    }
    measure(block: { _ = [3, 1, 2].sorted() })  // expect: xctest-measure
    measureMetrics(  // expect: xctest-measure
      [.wallClockTime], automaticallyStartMeasuring: false
    ) {
      startMeasuring()
      _ = [3, 1, 2].sorted()
      stopMeasuring()
    }
    // The report stands at the member where there is a receiver.
    // expect@+1:10: xctest-measure
    self.measureMetrics([.wallClockTime], automaticallyStartMeasuring: true, for: {})
  }

  #if canImport(Darwin)
    func testMemory(_ options: XCTMeasureOptions) {
      measure(metrics: [XCTMemoryMetric()]) {}  // expect: xctest-measure
      measure(options: options) {}  // expect: xctest-measure
      measure(metrics: [XCTCPUMetric()], options: options) {}  // expect: xctest-measure
      self.measure(metrics: [XCTMemoryMetric()]) {}  // expect: xctest-measure
      self.measure(options: options) {}  // expect: xctest-measure
      self.measure(  // expect: xctest-measure
        metrics: [XCTCPUMetric()], options: options, block: {})
    }
  #endif
}

// Not reported: counting what is done.

final class SearchTests: XCTestCase {
  func testCompares() {
    var comparisons = 0
    _ = [3, 1, 2].sorted {
      comparisons += 1
      return $0 < $1
    }
    XCTAssertLessThan(comparisons, 10)
  }
}

// Own functions and other labels.
struct Ruler {
  func measure(_ width: Int) -> Int { width }
  func measure(in unit: String, _ body: () -> Int) -> Int { body() }
  let measure = 1
}
let ruler = Ruler()
let length = ruler.measure(3) + ruler.measure(in: "cm") { 3 } + ruler.measure

// Texts: measure { search() }
let help = "measure { search() } runs it ten times"
