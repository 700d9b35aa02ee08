import Diagnostics

/// Which baseline a run goes by.
struct BaselineOptions {
  /// By the command line; nil for the project's, if it has one.
  let named: FilePath?
  /// Whether what it holds is reported, too.
  let isIgnored: Bool
  /// Whether entries that are gone are errors.
  let isStrict: Bool

  /// The project's, if it has one.
  static var found: BaselineOptions {
    BaselineOptions(named: nil, isIgnored: false, isStrict: false)
  }

  private init(named: FilePath?, isIgnored: Bool, isStrict: Bool) {
    (self.named, self.isIgnored, self.isStrict) = (named, isIgnored, isStrict)
  }

  init(_ arguments: Arguments) throws(UsageError) {
    named = arguments.value(of: .baseline)
    isIgnored = arguments.contains(.noBaseline)
    isStrict = arguments.contains(.strictBaseline)
    guard isIgnored else { return }
    for option in [Option.baseline, .strictBaseline] where arguments.contains(option) {
      throw UsageError(
        message: "'\(Option.noBaseline.name)' does not go with '\(option.name)'")
    }
  }
}

/// What is to be done with the project's baseline.
struct BaselineCommandOptions {
  let task: Task
  let lint: LintOptions

  enum Task {
    /// - Parameter accepting: rules, files and folders.
    case write(accepting: [FilePath])
    case prune
    case report(by: BaselineGrouping)
  }

  init(_ arguments: Arguments) throws(UsageError) {
    let takes = "'baseline' takes 'write', 'prune' or 'report'"
    guard let word = arguments.paths.first?.string else { throw UsageError(message: takes) }
    let accepted = arguments.values(of: .accept)
    let grouping = arguments.value(of: .by)
    switch word {
    case "write": task = .write(accepting: accepted)
    case "prune": task = .prune
    case "report": task = .report(by: try grouping.map(Self.grouping) ?? .rule)
    default: throw UsageError(message: "\(takes), not '\(word)'")
    }
    if word != "write", !accepted.isEmpty {
      throw UsageError(message: "'--accept' is for 'baseline write'")
    }
    if word != "report", grouping != nil {
      throw UsageError(message: "'--by' is for 'baseline report'")
    }
    if word != "report", arguments.contains(.configFrom) {
      throw UsageError(
        message: "'baseline \(word)' changes the working tree, whose own settings it goes by; "
          + "'--config-from' is for 'lint', 'why', 'rules' and 'baseline report'")
    }
    lint = try LintOptions(arguments.withoutFirstPath, isSubcommandNamed: true)
    guard case .report = task, case .paths(let paths, _) = lint.input else { return }
    guard paths == [FilePath(".")] else {
      throw UsageError(
        message: "'baseline report' takes no path; it counts what is in the baseline")
    }
  }

  private static func grouping(_ name: FilePath) throws(UsageError) -> BaselineGrouping {
    guard let grouping = BaselineGrouping(rawValue: name.string) else {
      throw unknown(
        "grouping", name.string, among: BaselineGrouping.allCases.map(\.rawValue))
    }
    return grouping
  }
}
