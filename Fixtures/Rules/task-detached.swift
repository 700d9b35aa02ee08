// Reported: a task that nobody waits for, in every overload and spelling.

actor Archive {
  var pages: [Int] = []

  func add(_ page: Int) { pages.append(page) }

  func load() {
    Task.detached { await self.add(1) }  // expect: task-detached
    Task.detached(priority: .utility) {  // expect: task-detached
      await self.add(2)
    }
    Task.detached(name: "load", priority: nil, operation: {})  // expect: task-detached
    // expect@+1:16: task-detached
    let task = Task<Int, Never>.detached { 3 }
    _ = [
      task,
      _Concurrency.Task.detached { 4 },  // expect: task-detached
      Task  // expect: task-detached
        .detached { 5 },
    ]
  }

  func start() -> Bool {
    Task.detached(priority: .high) { 6 }.isCancelled  // expect: task-detached
  }
}

#if compiler(>=6.2)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
  func log(_ line: String) {
    Task.immediateDetached { print(line) }  // expect: task-detached
    Task.immediate { print(line) }
  }
#endif

// What they were called before Swift 5.5 was released.
func old() {
  asyncDetached { print(1) }  // expect: task-detached
  asyncDetached(priority: .low) { print(2) }  // expect: task-detached
  Task<Void, Never>.runDetached { print(3) }  // expect: task-detached
}

// Not reported: work that its caller waits for.

func both(_ archive: Archive) async -> Int {
  async let first = archive.pages.count
  let second = await withTaskGroup(of: Int.self) { group in
    group.addTask { await archive.pages.count }
    return await group.reduce(0, +)
  }
  return await first + second
}
extension Archive {
  func value() async -> Int {
    let seventh = await (Task.detached { 7 }).result
    print(seventh)
    return await Task.detached(priority: .high) { 6 }.value
  }
}

// Another type's members, and declarations.
struct House { var detached = true, task = Task(name: "paint") }
extension House {
  struct Task {
    var name: String
    static func detached(_ work: () -> Void) { work() }
  }
}
func paint() -> Bool {
  House.Task.detached {}
  return House().detached
}

// Texts: Task.detached {}
let help = "Task.detached {}"
