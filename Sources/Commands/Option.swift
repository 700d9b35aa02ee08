import BundledRules
import CallGraph
import Diagnostics
import Reporters
import Rules
import Workspace

/// A word that may follow a subcommand, beside paths. The parser, the help, the manual page and the
/// completions read the table below, a row for each option. For speed alone it is a class: a copy
/// of a row with its texts and lists costs as much as all that is asked of it.
package final class Option: Equatable, Sendable {
  /// With its hyphens.
  package let name: String
  /// A letter, where there is one.
  package let shortName: String?
  /// The name of the value in the help; nil for an option without one. In brackets it is a number
  /// that may be left out, and the next word is the value only if it has nothing but digits.
  let placeholder: String?
  /// In place of the value.
  let completedWords: CompletedWords
  /// Whether it may be said more than once.
  let isRepeatable: Bool
  let subcommands: [Subcommand]
  /// Options of which one must be there, too; else the message tells so.
  package let needs: (options: [Option], message: String)?
  package let excludes: [Exclusion]
  private let words: @Sendable () -> String

  /// Options that it does not go with, and what is said of it and one of them; nil for the usual
  /// message.
  package typealias Exclusion = (
    others: [Option], message: (@Sendable (_ other: String) -> String)?
  )

  private init(
    _ name: String, _ words: @autoclosure @escaping @Sendable () -> String,
    shortName: String? = nil, value placeholder: String? = nil,
    completing completedWords: CompletedWords = .anything, isRepeatable: Bool = false,
    of subcommands: [Subcommand] = [.lint],
    needs: (options: [Option], message: String)? = nil, excludes: [Exclusion] = []
  ) {
    (self.name, self.shortName, self.placeholder) = (name, shortName, placeholder)
    (self.completedWords, self.isRepeatable) = (completedWords, isRepeatable)
    (self.subcommands, self.needs, self.excludes) = (subcommands, needs, excludes)
    self.words = words
  }

  /// Whether it is a mistake to say it again: what was named first would be left out.
  var isUnique: Bool {
    switch completedWords {
    case .files, .revisions: !isRepeatable
    default: false
    }
  }

  var isValueOptional: Bool { placeholder?.first == "[" }

  /// A clause on what it does, in the help.
  package var explanation: String { words() + (isRepeatable ? " (repeatable)" : "") }

  package static func == (left: Option, right: Option) -> Bool { left.name == right.name }
}

/// The words that a shell offers in the place of a value or of a path.
package enum CompletedWords: Sendable {
  case files
  case words(@Sendable () -> [String])
  /// Some of these, with commas between them.
  case list(@Sendable () -> [String])
  /// A word, a colon and a file.
  case wordAndFile(@Sendable () -> [String])
  /// A branch or a tag, as git lists them when the shell asks.
  case revisions
  /// Words that nobody knows.
  case anything
}

// MARK: - The table

