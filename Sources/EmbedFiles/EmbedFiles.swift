import Foundation
import PackagePlugin

/// Embeds the files of `Rules/` and `Fixtures/Rules/` in the target, as the constants
/// `bundledRuleFiles` and `embeddedFixtures`. SwiftPM's own `.embedInCode` writes an array of
/// numbers, over which the compiler sits for minutes; these are string literals.
///
/// SwiftPM asks again which files there are only when a folder of a target has changed. So that it
/// notices a new rule, the target holds links to the two folders.
@main
struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let files =
      try files(in: root.appending(path: "Rules"), named: "yml")
      + files(in: root.appending(path: "Fixtures/Rules"), named: "swift")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) files",
        executable: try context.tool(named: "embed-files").url,
        arguments: ([output] + files).map { $0.path(percentEncoded: false) },
        inputFiles: files, outputFiles: [output])
    ]
  }

  /// In byte order of their names.
  private func files(in folder: URL, named pathExtension: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == pathExtension && !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.lastPathComponent.utf8.lexicographicallyPrecedes($1.lastPathComponent.utf8) }
  }
}
