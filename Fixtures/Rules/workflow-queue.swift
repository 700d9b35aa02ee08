import Dispatch
import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {}

// Reported: queues, run loops, timers and threads, whatever is asked of them.

@Workflow
struct Render {
  let queue = DispatchQueue(label: "render")  // expect: workflow-queue

  mutating func run(context: WorkflowContext<Self>, input: Int) async throws {
    DispatchQueue.main.async {}  // expect: workflow-queue
    DispatchQueue.concurrentPerform(iterations: input) { _ in }  // expect: workflow-queue
    OperationQueue().addOperation {}  // expect: workflow-queue
    Thread.detachNewThread {}  // expect: workflow-queue
  }
}

extension Render {
  func soon() {
    // expect@+1:5: workflow-queue
    Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }
    let loop: RunLoop = .current  // expect: workflow-queue
    _ = loop.currentMode
  }

  func later() -> DispatchWorkItem { DispatchWorkItem {} }  // expect: workflow-queue, workflow-queue
}

// Not reported: what is called at once, and other types of such a name.

@Workflow
struct Rasterize {
  enum Schedule {
    struct Timer { static func start() {} }
  }

  mutating func run(context: WorkflowContext<Self>, input: [Int]) async throws -> Int {
    Schedule.Timer.start()
    return input.reduce(0, +)
  }
}

// Elsewhere another rule reports it.
func render() {
  DispatchQueue.main.async {}  // expect: dispatch-main-async
}

// Texts: DispatchQueue.main.async {}
let help = "DispatchQueue.main.async {}"
