import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells a build system that something was done just now. A file that holds the bytes already is as
/// new as if it had been written, but nothing is compiled anew that goes by what it holds.
package func writeStamp(_ bytes: [UInt8], at path: FilePath) throws(FileError) {
  if (try? readFile(path)) == bytes {
    let descriptor = try openFile(path, O_WRONLY | O_NOCTTY)
    defer { close(descriptor) }
    _ = try systemCall { futimens(descriptor, nil) }.get()
  } else {
    let file = try OutputFile(creating: path)
    try file.write(bytes)
    try file.finish(isWhole: true)
  }
}
