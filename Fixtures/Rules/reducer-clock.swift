import Foundation

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: instants of real clocks, and real clocks that are made.

@Reducer
struct Stopwatch {
  var started = ContinuousClock.now  // expect: reducer-clock

  func reduce(into state: inout Duration) async {
    let clock = ContinuousClock()  // expect: reducer-clock
    state = clock.minimumResolution
    state += SuspendingClock().measure {}  // expect: reducer-clock
    if DispatchTime.now() < .now() { state = .zero }  // expect: reducer-clock, reducer-clock
  }
}

extension Stopwatch {
  var uptime: TimeInterval { ProcessInfo.processInfo.systemUptime }  // expect: reducer-clock
}

// Not reported: a clock that is passed in, as a dependency is.

@Reducer
struct Countdown<C: Clock> {
  let clock: C

  func reduce(into state: inout C.Duration, since start: C.Instant) async throws {
    state = start.duration(to: clock.now)
    try await clock.sleep(until: clock.now.advanced(by: state), tolerance: nil)
  }

  enum ClockKey: DependencyKey { static var liveValue: ContinuousClock { .init() } }
}

// Elsewhere another rule reports it.
let start = ContinuousClock.now  // expect: clock-now

// Texts: ContinuousClock.now
let help = "ContinuousClock.now"
