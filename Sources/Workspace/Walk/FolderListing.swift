import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a walk needs to know of one folder: its folders and Swift files, and whether git has
/// something to say there.
struct FolderListing {
  struct Entry {
    /// Offsets from 0 into `names`.
    let name: Range<Int>
    let isFolder: Bool
  }

  private(set) var names: [UInt8] = []
  /// Regular files with the extension `swift`, and folders that are neither hidden nor always
  /// skipped; in the byte order of the paths below them.
  private(set) var entries: [Entry] = []
  private(set) var hasIgnoreFile = false
  private(set) var isRepository = false

  init(of folder: FilePath) throws(FileError) {
    // Enough for most folders.
    names.reserveCapacity(1000)
    entries.reserveCapacity(40)
    try readFolder(folder) { name, kind in add(name, kind: kind) }
    sort()
  }

  private mutating func add(_ name: UnsafeRawBufferPointer, kind: EntryKind) {
    if name.first == UInt8(ascii: ".") {
      isRepository = isRepository || name.elementsEqual(".git".utf8)
      hasIgnoreFile = hasIgnoreFile || kind == .file && name.elementsEqual(".gitignore".utf8)
    }
    switch kind {
    case .folder where !isSkippedFolder(name), .file where name.hasSuffix(".swift"):
      let start = names.count
      names.append(contentsOf: name)
      entries.append(Entry(name: start..<names.count, isFolder: kind == .folder))
    case .folder, .file, .other: break
    }
  }

  /// Byte order of whole paths: a folder's name counts with the slash that follows it.
  private mutating func sort() {
    names.withUnsafeBufferPointer { names in
      entries.sort { left, right in
        let common = min(left.name.count, right.name.count)
        let order = memcmp(
          names.baseAddress! + left.name.lowerBound, names.baseAddress! + right.name.lowerBound,
          common)
        guard order == 0 else { return order < 0 }
        func byte(after entry: Entry) -> UInt8 {
          if common < entry.name.count { return names[entry.name.lowerBound + common] }
          return entry.isFolder ? UInt8(ascii: "/") : 0
        }
        return byte(after: left) < byte(after: right)
      }
    }
  }
}

/// Folders of other people's code and of build products, which a walk skips as it does hidden ones.
package let skippedFolders = ["Carthage", "DerivedData", "Pods", "SourcePackages", "node_modules"]

private func isSkippedFolder(_ name: UnsafeRawBufferPointer) -> Bool {
  name.first == UInt8(ascii: ".")
    || skippedFolders.contains { $0.utf8.count == name.count && name.elementsEqual($0.utf8) }
}

extension UnsafeRawBufferPointer {
  func hasSuffix(_ suffix: StaticString) -> Bool {
    let start = count - suffix.utf8CodeUnitCount
    return 0 <= start
      && memcmp(baseAddress! + start, suffix.utf8Start, suffix.utf8CodeUnitCount) == 0
  }
}
