// The C library: no other file imports it. What it has on one platform alone, or in another form
// there, has one form here.

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported @preconcurrency import Glibc
#elseif canImport(Musl)
  @_exported @preconcurrency import Musl
#endif

/// The variables of the process, each as `NAME=value`, up to a null pointer.
package func environmentPointer() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
    _NSGetEnviron().pointee
  #else
    // Nobody changes it.
    environ
  #endif
}

/// A folder that is read.
#if canImport(Darwin)
  package typealias FolderStream = UnsafeMutablePointer<DIR>
#else
  package typealias FolderStream = OpaquePointer
#endif

extension stat {
  /// When the bytes were changed last.
  package var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When something was changed last, a name included.
  package var changeTime: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

// MARK: - Sockets and threads

#if canImport(Glibc)
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  package let streamSocket = SOCK_STREAM
#endif

/// The flags of send(2) for a socket that neither waits nor raises a signal.
#if canImport(Darwin)
  package let quietSendFlags = MSG_DONTWAIT
#else
  package let quietSendFlags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
#endif

/// Lets a write to a socket without a reader fail instead of ending this process.
package func ignoreSIGPIPE(_ socket: Int32) {
  #if canImport(Darwin)
    var isOn: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
  #endif
}

/// Starts a thread that runs the body; nil if the system refuses one.
package func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  let box = Unmanaged.passRetained(ThreadBody(run: body))
  #if canImport(Darwin)
    var id: pthread_t?
    let result = pthread_create(&id, nil, { runThread($0) }, box.toOpaque())
  #else
    var id = pthread_t()
    let result = pthread_create(&id, nil, { runThread($0!) }, box.toOpaque())
  #endif
  if result == 0 { return id }
  box.release()
  return nil
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
