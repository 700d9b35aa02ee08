import Foundation

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: effects that sleep for real time.

@Reducer
struct Search {
  func reduce(into state: inout String) async throws {
    try await Task.sleep(for: .seconds(1))  // expect: reducer-sleep
    try await Task.sleep(nanoseconds: 1)  // expect: reducer-sleep
    _ = sleep(1)  // expect: reducer-sleep
  }
}

extension Search {
  func block() {
    Thread.sleep(forTimeInterval: 1)  // expect: reducer-sleep
    // expect@+1:5: reducer-sleep
    Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }
  }

  static func debounce() async throws { try await Task.sleep(for: .seconds(1)) }  // expect: reducer-sleep
}

// Not reported: a clock that is passed in, as a dependency is.

@Reducer
struct Filter {
  let clock: ContinuousClock

  func reduce(into state: inout String) async throws {
    try await clock.sleep(for: .seconds(1))
    try await Task.sleep(for: .seconds(1), clock: clock)
  }

  enum PauseKey: DependencyKey {
    static func liveValue() async throws { try await Task.sleep(for: .seconds(1)) }
  }
}

// Elsewhere another rule reports it.
func pause() async throws { try await Task.sleep(for: .seconds(1)) }  // expect: task-sleep

// Texts: Task.sleep(for: .seconds(1))
let help = "Task.sleep(for: .seconds(1))"
