#if canImport(Algorithms)
  import Algorithms

  // Reported: a sample drawn from the system's generator. The report stands at the method's name.

  func survey(_ households: [String], size: Int) -> [String] {
    // expect@+1:28: random-sample
    let asked = households.randomSample(count: size)
    let inOrder =
      households
      .filter { !$0.isEmpty }
      .randomStableSample(count: size)  // expect: random-sample
    let one = (households as [String]?)!.randomSample(count: 1)  // expect: random-sample
    return asked + inOrder + one
  }

  // Not reported: a generator is given.

  func survey(
    _ households: [String], size: Int, using generator: inout some RandomNumberGenerator
  ) -> [String] {
    households.randomSample(count: size, using: &generator)
      + households.randomStableSample(count: size, using: &generator)
  }
#endif

// Other labels are another function.
struct Microphone {
  func randomSample(at rate: Int) -> Int { rate }
  func randomSample() -> Int { randomSample(at: 44_100) }
}
let samples = [Microphone().randomSample(at: 8_000), Microphone().randomSample()]

// Texts: rows.randomSample(count: 3)
let help = "rows.randomSample(count: 3)"
