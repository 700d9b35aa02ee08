import Dispatch
import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {
  func condition(_ holds: () -> Bool) async throws {}
}

// Reported: locks and what waits for others on a thread.

@Workflow
struct CountVotes {
  private let lock = NSLock()  // expect: workflow-lock
  private let done: DispatchSemaphore  // expect: workflow-lock
  private var count = 0

  mutating func run(context: WorkflowContext<Self>, input: Int) async throws {
    let group = DispatchGroup()  // expect: workflow-lock
    group.enter()
    group.leave()
    lock.withLock { count += 1 }
  }
}

extension CountVotes {
  struct Box { let condition = NSCondition() }  // expect: workflow-lock
}

// Not reported: state without a lock, which the workflow waits for.

@Workflow
struct CloseVote {
  private var isClosed = false

  mutating func run(context: WorkflowContext<Self>, input: Int) async throws {
    let isClosed = isClosed
    try await context.condition { isClosed }
  }

  mutating func close() { isClosed = true }
}

struct Ballots { let lock = NSLock() }

// Texts: NSLock()
let help = "NSLock()"
