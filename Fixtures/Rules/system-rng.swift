// Reported: the system's generator, made where it is used.

struct Deck {
  var cards: [Int]
  var generator = SystemRandomNumberGenerator()  // expect: system-rng
  var other: any RandomNumberGenerator = SystemRandomNumberGenerator.init()  // expect: system-rng

  var written: SystemRandomNumberGenerator = .init()  // expect: system-rng

  // Passed as an argument it is as random as without.
  func dealt() -> [Int] {
    var generator = SystemRandomNumberGenerator()  // expect: system-rng
    return cards.shuffled(using: &generator)
  }
  func drawn() -> Int {
    var system = Swift.SystemRandomNumberGenerator()  // expect: system-rng
    return Int.random(in: 0..<cards.count, using: &system)
  }
}

// It is what an app gives in, too: the file that puts the app together is allowed.
func play(
  _ deck: Deck,
  with generator: some RandomNumberGenerator = SystemRandomNumberGenerator()  // The seam itself.
) {}
let makeGenerator: @Sendable () -> any RandomNumberGenerator =
  SystemRandomNumberGenerator.init  // expect: system-rng

// Not reported: generators with a seed, and the type where nothing is drawn.

struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
func deal(_ cards: [Int], seed: UInt64) -> [Int] {
  var generator = SeededGenerator(seed: seed)
  return cards.shuffled(using: &generator)
}
func deal(_ cards: [Int], with generator: inout SystemRandomNumberGenerator) -> [Int] {
  cards.shuffled(using: &generator)
}
let generatorType = SystemRandomNumberGenerator.self
let generators = [SystemRandomNumberGenerator]()

// Another type's members.
enum Simulated {
  struct SystemRandomNumberGenerator { var seed: UInt64 = 1 }
}
let simulated = Simulated.SystemRandomNumberGenerator()

// Texts: SystemRandomNumberGenerator()
let help = "SystemRandomNumberGenerator()"
