import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct Dice: RandomNumberGenerator {
  mutating func next() -> UInt64 { 4 }
}

struct WorkflowContext<Definition> {
  var randomNumberGenerator: any RandomNumberGenerator { Dice() }
}

// Reported: what is drawn from the system's generator, and identifiers that are made anew.

@Workflow
struct BookTrip {
  struct State {
    var id = UUID()  // expect: workflow-random
  }

  mutating func run(context: WorkflowContext<Self>, input: [String]) async throws -> String {
    let booking = "B-\(Int.random(in: 1000...9999))"  // expect: workflow-random
    let seat = input.randomElement() ?? ""  // expect: workflow-random
    let order = input.shuffled()  // expect: workflow-random
    let isLucky = Bool.random()  // expect: workflow-random
    var generator = SystemRandomNumberGenerator()  // expect: workflow-random
    let gate = Int.random(in: 1...9, using: &generator)
    return isLucky ? booking + seat + order.joined() + String(gate) : Self.name()
  }

  static func name() -> String {
    ProcessInfo.processInfo.globallyUniqueString  // expect: workflow-random
  }
}

extension BookTrip {
  static func key() -> UUID { .init() }  // expect: workflow-random
}

// Not reported: what is drawn from the workflow's own generator, and identifiers that are known.

@Workflow
struct CancelTrip {
  mutating func run(context: WorkflowContext<Self>, input: [String]) async throws -> UUID? {
    var generator = context.randomNumberGenerator
    let fee = Int.random(in: 1...9, using: &generator)
    let order = input.shuffled(using: &generator)
    return UUID(uuidString: order[fee % order.count])
  }
}

// Elsewhere other rules report it.
func newID() -> UUID { UUID() }  // expect: uuid-init

// Texts: UUID() and Int.random(in: 1...6)
let help = "UUID() and Int.random(in: 1...6)"
