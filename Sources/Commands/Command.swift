import Diagnostics
import Reporters
import Rules
import Workspace

/// A command line, taken apart.
package struct Command {
  package let task: Task
  /// Whether errors are colored; nil where it depends on the terminal.
  package let isColored: Bool?

  package enum Task {
    case lint(LintOptions)
    case rules(RulesOptions)
    case why(WhyOptions)
    case trace(TraceOptions)
    case verify([FilePath], RuleOptions, isQuiet: Bool)
    case dumpTokens([FilePath])
    case dumpTree([FilePath])
    case initialize(InitOptions)
    case baseline(BaselineCommandOptions)
    case completions(Shell)
    /// With the file for a log.
    case languageServer(log: FilePath?)
    case help(Subcommand)
    case manualPage
    case version(PlainFormat)
  }

  /// - Parameter arguments: without the name of the tool.
  package init(parsing arguments: [FilePath]) throws(UsageError) {
    let named = arguments.first.flatMap { Subcommand(rawValue: $0.string) }
    let subcommand = named ?? .lint
    let rest = try Arguments(
      parsing: named == nil ? arguments[...] : arguments.dropFirst(), of: subcommand)
    // The last of the two options counts.
    isColored = rest.options.last { [.colorDiagnostics, .noColorDiagnostics].contains($0.option) }
      .map { $0.option == .colorDiagnostics }
    task =
      if rest.contains(.help) {
        .help(subcommand)
      } else if rest.contains(.version) {
        .version(try rest.choice(of: .plainFormat) ?? .text)
      } else if named == nil {
        .lint(try LintOptions(rest, isSubcommandNamed: false))
      } else {
        try Task(subcommand, rest)
      }
  }
}

extension Command.Task {
  fileprivate init(_ subcommand: Subcommand, _ arguments: Arguments) throws(UsageError) {
    let paths = arguments.paths
    switch subcommand {
    case .lint: self = .lint(try LintOptions(arguments, isSubcommandNamed: true))
    case .rules: self = .rules(try RulesOptions(arguments))
    case .why: self = .why(try WhyOptions(arguments))
    case .trace: self = .trace(try TraceOptions(arguments))
    case .verify:
      self = .verify(paths, try RuleOptions(arguments), isQuiet: arguments.contains(.quiet))
    case .dumpTokens:
      guard !paths.isEmpty else { throw UsageError("missing file for 'dump-tokens'") }
      self = .dumpTokens(paths)
    case .dumpTree:
      guard !paths.isEmpty else { throw UsageError("missing file for 'dump-tree'") }
      self = .dumpTree(paths)
    case .initialize: self = .initialize(try InitOptions(arguments))
    case .baseline: self = .baseline(try BaselineCommandOptions(arguments))
    case .completions:
      guard paths.count == 1, let shell = Shell(rawValue: paths[0].string) else {
        let shells = Shell.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw UsageError("'completions' takes one of \(shells)")
      }
      self = .completions(shell)
    case .languageServer:
      guard paths.isEmpty else {
        throw UsageError("'language-server' takes no path; an editor tells it what is open")
      }
      let log = arguments.value(of: .log)
      try requireUnread(log.map { [(.log, $0)] } ?? [], among: [])
      self = .languageServer(log: log)
    case .help where arguments.contains(.man):
      try Self.refuse(paths, of: "'help --man'")
      self = .manualPage
    case .help: self = .help(try Self.subcommand(paths))
    case .version:
      try Self.refuse(paths, of: "'version'")
      self = .version(try arguments.choice(of: .plainFormat) ?? .text)
    }
  }

  private static func refuse(_ paths: [FilePath], of words: String) throws(UsageError) {
    if let path = paths.first {
      throw UsageError("\(words) takes no argument; leave out '\(path.string)'")
    }
  }

  /// The subcommand that `help` is asked about.
  private static func subcommand(_ arguments: [FilePath]) throws(UsageError) -> Subcommand {
    guard let name = arguments.first?.string else { return .lint }
    guard arguments.count == 1 else { throw UsageError("'help' takes one subcommand") }
    guard let subcommand = Subcommand(rawValue: name) else {
      throw unknown("subcommand", name, among: Subcommand.allCases.map(\.rawValue))
    }
    return subcommand
  }
}

