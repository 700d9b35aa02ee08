import Dispatch
import Foundation

// Reported: a real run loop that is run, for a while or for good.

final class Server {
  var isDone = false

  func wait(until limit: Date) {
    RunLoop.main.run(mode: .default, before: limit)  // expect: run-loop-run
    while !isDone, RunLoop.current.run(mode: .default, before: limit) {}  // expect: run-loop-run
    Foundation.RunLoop.current.run()  // expect: run-loop-run
    RunLoop  // expect: run-loop-run
      .current
      .run()
  }

  func serve() {
    RunLoop.main.run()  // expect: run-loop-run
  }
}

enum Daemon {
  static func main() -> Never {
    dispatchMain()  // expect: run-loop-run
  }
  static func other() -> Never {
    Dispatch.dispatchMain()  // expect: run-loop-run
  }
}

// A method that is not called yet runs the loop each time somebody calls it.
let run: (RunLoop.Mode, Date) -> Bool = RunLoop.main.run(mode:before:)  // expect: run-loop-run

#if canImport(Darwin)
  func run(for seconds: CFTimeInterval) -> CFRunLoopRunResult {
    CFRunLoopRun()  // expect: run-loop-run
    return CFRunLoopRunInMode(.defaultMode, seconds, false)  // expect: run-loop-run
  }
#endif

// Not reported: a loop that is given, and what only asks for it.

struct Client {
  let loop: RunLoop
  func wait(until limit: Date) {
    loop.run(until: limit)
    _ = self.loop.run(mode: .default, before: limit)
  }
}
let mode = RunLoop.main.currentMode

// Another type's members.
enum Fake {
  struct RunLoop {
    static let main = RunLoop()
    func run() {}
  }
  static func dispatchMain() {}
}
func others() {
  Fake.RunLoop.main.run()
  Fake.dispatchMain()
}

// Texts: RunLoop.main.run(), dispatchMain()
let help = "RunLoop.main.run(), dispatchMain()"