extension Option {
  package static let config = Option(
    "--config", "use this configuration; its globs are relative to the working directory",
    value: "FILE", completing: .files, of: projectUsers)
  static let configFrom = Option(
    "--config-from", "read configurations, rule files and the baseline from this revision",
    value: "REV", completing: .revisions, of: ruleUsers)
  package static let pack = Option(
    "--pack", "turn on bundled packs, too: names separated by commas, or 'all'", value: "NAME,…",
    completing: .list { packNames + ["all"] }, isRepeatable: true, of: ruleUsers)
  package static let rules = Option(
    "--rules", "add a rule file, or a folder of rule files", value: "PATH", completing: .files,
    isRepeatable: true, of: projectUsers)
  package static let onlyRule = Option(
    "--only-rule", "use this rule alone, even if its pack is off", value: "ID",
    completing: .words { ruleIDs }, isRepeatable: true, of: ruleUsers)
  package static let disable = Option(
    "--disable", "turn this rule off", value: "ID", completing: .words { ruleIDs },
    isRepeatable: true, of: ruleUsers)
  package static let format = Option(
    "--format", "\(names(of: ReportFormat.named).joined(separator: ", ")) (default: text)",
    value: "NAME", completing: .words { names(of: ReportFormat.named) })
  static let plainFormat = Option(
    "--format", "text or json (default: text)", value: "NAME",
    completing: .words { names(of: PlainFormat.allCases) }, of: [.version])
  static let rulesFormat = Option(
    "--format", "text, json or markdown (default: text)", value: "NAME",
    completing: .words { names(of: RulesFormat.allCases) }, of: [.rules])
  package static let output = Option(
    "--output", "write a report to a file, too", value: "FORMAT:PATH",
    completing: .wordAndFile { names(of: ReportFormat.named) }, isRepeatable: true)
  package static let from = Option(
    "--from",
    "trace from tests, samples, previews, all functions, or declarations with a header such as "
      + "'@Workflow' or 'static sample*' (default: what rules with 'trace: true' are for, else "
      + "tests)", value: "WHAT",
    completing: .words { traceOrigins }, of: [.trace])
  static let traceFormat = Option(
    "--format", "\(names(of: TraceFormat.allCases).joined(separator: ", ")) (default: text)",
    value: "NAME", completing: .words { names(of: TraceFormat.allCases) }, of: [.trace])
  static let traceOutput = Option(
    "--output", "write a report to a file, too", value: "FORMAT:PATH",
    completing: .wordAndFile { names(of: TraceFormat.allCases) }, isRepeatable: true, of: [.trace])
  static let allEntries = Option(
    "--all", "list all uses, and all that can reach them, not only the nearest", of: [.trace])
  package static let dispatch = Option(
    "--dispatch",
    "which members a call of a requirement or an overridden method leads to: those of types that "
      + "are made on the way (default), none, or all",
    value: "made|none|all", completing: .words { names(of: Dispatch.allCases) }, of: [.trace])
  package static let throughAllowed = Option(
    "--through-allowed", "trace uses that a rule, a path or a comment allows, too", of: [.trace])
  static let traceSince = Option(
    "--since",
    "report only what can be reached newly: compare with the merge base of REV and HEAD",
    value: "REV", completing: .revisions, of: [.trace])
  static let strict = Option("--strict", "report warnings as errors", of: [.lint, .trace])
  static let exitZero = Option(
    "--exit-zero", "report findings, but exit with the status 0 in place of 1",
    of: [.lint, .trace])
  package static let staged = Option(
    "--staged", "lint the files that are staged for the next commit, as they are staged",
    excludes: [these([fix, stdinPath, filesFrom, noIgnore])])
  package static let since = Option(
    "--since", "report only new findings: compare with the merge base of REV and HEAD",
    value: "REV",
    completing: .revisions,
    excludes: [these([fix, stdinPath, filesFrom])])
  package static let to = Option(
    "--to", "with '--since': lint the files of REV, not the working tree", value: "REV",
    completing: .revisions,
    needs: ([since], "'--to' needs '--since'"), excludes: [these([staged])])
  package static let new = Option(
    "--new", "with '--staged': report only findings that HEAD does not have",
    needs: (
      [staged, since], "'--new' needs '--staged'; to compare with any revision, use '--since'"
    ),
    excludes: [
      these([since]) { _ in "'--new' cannot be used with '--since'; leave out '--new'" }
    ])
  package static let baseline = Option(
    "--baseline", "use this baseline, not the one that is found", value: "FILE",
    completing: .files, of: linters)
  package static let accept = Option(
    "--accept", "add the new findings of this rule, pack, file or folder to the baseline",
    value: "ID|PATH", completing: .files, isRepeatable: true, of: [.baseline])
  package static let by = Option(
    "--by",
    "print a table of counts by rule, folder (with its subfolders), file, or owner (from "
      + "CODEOWNERS); the default of 'baseline report' is rule",
    value: "rule|folder|file|owner",
    completing: .words { names(of: Grouping.allCases) }, of: linters)
  package static let history = Option(
    "--history",
    "with 'report': findings by rule in the last N commits that changed the baseline (default: 50)",
    value: "[N]", of: [.baseline])
  static let historyFormat = Option(
    "--format", "with '--history': text, or html for a page with a plot (default: text)",
    value: "NAME", completing: .words { names(of: HistoryFormat.allCases) }, of: [.baseline])
  static let pruneStaged = Option(
    "--staged", "with 'prune': only what the next commit moves or makes stale", of: [.baseline])
  static let pruneSince = Option(
    "--since", "with 'prune': only what is moved or stale since the merge base of REV and HEAD",
    value: "REV", completing: .revisions, of: [.baseline], excludes: [these([staged])])
  static let noBaseline = Option(
    "--no-baseline", "report findings that are in the baseline, too",
    excludes: [these([baseline, strictBaseline])])
  static let strictBaseline = Option(
    "--strict-baseline", "report baseline entries whose finding is gone as errors")
  package static let statistics = Option(
    "--statistics", "print a table of counts by rule and folder after the findings")
  package static let summary = Option("--summary", "add a table to the summary of a GitHub job")
  static let includeSuppressed = Option(
    "--include-suppressed",
    "add what is allowed or in the baseline to a SARIF report, as suppressed")
  package static let fix = Option(
    "--fix", "replace findings as 'replace' of a rule or configuration says, then lint")
  package static let diff = Option(
    "--diff", "with '--fix': print the changes, and write nothing",
    needs: ([fix], "'--diff' shows what '--fix' would write; use both"),
    excludes: [
      these([format, statistics, by]) { "'--diff' prints to standard output; leave out '\($0)'" }
    ])
  static let stdinPath = Option(
    "--stdin-path", "lint standard input as if it were this file", value: "FILE",
    completing: .files,
    excludes: [
      these([filesFrom]) { _ in "'--stdin-path' lints one file; leave out '--files-from'" },
      these([fix]) { _ in "'--stdin-path' cannot be used with '--fix', which writes files" },
    ])
  /// A name that contains a newline, or ends with CR, needs a list whose names end with NUL.
  static let filesFrom = Option(
    "--files-from",
    "lint the paths listed in this file, each ended by a newline or NUL; '-' is standard input",
    value: "FILE", completing: .files, of: fileReaders)
  package static let stamp = Option(
    "--stamp", "write a Swift file with one comment after a run with status 0, for build systems",
    value: "FILE", completing: .files)
  package static let watch = Option(
    "--watch", "lint again after each change of a file, until Ctrl-C",
    excludes: [these([fix, stdinPath, filesFrom, staged, since, configFrom, stamp, summary])])
  static let absolutePaths = Option(
    "--absolute-paths", "print absolute paths", of: [.lint, .trace])
  static let noIgnore = Option(
    "--no-ignore", "lint files that git ignores, too", of: fileReaders)
  package static let allowEmpty = Option(
    "--allow-empty", "let folders without a Swift file pass, which are an error otherwise",
    of: [.lint, .trace])
  static let noSourceSuppressions = Option(
    "--no-source-suppressions", "report findings that '// determinism:allow' comments allow, too",
    of: fileReaders)
  package static let jobs = Option(
    "--jobs", "lint on N threads (default: one for each processor)", value: "N", of: fileReaders)
  static let colorDiagnostics = Option(
    "--color-diagnostics",
    "print in color (default: on a terminal; FORCE_COLOR and CLICOLOR_FORCE turn it on elsewhere, "
      + "CLICOLOR=0 and INSIDE_EMACS turn it off, NO_COLOR wins)",
    of: projectUsers)
  static let noColorDiagnostics = Option(
    "--no-color-diagnostics", "print without color", of: projectUsers)
  package static let quiet = Option(
    "--quiet", "print no receipt (the last line) and no progress", shortName: "-q",
    of: [.lint, .baseline, .trace, .verify])
  static let dryRun = Option(
    "--dry-run", "print what 'init' would write, and write nothing", of: [.initialize])
  package static let hook = Option(
    "--hook", "install a git hook that lints the staged files before each commit",
    of: [.initialize],
    excludes: [these([ci, editor]) { onceForEach("--hook", $0) }])
  package static let ci = Option(
    "--ci",
    """
    print the CI configuration for 'github', 'gitlab', 'azure', 'circleci', 'bitrise', \
    'bitbucket' or 'xcode-cloud'
    """, value: "NAME",
    completing: .words { names(of: CIService.allCases) }, of: [.initialize],
    excludes: [these([editor]) { onceForEach("--ci", $0) }])
  package static let editor = Option(
    "--editor",
    "print a setup to paste for '\(names(of: Editor.allCases).joined(separator: "', '"))'",
    value: "NAME", completing: .words { names(of: Editor.allCases) }, of: [.initialize])
  static let man = Option("--man", "print the manual page, for man(1)", of: [.help])
  package static let log = Option(
    "--log", "append a log of messages and lint runs to this file", value: "FILE",
    completing: .files, of: [.languageServer])
  package static let version = Option("--version", "print the version", of: Subcommand.allCases)
  package static let help = Option(
    "--help", "print this help", shortName: "-h", of: Subcommand.allCases)

