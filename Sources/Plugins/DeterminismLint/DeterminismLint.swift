import Foundation
import PackagePlugin

/// Lints the Swift files of a target in each build in which something has changed that counts.
///
/// SwiftPM (6.3.1) compiles a package's plugins again, and the manifests, when a build has another
/// environment than the last one: `env A=1 swift build` after `env A=2 swift build` takes three
/// seconds of processor time more. In the same environment it starts no compiler for them, as
/// `strace -f -e trace=execve` shows, though its log says `[3/3] Compiling plugin DeterminismLint`:
/// that is the kept log of the last time. All that such a build does for the plugin is to run it,
/// for 0.2 s, and that with Swift Build alone.
@main struct DeterminismLint: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
    let folder = context.pluginWorkDirectoryURL
    var inputs = SettingsInputs(of: sources)
    // Older packages compile whatever a command makes.
    let version = context.package.toolsVersion
    if (5, 7) <= (version.major, version.minor), isAskedByNativeBuild(in: folder) {
      inputs = try SettingsInputs(
        linkedIn: folder, inputs, of: sources, in: context.package.directoryURL)
    }
    return try lintCommands(
      target.name, sources, inputs, tool: context.tool(named: "swift-determinism-lint").url,
      in: folder)
  }

  /// One command, or none for a target without Swift files. SwiftPM runs a command for a target
  /// that it compiles only where there is an output that is compiled: hence the stamp, a Swift file
  /// with a comment in it.
  /// - Parameter folder: where the plugin may write.
  private func lintCommands(
    _ target: String, _ sources: [URL], _ settings: SettingsInputs, tool: URL, in folder: URL
  ) throws -> [Command] {
    guard !sources.isEmpty else { return [] }
    let list = folder.appendingPathComponent("Sources.list")
    // A command line is too short for the paths of a large target.
    let paths = Data(sources.map { $0.path + "\0" }.joined().utf8)
    if (try? Data(contentsOf: list)) != paths { try paths.write(to: list) }
    let stamp = folder.appendingPathComponent("DeterminismLint.swift")
    return [
      .buildCommand(
        displayName: "Lint \(target)", executable: tool,
        arguments: [
          "--stamp", stamp.path, "--files-from", list.path, "--format", "llvm",
          "--absolute-paths", "--no-color-diagnostics",
        ],
        inputFiles: sources + [list, tool] + settings.inputs,
        outputFiles: [stamp] + settings.links)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension DeterminismLint: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let sources = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
      return try lintCommands(
        target.displayName, sources, SettingsInputs(of: sources),
        tool: context.tool(named: "swift-determinism-lint").url,
        in: context.pluginWorkDirectoryURL)
    }
  }
#endif
