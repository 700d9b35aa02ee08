import Foundation

/// The checkout that these tests were compiled from.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of what SwiftPM and Xcode run and is no part of the tool.
  static let plugins = "Sources/Plugins/"

  /// The tool that DETERMINISM_LINT_TOOL names, or as `swift test` has built it.
  static let tool =
    ProcessInfo.processInfo.environment["DETERMINISM_LINT_TOOL"].map(URL.init(fileURLWithPath:))
    ?? ownTool

  /// The tool as these tests were built with it.
  static let ownTool = products.appendingPathComponent("swift-determinism-lint")

  /// The folder that holds the tool and the running tests.
  private static var products: URL {
    #if canImport(Darwin)
      // On macOS a process of the toolchain loads the tests as a bundle.
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return Bundle.main.executableURL!.deletingLastPathComponent()
  }

  /// `PATH` with the tool on it.
  static let searchPath =
    tool.deletingLastPathComponent().path + ":"
    + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")

  /// The text of a file; a fixture may hold bytes that are not UTF-8.
  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
  }

  /// The files below a folder whose names end so, as paths from the root, sorted; hidden files
  /// are left out.
  static func files(in folder: String, suffix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (paths?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(suffix) && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  /// The names of what lies directly in a folder, sorted; hidden names are left out.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { !$0.hasPrefix(".") }
      .sorted()
  }
}
