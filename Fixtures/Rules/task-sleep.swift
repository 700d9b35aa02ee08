// Reported: a sleep that is given no clock, in every overload and spelling.

actor Poller {
  var results: [Int] = []

  func poll(_ pause: Duration, _ limit: ContinuousClock.Instant) async throws {
    try await Task.sleep(for: .seconds(1))  // expect: task-sleep
    try await Task.sleep(for: pause, tolerance: .milliseconds(10))  // expect: task-sleep
    try await Task.sleep(nanoseconds: 1_000_000)  // expect: task-sleep
    try await Task.sleep(until: limit)  // expect: task-sleep
    try await Task.sleep(until: limit, tolerance: .zero)  // expect: task-sleep
    await Task.sleep(1_000_000)  // expect: task-sleep
  }

  func spellings(_ pause: Duration) async {
    // expect@+1:16: task-sleep
    try? await Task<Never, Never>.sleep(for: pause)
    try? await _Concurrency.Task.sleep(for: pause)  // expect: task-sleep
    try? await (Task).sleep(for: pause)  // expect: task-sleep
    try? await Task  // expect: task-sleep
      .sleep(for: pause)
    try? await `Task`.sleep(  // expect: task-sleep
      nanoseconds: 1)
    while (try? await Task.sleep(for: pause)) != nil {}  // expect: task-sleep
  }
}

// A method that is not called yet sleeps each time somebody calls it.
struct Retry {
  var pause: @Sendable (UInt64) async throws -> Void =
    Task<Never, Never>.sleep(nanoseconds:)  // expect: task-sleep
  func run() async throws { try await pause(1) }
}

// Not reported: a clock is given.

func poll(on clock: some Clock<Duration>, _ pause: Duration) async throws {
  try await clock.sleep(for: pause)
  try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
  try await Task.sleep(for: pause, clock: clock)
  try await Task.sleep(for: pause, tolerance: .zero, clock: clock)
  try await Task.sleep(until: clock.now.advanced(by: pause), clock: clock)
}

// Overloads of a project's own have labels of their own, and are reported where they sleep.
extension Task where Success == Never, Failure == Never {
  static func sleep(seconds: Double) async throws {
    try await Task.sleep(for: .seconds(seconds))  // expect: task-sleep
  }
}
func wait() async throws { try await Task.sleep(seconds: 1) }

// Another type's members.
enum Household {
  struct Task {
    static func sleep(for hours: Int) -> Int { hours }
  }
}
let night = Household.Task.sleep(for: 8)

// Texts: Task.sleep(for: .seconds(1))
let help = "Task.sleep(for: .seconds(1))"
