import Foundation
import PackagePlugin

/// `swift package determinism-fix [--target NAME …] [OPTION …] [PATH …]`; SwiftPM asks before
/// it lets this one write.
@main struct DeterminismFixCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var arguments = ArgumentExtractor(arguments)
    let targets = try context.package.targets(named: arguments.extractOption(named: "target"))
    var options = ["--fix"] + arguments.remainingArguments
    if !targets.isEmpty {
      let list = context.pluginWorkDirectoryURL.appendingPathComponent("Sources.list")
      let sources = targets.compactMap { $0 as? any SourceModuleTarget }
        .flatMap { $0.sourceFiles(withSuffix: "swift") }
      try Data(sources.map { $0.url.path + "\0" }.joined().utf8).write(to: list)
      options = ["--files-from", list.path] + options
    }
    let tool = Process()
    tool.executableURL = try context.tool(named: "swift-determinism-lint").url
    tool.arguments = options
    tool.environment = ProcessInfo.processInfo.environment.merging(
      ["DETERMINISM_LINT_CALLED_AS": "swift package determinism-fix"], uniquingKeysWith: { $1 })
    tool.currentDirectoryURL = context.package.directoryURL
    try tool.run()
    tool.waitUntilExit()
    // SwiftPM itself ends with 1, whatever the status is.
    if tool.terminationStatus != 0 {
      Diagnostics.error("swift-determinism-lint ended with status \(tool.terminationStatus)")
    }
  }
}
