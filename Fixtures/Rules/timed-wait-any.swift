import Foundation

// Reported: a wait with a limit, whatever waits. The report stands at the method's name.

final class Shutdown: @unchecked Sendable {
  let done: DispatchSemaphore
  init(done: DispatchSemaphore) { self.done = done }

  func finish(_ group: DispatchGroup, _ item: DispatchWorkItem, _ limit: DispatchTime) -> Bool {
    // expect@+1:17: timed-wait-any
    guard group.wait(timeout: limit) == .success else { return false }
    _ = item.wait(timeout: limit)  // expect: timed-wait-any
    return .success
      == self.done
      .wait(timeout: limit)  // expect: timed-wait-any
  }
  func finish(_ condition: NSCondition, by limit: Date) -> Bool {
    condition.wait(until: limit)  // expect: timed-wait-any
  }
}

// Not reported: a wait without a limit.

func finish(_ shutdown: Shutdown, _ group: DispatchGroup, _ condition: NSCondition) {
  shutdown.done.wait()
  group.wait()
  condition.wait()
  _ = group.wait(timeout: .distantFuture)
  condition.wait(until: .distantFuture)
}
protocol Worker { func wait(timeout: Double?) -> Bool }
func finish(_ worker: any Worker) -> [Bool] {
  [worker.wait(timeout: nil), worker.wait(timeout: .none)]
}

// What is called without a receiver, and other labels.
struct Bus {
  func wait(timeout: Int) -> Int { timeout }
  func wait(for number: Int) -> Int { number }
  func next() -> [Int] { [wait(timeout: 5), self.wait(for: 7)] }
}

// Texts: group.wait(timeout: limit)
let help = "group.wait(timeout: limit)"