  /// In the order of the help.
  package static let all: [Option] = [
    from, traceSince, allEntries, dispatch, throughAllowed,
    config, configFrom, pack, rules, onlyRule, disable, format, plainFormat, rulesFormat,
    traceFormat, output, traceOutput, strict, exitZero, staged, since, to, new, baseline, accept,
    by,
    history, historyFormat, pruneStaged, pruneSince,
    noBaseline, strictBaseline, statistics,
    summary,
    includeSuppressed, fix, diff, stdinPath, filesFrom, stamp, watch, absolutePaths, noIgnore,
    allowEmpty, noSourceSuppressions, jobs, colorDiagnostics, noColorDiagnostics, quiet, dryRun,
    hook, ci, editor, man, log, version, help,
  ]

  private static let projectUsers: [Subcommand] = [.lint, .rules, .why, .trace, .verify, .baseline]
  private static let ruleUsers: [Subcommand] = [.lint, .rules, .why, .trace, .baseline]
  private static let fileReaders: [Subcommand] = [.lint, .trace, .baseline]
  private static let linters: [Subcommand] = [.lint, .baseline]

  private static func these(
    _ others: [Option], _ message: (@Sendable (_ other: String) -> String)? = nil
  ) -> Exclusion {
    (others, message)
  }
}

