import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rule files that a path names: the file itself, or the `*.yml` of the folder that are not
/// hidden, in byte order.
func ruleFilePathsOnDisk(at path: FilePath) throws(FileError) -> [FilePath] {
  guard try kindOfFile(at: path) == .folder else { return [path] }
  var paths: [FilePath] = []
  try readFolder(path) { name, kind in
    if kind != .folder, isRuleFileName(name) { paths.append(path.appending(Array(name))) }
  }
  return paths.sorted()
}

func isRuleFileName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
  name.first != UInt8(ascii: ".") && name.suffix(4).elementsEqual(".yml".utf8)
}

/// Whether a regular file has that name, and no link.
package func isPlainFile(_ path: FilePath) -> Bool {
  var status = stat()
  return path.bytes.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
}

package enum FileKind {
  case file, folder
}

/// Follows symbolic links, as is right for a path that somebody named.
package func kindOfFile(at path: FilePath) throws(FileError) -> FileKind {
  var status = stat()
  _ = try path.bytes.withCString { path in systemCall { stat(path, &status) } }.get()
  switch status.st_mode & S_IFMT {
  case S_IFREG: return .file
  case S_IFDIR: return .folder
  default: throw .notARegularFile
  }
}
