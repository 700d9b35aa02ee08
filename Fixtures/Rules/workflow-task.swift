// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {}

func load(_ page: Int) async -> String { "\(page)" }

// Reported: tasks that are no child, and what an actor isolates.

@Workflow
struct PrintBook {
  mutating func run(context: WorkflowContext<Self>, input: Int) async throws -> [String] {
    let cover = Task { await load(0) }  // expect: workflow-task
    let back = Task(priority: .high) { await load(input) }  // expect: workflow-task
    let spine = Task.detached { await load(-1) }  // expect: workflow-task
    let title = await MainActor.run { "Title" }  // expect: workflow-task
    return [title, await cover.value, await back.value, await spine.value]
  }

  @MainActor static func show(_ text: String) {}  // expect: workflow-task
}

extension PrintBook {
  func prefetch() {
    Task { _ = await load(1) }  // expect: workflow-task
  }
}

// Not reported: child tasks, which run in the same order in each replay.

@Workflow
struct BindBook {
  mutating func run(context: WorkflowContext<Self>, input: Int) async throws -> [String] {
    async let cover = load(0)
    let pages = await withTaskGroup(of: String.self) { group in
      for page in 1...input { group.addTask { await load(page) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    if Task.isCancelled { throw CancellationError() }
    return [await cover] + pages
  }
}

// Elsewhere other rules report it.
func prefetch() {
  Task { await load(1) }  // expect: task-unstructured
  Task.detached { await load(2) }  // expect: task-detached
}

// Texts: Task.detached {}
let help = "Task.detached {}"
