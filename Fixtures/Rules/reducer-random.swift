// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: what is drawn from the system's generator.

@Reducer
struct Game {
  func reduce(into state: inout [Int]) {
    state.append(Int.random(in: 1...6))  // expect: reducer-random
    state.shuffle()  // expect: reducer-random
    if Bool.random() { state = state.shuffled() }  // expect: reducer-random, reducer-random
  }
}

extension Game {
  func pick(_ cards: [Int]) -> Int? { cards.randomElement() }  // expect: reducer-random
}

// Not reported: a generator from a dependency, and the live value of one.

@Reducer
struct Quiz<G: RandomNumberGenerator> {
  var generator: G

  mutating func reduce(into state: inout [Int]) {
    state.append(Int.random(in: 1...6, using: &generator))
    state.shuffle(using: &generator)
  }

  enum DiceKey: DependencyKey {
    static var liveValue: Int { Int.random(in: 1...6) }
  }
}

// Elsewhere another rule reports it.
let roll = Int.random(in: 1...6)  // expect: random-static

// Texts: Int.random(in: 1...6)
let help = "Int.random(in: 1...6)"
