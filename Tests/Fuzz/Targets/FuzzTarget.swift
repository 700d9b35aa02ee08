/// What is fuzzed. The raw value names the folder of its inputs below `Fixtures/Fuzz`.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// The input is Swift.
  case syntax, lint, fix
  /// Swift files, one after the other.
  case trace
  /// A rule file, and a configuration.
  case rules, configuration
  /// A pattern on the first line, paths on those below.
  case globs
  case baseline
  /// What git prints, or keeps in a file: the first byte says which.
  case git
  /// Messages of an editor: with their headers, or else one on each line.
  case server

  /// Checks what must hold for any input at all.
  func check(_ input: [UInt8]) throws(BrokenProperty) {
    switch self {
    case .syntax: try checkSyntax(input)
    case .lint: try checkLint(input)
    case .fix: try checkFix(input)
    case .trace: try checkTrace(input)
    case .rules: try checkRuleFile(input)
    case .configuration: try checkConfiguration(input)
    case .globs: try checkGlobs(input)
    case .baseline: try checkBaseline(input)
    case .git: try checkGitOutput(input)
    case .server: try checkServer(input)
    }
  }
}

/// What did not hold, as a sentence.
struct BrokenProperty: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter property: what must hold, as a sentence.
func require(
  _ holds: Bool, _ property: String, _ details: @autoclosure () -> String = ""
) throws(BrokenProperty) {
  if !holds { throw BrokenProperty(description: "\(property) \(details())") }
}
