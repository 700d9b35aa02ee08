import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FilePath {
  /// The bytes up to the NUL.
  package init(cString: UnsafePointer<CChar>) {
    self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
  }

  /// Whether the path begins at the root of the file system.
  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The relative path of a folder to itself is empty; this is `.` for it.
  package var orFolder: FilePath { bytes.isEmpty ? FilePath(".") : self }

  /// The folder of an absolute path without `.`, `..` and doubled slashes.
  package var parent: FilePath {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return end == 0 ? FilePath("/") : FilePath(bytes: bytes[..<end])
  }

  /// Empty for the root; a trailing slash does not count.
  package var lastComponent: ArraySlice<UInt8> {
    bytes.split(separator: UInt8(ascii: "/")).last ?? []
  }

  /// The path of something in this folder; the component itself where this path is empty.
  package func appending(_ component: some Collection<UInt8>) -> FilePath {
    var joined = bytes
    joined.reserveCapacity(bytes.count + 1 + component.count)
    if let last = bytes.last, last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += component
    return FilePath(bytes: joined)
  }

  /// The path of something in this folder.
  package func appending(_ component: String) -> FilePath {
    appending(Array(component.utf8))
  }

  /// The path from a folder to a path in it, empty for the folder itself; nil for any other path.
  /// Both are absolute and without `.`, `..` and doubled slashes.
  package func relative(to folder: FilePath) -> FilePath? {
    guard bytes.starts(with: folder.bytes) else { return nil }
    let rest = bytes.dropFirst(folder.bytes.count)
    if rest.isEmpty || folder.bytes.last == UInt8(ascii: "/") { return FilePath(bytes: rest) }
    return rest.first == UInt8(ascii: "/") ? FilePath(bytes: rest.dropFirst()) : nil
  }

  /// What a patch that is applied in a folder calls the file: its path from there, since none goes
  /// through links or upward; outside of the folder the path from the root of the file system.
  package func nameInPatch(from folder: FilePath) -> FilePath {
    let path = withoutLinks ?? resolved(from: folder)
    return path.relative(to: folder) ?? FilePath(bytes: path.bytes.dropFirst())
  }

  /// The absolute path without `.`, `..` and doubled slashes that names the same file.
  /// - Parameters:
  ///   - folder: what a relative path starts from; absolute and without such components.
  ///   - followsLinks: whether `link/..` is the folder that the target of the link lies in; else it
  ///     is the folder of the link.
  package func resolved(
    from folder: FilePath, followingLinks followsLinks: Bool = true
  ) -> FilePath {
    var result = isAbsolute ? FilePath("/") : folder
    for component in bytes.split(separator: UInt8(ascii: "/")) {
      switch component {
      case [UInt8(ascii: ".")]: continue
      case [UInt8(ascii: "."), UInt8(ascii: ".")]:
        result = ((followsLinks ? result.withoutLinks : nil) ?? result).parent
      default: result = result.appending(component)
      }
    }
    return result
  }

  /// Where a write to an absolute path would go: every symbolic link is followed, whether it leads
  /// to something or not.
  package var destination: FilePath {
    var path = self
    // As many links as Linux follows (path_resolution(7)).
    for _ in 0..<40 {
      let folder = path.parent.nearestDestination
      path = folder.appending(path.lastComponent)
      guard let target = path.linkTarget else { return path }
      path = target.resolved(from: folder)
    }
    return path
  }

  /// The same for what lies in a folder that is reached by no link.
  func destination(in folder: FilePath) -> FilePath {
    linkTarget.map { $0.resolved(from: folder).destination } ?? self
  }

  /// Where a folder lies, or would lie in the nearest one above that is there.
  private var nearestDestination: FilePath {
    var (folder, missing) = (self, [ArraySlice<UInt8>]())
    while folder != folder.parent {
      if let real = folder.withoutLinks { return missing.reduce(real) { $0.appending($1) } }
      missing.insert(folder.lastComponent, at: 0)
      folder = folder.parent
    }
    return self
  }

  /// What a symbolic link says; nil for anything else and for nothing.
  private var linkTarget: FilePath? {
    // Longer than any link of Darwin or Linux.
    var target = [CChar](repeating: 0, count: 4096)
    let count = bytes.withCString { readlink($0, &target, target.count) }
    return count < 0 ? nil : FilePath(bytes: target[..<count].map(UInt8.init(bitPattern:)))
  }

  /// The path with every symbolic link followed; nil where it does not exist.
  package var withoutLinks: FilePath? {
    guard let resolved = bytes.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces, tabs and line ends around it.
  var trimmingBlanks: ArraySlice {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 9 <= byte && byte <= 13 }
    let rest = drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 }
    return rest[..<(end ?? rest.startIndex)]
  }
}

/// The working directory, without symbolic links.
package func currentFolder() throws(FileError) -> FilePath {
  guard let path = getcwd(nil, 0) else { throw .last }
  defer { free(path) }
  return FilePath(cString: path)
}
