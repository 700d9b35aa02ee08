// Compiles Swift, and holds what the tool reports in it against what the compiler knows of it:
// the fixtures by default, or whole packages.

import Foundation

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  let rules = try readRules(options.repository)
  try FileManager.default.createDirectory(at: options.build, withIntermediateDirectories: true)
  let tool = Tool(
    path: options.tool, rules: rules, repository: options.repository, folder: options.build)
  let isAgreed =
    options.packages.isEmpty
    ? try compareFixtures(options, tool) : try comparePackages(options, tool)
  exit(isAgreed ? 0 : 1)
} catch let error as TruthError {
  FileHandle.standardError.write(Data("truth: error: \(error.message)\n".utf8))
  exit(2)
}
