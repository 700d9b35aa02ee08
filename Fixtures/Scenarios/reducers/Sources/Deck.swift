/// The cards of a game.
struct Deck {
  var cards = Array(1...8)

  // An own function leads a reducer to chance, too.
  static func mixed() -> Deck { Deck(cards: (1...8).shuffled()) }
  static func mixed(using generator: inout some RandomNumberGenerator) -> Deck {
    Deck(cards: (1...8).shuffled(using: &generator))
  }
}
