import Foundation

// Reported: a real run loop that is run until a date.

final class Loader {
  func wait(until limit: Date) {
    RunLoop.main.run(until: limit)  // expect: run-loop-run-until
    RunLoop.current.run(until: limit)  // expect: run-loop-run-until
    Foundation.RunLoop.current.run(until: limit)  // expect: run-loop-run-until
    RunLoop  // expect: run-loop-run-until
      .main
      .run(until: limit)
  }
}

// A method that is not called yet runs the loop each time somebody calls it.
let run: (Date) -> Void = RunLoop.main.run(until:)  // expect: run-loop-run-until

// Not reported: a loop that is given, and other labels.

struct Client {
  let loop: RunLoop
  func wait(until limit: Date) {
    loop.run(until: limit)
    self.loop.run(until: limit)
  }
}

extension RunLoop {
  struct Condition { var isMet = false }
  func run(untilMet condition: Condition) {}
}
func wait(for condition: RunLoop.Condition) {
  RunLoop.main.run(untilMet: condition)
}

// Another type's members.
enum Fake {
  struct RunLoop {
    static let main = RunLoop()
    func run(until limit: Date) {}
  }
}
func others(_ limit: Date) {
  Fake.RunLoop.main.run(until: limit)
}

// Texts: RunLoop.main.run(until: limit)
let help = "RunLoop.main.run(until: limit)"
