// Reported: a task that is started beside its caller, in every overload and spelling.

@MainActor final class Feed {
  var items: [Int] = []
  var task: Task<Void, Never>?
  var idle = Task<Void, Never> {}  // expect: task-unstructured

  func refresh() async { items.append(1) }

  func buttonTapped(_ executor: (any TaskExecutor)?) {
    Task { await refresh() }  // expect: task-unstructured
    task = Task { [weak self] in  // expect: task-unstructured
      await self?.refresh()
    }
    Task(priority: .utility) { await refresh() }  // expect: task-unstructured
    Task(priority: nil, operation: refresh)  // expect: task-unstructured
    Task(name: "refresh") { await refresh() }  // expect: task-unstructured
    Task(name: "refresh", priority: .low) {  // expect: task-unstructured
      await refresh()
    }
    Task.init { await refresh() }  // expect: task-unstructured
    // expect@+1:28: task-unstructured
    if items.isEmpty { _ = Task { 1 } }
    _ = [
      Task<Int, Never> { 2 },  // expect: task-unstructured
      _Concurrency.Task { 3 },  // expect: task-unstructured
      Task(operation: { 4 }),  // expect: task-unstructured
    ]
  }

  // expect@+1:37: task-unstructured
  func title() async -> String { "\(Task { items.count }.isCancelled)" }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
func start(on executor: any TaskExecutor) {
  Task(executorPreference: executor) {}  // expect: task-unstructured
  Task(executorPreference: executor, priority: .low) {}  // expect: task-unstructured
  Task(name: "a", executorPreference: executor) {}  // expect: task-unstructured
  Task(name: "a", executorPreference: executor, priority: .low) {}  // expect: task-unstructured
}

// Not reported: work that its caller waits for, and tasks that are given.

func load(_ feed: Feed, _ previous: Task<Int, Never>?) async throws -> Task<Int, Never>? {
  await feed.refresh()
  await feed.task?.value
  try Task.checkCancellation()
  if Task.isCancelled { previous?.cancel() }
  return previous
}
extension Feed {
  func heading() async -> String { "\(await Task { items.count }.value)" }
  func outcome() async -> Result<Int, any Error> {
    await Task(priority: .utility) {
      try Task.checkCancellation()
      return items.count
    }
    .result
  }
}
#if compiler(>=6.2)
  // It runs at once, up to the first place where it waits.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
  func log(_ line: String) { Task.immediate { print(line) } }
#endif

// The type in front of a body.
extension Feed {
  var last: Task<Void, Never>? { task }
  func next() -> Task<Void, Never>? { task }
}
func first(_ tasks: [Task<Void, Never>]) -> Task<Void, Never>? { tasks.first }

// Another type's members.
enum Calendar {
  struct Task { var name: String, priority = 0 }
}
let chore = Calendar.Task(name: "sweep", priority: 3)
let chores: [Calendar.Task] = [Calendar.Task(name: "wash"), .init(name: "iron")]

// Texts: Task { await refresh() }
let help = "Task { await refresh() }"