/// The message about two options of `init`, each of which does one thing.
private func onceForEach(_ option: String, _ other: String) -> String {
  "'\(option)' cannot be used with '\(other)'; run 'init' once for each"
}

private func names<Value: RawRepresentable<String>>(of values: [Value]) -> [String] {
  values.map(\.rawValue)
}

package let packNames = bundledRuleFiles.map(\.pack)
package let ruleIDs = bundledRuleFiles.flatMap(\.ruleIDs).sorted()

// MARK: - The parser

/// A mistake in the command line.
package struct UsageError: Error {
  /// As the compiler words it.
  package let message: String
  /// Whether the help of the subcommand tells more.
  package let needsHelp: Bool
  /// Whether files that reports are written to may tell it.
  package let mayBeReported: Bool
  /// Lines that follow it, e.g. places that may be meant.
  package let notes: [String]

  package init(
    _ message: String, needsHelp: Bool = true, mayBeReported: Bool = true, notes: [String] = []
  ) {
    (self.message, self.needsHelp) = (message, needsHelp)
    (self.mayBeReported, self.notes) = (mayBeReported, notes)
  }
}

/// The arguments that follow a subcommand, taken apart: `["--pack=random", "Sources"]` is the
/// option `--pack` with the value `random`, and a path. Arguments are bytes, since paths are.
package struct Arguments {
  package private(set) var options: [(option: Option, value: FilePath)] = []
  package private(set) var paths: [FilePath] = []

  package init(parsing arguments: ArraySlice<FilePath>, of subcommand: Subcommand)
    throws(UsageError)
  {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == FilePath("--") {
        paths += rest
        return
      }
      guard argument.bytes.first == UInt8(ascii: "-"), 1 < argument.bytes.count else {
        paths.append(argument)
        continue
      }
      // Hooks and 'xargs' add the names of whatever a repository holds.
      guard !isNameTaken(argument) else {
        throw UsageError(
          "'\(argument.string)' is also the name of a file; put '--' or './' before it, "
            + "or remove it")
      }
      var (option, value) = try Self.option(argument, of: subcommand)
      if option.isValueOptional {
        if value == nil, let word = rest.first, isNumber(word) { value = rest.popFirst() }
        guard value?.bytes.isEmpty != true else { throw Self.isEmpty(option) }
        options.append((option, value ?? FilePath("")))
      } else if option.placeholder == nil {
        guard value == nil else { throw UsageError("'\(option.name)' takes no value") }
        options.append((option, FilePath("")))
      } else if let value = value ?? rest.popFirst() {
        // A variable that nobody has set must not become a run over everything, or nothing.
        guard !value.bytes.isEmpty else { throw Self.isEmpty(option) }
        guard !option.isUnique || !contains(option) else {
          throw UsageError("'\(option.name)' is given twice")
        }
        options.append((option, value))
      } else {
        throw UsageError("missing value for '\(option.name)'")
      }
    }
  }

  private static func isEmpty(_ option: Option) -> UsageError {
    UsageError("the value of '\(option.name)' is empty")
  }

  /// Without the word that stands where paths do.
  var withoutFirstPath: Arguments {
    var rest = self
    rest.paths.removeFirst()
    return rest
  }

  /// The source of the settings where the subcommand takes other words than `lint`: with these
  /// paths alone, and without what is said to some options.
  package func settings(without left: [Option], paths: [FilePath] = []) -> Arguments {
    var rest = without(left)
    rest.paths = paths
    return rest
  }

  /// With an option that takes no value.
  func with(_ option: Option) -> Arguments {
    var all = self
    all.options.append((option, FilePath("")))
    return all
  }

  package func without(_ left: [Option]) -> Arguments {
    var rest = self
    rest.options.removeAll { left.contains($0.option) }
    return rest
  }

  /// For speed alone options come in closures here: a command line without any makes no row of the
  /// table, all of which take two percent of a run over a small file.
  package func contains(_ option: @autoclosure () -> Option) -> Bool {
    if options.isEmpty { return false }
    let option = option()
    return options.contains { $0.option == option }
  }

  /// Whether the option is given. Throws if what it needs is missing, or what it excludes is there.
  package func allows(_ option: @autoclosure () -> Option) throws(UsageError) -> Bool {
    guard contains(option()) else { return false }
    let option = option()
    if let needs = option.needs, !needs.options.contains(where: { contains($0) }) {
      throw UsageError(needs.message)
    }
    for exclusion in option.excludes {
      guard let other = exclusion.others.first(where: { contains($0) }) else { continue }
      throw UsageError(
        exclusion.message?(other.name)
          ?? "'\(option.name)' cannot be used with '\(other.name)'")
    }
    return true
  }

  /// Every value of an option, in order.
  package func values(of option: @autoclosure () -> Option) -> [FilePath] {
    if options.isEmpty { return [] }
    let option = option()
    return options.filter { $0.option == option }.map(\.value)
  }

  /// An option that is said again overrules what was said before.
  package func value(of option: @autoclosure () -> Option) -> FilePath? {
    values(of: option()).last
  }

  /// The value of an option that takes one of a few names; nil where it is not given.
  package func choice<Value: CaseIterable & RawRepresentable<String>>(
    of option: @autoclosure () -> Option
  ) throws(UsageError) -> Value? {
    guard let name = value(of: option()) else { return nil }
    return try named(name.string, by: option())
  }

  /// Reads `--name`, `--name=value` or the short form of an option.
  private static func option(
    _ argument: FilePath, of subcommand: Subcommand
  ) throws(UsageError) -> (Option, value: FilePath?) {
    let written = argument.string
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = FilePath(bytes: parts[0]).string
    let value = parts.count == 2 ? FilePath(bytes: parts[1]) : nil
    let named = Option.all.filter { $0.name == name || $0.shortName == written }
    guard let first = named.first else {
      if let meant = hint(forUnknown: name) {
        throw UsageError("unknown option '\(name)'; \(meant)")
      }
      throw unknown("option", name, among: subcommand.options.map(\.name))
    }
    guard let option = named.first(where: { $0.subcommands.contains(subcommand) }) else {
      throw UsageError("'\(subcommand.rawValue)' has no option '\(first.name)'")
    }
    return (option, value)
  }
}

