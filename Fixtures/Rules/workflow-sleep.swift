import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {
  func sleep(for duration: Duration, summary: String? = nil) async throws {}
  func timeout<Output>(for duration: Duration, body: () async throws -> Output) async throws
    -> Output
  { try await body() }
}

// Reported: every sleep of a task, a thread or a clock, even of one that is passed in.

@Workflow
struct WaitForStock {
  mutating func run(context: WorkflowContext<Self>, input: Duration) async throws {
    try await Task.sleep(for: input)  // expect: workflow-sleep
    try await Task.sleep(nanoseconds: 1)  // expect: workflow-sleep
    try await Task.sleep(for: input, clock: .continuous)  // expect: workflow-sleep
    try await ContinuousClock().sleep(for: input)  // expect: workflow-sleep
    _ = sleep(1)  // expect: workflow-sleep
    usleep(1)  // expect: workflow-sleep
  }

  func pause(on clock: ContinuousClock, until end: ContinuousClock.Instant) async throws {
    try await clock.sleep(until: end)  // expect: workflow-sleep
    try await clock.sleep(until: end, tolerance: nil)  // expect: workflow-sleep
  }
}

extension WaitForStock {
  func block() { Thread.sleep(forTimeInterval: 1) }  // expect: workflow-sleep

  static func retry() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await Task.sleep(for: .seconds(1)) }  // expect: workflow-sleep
    }
  }
}

// Not reported: a timer of the workflow's own, and a task that is cancelled or asks whether it is.

@Workflow
struct WaitForPayment {
  mutating func run(context: WorkflowContext<Self>, input: Duration) async throws -> Bool {
    try await context.sleep(for: input)
    try await context.sleep(for: input, summary: "until the bank opens")
    try Task.checkCancellation()
    return try await context.timeout(for: input) { Task.isCancelled }
  }
}

// Elsewhere another rule reports it.
func pause() async throws { try await Task.sleep(for: .seconds(1)) }  // expect: task-sleep

// Texts: Task.sleep(for: .seconds(1))
let help = "Task.sleep(for: .seconds(1))"
