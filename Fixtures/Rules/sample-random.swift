struct Card: Equatable { let value: Int }

// Reported: values that nobody chose.

extension Card {
  static func sample() -> Card { Card(value: .random(in: 1...9)) }  // expect: sample-random
  static func sampleDeck(of cards: [Card]) -> [Card] { cards.shuffled() }  // expect: sample-random
  static var previewCard: Card? { [Card(value: 1)].randomElement() }  // expect: sample-random
}

struct DeckSnapshotTests {
  func isFaceUp() -> Bool { Bool.random() }  // expect: sample-random
}

// Not reported: values that are chosen, and a generator with a seed.

struct Dice: RandomNumberGenerator {
  mutating func next() -> UInt64 { 4 }
}

extension Card {
  static func sampleAce() -> Card { Card(value: 1) }

  static func samples(using dice: inout Dice) -> [Card] {
    (0..<3).map { _ in Card(value: .random(in: 1...9, using: &dice)) }
  }
}

// Elsewhere another rule reports it.
let card = Card(value: .random(in: 1...9))  // expect: random-static

// Texts: Int.random(in: 1...9)
let help = "Int.random(in: 1...9)"
