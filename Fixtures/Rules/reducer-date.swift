import Foundation

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol ReducerProtocol {}
protocol DependencyKey { associatedtype Value }
struct DependencyValues { var date: () -> Date = { Date(timeIntervalSince1970: 0) } }
@propertyWrapper struct Dependency<Value> { let wrappedValue: Value }

// Reported: the system's date in a reducer, its state and its effects.

@Reducer
struct Recording {
  struct State {
    var startedAt = Date()  // expect: reducer-date
    var endedAt: Date?
  }

  enum Action { case stop }

  func reduce(into state: inout State, action: Action) -> TimeInterval {
    state.endedAt = .now  // expect: reducer-now
    guard Date.now < Date(timeIntervalSinceNow: 60) else { return 0 }  // expect: reducer-date, reducer-date
    return state.startedAt.timeIntervalSinceNow  // expect: reducer-date
  }
}

extension Recording {
  static func stamp() -> Date { Date() }  // expect: reducer-date
}

extension Recording.State {
  var age: TimeInterval { Date().timeIntervalSince(startedAt) }  // expect: reducer-date
}

// The older way to say what a reducer is.

struct Timers: ReducerProtocol {
  func reduce(into state: inout Date) { state = Date() }  // expect: reducer-date
}

struct Alarms {}
extension Alarms: ReducerProtocol {
  func reduce(into state: inout Date) { state = Date() }  // expect: reducer-date
}

// Not reported: a dependency, and its live value, which is nested in a reducer or extends it.

@Reducer
struct Playback {
  @Dependency(wrappedValue: { Date(timeIntervalSince1970: 0) }) var now: () -> Date

  struct State { var startedAt: Date }

  func reduce(into state: inout State) {
    state.startedAt = now()
    state.startedAt += now().timeIntervalSince(state.startedAt)
  }

  enum NowKey: DependencyKey {
    typealias Value = () -> Date
    static var liveValue: Value { { Date() } }
  }

  static var liveValue: () -> Date { { Date() } }
}

extension Playback: DependencyKey {
  typealias Value = State
  static func make() -> State { State(startedAt: Date()) }
}

// Elsewhere another rule reports it.
struct RecordingView { let shownAt = Date() }  // expect: date-init

// Texts: Date() in a reducer
let help = "Date() in a reducer"
