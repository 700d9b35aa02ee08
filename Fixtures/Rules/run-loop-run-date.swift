import Foundation

// Reported: a real run loop that is run until a date that stands in the call.

final class Loader {
  func wait(_ seconds: TimeInterval) {
    // expect@+1:5: run-loop-run-date
    RunLoop.main.run(until: Date(timeIntervalSinceReferenceDate: seconds))
    RunLoop.current.run(until: .distantFuture)  // expect: run-loop-run-date
    RunLoop.current.run(until: Date.distantPast)  // expect: run-loop-run-date
    RunLoop  // expect: run-loop-run-date
      .main
      .run(until: Foundation.Date(timeIntervalSinceReferenceDate: seconds))
    // expect@+1:5: run-loop-run-date
    RunLoop.current.run(until: Date().addingTimeInterval(0.1))  // expect@+0:32: date-init
    // expect@+1:5: run-loop-run-date
    RunLoop.current.run(until: .now + 1)  // expect@+0:32: implicit-now
    // expect@+1:17: date-init
    let limit = Date() + seconds
    RunLoop.current.run(until: limit)  // expect: run-loop-run-date
    // expect@+1:5: run-loop-run-date
    RunLoop.current.run(until: .init(timeIntervalSinceReferenceDate: seconds))
  }
}

// Not reported by this rule: a date that is given.

func wait(until limit: Date) {
  RunLoop.current.run(until: limit)  // expect: run-loop-run-until
}

// Not reported: a method of the project's own, and a loop that is given.

extension RunLoop {
  struct Condition { var isMet = false }
  func run(until condition: Condition) {}
}
func wait(for condition: RunLoop.Condition, on loop: RunLoop) {
  RunLoop.main.run(until: condition)  // expect: run-loop-run-until
  loop.run(until: Date(timeIntervalSinceReferenceDate: 0))
}

// Texts: RunLoop.current.run(until: Date())
let help = "RunLoop.current.run(until: Date())"
