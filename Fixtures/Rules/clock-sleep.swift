// Reported: a real clock that sleeps.

struct Backoff {
  func wait(attempt: Int, deadline: ContinuousClock.Instant) async throws {
    try await ContinuousClock().sleep(for: .seconds(attempt))  // expect: clock-sleep
    try await ContinuousClock().sleep(for: .seconds(1), tolerance: .zero)  // expect: clock-sleep
    try await ContinuousClock().sleep(until: deadline)  // expect: clock-sleep
    try await ContinuousClock().sleep(until: deadline, tolerance: nil)  // expect: clock-sleep
    try await SuspendingClock()  // expect: clock-sleep
      .sleep(for: .milliseconds(10))
  }

  // A module, backticks, `init` or parentheses in the name do not hide it.
  func spellings() async throws {
    try await _Concurrency.ContinuousClock().sleep(for: .seconds(1))  // expect: clock-sleep
    try await `ContinuousClock`().`sleep`(for: .seconds(1))  // expect: clock-sleep
    try await SuspendingClock.init().sleep(for: .seconds(1))  // expect: clock-sleep
    try await (ContinuousClock()).sleep(for: .seconds(1))  // expect: clock-sleep
    #if compiler(>=6.3)
      // Module selectors, SE-0491.
      try await _Concurrency::ContinuousClock().sleep(for: .seconds(1))  // expect: clock-sleep
    #endif
  }

  // A method that is not called yet sleeps each time somebody calls it.
  var pause: (Duration, Duration?) async throws -> Void =
    ContinuousClock().sleep(for:tolerance:)  // expect: clock-sleep
}

// Not reported: a clock that is given.

struct Poller {
  var clock: any Clock<Duration> = ContinuousClock()
  func poll() async throws {
    try await clock.sleep(for: .seconds(1))
    try await self.clock.sleep(for: .seconds(1), tolerance: .milliseconds(1))
  }
}
func pause<C: Clock>(_ clock: C, until deadline: C.Instant) async throws {
  try await clock.sleep(until: deadline, tolerance: nil)
}

// A member of another type.
struct Cat {
  func sleep(for naps: Int) -> Int { naps }
}
let naps = Cat().sleep(for: 3)

// Texts: ContinuousClock().sleep(for: .seconds(1))
let help = "ContinuousClock().sleep(for: .seconds(1))"
