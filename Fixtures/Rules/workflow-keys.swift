// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {}

// Reported: the keys and values of a dictionary, or of what else has members of such names.

@Workflow
struct Dispatch {
  private var parcels: [Int: String] = [:]

  mutating func run(context: WorkflowContext<Self>, input: [Int: Int]) async throws -> [Int] {
    let first = input.keys.first  // expect: workflow-keys
    input.values.forEach { parcels[$0] = "" }  // expect: workflow-keys
    return input.keys.map { $0 } + [first ?? 0]  // expect: workflow-keys
  }
}

extension Dispatch {
  var label: String { parcels.values.joined() }  // expect: workflow-keys
}

// Not reported: what is sorted first, and what has no order.

@Workflow
struct Collect {
  mutating func run(context: WorkflowContext<Self>, input: [Int: Int]) async throws -> Int {
    for key in input.keys.sorted() where input.keys.contains(key + 1) { return key }
    let next = input.keys.map { $0 + 1 }.sorted()
    return next.count + input.values.reduce(0, +) + input.mapValues { $0 + 1 }.count
  }
}

// Elsewhere the order of one element is left alone.
func first(_ ids: [Int: Int]) -> Int? { ids.keys.first }

// Texts: ids.keys.first
let help = "ids.keys.first"
