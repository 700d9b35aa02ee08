import Diagnostics

/// Folders of third-party code and of build products, which a walk skips like hidden folders.
package let skippedFolders = ["Carthage", "DerivedData", "Pods", "SourcePackages", "node_modules"]

/// Whether a folder of that name is hidden or one of `skippedFolders`.
func isSkippedFolder(_ name: UnsafeRawBufferPointer) -> Bool {
  name.first == UInt8(ascii: ".")
    || skippedFolders.contains { $0.utf8.count == name.count && name.elementsEqual($0.utf8) }
}

/// The file that makes a folder of that name one of third-party code; nil if the name suffices.
private func companion(ofFolder name: UnsafeRawBufferPointer) -> String? {
  if name.elementsEqual("Pods".utf8) { return "Podfile" }
  return name.elementsEqual("Carthage".utf8) ? "Cartfile" : nil
}

/// A folder that a walk skipped although git tracks Swift files in it.
package struct SkippedFolder: Sendable {
  /// The path as it is printed.
  package let path: FilePath
  /// The number of Swift files that are left out.
  package internal(set) var count: Int
}

extension [SkippedFolder] {
  /// Records another file that is left out.
  /// - Parameter folder: the path as it is printed.
  package mutating func addFile(in folder: FilePath) {
    if let index = firstIndex(where: { $0.path == folder }) {
      self[index].count += 1
    } else {
      append(SkippedFolder(path: folder, count: 1))
    }
  }
}

extension Selection {
  /// Whether a walk skips a folder of that name.
  /// - Parameter parent: the folder that it is in; absolute.
  func skips(_ name: ArraySlice<UInt8>, in parent: @autoclosure () -> FilePath) -> Bool {
    name.withUnsafeBytes { name in
      isSkippedFolder(name)
        && companion(ofFolder: name).map { hasFile(parent().appending($0)) } != false
    }
  }

  /// The outermost folder around a file that a walk skips; nil if there is none.
  /// - Parameter start: the absolute path where the walk begins.
  package func skippedFolder(around file: FilePath, from start: FilePath) -> FilePath? {
    guard let path = file.relative(to: start)?.bytes else { return nil }
    var begin = path.startIndex
    while let slash = path[begin...].firstIndex(of: UInt8(ascii: "/")) {
      if skips(path[begin..<slash], in: start.appending(path[..<begin])) {
        return start.appending(path[..<slash])
      }
      begin = slash + 1
    }
    return nil
  }
}

extension FilePath {
  /// Whether it has the name of a Swift file.
  package var isSwiftFile: Bool { bytes.withUnsafeBytes { $0.hasSuffix(".swift") } }

  /// Whether a file of that name is linted if it is named: it has no extension, or one of Swift
  /// source, of an interface or of a template for Swift source.
  package var mayBeSwift: Bool {
    bytes.withUnsafeBytes {
      $0.hasSuffix(".swift") || $0.hasSuffix(".swiftinterface") || $0.hasSuffix(".gyb")
    } || !lastComponent.contains(UInt8(ascii: "."))
  }

  /// The files that `Selection.skips` looks for to decide about the folders around a Swift file.
  package var companions: [FilePath] {
    guard isSwiftFile else { return [] }
    var found: [FilePath] = []
    var begin = bytes.startIndex
    while let slash = bytes[begin...].firstIndex(of: UInt8(ascii: "/")) {
      if let name = bytes[begin..<slash].withUnsafeBytes({ companion(ofFolder: $0) }) {
        found.append(FilePath(bytes: Array(bytes[..<begin]) + Array(name.utf8)))
      }
      begin = slash + 1
    }
    return found
  }
}
