import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// Nil where the variable is not set.
package func environmentVariable(_ name: String) -> FilePath? {
  getenv(name).map { FilePath(cString: $0) }
}

/// Every variable of the process as `NAME=value`.
func environmentEntries() -> [FilePath] {
  #if canImport(Darwin)
    var next = _NSGetEnviron().pointee
  #else
    // Nobody changes it.
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
  #endif
  var entries: [FilePath] = []
  while let pointer = next, let entry = pointer.pointee {
    entries.append(FilePath(cString: entry))
    next = pointer + 1
  }
  return entries
}
