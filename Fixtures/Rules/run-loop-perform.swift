import Foundation

// Reported: work that a real run loop performs later.

final class Layout: @unchecked Sendable {
  var isDirty = false

  func setNeedsUpdate() {
    RunLoop.main.perform { self.isDirty = true }  // expect: run-loop-perform
    RunLoop.main.perform(inModes: [.common]) {  // expect: run-loop-perform
      self.isDirty = false
    }
    RunLoop.current.perform {}  // expect: run-loop-perform
    Foundation.RunLoop.current.perform(inModes: [.default], block: {})  // expect: run-loop-perform
    RunLoop  // expect: run-loop-perform
      .main
      .perform {}
  }
}

// A method that is not called yet puts work on the loop each time somebody calls it.
let later = RunLoop.main.perform(inModes:block:)  // expect: run-loop-perform

#if canImport(Darwin)
  func perform(on loop: CFRunLoop, _ work: @escaping () -> Void) {
    // expect@+1:5: run-loop-perform
    CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes.rawValue, work)
    CFRunLoopWakeUp(loop)
  }
#endif

// Not reported: a loop that is given.

struct Painter {
  let loop: RunLoop
  func paint() {
    loop.perform {}
    self.loop.perform(inModes: [.common]) {}
  }
}

// Another type's members.
enum Fake {
  struct RunLoop {
    static var current: RunLoop { RunLoop() }
    func perform(_ work: () -> Void) { work() }
  }
}
func others() { Fake.RunLoop.current.perform {} }

// Texts: RunLoop.main.perform {}
let help = "RunLoop.main.perform {}"