package struct RulesOptions {
  package let rules: RuleOptions
  /// The rule or the pack to explain, or the folder for pages; nil for a list.
  package let name: FilePath?
  package let format: RulesFormat

  package init(_ arguments: Arguments) throws(UsageError) {
    name = arguments.paths.first
    format = try arguments.choice(of: .rulesFormat) ?? .text
    if format == .markdown, name == nil {
      throw UsageError("'--format markdown' needs a folder to write pages into")
    }
    guard arguments.paths.count <= 1 else {
      throw UsageError(
        format == .markdown
          ? "'--format markdown' takes a folder for all pages, or one rule or pack"
          : "'rules' takes one rule or pack")
    }
    rules = try RuleOptions(arguments)
  }
}

/// The formats of rules; the raw values are the names on the command line.
package enum RulesFormat: String, CaseIterable {
  case text, json
  /// Pages for DocC.
  case markdown
}

/// The formats of the version; the raw values are the names on the command line.
package enum PlainFormat: String, CaseIterable {
  case text, json
}

// MARK: - why

package struct WhyOptions {
  package let rules: RuleOptions
  /// The options of a run over the project, which finds what rules say of calls.
  package let lint: LintOptions
  package let place: PlaceInFile

  package init(_ arguments: Arguments) throws(UsageError) {
    guard let argument = arguments.paths.first else {
      throw UsageError("missing FILE:LINE[:COLUMN] for 'why'")
    }
    guard arguments.paths.count == 1 else {
      throw UsageError("'why' takes one FILE:LINE[:COLUMN]")
    }
    rules = try RuleOptions(arguments)
    lint = try LintOptions(arguments.argumentsForSettings(without: []), isSubcommandNamed: true)
    place = try PlaceInFile(parsing: argument, of: .why)
  }
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`, as reports print it.
package struct PlaceInFile {
  package let file: FilePath
  /// From 1.
  package let line: Int
  /// From 1, in UTF-8 bytes; nil for the whole line.
  package let column: Int?
  /// The file if the last number is the line, since a name may hold colons and digits.
  private let longerName: FilePath?

  /// A colon at the end, which a report has there, does no harm.
  package init(parsing argument: FilePath, of subcommand: Subcommand) throws(UsageError) {
    let colon = UInt8(ascii: ":")
    var parts = argument.bytes.split(separator: colon, omittingEmptySubsequences: false)[...]
    if 2 < parts.count, parts.last?.isEmpty == true { parts.removeLast() }
    let mistake = UsageError(
      "'\(subcommand.rawValue)' takes FILE:LINE[:COLUMN], not '\(argument.string)'")
    func path(_ parts: ArraySlice<ArraySlice<UInt8>>) throws(UsageError) -> FilePath {
      let path = FilePath(bytes: Array(parts.joined(separator: [colon])))
      guard !path.bytes.isEmpty else { throw mistake }
      return path
    }
    guard 1 < parts.count, let last = number(parts.removeLast()) else { throw mistake }
    if 1 < parts.count, let line = number(parts.last!) {
      longerName = try path(parts)
      file = try path(parts.dropLast())
      (self.line, column) = (line, last)
    } else {
      longerName = nil
      file = try path(parts)
      (line, column) = (last, nil)
    }
    guard 1 <= line, 1 <= column ?? 1 else {
      throw UsageError("lines and columns count from 1")
    }
  }

  private init(file: FilePath, line: Int) {
    (self.file, self.line, column, longerName) = (file, line, nil, nil)
  }

  /// The same place, in the one of two possible files that exists.
  package var inExistingFile: PlaceInFile {
    guard let longerName, let column, !exists(file), exists(longerName) else { return self }
    return PlaceInFile(file: longerName, line: column)
  }

  private func exists(_ path: FilePath) -> Bool {
    do {
      _ = try readFile(path)
      return true
    } catch {
      return !error.isMissing
    }
  }
}

/// Decimal digits of a number that fits.
private func number(_ digits: ArraySlice<UInt8>) -> Int? {
  guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
  return Int(String(decoding: digits, as: UTF8.self))
}

// MARK: - init

package struct InitOptions {
  package let task: Task
  /// Whether nothing is written.
  package let isDryRun: Bool

  package enum Task {
    case configuration, hook
    case workflow(CIService)
    case editor(Editor)
  }

  package init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.paths.isEmpty else {
      throw UsageError("'init' takes no path; it looks at the project around it")
    }
    isDryRun = arguments.contains(.dryRun)
    let isHook = try arguments.isGiven(.hook)
    _ = try arguments.isGiven(.ci)
    for option in [Option.ci, .editor] where 1 < arguments.values(of: option).count {
      throw UsageError("'\(option.name)' takes one name; run the command once for each")
    }
    if let service: CIService = try arguments.choice(of: .ci) {
      task = .workflow(service)
    } else if let name = arguments.value(of: .editor) {
      // What Neovim's program is called.
      let isNeovim = name.string.lowercased() == "nvim"
      task = .editor(isNeovim ? .neovim : try named(name.string, by: .editor))
    } else {
      task = isHook ? .hook : .configuration
    }
  }
}

/// The editors that people write Swift in; the raw values are the names on the command line.
package enum Editor: String, CaseIterable {
  case vscode, neovim, vim, emacs, helix, xcode, zed
}

/// Where continuous integration runs; the raw values are the names on the command line.
package enum CIService: String, CaseIterable {
  case github, gitlab, azure, circleci, bitrise, bitbucket
  case xcodeCloud = "xcode-cloud"
}

// MARK: - baseline

/// The options of a command on the project's baseline.
package struct BaselineCommandOptions {
  package let task: Task
  package let lint: LintOptions

  package enum Task {
    /// - Parameter accepting: rules, files and folders.
    case write(accepting: [FilePath])
    case prune
    /// - Parameter history: nil for the baseline as it is.
    case report(HistoryOptions?)
  }

  package init(_ arguments: Arguments) throws(UsageError) {
    let takes = "'baseline' takes 'write', 'prune' or 'report'"
    guard let word = arguments.paths.first?.string else { throw UsageError(takes) }
    switch word {
    case "write": task = .write(accepting: arguments.values(of: .accept))
    case "prune": task = .prune
    case "report": task = .report(try HistoryOptions(arguments))
    default: throw UsageError("\(takes), not '\(word)'")
    }
    let owners: [(Option, of: String)] = [
      (.accept, "write"), (.by, "report"), (.history, "report"), (.historyFormat, "report"),
      (.pruneSince, "prune"), (.pruneStaged, "prune"),
    ]
    for (option, owner) in owners
    where word != owner && arguments.contains(option) {
      throw UsageError("'\(option.name)' is for 'baseline \(owner)'")
    }
    if word == "report", arguments.contains(.quiet) {
      throw UsageError("'\(Option.quiet.name)' is for 'baseline write' and 'baseline prune'")
    }
    if word != "report", arguments.contains(.configFrom) {
      throw UsageError(
        "'baseline \(word)' uses the settings of the working tree; "
          + "'--config-from' is for 'lint', 'why', 'rules' and 'baseline report'")
    }
    let rest = arguments.withoutFirstPath.without([.historyFormat])
    lint = try LintOptions(
      rest.contains(.pruneStaged) ? rest.with(.new) : rest, isSubcommandNamed: true)
    if case .change(let change) = lint.input, let path = change.paths.first {
      throw UsageError("'baseline prune' takes no path with a change, such as '\(path.string)'")
    }
    guard case .report(let history) = task, case .paths(let paths, _) = lint.input else { return }
    guard paths == [FilePath(".")] else {
      if history != nil {
        throw UsageError(
          "'baseline report --history' takes no path; a number of commits stands right "
            + "after '--history', as in '--history 20'")
      }
      throw UsageError("'baseline report' takes no path; it counts what is in the baseline")
    }
  }
}

/// The part of a baseline's history that is shown.
package struct HistoryOptions {
  /// The number of commits; from 1.
  package let count: Int
  package let format: HistoryFormat

  /// Fails where nobody asks for it.
  package init?(_ arguments: Arguments) throws(UsageError) {
    guard let value = arguments.value(of: .history) else {
      guard !arguments.contains(.historyFormat) else {
        throw UsageError("'--format' is for a history; add '\(Option.history.name)'")
      }
      return nil
    }
    if let grouping = arguments.value(of: .by)?.string, grouping != Grouping.rule.rawValue {
      throw UsageError("'\(Option.history.name)' counts by rule; leave out '--by \(grouping)'")
    }
    let others: [Option] = [.onlyRule, .pack, .disable, .rules]
    for option in others where arguments.contains(option) {
      throw UsageError(
        "'\(Option.history.name)' counts all rules of the baseline; "
          + "leave out '\(option.name)'")
    }
    format = try arguments.choice(of: .historyFormat) ?? .text
    guard !value.bytes.isEmpty else {
      count = 50
      return
    }
    let digits = value.bytes.drop { $0 == UInt8(ascii: "0") }
    guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      throw UsageError(
        "'\(Option.history.name)' takes a number of commits, 1 or more, not "
          + "'\(value.string)'")
    }
    // No branch has more, so that a number too long to count with is as good.
    let most = 1_000_000
    count = min(number(digits) ?? most, most)
  }
}

/// The formats of a history; the raw values are the names on the command line.
package enum HistoryFormat: String, CaseIterable {
  case text, html
}
