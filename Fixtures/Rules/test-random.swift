import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: a value that a test draws anew in each run.

@Suite struct PageTests {
  let status = Int.random(in: 201...550)  // expect: test-random

  @Test func loads() {
    let share = Double.random(in: 0..<1)  // expect: test-random
    let count: Int = .random(in: 1...5)  // expect: test-random
    #expect(share < 1 && 0 < count && status != 200)
  }

  private func names() -> [String] {
    (0..<Int.random(in: 1...3)).map { "name-\($0)" }  // expect: test-random
  }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    func testLoads() {
      XCTAssertLessThan(Int.random(in: 1...6), 7)  // expect: test-random
    }
  }
#endif

// Not reported: what has a seed, and names that have to be unique.

@Suite struct CalmTests {
  @Test func loads() {
    var generator = Seeded()
    #expect(Int.random(in: 1...6, using: &generator) < 7)
    #expect("page-\(Int.random(in: 0 ..< .max))" != "page-\(UInt64.random(in: .min ... .max))")
  }
}

struct Seeded: RandomNumberGenerator {
  mutating func next() -> UInt64 { 4 }
}

// Elsewhere another rule reports it.
func roll() -> Int { Int.random(in: 1...6) }  // expect: random-static

// Texts: Int.random(in: 1...6)
let help = "Int.random(in: 201...550)"
