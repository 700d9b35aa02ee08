// Reported: an instant of a real clock.

final class Debouncer {
  var last = ContinuousClock.now  // expect: clock-now
  let delay: Duration

  init(
    delay: Duration,
    since start: ContinuousClock.Instant = ContinuousClock.now  // expect: clock-now
  ) {
    self.delay = delay
    last = start
  }

  func isReady() -> Bool {
    let now = ContinuousClock().now  // expect: clock-now
    return last.duration(to: now) < delay
  }

  func touch() {
    last = ContinuousClock.Instant.now  // expect: clock-now
    last = ContinuousClock.init().now  // expect: clock-now
    last = ContinuousClock  // expect: clock-now
      .now
    last = ContinuousClock.Instant.now.advanced(by: delay)  // expect: clock-now
  }
}

let instants = (
  SuspendingClock.now,  // expect: clock-now
  SuspendingClock().now,  // expect: clock-now
  SuspendingClock.Instant.now  // expect: clock-now
)

// A module, backticks, parentheses or `self` in the name do not hide it.
let spellings = [
  _Concurrency.ContinuousClock.now,  // expect: clock-now
  `ContinuousClock`().now,  // expect: clock-now
  (ContinuousClock)().now,  // expect: clock-now
  (ContinuousClock()).now,  // expect: clock-now
  ContinuousClock.self.now,  // expect: clock-now
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = _Concurrency::ContinuousClock.now  // expect: clock-now
#endif

// The type may stand beside it.
let start: ContinuousClock.Instant = .now  // expect: clock-now
func poll(since start: SuspendingClock.Instant = .now) {}  // expect: clock-now

// Code inside closures and strings is code.
let elapsed = { (start: ContinuousClock.Instant) in
  "\(start.duration(to: ContinuousClock.now))"  // expect: clock-now
}

// Not reported: a clock that is given; to make one reads nothing.

struct Poller<C: Clock> where C.Duration == Duration {
  var clock: C
  func deadline() -> C.Instant { clock.now.advanced(by: .seconds(1)) }
}
let poller = Poller(clock: ContinuousClock())
let defaulted: any Clock<Duration> = SuspendingClock()
func poll(clock: some Clock<Duration> = ContinuousClock(), since start: ContinuousClock.Instant) {}
let path = \ContinuousClock.now

// The clocks' resolution is a fact of the platform, and names are not instants.
let resolution = ContinuousClock().minimumResolution
typealias Moment = ContinuousClock.Instant
let types: [Any.Type] = [ContinuousClock.self, SuspendingClock.Instant.self]

// A member of another type.
enum Kitchen {
  struct ContinuousClock { static let now = 7 }
}
let egg = Kitchen.ContinuousClock.now

// Texts: ContinuousClock.now, ContinuousClock().now
let help = "ContinuousClock.now"
