import Comparison
import Diagnostics
import Rules
import Workspace

/// Refuses, before anything is written, to write over what the run reads, and to write two files
/// into one.
/// - Parameters:
///   - written: each file that it is to write, with the option that names it.
///   - read: what the run reads, whatever its name.
package func requireUnread(
  _ written: [(option: Option, path: FilePath)], among read: [FilePath]
) throws(UsageError) {
  guard !written.isEmpty, let folder = try? currentFolder() else { return }
  for (index, file) in written.enumerated() {
    let version = FileVersion(at: file.path)
    // A pipe or a device keeps what others have written. What must not be written is refused there.
    guard version?.isRegularFile != false,
      let target = try? Place(workingFolder: folder).writable(file.path).path
    else { continue }
    func isTarget(_ other: FilePath) -> Bool {
      other.followingLinks(from: folder) == target
        || version != nil && FileVersion(at: other) == version
    }
    var mistake: String?
    if written[..<index].contains(where: { isTarget($0.path) }) {
      mistake = "another option writes there, too"
    } else if read.contains(where: isTarget) {
      mistake = "the run reads it"
    } else if !target.isSwiftFile || file.option != .stamp {
      if target.isReadByName { mistake = "a run reads files of such a name" }
    } else if let bytes = try? readFile(target), !bytes.isEmpty, bytes != stampText {
      mistake = "it is no stamp"
    }
    guard let mistake else { continue }
    throw UsageError(
      "'\(file.option.name)' cannot write to '\(file.path.string)'; \(mistake)",
      needsHelp: false, mayBeReported: false)
  }
}

/// The text of a stamp.
package let stampText = Array("// Linted.\n".utf8)

extension FilePath {
  fileprivate var isReadByName: Bool {
    let name = lastComponent.map(\.lowercasedASCII)
    return [".swift", ".yml", ".yaml"].contains { ending in
      name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
      || [baselineFileName, "codeowners", ".gitignore"].contains { name.elementsEqual($0.utf8) }
  }
}
