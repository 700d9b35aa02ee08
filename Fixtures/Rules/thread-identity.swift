import Foundation

// Reported: code that asks who runs it.

final class Cache: @unchecked Sendable {
  var owner = Thread.current  // expect: thread-identity

  func show(_ update: @escaping @Sendable () -> Void, _ main: (@escaping () -> Void) -> Void) {
    if Thread.isMainThread {  // expect: thread-identity
      update()
    } else {
      main(update)
    }
    assert(Foundation.Thread.isMainThread)  // expect: thread-identity
    assert(Thread.current.isMainThread)  // expect: thread-identity
    print("\(Thread.callStackSymbols)")  // expect: thread-identity
    print(Thread.callStackReturnAddresses)  // expect: thread-identity
  }

  func priority() -> TaskPriority { Task.currentPriority }  // expect: thread-identity
  func queue() -> OperationQueue? { OperationQueue.current }  // expect: thread-identity
  func isOwner(_ owner: pthread_t) -> Bool {
    pthread_equal(owner, pthread_self()) != 0  // expect: thread-identity
  }
}
#if canImport(Darwin)
  let isMain = pthread_main_np() != 0  // expect: thread-identity
#endif

// Not reported: where code runs is declared, or checked.

@MainActor func show(_ queue: DispatchQueue) {
  MainActor.assertIsolated()
  dispatchPrecondition(condition: .onQueue(queue))
}
func isMain(_ thread: Thread) -> Bool { thread.isMainThread && thread.name == nil }

// Another type's members.
enum Sewing {
  struct Thread: Sendable {
    static let current = Thread()
    static let isMainThread = true
  }
}
let sewing = (Sewing.Thread.current, Sewing.Thread.isMainThread)

// Texts: Thread.isMainThread
let help = "Thread.isMainThread, Task.currentPriority"
