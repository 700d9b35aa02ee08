// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {
  func condition(_ isMet: () -> Bool) async throws {}
}

// Reported: a yield, which the executor answers by going on with the same task.

@Workflow
struct AwaitPayment {
  var isPaid = false

  mutating func run(context: WorkflowContext<Self>, input: Int) async throws {
    while !isPaid { await Task.yield() }  // expect: workflow-yield
  }
}

// Not reported: a condition, and what else is called so.

@Workflow
struct AwaitDelivery {
  let field: Field
  var isDelivered = false

  mutating func run(context: WorkflowContext<Self>, input: Int) async throws -> Int {
    let isDelivered = isDelivered
    try await context.condition { isDelivered }
    return field.yield()
  }
}

struct Field { func yield() -> Int { 1 } }

// Elsewhere another rule reports it.
func wait() async { await Task.yield() }  // expect: task-yield

// Texts: Task.yield()
let help = "Task.yield()"
