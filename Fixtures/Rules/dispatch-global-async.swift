import Foundation

typealias Work = @Sendable @convention(block) () -> Void

// Reported: work put on a global queue, however it is spelled.

final class Thumbnails: @unchecked Sendable {
  var images: [String: Data] = [:]

  func load(_ name: String, _ limit: DispatchTime, _ wall: DispatchWallTime) {
    DispatchQueue.global().async {  // expect: dispatch-global-async
      self.images[name] = Data()
    }
    // expect@+1:5: dispatch-global-async
    DispatchQueue.global(qos: .userInitiated).async { [weak self] in
      self?.images[name] = nil
    }
    DispatchQueue.global().asyncAfter(deadline: limit) {}  // expect: dispatch-global-async
    DispatchQueue  // expect: dispatch-global-async
      .global(qos: .utility)
      .asyncAfter(wallDeadline: wall) {}
  }

  func run(_ work: @escaping Work, _ item: DispatchWorkItem, _ group: DispatchGroup) {
    // expect@+1:15: dispatch-global-async
    if true { DispatchQueue.global().async(execute: work) }
    DispatchQueue.global().async(group: group, execute: item)  // expect: dispatch-global-async
    DispatchQueue.global(qos: .default).async(flags: .barrier) {}  // expect: dispatch-global-async
    Dispatch.DispatchQueue.global().async(execute: work)  // expect: dispatch-global-async
    (DispatchQueue.global()).async(execute: work)  // expect: dispatch-global-async
  }
}

#if canImport(Darwin)
  // What priorities were before they had names.
  func old(_ limit: DispatchTime) {
    DispatchQueue.global(priority: .high).async {}  // expect: dispatch-global-async
    // expect@+1:5: dispatch-global-async
    DispatchQueue.global(priority: .low).asyncAfter(deadline: limit) {}
  }
#endif

// A method that is not called yet puts work on the queue each time somebody calls it.
let later: (DispatchWorkItem) -> Void =
  DispatchQueue.global().async(execute:)  // expect: dispatch-global-async

// Not reported: a queue that is given, and work that is done before the call returns.

struct Renderer {
  let queue: DispatchQueue
  init(queue: DispatchQueue = .global()) { self.queue = queue }
  func render(_ limit: DispatchTime) {
    queue.async {}
    self.queue.asyncAfter(deadline: limit) {}
  }
}
func wait(for group: DispatchGroup) {
  DispatchQueue.global().sync {}
  group.notify(queue: .global()) {}  // expect: dispatch-notify
}

// Another type's members, and longer names.
enum Fake {
  struct DispatchQueue {
    static func global() -> DispatchQueue { DispatchQueue() }
    func async(_ work: () -> Void) { work() }
  }
}
extension DispatchQueue {
  func asyncWithFuture(_ work: () -> Void) { work() }
}
func others() {
  Fake.DispatchQueue.global().async {}
  DispatchQueue.global().asyncWithFuture {}
}

// Texts: DispatchQueue.global().async {}
let help = "DispatchQueue.global().async {}"
