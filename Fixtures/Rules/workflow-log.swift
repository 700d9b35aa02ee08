import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct Logger {
  var label = ""
  func info(_ text: String) {}
}

struct WorkflowContext<Definition> { let logger: Logger }

// Reported: what writes a line in each replay.

@Workflow
struct BakePizza {
  let oven = "oven"

  mutating func run(context: WorkflowContext<Self>, input: [String]) async throws {
    print("baking", input.count)  // expect: workflow-log
    Swift.print(oven)  // expect: workflow-log
    debugPrint(input)  // expect: workflow-log
    await withTaskGroup(of: Void.self) { group in
      for pizza in input { group.addTask { print("done: \(pizza)") } }  // expect: workflow-log
    }
  }
}

extension BakePizza {
  func report() { NSLog("baked") }  // expect: workflow-log
}

// Not reported: the workflow's own logger, and members of such names.

@Workflow
struct ServePizza {
  struct Table { func print(_ text: String) {} }

  mutating func run(context: WorkflowContext<Self>, input: Table) async throws {
    context.logger.info("served")
    input.print("bill")
  }
}

func bake() { print("baked by hand") }

// Texts: print("baking")
let help = "print(\"baking\")"
