// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {}

// Reported: lists in the order of a set or dictionary, which each process has anew.

@Workflow
struct Pack {
  let ids: Set<Int>

  mutating func run(context: WorkflowContext<Self>, input: [Int: Int]) async throws -> [Int] {
    var boxes: [Int] = []
    for id in ids {  // expect: workflow-list
      boxes.append(id)
    }
    return boxes + input.map { $0.key }  // expect: workflow-list
  }
}

// Not reported: what is sorted first, and what has no order.

@Workflow
struct Unpack {
  let ids: Set<Int>

  mutating func run(context: WorkflowContext<Self>, input: [Int: Int]) async throws -> [Int] {
    var sum = 0
    for id in ids { sum += id }
    return [sum] + ids.sorted() + input.map { $0.key }.sorted()
  }
}

// Elsewhere another rule reports it.
func list(_ ids: Set<Int>) -> [Int] { ids.map { $0 } }  // expect: hash-order-list

// Texts: ids.map
let help = "ids.map { $0 }"
