import Foundation

// Reported: what lets others run, and what waits for them by doing so.

final class Mailbox: @unchecked Sendable {
  var letters: [String] = []

  func settle() async {
    await Task.yield()  // expect: task-yield
    for _ in 0..<10 { await Task.yield() }  // expect: task-yield
    while letters.isEmpty { await _Concurrency.Task.yield() }  // expect: task-yield
    await Task<Never, Never>  // expect: task-yield
      .yield()
  }

  func spin() {
    while letters.isEmpty { sched_yield() }  // expect: task-yield
  }
}

// A method that is not called yet yields each time somebody calls it.
let settle: @Sendable () async -> Void = Task<Never, Never>.yield  // expect: task-yield

// Not reported: values that are passed on, and accessors.

func numbers() -> AsyncStream<Int> {
  AsyncStream { continuation in
    continuation.yield(1)
    continuation.yield()
    continuation.finish()
  }
}
extension AsyncStream<Int>.Continuation {
  func yield() { yield(0) }
}
func wait(for mailbox: Mailbox, _ letters: AsyncStream<String>) async {
  for await letter in letters { mailbox.letters.append(letter) }
}

// Another type's members.
enum Field {
  enum Task { static func yield() -> Int { 5 } }
}
let wheat = Field.Task.yield()

// Texts: Task.yield()
let help = "Task.yield(), sched_yield()"
