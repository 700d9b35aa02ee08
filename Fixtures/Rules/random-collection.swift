// Reported: an element or an order drawn from the system's generator. The report stands at the
// method's name.

struct Quiz {
  var questions: [String]
  var players: Set<String>

  // expect@+1:47: random-collection
  func question() -> String? { self.questions.randomElement() }

  func first() -> String {
    players.randomElement() ?? "nobody"  // expect: random-collection
  }
  func any() -> Int { (1...6).randomElement()! }  // expect: random-collection
  func answers(_ given: [String]?) -> [String] {
    given?.shuffled() ?? []  // expect: random-collection
  }
  func hand(_ size: Int) -> ArraySlice<String> {
    questions
      .filter { !$0.isEmpty }
      .shuffled()  // expect: random-collection
      .prefix(size)
  }

  mutating func restart() {
    questions.shuffle()  // expect: random-collection
    self.questions[1...].shuffle()  // expect: random-collection
  }
  mutating func restart(_ rounds: inout [[String]]) {
    for index in rounds.indices.shuffled() {  // expect: random-collection
      rounds[index].shuffle()  // expect: random-collection
    }
  }

  // Code inside a string is code.
  var teaser: String { "now: \(questions.randomElement() ?? "-")" }  // expect: random-collection
}

let shuffle: @Sendable ([Int]) -> [Int] = { $0.shuffled() }  // expect: random-collection
let colors = ["red", "green"].shuffled()  // expect: random-collection
let letters = String("abc".shuffled())  // expect: random-collection

// Not reported: a generator is given.

func deal(_ cards: [Int], with generator: inout some RandomNumberGenerator) -> [Int] {
  var rest = cards.shuffled(using: &generator)
  rest.shuffle(using: &generator)
  return rest.randomElement(using: &generator).map { [$0] } ?? rest
}

// Another type's members, and what is called without a receiver.
struct Player {
  var order: [Int]
  var shuffled = false
  func shuffled(by key: Int) -> [Int] { order.map { $0 ^ key } }
  mutating func shuffle(_ isOn: Bool) { shuffled = isOn }
  mutating func toggle() { shuffle(!shuffled) }
}
func play(_ player: inout Player) -> Bool {
  player.shuffle(true)
  return player.shuffled && player.shuffled(by: 3).isEmpty
}
extension Array {
  func shuffledTwice(_ shuffled: () -> [Element]) -> [[Element]] { [shuffled(), shuffled()] }
}

// Texts: cards.shuffled()
let help = "cards.shuffled(), cards.shuffle(), cards.randomElement()"
