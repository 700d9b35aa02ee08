import Foundation

// Reported: what is added to a real run loop.

final class Clockwork {
  var timer: Timer?

  func start(_ tick: @escaping @Sendable (Timer) -> Void) {
    let timer = Timer(timeInterval: 1, repeats: true, block: tick)
    RunLoop.main.add(timer, forMode: .common)  // expect: run-loop-add
    RunLoop.current.add(timer, forMode: .default)  // expect: run-loop-add
    Foundation.RunLoop.main.add(timer, forMode: .common)  // expect: run-loop-add
    RunLoop  // expect: run-loop-add
      .current
      .add(timer, forMode: .common)
    self.timer = timer
  }
}

// A method that is not called yet adds a timer each time somebody calls it.
let add: (Timer, RunLoop.Mode) -> Void = RunLoop.main.add(_:forMode:)  // expect: run-loop-add

#if canImport(Darwin)
  func add(_ timer: CFRunLoopTimer, to loop: CFRunLoop) {
    CFRunLoopAddTimer(loop, timer, .commonModes)  // expect: run-loop-add
    CFRunLoopRemoveTimer(loop, timer, .commonModes)
  }
#endif

// Not reported: a timer that waits for nothing, and a loop that is given.

struct Metronome {
  let loop: RunLoop
  func start(_ timer: Timer) {
    loop.add(timer, forMode: .common)
    timer.fire()
  }
  func next() -> [Any?] {
    [loop.currentMode, RunLoop.main.currentMode, RunLoop.current === RunLoop.main]
  }
}

// Another type's members.
enum Fake {
  struct RunLoop {
    static var main: RunLoop { RunLoop() }
    func add(_ timer: Timer) { timer.fire() }
  }
}
func others(_ timer: Timer) { Fake.RunLoop.main.add(timer) }

// Texts: RunLoop.main.add(timer, forMode: .common)
let help = "RunLoop.main.add(timer, forMode: .common)"
