protocol Dispatching {
  func dispatch(_ work: @escaping @Sendable () -> Void)
}

/// The tests' queue: the work is done when the call returns.
struct SyncQueue: Dispatching {
  func dispatch(_ work: @escaping @Sendable () -> Void) { work() }
}
