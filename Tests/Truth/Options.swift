import Foundation

/// `--repository DIR --tool FILE --build DIR [--tests] [--unjudged] [PACKAGE …]`
struct Options {
  let repository: URL
  let tool: String
  /// Where everything is built that the check needs.
  let build: URL
  /// Whether the packages' tests are built too.
  let hasTests: Bool
  /// Whether findings that could not be judged are listed.
  let isComplete: Bool
  /// Folders with a `Package.swift`; none means the fixtures.
  let packages: [URL]

  init(_ arguments: some Sequence<String>) throws {
    var values: [String: String] = [:]
    var packages: [URL] = []
    var flags: Set<String> = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--repository", "--tool", "--build": values[argument] = rest.popFirst()
      case "--tests", "--unjudged": flags.insert(argument)
      case _ where argument.hasPrefix("-"): throw TruthError("unknown option '\(argument)'")
      default: packages.append(URL(fileURLWithPath: argument).resolvingSymlinksInPath())
      }
    }
    guard let repository = values["--repository"], let tool = values["--tool"],
      let build = values["--build"]
    else { throw TruthError("missing '--repository', '--tool' or '--build'") }
    self.repository = URL(fileURLWithPath: repository).resolvingSymlinksInPath()
    self.tool = URL(fileURLWithPath: tool).path
    self.build = URL(fileURLWithPath: build)
    hasTests = flags.contains("--tests")
    isComplete = flags.contains("--unjudged")
    self.packages = packages
  }
}
