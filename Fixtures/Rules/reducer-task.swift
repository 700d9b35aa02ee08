// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

struct Effect {
  static let none = Effect()
  static func run(_ work: () async -> Void) -> Effect { Effect() }
}

func load() async {}

// Reported: tasks that the store knows nothing of.

@Reducer
struct Login {
  func reduce(into state: inout Int) {
    Task { await load() }  // expect: reducer-task
    Task(priority: .high) { await load() }  // expect: reducer-task
    Task.detached { await load() }  // expect: reducer-task
  }
}

extension Login {
  func retry() { Task { await load() } }  // expect: reducer-task
}

// Not reported: an effect, which the store awaits, and the live value of a dependency.

@Reducer
struct Logout {
  func reduce(into state: inout Int) -> Effect {
    if Task.isCancelled { return .none }
    let page = { await Task { await load() }.value }
    _ = page
    return .run { await load() }
  }

  enum LoadKey: DependencyKey { static var liveValue: Task<Void, Never> { Task { await load() } } }
}

// Elsewhere another rule reports it.
func start() {
  Task { await load() }  // expect: task-unstructured
}

// Texts: Task { await load() }
let help = "Task { await load() }"
