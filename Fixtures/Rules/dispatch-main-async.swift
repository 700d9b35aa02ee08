import Dispatch
import Foundation

// Reported: work put on the main queue for later, in every overload and spelling.

@MainActor
final class Screen {
  var title = ""
  func reload() {}
}

func overloads(screen: Screen, group: DispatchGroup, item: DispatchWorkItem) {
  DispatchQueue.main.async { screen.reload() }  // expect: dispatch-main-async
  DispatchQueue.main.async {  // expect: dispatch-main-async
    screen.reload()
  }
  DispatchQueue.main.async(execute: item)  // expect: dispatch-main-async
  DispatchQueue.main.async(execute: { screen.reload() })  // expect: dispatch-main-async
  DispatchQueue.main.async(group: group, execute: item)  // expect: dispatch-main-async
  DispatchQueue.main.async(group: group, qos: .utility) {}  // expect: dispatch-main-async
  DispatchQueue.main.async(flags: .barrier) {}  // expect: dispatch-main-async
  DispatchQueue.main.async() {}  // expect: dispatch-main-async
  DispatchQueue.main.async(qos: .background) {}  // expect: dispatch-main-async
}

func delays(limit: DispatchTime, wall: DispatchWallTime, item: DispatchWorkItem) {
  DispatchQueue.main.asyncAfter(deadline: limit) {}  // expect: dispatch-main-async
  DispatchQueue.main.asyncAfter(deadline: limit, execute: item)  // expect: dispatch-main-async
  DispatchQueue.main.asyncAfter(wallDeadline: wall) {}  // expect: dispatch-main-async
  DispatchQueue.main.asyncAfter(wallDeadline: wall, execute: item)  // expect: dispatch-main-async
  DispatchQueue.main.asyncAfter(deadline: limit, qos: .utility) {}  // expect: dispatch-main-async
}

#if canImport(Darwin)
  // The caller waits, but for how long is up to what the queue holds.
  func waits(_ item: DispatchWorkItem) {
    DispatchQueue.main.asyncAndWait {}  // expect: dispatch-main-async
    DispatchQueue.main.asyncAndWait(execute: item)  // expect: dispatch-main-async
  }
#endif

// The report stands at the first word of the name, wherever the rest of it is.
func spellings(_ work: @escaping @Sendable @convention(block) () -> Void) {
  // expect@+1:13: dispatch-main-async
  if true { DispatchQueue.main.async(execute: work) }
  DispatchQueue  // expect: dispatch-main-async
    .main  // a remark
    .async { work() }
  DispatchQueue . main . async { work() }  // expect: dispatch-main-async
  DispatchQueue.main.async  // expect: dispatch-main-async
  { work() }
  DispatchQueue.main/* the queue */.async(execute: work)  // expect: dispatch-main-async
  DispatchQueue.`main`.`async`(execute: work)  // expect: dispatch-main-async
  `DispatchQueue`.main.async(execute: work)  // expect: dispatch-main-async
  (DispatchQueue).main.async(execute: work)  // expect: dispatch-main-async
  (DispatchQueue.main).async(execute: work)  // expect: dispatch-main-async
  // expect@+1:4: dispatch-main-async
  (DispatchQueue.main as DispatchQueue).async(execute: work)
  DispatchQueue.self.main.async(execute: work)  // expect: dispatch-main-async
  DispatchQueue.main.self.async(execute: work)  // expect: dispatch-main-async
  Dispatch.DispatchQueue.main.async(execute: work)  // expect: dispatch-main-async
  Foundation.DispatchQueue.main.asyncAfter(  // expect: dispatch-main-async
    deadline: .distantFuture, execute: work)
  #if compiler(>=6.3)
    // Module selectors, SE-0491.
    Dispatch::DispatchQueue.main.async(execute: work)  // expect: dispatch-main-async
    DispatchQueue.Dispatch::main.Dispatch::async {}  // expect: dispatch-main-async
  #endif
  DispatchQueue.main  // expect: dispatch-main-async
    #if DEBUG
      .async(execute: work)
    #else
      .async(group: nil, execute: work)
    #endif
}

// A method that is not called yet puts work on the queue each time somebody calls it.
let later: (DispatchWorkItem) -> Void = DispatchQueue.main.async  // expect: dispatch-main-async
let laterToo = DispatchQueue.main.async(execute:)  // expect: dispatch-main-async
struct Flow {
  var delay = DispatchQueue.main.asyncAfter(deadline:execute:)  // expect: dispatch-main-async
  var perform: (@escaping @Sendable @convention(block) () -> Void) -> Void = { work in
    DispatchQueue.main.async(execute: work)  // expect: dispatch-main-async
  }
}

// Inside one another, and after one another.
func nested() {
  DispatchQueue.main.async {  // expect: dispatch-main-async
    DispatchQueue.main.asyncAfter(deadline: .distantFuture) {}  // expect: dispatch-main-async
  }
  // expect@+1:3: dispatch-main-async
  DispatchQueue.main.async {}; DispatchQueue.main.async {}  // expect: dispatch-main-async
}

// Not reported: queues and dispatchers that are given.

protocol Dispatching {
  func dispatch(_ work: @escaping () -> Void)
}
struct SyncQueue: Dispatching {
  func dispatch(_ work: @escaping () -> Void) { work() }
}
final class Loader {
  let queue: DispatchQueue
  let dispatching: any Dispatching
  init(queue: DispatchQueue, dispatching: any Dispatching) {
    self.queue = queue
    self.dispatching = dispatching
  }
  func load(on mainQueue: DispatchQueue, done: @escaping () -> Void) {
    queue.async {}
    self.queue.asyncAfter(deadline: .distantFuture) {}
    mainQueue.async {}
    dispatching.dispatch(done)
  }
}

// What another type sets of its own is not this variable, and a key path writes to no constant.
final class Printer {
  private var queue = DispatchQueue.main
  func start() { queue.async {} }  // expect: dispatch-main-async
}
final class Press {
  let queue: DispatchQueue
  init(queue: DispatchQueue) { self.queue = queue }
  func start() { queue.async {} }
}
final class Stamp {
  let inks: DispatchQueue
  init() { inks = .main }
  init(isLate: Bool) { inks = .global() }
  func start() -> KeyPath<Stamp, DispatchQueue> {
    inks.async {}  // expect: dispatch-global-async
    return \.inks
  }
}

// Other queues are not this rule's.
let background = DispatchQueue(label: "background")
func elsewhere() {
  background.async {}  // expect: dispatch-own-async
  background.asyncAfter(deadline: .distantFuture) {}  // expect: dispatch-own-async
}

// The main queue does what is asked before it returns, or nothing at all.
func now(_ key: DispatchSpecificKey<Int>) {
  DispatchQueue.main.sync {}
  DispatchQueue.main.setSpecific(key: key, value: 1)
  dispatchPrecondition(condition: .onQueue(DispatchQueue.main))
}

// Another type's members, and longer names.
enum AsyncQueue {
  struct Queue {
    func async(_ work: () -> Void) { work() }
  }
  static let main = Queue()
  enum DispatchQueue { static let main = Queue() }
}
extension DispatchQueue {
  func asynchronously(_ work: () -> Void) { work() }
}
func others() {
  AsyncQueue.main.async {}
  AsyncQueue.DispatchQueue.main.async {}
  DispatchQueue.main.asynchronously {}
}

// `async` is also a keyword.
@MainActor func title(of screen: Screen) async -> String { screen.title }
func read(_ screen: Screen) async -> String {
  async let title = title(of: screen)
  return await title
}

// Texts: DispatchQueue.main.async {}
let help = "DispatchQueue.main.async {}"
