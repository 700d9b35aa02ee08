// Reported: a task that begins on the main actor, in every overload and spelling.

@MainActor
final class Screen {
  var title = ""
  func show(_ title: String) async { self.title = title }
}

struct Loader {
  let screen: Screen

  func load() {
    Task { @MainActor in await screen.show("a") }  // expect: task-main-actor
    Task { @MainActor [screen] in await screen.show("b") }  // expect: task-main-actor
    Task { @MainActor [weak screen] () -> Void in  // expect: task-main-actor
      await screen?.show("c")
    }
    Task(priority: .high) { @MainActor in screen.title = "d" }  // expect: task-main-actor
    Task(name: "e") { @MainActor in screen.title = "e" }  // expect: task-main-actor
    // expect@+1:5: task-main-actor
    Task(name: "f", priority: .low) { @MainActor in screen.title = "f" }
    Task(operation: { @MainActor in screen.title = "g" })  // expect: task-main-actor
    Task<Void, Never> { @MainActor in screen.title = "h" }  // expect: task-main-actor
    Task.init { @MainActor in screen.title = "i" }  // expect: task-main-actor
    _Concurrency.Task { @MainActor in screen.title = "j" }  // expect: task-main-actor
    Task  // expect: task-main-actor
    {
      @MainActor
      in
      screen.title = "k"
    }
    Task { @Sendable @MainActor in screen.title = "l" }  // expect: task-main-actor
    Task.detached { @MainActor in screen.title = "m" }  // expect: task-main-actor
    // expect@+1:5: task-main-actor
    Task.detached(priority: .utility) { @MainActor in screen.title = "n" }
    // expect@+1:5: task-main-actor
    Task.detached(name: "o", priority: nil) { @MainActor in screen.title = "o" }
    let task = Task { @MainActor in 1 }  // expect: task-main-actor
    task.cancel()
  }

  // Not reported: a task that its caller waits for, and work that the caller goes on with.

  func loadNow() async -> Int {
    _ = await (Task { @MainActor in screen.title }).result
    await MainActor.run { screen.title = "p" }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { @MainActor in screen.title = "q" }
    }
    return await Task { @MainActor in screen.title.count }.value
  }

  // Not reported by this rule: a task that begins elsewhere.

  func start(_ other: @escaping @MainActor () -> Void) {
    Task { await MainActor.run { screen.title = "r" } }  // expect: task-unstructured
    Task { [screen] in await screen.show("s") }  // expect: task-unstructured
    Task {  // expect: task-unstructured
      let show = { @MainActor in screen.title = "t" }
      await show()
    }
    Task.detached { await other() }  // expect: task-detached
  }
}

// Another type's members, and declarations.
struct House {
  struct Task {
    @discardableResult init(_ work: @MainActor () -> Void) {}
    static func detached(_ work: @MainActor () -> Void) {}
  }
}
func paint() {
  House.Task { @MainActor in }
  House.Task.detached { @MainActor in }
}

// Texts: Task { @MainActor in }
let help = "Task { @MainActor in }"
