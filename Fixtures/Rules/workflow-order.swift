// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {}

struct Order { let id, customer: Int }

// Reported: sets, groups and hash values, which each process has in an order of its own.

@Workflow
struct Settle {
  mutating func run(context: WorkflowContext<Self>, input: [Order]) async throws -> [Int] {
    let first = Set(input.map(\.id)).first  // expect: workflow-order
    let ids = Set(input.map(\.id)).map { $0 + 1 }  // expect: workflow-order
    let groups = Dictionary(grouping: input, by: \.customer).map { $0.key }  // expect: workflow-order
    return ids + groups + [first ?? 0]
  }
}

extension Settle {
  static func bucket(_ name: String) -> Int { name.hashValue % 8 }  // expect: workflow-order
  static func digest(_ id: Int) -> Int {
    var hasher = Hasher()  // expect: workflow-order
    hasher.combine(id)
    return hasher.finalize()
  }
}

// Not reported: what is sorted first, and what has no order.

@Workflow
struct Refund {
  mutating func run(context: WorkflowContext<Self>, input: [Order]) async throws -> [Int] {
    let ids = Set(input.map(\.id))
    guard !ids.isEmpty, ids.contains(1) else { return [] }
    let groups = Dictionary(grouping: input, by: \.customer)
    let next = Set(input.map(\.id)).map { $0 + 1 }.sorted()
    return next + ids.sorted() + groups.sorted { $0.key < $1.key }.map(\.key)
  }
}

// Elsewhere the order of one element is left alone.
func first(_ ids: [Int]) -> Int? { Set(ids).first }

// Texts: Set(ids).first
let help = "Set(ids).first"
