import Dispatch

// Reported: a timer source. What is asked of it afterwards belongs to the same timer.

final class Heartbeat {
  let queue: DispatchQueue
  var timer: (any DispatchSourceTimer)?

  init(queue: DispatchQueue) { self.queue = queue }

  func start(_ limit: DispatchTime) {
    let timer = DispatchSource.makeTimerSource(queue: queue)  // expect: dispatch-timer-source
    timer.schedule(deadline: limit, repeating: .seconds(1), leeway: .milliseconds(10))
    timer.setEventHandler {}
    timer.resume()
    self.timer = timer
  }

  func spellings() -> [any DispatchSourceTimer] {
    [
      DispatchSource.makeTimerSource(),  // expect: dispatch-timer-source
      DispatchSource.makeTimerSource(flags: [], queue: queue),  // expect: dispatch-timer-source
      Dispatch.DispatchSource  // expect: dispatch-timer-source
        .makeTimerSource(flags: .strict),
    ]
  }
}

// A method that is not called yet makes a timer each time somebody calls it.
let make: (DispatchSource.TimerFlags, DispatchQueue?) -> any DispatchSourceTimer =
  DispatchSource.makeTimerSource  // expect: dispatch-timer-source

// Not reported: a timer that is given, other sources, and declarations.

protocol TimerSources {
  func makeTimerSource(queue: DispatchQueue?) -> any DispatchSourceTimer
}
struct Pulse {
  let sources: any TimerSources
  func start(_ timer: any DispatchSourceTimer) {
    sources.makeTimerSource(queue: nil).resume()
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }
}
func signals(on queue: DispatchQueue) -> any DispatchSourceSignal {
  DispatchSource.makeSignalSource(signal: 2, queue: queue)
}

// Another type's members.
enum Fake {
  enum DispatchSource { static func makeTimerSource() -> Int { 0 } }
}
let fake = Fake.DispatchSource.makeTimerSource()

// Texts: DispatchSource.makeTimerSource()
let help = "DispatchSource.makeTimerSource()"
