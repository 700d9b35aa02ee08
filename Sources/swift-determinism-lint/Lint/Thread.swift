import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of the operating system; it must be joined. It must hand no descriptor to another one,
/// nor take one: they may have some of their own.
struct Thread {
  private let id: pthread_t?
  private let body: ThreadBody

  /// Where the system refuses a thread, the others do its work.
  init(_ body: @escaping @Sendable () -> Void) {
    self.body = ThreadBody(run: body)
    let box = Unmanaged.passRetained(self.body)
    #if canImport(Darwin)
      var id: pthread_t?
      let result = pthread_create(&id, nil, { runThread($0) }, box.toOpaque())
    #else
      var id = pthread_t()
      let result = pthread_create(&id, nil, { runThread($0!) }, box.toOpaque())
    #endif
    self.id = result == 0 ? id : nil
    if result != 0 { box.release() }
  }

  /// Waits until the thread has descriptors of its own. What another one opens before that, and
  /// then closes, would stay open in it: the other end of a socket would never hear of its end.
  func waitForOwnDescriptors() {
    guard id != nil else { return }
    body.lock.withLock { body.lock.wait { body.isApart } }
  }

  func join() {
    if let id { pthread_join(id, nil) }
  }
}

private final class ThreadBody: @unchecked Sendable {
  let run: @Sendable () -> Void
  let lock = Lock()
  /// Under the lock.
  var isApart = false

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func runThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  #if os(Linux)
    // Descriptors of its own are found without a lock, which saves some hundredths of a run. Where
    // the system does not allow it, they are shared.
    let cloneFiles: Int32 = 0x400
    _ = unshare(cloneFiles)
  #endif
  let body = Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue()
  body.lock.withLock {
    body.isApart = true
    body.lock.wakeAll()
  }
  body.run()
  return nil
}

#if os(Linux)
  /// From the C library, whose module does not show what is Linux's own.
  @_silgen_name("unshare") private func unshare(_ what: Int32) -> Int32
#endif
