import Foundation

/// The repository's own rule files, broken ones included.
enum RepositoryFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of every `.yml` under `Rules` and `Fixtures/RuleFiles`, in the order of their paths.
  static func yaml() throws -> [[UInt8]] {
    try (paths(under: "Rules") + paths(under: "Fixtures/RuleFiles")).map { path in
      Array(try Data(contentsOf: root.appending(path: path)))
    }
  }

  /// Relative to the root.
  static func paths(under folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(".yml") }.sorted().map { "\(folder)/\($0)" }
  }
}
