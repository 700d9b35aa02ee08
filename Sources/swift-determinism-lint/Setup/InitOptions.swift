import Rules

struct InitOptions {
  let task: Task
  /// Whether nothing is written.
  let isDryRun: Bool

  enum Task {
    case configuration, hook
    case workflow(CIService)
    case editor(Editor)
  }

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.paths.isEmpty else {
      throw UsageError(message: "'init' takes no path; it looks at the project around it")
    }
    isDryRun = arguments.contains(.dryRun)
    let asked = [Option.hook, .ci, .editor].filter(arguments.contains)
    guard asked.count <= 1 else {
      throw UsageError(
        message: "'\(asked[0].name)' and '\(asked[1].name)' are asked for one by one")
    }
    for option in [Option.ci, .editor] where 1 < arguments.values(of: option).count {
      throw UsageError(message: "'\(option.name)' is asked for one by one")
    }
    if let name = arguments.value(of: .ci) {
      task = .workflow(try Self.named(name.string, by: .ci))
    } else if let name = arguments.value(of: .editor) {
      // What Neovim's program is called.
      let isNeovim = name.string.lowercased() == "nvim"
      task = .editor(isNeovim ? .neovim : try Self.named(name.string, by: .editor))
    } else {
      task = arguments.contains(.hook) ? .hook : .configuration
    }
  }

  private static func named<Value: CaseIterable & RawRepresentable<String>>(
    _ name: String, by option: Option
  ) throws(UsageError) -> Value {
    if let value = Value(rawValue: name.lowercased()) { return value }
    let names = Value.allCases.map(\.rawValue)
    let quoted = names.map { "'\($0)'" }
    let list = quoted.dropLast().joined(separator: ", ") + (quoted.last.map { " or \($0)" } ?? "")
    let meant = closestMatch(to: name.lowercased(), in: names)
    let suggestion = meant.map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError(message: "'\(option.name)' takes \(list), not '\(name)'" + suggestion)
  }
}
