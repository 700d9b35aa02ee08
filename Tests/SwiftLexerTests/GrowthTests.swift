import TestSupport
import Testing

/// What tests of time in proportion to the input measure with tells the one from the other.
@Suite struct GrowthTests {
  /// As a lexer that looks ahead from each token would work.
  @Test func aLoopInALoopIsNotLinear() {
    var random = SplitMix64(seed: 1)
    let growth = growth(of: numbers) { numbers in
      var sum: UInt64 = 0
      for index in numbers.indices {
        for _ in 0..<20 { sum &+= random.next() }
        for number in numbers[index...] { sum = (sum &* 31) ^ number }
      }
      #expect(sum != 0)
    }
    #expect(linearGrowth < growth)
  }

  @Test func sortingIsLinearEnough() {
    let growth = growth(of: numbers) { #expect(!$0.sorted().isEmpty) }
    #expect(growth < linearGrowth)
  }

  private func numbers(_ count: Int) -> [UInt64] {
    var random = SplitMix64(seed: UInt64(count))
    return (0..<count).map { _ in random.next() }
  }
}
