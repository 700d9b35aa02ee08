import Dispatch

/// The app's queue: the work is done when the main queue comes to it.
struct AsyncQueue: Dispatching {
  func dispatch(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: work)  // allowed: dispatch-main-async
  }
}
