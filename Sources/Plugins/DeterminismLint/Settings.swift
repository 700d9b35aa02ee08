import Foundation

/// The configurations that hold for files, the baselines beside them, and the files that they name.
func settings(of sources: [URL]) -> [URL] {
  var search = SettingsSearch()
  for source in sources { search.look(in: source.deletingLastPathComponent()) }
  return search.found.sorted { $0.path < $1.path }
}

/// A file too many costs a run that could have been spared. So every word of a configuration that
/// leads to a file counts as one that it reads, and nothing more need be known of what it says.
private struct SettingsSearch {
  private(set) var found: Set<URL> = []
  private var folders: Set<String> = []

  /// Looks in a folder and those above, up to the repository's root.
  mutating func look(in folder: URL) {
    guard folders.insert(folder.path).inserted else { return }
    for name in [".swift-determinism-lint.yml", ".swift-determinism-lint.yaml"] {
      addConfiguration(folder.appendingPathComponent(name))
    }
    add(folder.appendingPathComponent(".swift-determinism-baseline"))
    let isRoot = exists(folder.appendingPathComponent(".git"))
    if !isRoot, folder.path != "/" { look(in: folder.deletingLastPathComponent()) }
  }

  private mutating func add(_ file: URL) {
    if exists(file) { found.insert(file.standardizedFileURL) }
  }

  private mutating func addConfiguration(_ file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      found.insert(file.standardizedFileURL).inserted
    else { return }
    for word in words(of: text) {
      let named = URL(fileURLWithPath: word, relativeTo: file.deletingLastPathComponent())
        .standardizedFileURL
      if let names = try? FileManager.default.contentsOfDirectory(atPath: named.path) {
        for name in names where name.hasSuffix(".yml") && !name.hasPrefix(".") {
          add(named.appendingPathComponent(name))
        }
      } else if named.pathExtension == "yml" || named.pathExtension == "yaml" {
        // It may be a configuration that this one extends.
        addConfiguration(named)
      } else {
        add(named)
      }
    }
  }

  private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  /// What may be a scalar of YAML: `a b` and `c` in `- "a b" # c`.
  private func words(of text: String) -> Set<String> {
    let ends: Set<Character> = ["[", "]", "{", "}", ",", ":", "\"", "'", "#"]
    let words = text.split { $0.isNewline || ends.contains($0) }.map { part in
      part.drop { $0 == " " || $0 == "-" }.reversed().drop { $0 == " " }.reversed()
    }
    return Set(words.filter { !$0.isEmpty }.map { String($0) })
  }
}
