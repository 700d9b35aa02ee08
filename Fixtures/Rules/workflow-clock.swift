import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> { let now: Date }

// Reported: instants of real clocks, and durations that they measure.

@Workflow
struct BakeBread {
  let started = ContinuousClock.now  // expect: workflow-clock

  mutating func run(context: WorkflowContext<Self>, input: Int) async throws -> Duration {
    let start = ContinuousClock().now  // expect: workflow-clock
    let pause = SuspendingClock().measure {}  // expect: workflow-clock
    let deadline = DispatchTime.now() + 1  // expect: workflow-clock
    let uptime = ProcessInfo.processInfo.systemUptime  // expect: workflow-clock
    let seconds = time(nil)  // expect: workflow-clock
    let ticks = clock()  // expect: workflow-clock
    if deadline < .now(), 0 < uptime + Double(seconds) { return pause }  // expect: workflow-clock
    if ticks == 0 { return pause }
    return SuspendingClock.now.duration(to: .now) + start.duration(to: started)  // expect: workflow-clock, workflow-now
  }
}

extension BakeBread {
  func elapsed() async throws -> Duration {
    try await ContinuousClock().measure { try await rise() }  // expect: workflow-clock
  }

  private func rise() async throws {}
}

// Not reported: the time of the history, and a clock that somebody passes in.

@Workflow
struct CoolBread {
  mutating func run(context: WorkflowContext<Self>, input: Date) async throws -> TimeInterval {
    context.now.timeIntervalSince(input)
  }

  func elapsed<C: Clock>(on clock: C, since start: C.Instant) -> C.Duration {
    start.duration(to: clock.now)
  }
}

// A function of that name with other arguments, or a member, is none of C's.
@Workflow
struct SliceBread {
  let track: Track

  func length() -> Int { track.time(3) + track.clock() }
}

struct Track {
  func time(_ index: Int) -> Int { index }
  func clock() -> Int { 0 }
}

// Elsewhere another rule reports it.
func start() -> ContinuousClock.Instant { ContinuousClock.now }  // expect: clock-now

// Texts: ContinuousClock.now
let help = "ContinuousClock.now"
