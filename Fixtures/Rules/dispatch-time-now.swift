import Dispatch

// Reported: a deadline that is counted from now.

final class Retry {
  let queue: any Scheduling
  var started = DispatchTime.now()  // expect: dispatch-time-now

  init(queue: any Scheduling) { self.queue = queue }

  func start(after seconds: Double) {
    started = .now()  // expect: dispatch-time-now
    queue.schedule(at: .now() + seconds) {}  // expect: dispatch-time-now
    queue.schedule(at: DispatchTime.now() + .seconds(1)) {}  // expect: dispatch-time-now
    queue.schedule(at: seconds == 0 ? .now() : .distantFuture) {}  // expect: dispatch-time-now
    // The report stands at the period.
    // expect@+1:27: dispatch-time-now
    queue.schedule(onDay: .now() + .seconds(60)) {}
  }

  var elapsed: Int { distance(to: .now()) }  // expect: dispatch-time-now
  func distance(to end: DispatchTime) -> Int {
    Int(end.uptimeNanoseconds - started.uptimeNanoseconds)
  }
  var isLate: Bool { started + 60 < .now() }  // expect: dispatch-time-now
}

protocol Scheduling {
  func schedule(at deadline: DispatchTime, _ work: () -> Void)
  func schedule(onDay deadline: DispatchWallTime, _ work: () -> Void)
}

// A module, backticks, parentheses or `self` in the name do not hide it.
let times = [
  Dispatch.DispatchTime.now(),  // expect: dispatch-time-now
  `DispatchTime`.now(),  // expect: dispatch-time-now
  (DispatchTime).now(),  // expect: dispatch-time-now
  DispatchTime.self.now(),  // expect: dispatch-time-now
  DispatchTime  // expect: dispatch-time-now
    .now(),
]
let day = DispatchWallTime.now() + .seconds(86_400)  // expect: dispatch-time-now
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Dispatch::DispatchTime.now()  // expect: dispatch-time-now
#endif

// The type may stand beside it.
func wait(until deadline: DispatchTime = .now() + 1) {}  // expect: dispatch-time-now
let wall: DispatchWallTime = .now()  // expect: dispatch-time-now

// A method that is not called yet reads the time each time somebody calls it.
struct Stopwatch {
  var now: () -> DispatchTime = DispatchTime.now  // expect: dispatch-time-now
  var wall: () -> DispatchWallTime = DispatchWallTime.now  // expect: dispatch-time-now
}

// A time that is reported is one report, whatever is asked of it.
let uptime = DispatchTime.now().uptimeNanoseconds  // expect: dispatch-time-now
let text = "up for \(DispatchTime.now().uptimeNanoseconds) ns"  // expect: dispatch-time-now

// In an argument that another rule reports there is one report, but not in its closures.
func after(_ group: DispatchGroup, _ queue: DispatchQueue) {
  DispatchQueue.main.asyncAfter(deadline: .now() + 1) {}  // expect: dispatch-main-async
  DispatchQueue.main.asyncAfter(  // expect: dispatch-main-async
    deadline: max(DispatchTime.now(), .now() + .seconds(2)), qos: .utility
  ) {
    _ = DispatchTime.now()  // expect: dispatch-time-now
  }
  DispatchQueue.global().asyncAfter(  // expect: dispatch-global-async
    wallDeadline: .now() + 1, execute: DispatchWorkItem {})
  DispatchQueue(label: "a").asyncAfter(deadline: .now()) {}  // expect: dispatch-own-async
  _ = group.wait(wallTimeout: .now() + 1)  // expect: timed-wait
  _ = group.wait(timeout: .now() + 1)  // expect: timed-wait-any
  queue.asyncAfter(deadline: .now() + 1) {}  // expect: dispatch-time-now
}

// Not reported: times that are given, or the same on every run.

let fixed = [
  DispatchTime(uptimeNanoseconds: 1_000_000_000),
  DispatchTime.distantFuture,
]
let never = DispatchWallTime.distantFuture
func given(_ clock: Stopwatch, now: () -> DispatchTime, at deadline: DispatchTime) -> DispatchTime {
  let time = clock.now() + 1
  return max(max(time, now()), deadline + .milliseconds(10))
}

// A member of another type, with a receiver.
struct Track {
  static func now(playing title: String) -> String { title }
  static func now() -> String { "nothing" }
}
let title = (Track.now(), Track.now(playing: "Clair de lune"))
let playing: Title = .now()
struct Title {
  static func now() -> Title { Title() }
}
func next() -> String { Track.now(playing: "next") }

// Declarations are not uses.
protocol TimeSource {
  func now() -> DispatchTime
}

// Texts: DispatchTime.now(), .now()
let help = "deadline: .now() + 1"
