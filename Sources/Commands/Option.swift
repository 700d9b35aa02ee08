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
  package static let branches = Option(
    "--branches",
    "report ways through branches about which nothing known decides, too (default: only where one "
      + "function or place is asked about)", of: [.trace])
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
    excludes: [exclusion(of: [fix, stdinPath, filesFrom, noIgnore])])
  package static let since = Option(
    "--since", "report only new findings: compare with the merge base of REV and HEAD",
    value: "REV",
    completing: .revisions,
    excludes: [exclusion(of: [fix, stdinPath, filesFrom])])
  package static let to = Option(
    "--to", "with '--since': lint the files of REV, not the working tree", value: "REV",
    completing: .revisions,
    needs: ([since], "'--to' needs '--since'"), excludes: [exclusion(of: [staged])])
  package static let new = Option(
    "--new", "with '--staged': report only findings that HEAD does not have",
    needs: (
      [staged, since], "'--new' needs '--staged'; to compare with any revision, use '--since'"
    ),
    excludes: [
      exclusion(of: [since]) { _ in "'--new' cannot be used with '--since'; leave out '--new'" }
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
    value: "REV", completing: .revisions, of: [.baseline], excludes: [exclusion(of: [staged])])
  static let noBaseline = Option(
    "--no-baseline", "report findings that are in the baseline, too",
    excludes: [exclusion(of: [baseline, strictBaseline])])
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
      exclusion(of: [format, statistics, by]) {
        "'--diff' prints to standard output; leave out '\($0)'"
      }
    ])
  static let stdinPath = Option(
    "--stdin-path", "lint standard input as if it were this file", value: "FILE",
    completing: .files,
    excludes: [
      exclusion(of: [filesFrom]) { _ in "'--stdin-path' lints one file; leave out '--files-from'" },
      exclusion(of: [fix]) { _ in "'--stdin-path' cannot be used with '--fix', which writes files"
      },
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
    excludes: [
      exclusion(of: [fix, stdinPath, filesFrom, staged, since, configFrom, stamp, summary])
    ])
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
    excludes: [exclusion(of: [ci, editor]) { onceForEach("--hook", $0) }])
  package static let ci = Option(
    "--ci",
    """
    print the CI configuration for 'github', 'gitlab', 'azure', 'circleci', 'bitrise', \
    'bitbucket' or 'xcode-cloud'
    """, value: "NAME",
    completing: .words { names(of: CIService.allCases) }, of: [.initialize],
    excludes: [exclusion(of: [editor]) { onceForEach("--ci", $0) }])
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
    from, traceSince, allEntries, branches, dispatch, throughAllowed,
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

  private static func exclusion(
    of others: [Option], _ message: (@Sendable (_ other: String) -> String)? = nil
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
