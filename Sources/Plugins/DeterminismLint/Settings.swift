import Foundation

/// How a build system learns that the settings of a target have changed.
struct SettingsInputs {
  let inputs: [URL]
  /// Outputs of the lint.
  let links: [URL]

  /// For a build system that asks for the commands before each build: the configurations that hold
  /// for the sources, the baselines beside them, and the files that they name.
  init(of sources: [URL]) {
    inputs = SettingsSearch(sources).found.sorted { $0.path < $1.path }
    links = []
  }

  /// For one that asks when a source comes or goes. A file that is gone stops it as a missing
  /// input, and of one that is named since then it knows nothing. So the lint itself points links
  /// to the settings, which count as its outputs: it is run again when what a link leads to is
  /// another file or none. A file that comes changes its folder, and folders of sources stay.
  /// - Parameters:
  ///   - folder: where the plugin may write.
  ///   - now: the settings of today.
  init(linkedIn folder: URL, _ now: SettingsInputs, of sources: [URL], in package: URL) throws {
    let search = SettingsSearch(sources)
    // Without a repository there is much above the package that changes without end.
    let folders = search.folders.filter { search.hasRepository || $0.hasPrefix(package.path) }
    inputs = folders.sorted().map { URL(fileURLWithPath: $0) }
    let files = FileManager.default
    // Of a file with another ending SwiftPM makes a resource, or warns.
    let names = (0...now.inputs.count + spareLinks).map { "Settings\($0).docc" }
    let links = names.map(folder.appendingPathComponent)
    // The lint goes through all that are there.
    try? files.removeItem(at: links.last!)
    self.links = links.dropLast()
    for link in self.links where (try? files.destinationOfSymbolicLink(atPath: link.path)) == nil {
      try files.createSymbolicLink(atPath: link.path, withDestinationPath: "Sources.list")
    }
  }
}

/// For what configurations may name before the plugin is asked again; with still more the lint runs
/// in each build.
private let spareLinks = 16

/// Whether it is SwiftPM's own build system that asks, not Swift Build or Xcode, which make other
/// things of such links: what it builds tools with is newer than the other's project.
/// - Parameter folder: `SCRATCH/plugins/outputs/PACKAGE/TARGET/destination/PLUGIN`
func isAskedByNativeBuild(in folder: URL) -> Bool {
  let scratch = (0..<6).reduce(folder) { folder, _ in folder.deletingLastPathComponent() }
  func time(of name: String) -> Date? {
    let path = scratch.appendingPathComponent(name).path
    return try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
  guard let tools = time(of: "plugin-tools.yaml") else { return false }
  return time(of: "manifest.pif").map { $0 < tools } ?? true
}

/// A file too many costs a run that could have been spared. So every word of a configuration that
/// leads to a file counts as one that it reads, and nothing more need be known of what it says.
private struct SettingsSearch {
  private(set) var found: Set<URL> = []
  /// In which it has looked.
  private(set) var folders: Set<String> = []
  private(set) var hasRepository = false

  init(_ sources: [URL]) {
    for source in sources { look(in: source.deletingLastPathComponent()) }
  }

  /// Looks in a folder and those above, up to the repository's root.
  private mutating func look(in folder: URL) {
    guard folders.insert(folder.path).inserted else { return }
    for name in [".swift-determinism-lint.yml", ".swift-determinism-lint.yaml"] {
      addConfiguration(folder.appendingPathComponent(name))
    }
    add(folder.appendingPathComponent(".swift-determinism-baseline"))
    if exists(folder.appendingPathComponent(".git")) {
      hasRepository = true
    } else if folder.path != "/" {
      look(in: folder.deletingLastPathComponent())
    }
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
