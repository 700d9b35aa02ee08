import Foundation

// Reported: a thread that is started.

final class Indexer: NSObject, @unchecked Sendable {
  func start() {
    Thread.detachNewThread { self.index() }  // expect: thread-new
    Foundation.Thread.detachNewThread(index)  // expect: thread-new
    Thread  // expect: thread-new
      .detachNewThread {}
  }

  @Sendable func index() {}

  #if canImport(Darwin)
    @objc func indexOnce() {}

    func startOld() -> Int32 {
      Thread.detachNewThreadSelector(  // expect: thread-new
        #selector(indexOnce), toTarget: self, with: nil)
      var thread: pthread_t?
      return pthread_create(&thread, nil, { _ in nil }, nil)  // expect: thread-new
    }
  #endif
}

#if canImport(Glibc)
  func startOld() -> Int32 {
    var thread = pthread_t()
    return pthread_create(&thread, nil, { _ in nil }, nil)  // expect: thread-new
  }
#endif

// A method that is not called yet starts a thread each time somebody calls it.
let start: (@escaping @Sendable () -> Void) -> Void =
  Thread.detachNewThread  // expect: thread-new

// Not reported: a thread that is given, and declarations.

struct Threads {
  var detachNewThread: (() -> Void) -> Void
  func start(_ thread: Thread) {
    detachNewThread {}
    thread.start()
  }
}

// Another type's members.
enum Sewing {
  enum Thread { static func detachNewThread(_ cut: () -> Void) { cut() } }
}
func sew() { Sewing.Thread.detachNewThread {} }

// Texts: Thread.detachNewThread {}
let help = "Thread.detachNewThread {}"
