import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of the operating system; it must be joined.
struct Thread {
  private let id: pthread_t?

  /// Where the system refuses a thread, the others do its work.
  init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin)
      var id: pthread_t?
    #else
      var id = pthread_t()
    #endif
    // The first thread is sent the signals that end the process, and knows when it must not be.
    let result = holdingTermination {
      #if canImport(Darwin)
        pthread_create(&id, nil, { runThread($0) }, box.toOpaque())
      #else
        pthread_create(&id, nil, { runThread($0!) }, box.toOpaque())
      #endif
    }
    self.id = result == 0 ? id : nil
    if result != 0 { box.release() }
  }

  func join() {
    if let id { pthread_join(id, nil) }
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func runThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
  return nil
}
