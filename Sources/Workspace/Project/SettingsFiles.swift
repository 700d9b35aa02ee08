import Diagnostics

/// The source of configurations, rule files and baselines: the disk, or a commit. Files outside the
/// commit's work tree are read from the disk.
package struct SettingsFiles: Sendable {
  /// The commit that has the files; nil for the disk alone.
  package let commit: CommittedFiles?

  /// - Parameter commit: the commit; nil for the disk alone.
  package init(of commit: CommittedFiles? = nil) {
    self.commit = commit
  }

  /// The bytes of a regular file.
  /// - Parameter path: an absolute path.
  package func read(_ path: FilePath) throws(FileError) -> [UInt8] {
    guard let commit, let inside = commit.path(inside: path) else { return try readFile(path) }
    return try commit.read(inside)
  }

  /// The names in a folder that a configuration may have, including links that lead nowhere.
  /// - Parameter folder: an absolute path.
  package func configurationNames(in folder: FilePath) -> [String] {
    guard let commit, let inside = commit.path(inside: folder) else {
      return possibleConfigurationNames.filter { isNameVisible(folder.appending($0)) }
    }
    return commit.configurationNames(in: inside)
  }

  /// The rule files that a path names: the file itself, or the `*.yml` of the folder that are not
  /// hidden, in byte order.
  /// - Parameter path: an absolute path.
  package func ruleFilePaths(at path: FilePath) throws(FileError) -> [FilePath] {
    guard let commit, let inside = commit.path(inside: path) else {
      return try ruleFilePathsOnDisk(at: path)
    }
    guard let names = try commit.names(in: inside) else { return [path] }
    let paths = names.filter(isRuleFileName).map { path.appending($0) }.sorted()
    expect(paths)
    return paths
  }

  /// Records paths that will be read, so that git is asked for all of them at once.
  /// - Parameter paths: absolute paths.
  func expect(_ paths: [FilePath]) {
    guard let commit else { return }
    commit.expect(paths.compactMap(commit.path(inside:)))
  }

  /// The absolute path of a path in a settings file. On the disk `link/..` is the folder that the
  /// target of the link is in. In a commit it is the folder of the link: changes to the disk must
  /// not decide which file of the commit is read.
  /// - Parameters:
  ///   - name: the path as the file has it.
  ///   - folder: the absolute path of the file's folder.
  package func path(_ name: FilePath, from folder: FilePath) -> FilePath {
    name.resolved(from: folder, followingLinks: commit == nil)
  }
}

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

/// The name of a project's configuration file.
package let configurationFileName = ".swift-determinism-lint.yml"

/// All names that a configuration file may have.
package let possibleConfigurationNames = [configurationFileName, ".swift-determinism-lint.yaml"]

/// The name of a project's baseline, unless another one is configured.
package let baselineFileName = ".swift-determinism-baseline"

extension FilePath {
  /// Whether a file of that name is read by this tool alone, or lists owners.
  var isNameOfOwnFile: Bool {
    isConfigurationName(lastComponent)
      || ["CODEOWNERS", baselineFileName].contains { lastComponent.elementsEqual($0.utf8) }
  }

  /// Whether settings may have that name.
  var isNameOfSettings: Bool {
    isNameOfOwnFile
      || bytes.withUnsafeBytes { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
  }
}

/// - Parameter name: the name of a file, without its folder.
package func isConfigurationName(_ name: some Collection<UInt8>) -> Bool {
  possibleConfigurationNames.contains { name.elementsEqual($0.utf8) }
}
