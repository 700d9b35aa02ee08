import CLibrary
import Diagnostics

/// Removes the temporary files that killed runs left in a folder: regular files of this user, an
/// hour old or older, whose process has ended and that git does not track.
/// - Parameter folder: empty for the working folder.
/// - Returns: how many there were.
package func removeLeftovers(in folder: FilePath) -> Int {
  var names: [[UInt8]] = []
  try? readFolder(folder) { name, kind in
    if kind == .file, let process = processThatMade(temporaryFile: name), hasEnded(process) {
      names.append(Array(name))
    }
  }
  guard !names.isEmpty, let descriptor = try? openFile(folder.orFolder, O_RDONLY | O_DIRECTORY)
  else { return 0 }
  defer { close(descriptor) }
  return names.count { name in
    guard let version = try? FileVersion(of: name, in: descriptor), version.isRegularFile,
      version.owner == geteuid(), version.modificationSeconds + secondsPerHour <= time(nil),
      !isTracked(name, in: folder)
    else { return false }
    return name.withCString { unlinkat(descriptor, $0, 0) } == 0
  }
}

private let secondsPerHour = 3600

/// Nil for a name that is not one of `temporaryName(_:of:)`.
private func processThatMade(temporaryFile name: UnsafeRawBufferPointer) -> pid_t? {
  let parts = name.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  guard let number = parts.last.flatMap(decimal),
    let process = parts.dropLast().last.flatMap(decimal),
    let id = pid_t(exactly: process), 0 < id, name.elementsEqual(temporaryName(number, of: id))
  else { return nil }
  return id
}

private func decimal(_ digits: some Sequence<UInt8>) -> Int? {
  Int(String(decoding: Array(digits), as: UTF8.self))
}

/// Whether no process, of this or another user, has the number.
private func hasEnded(_ process: pid_t) -> Bool {
  kill(process, 0) == -1 && errno == ESRCH
}

/// True also if git cannot say.
private func isTracked(_ name: [UInt8], in folder: FilePath) -> Bool {
  guard let folder = folder.orFolder.withoutLinks else { return true }
  guard repositoryRoot(around: folder) != nil else { return false }
  let path = GitArgument(FilePath(bytes: name))
  guard let list = try? runGit(["ls-files", "-z", "--", path], in: folder, .ofFolder) else {
    return true
  }
  return list.status != 0 || !list.output.isEmpty
}
