import Diagnostics

/// What the paths of a report are relative to, for readers elsewhere: a service that shows the
/// repository, or an editor with another working directory.
package struct ReportRoot: Hashable, Sendable {
  /// Absolute, and without `.` and `..`, as the next.
  private let top: FilePath
  /// What printed paths start from.
  private let workingFolder: FilePath
  /// Where a browser finds the files below the top, e.g. `https://github.com/o/r/blob/1a2b3c4`;
  /// nil where nobody knows.
  let page: String?

  package init(top: FilePath, workingFolder: FilePath, page: String? = nil) {
    self.top = top
    self.workingFolder = workingFolder
    self.page = page
  }

  func absolutePath(of printed: FilePath) -> FilePath {
    FilePath(components: components(of: printed), isAbsolute: true)
  }

  /// From the top, with `..` for a file outside it: never absolute, for it would name a file of
  /// this machine.
  func path(of printed: FilePath) -> FilePath {
    let (folder, path) = (components(of: top), components(of: printed))
    let common = zip(folder, path).prefix { $0 == $1 }.count
    let steps = [ArraySlice("..".utf8)]
    let up = repeatElement(steps, count: folder.count - common).joined()
    return FilePath(components: up + path[common...], isAbsolute: false)
  }

  /// The path from the top as a reference (RFC 3986).
  func reference(to printed: FilePath) -> String {
    path(of: printed).percentEncoded
  }

  private func components(of path: FilePath) -> [ArraySlice<UInt8>] {
    let isAbsolute = path.bytes.first == UInt8(ascii: "/")
    var components = isAbsolute ? [] : workingFolder.components
    for component in path.components {
      switch component {
      case [UInt8(ascii: ".")]: continue
      case [UInt8(ascii: "."), UInt8(ascii: ".")]: _ = components.popLast()
      default: components.append(component)
      }
    }
    return components
  }
}

extension FilePath {
  fileprivate var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  fileprivate init(components: some Sequence<ArraySlice<UInt8>>, isAbsolute: Bool) {
    let path = components.joined(separator: [UInt8(ascii: "/")])
    self.init(bytes: isAbsolute ? [UInt8(ascii: "/")] + path : Array(path))
  }

  /// A colon is encoded, too, as it would end a scheme, and what Markdown takes for its own.
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~/+@,=".utf8.contains(byte):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
