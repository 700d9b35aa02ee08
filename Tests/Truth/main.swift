// Compiles Swift, and holds what the tool reports in it against what the compiler knows of it:
// the fixtures by default, or whole packages.

import Foundation

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  try FileManager.default.createDirectory(at: options.build, withIntermediateDirectories: true)
  let tool = try Tool(path: options.tool, repository: options.repository, build: options.build)
  let isAgreed =
    options.packages.isEmpty
    ? try compareFixtures(options, tool) : try comparePackages(options, tool)
  exit(isAgreed ? 0 : 1)
} catch let error as TruthError {
  FileHandle.standardError.write(Data("truth: error: \(error.message)\n".utf8))
  exit(2)
}