private func isNumber(_ word: FilePath) -> Bool {
  !word.bytes.isEmpty && word.bytes.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}

/// The value that an option is given by its name, in whatever case.
package func named<Value: CaseIterable & RawRepresentable<String>>(
  _ name: String, by option: Option
) throws(UsageError) -> Value {
  if let value = Value(rawValue: name.lowercased()) { return value }
  let names = Value.allCases.map(\.rawValue)
  let quoted = names.map { "'\($0)'" }
  let list = quoted.dropLast().joined(separator: ", ") + (quoted.last.map { " or \($0)" } ?? "")
  let meant = closestMatch(to: name.lowercased(), in: names)
  let suggestion = meant.map { "; did you mean '\($0)'?" } ?? ""
  throw UsageError("'\(option.name)' takes \(list), not '\(name)'" + suggestion)
}

/// A hint on what does what other tools have the option for; nil for one that nobody has.
private func hint(forUnknown name: String) -> String? {
  switch name {
  case "-v", "-V": "did you mean '\(Option.version.name)'?"
  case "--list-rules", "--rules-list": "'\(toolName) rules' lists the rules"
  case "--explain": "'\(toolName) rules ID' explains a rule, and 'why FILE:LINE' a place"
  default: nil
  }
}

/// - Parameter kind: what the name should have been, e.g. `option`.
package func unknown(_ kind: String, _ name: String, among names: [String]) -> UsageError {
  let suggestion = closestMatch(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
  return UsageError("unknown \(kind) '\(name)'" + suggestion)
}
