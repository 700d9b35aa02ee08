import Diagnostics

/// A path whose content or kind differs between a commit and the index or the working tree, as
/// `git diff-index --raw -z` tells it.
package struct ChangedEntry: Equatable, Sendable {
  /// Relative to the top of the work tree.
  package let path: FilePath
  package let old: Side
  package let new: Side

  package struct Side: Equatable, Sendable {
    /// e.g. `0o100644`; 0 where there is nothing.
    let mode: UInt32
    /// The hexadecimal name; nil where there is nothing, or where git has not read the file.
    package let object: FilePath?

    package init(mode: UInt32, object: FilePath?) {
      self.mode = mode
      self.object = object
    }

    /// Whether it is a file, rather than a symbolic link, a submodule or nothing.
    package var isFile: Bool { mode == 0o100644 || mode == 0o100755 }
  }

  package init(path: FilePath, old: Side, new: Side) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// Reads the entries `:100644 100755 OBJECT OBJECT M`, NUL, path, NUL.
func changedEntries(in output: [UInt8]) throws(GitError) -> [ChangedEntry] {
  let parts = output.split(separator: 0)
  guard parts.count % 2 == 0, output.last ?? 0 == 0 else { throw unreadable }
  var entries: [ChangedEntry] = []
  entries.reserveCapacity(parts.count / 2)
  for index in stride(from: 0, to: parts.count, by: 2) {
    let fields = parts[index].split(separator: UInt8(ascii: " "))
    guard fields.count == 5, fields[0].first == UInt8(ascii: ":"),
      let oldMode = mode(fields[0].dropFirst()), let newMode = mode(fields[1])
    else { throw unreadable }
    entries.append(
      ChangedEntry(
        path: FilePath(bytes: parts[index + 1]),
        old: ChangedEntry.Side(mode: oldMode, object: object(fields[2])),
        new: ChangedEntry.Side(mode: newMode, object: object(fields[3]))))
  }
  return entries
}

private let unreadable = GitError("cannot read what 'git diff-index' prints")

/// Six octal digits.
private func mode(_ digits: ArraySlice<UInt8>) -> UInt32? {
  guard digits.count == 6 else { return nil }
  var mode: UInt32 = 0
  for digit in digits {
    guard UInt8(ascii: "0")...UInt8(ascii: "7") ~= digit else { return nil }
    mode = mode * 8 + UInt32(digit - UInt8(ascii: "0"))
  }
  return mode
}

private func object(_ name: ArraySlice<UInt8>) -> FilePath? {
  name.allSatisfy { $0 == UInt8(ascii: "0") } ? nil : FilePath(bytes: name)
}
