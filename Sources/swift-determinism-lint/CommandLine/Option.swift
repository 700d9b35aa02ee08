import Reporters

/// What may be said after a subcommand, beside paths; the raw values are the words after `--`.
enum Option: String, CaseIterable {
  case config
  case configFrom = "config-from"
  case pack
  case rules
  case onlyRule = "only-rule"
  case disable
  case format
  case output
  case strict
  case staged
  case since
  case new
  case baseline
  case noBaseline = "no-baseline"
  case strictBaseline = "strict-baseline"
  case statistics
  case summary
  case includeSuppressed = "include-suppressed"
  case fix
  case diff
  case stdinPath = "stdin-path"
  case filesFrom = "files-from"
  case stamp
  case watch
  case absolutePaths = "absolute-paths"
  case noIgnore = "no-ignore"
  case noSourceSuppressions = "no-source-suppressions"
  case jobs
  case colorDiagnostics = "color-diagnostics"
  case noColorDiagnostics = "no-color-diagnostics"
  case quiet
  case accept
  case by
  case dryRun = "dry-run"
  case hook
  case ci
  case editor
  case man
  case log
  case version
  case help

  var name: String { "--" + rawValue }

  /// One letter, where there is one.
  var shortName: String? {
    switch self {
    case .help: "-h"
    case .quiet: "-q"
    default: nil
    }
  }

  /// What the value stands for in the help; nil for an option without one.
  var placeholder: String? {
    switch self {
    case .config, .stdinPath, .filesFrom, .stamp, .baseline, .log: "FILE"
    case .pack: "NAME,…"
    case .format, .ci, .editor: "NAME"
    case .rules: "PATH"
    case .since, .configFrom: "REV"
    case .accept: "ID|PATH"
    case .by: "rule|folder|file"
    case .onlyRule, .disable: "ID"
    case .output: "FORMAT:PATH"
    case .jobs: "N"
    case .strict, .staged, .new, .noBaseline, .strictBaseline, .statistics, .summary,
      .includeSuppressed, .fix, .diff, .absolutePaths, .noIgnore, .noSourceSuppressions,
      .watch, .colorDiagnostics, .noColorDiagnostics, .quiet, .dryRun, .hook, .man, .version,
      .help:
      nil
    }
  }

  /// What it does, in the help of a subcommand.
  func summary(in subcommand: Subcommand) -> String {
    switch self {
    case .config: "use this configuration; globs are relative to the working directory"
    case .configFrom: "read configurations, rule files and the baseline as they are in REV"
    case .pack: "add bundled packs: names with commas between them, or all (repeatable)"
    case .rules: "add a rule file, or a folder of them (repeatable)"
    case .onlyRule: "use this rule alone, its pack on or not (repeatable)"
    case .disable: "leave out this rule (repeatable)"
    case .format where subcommand == .rules: "text or json (default: text)"
    case .format:
      "\(ReportFormat.named.map(\.rawValue).joined(separator: ", ")) (default: text)"
    case .output: "write a report to a file as well (repeatable)"
    case .strict: "count and print warnings as errors"
    case .staged: "lint what is staged for the next commit, not the working tree"
    case .since: "report only what was not there where REV was left"
    case .new: "with '--staged': report only what HEAD does not have"
    case .baseline: "use this baseline"
    case .noBaseline: "report what the baseline holds, too"
    case .strictBaseline: "count entries of the baseline that are gone as errors"
    case .statistics: "print a table of rules and folders after the findings"
    case .summary: "add a table to the summary of a GitHub job"
    case .includeSuppressed: "put what is excused into a SARIF report, too, marked as such"
    case .diff: "with '--fix': print what would change, and write nothing"
    case .accept: "let the baseline grow by this rule, file or folder (repeatable)"
    case .by: "what to count by (default: rule)"
    case .dryRun: "print what would be written, and write nothing"
    case .hook: "install the git hook that lints what is staged for a commit"
    case .ci: "print what makes 'github', 'gitlab' or 'xcode-cloud' lint"
    case .editor:
      "print what to paste for '\(Editor.allCases.map(\.rawValue).joined(separator: "', '"))'"
    case .log: "append what is received, linted and sent to this file"
    case .fix: "write what 'replace' has for a finding into the file, then lint it"
    case .stdinPath: "lint standard input as if it were this file"
    case .filesFrom:
      "lint the listed paths, one a line or ended by NUL; '-' reads the list from "
        + "standard input"
    case .stamp: "write a line of Swift, a comment, to a file after a run with status 0"
    case .watch: "lint again whenever a saved file changes, until ^C"
    case .absolutePaths: "print absolute paths"
    case .noIgnore: "lint what .gitignore files leave out, too"
    case .noSourceSuppressions: "report what '// determinism:allow' comments excuse, too"
    case .jobs: "lint on N threads (default: one for each processor)"
    case .colorDiagnostics:
      "print in color (default: on a terminal, unless NO_COLOR or INSIDE_EMACS is set)"
    case .noColorDiagnostics: "print without color"
    case .quiet: "print neither receipt nor progress"
    case .version: "print the version"
    case .man: "print the manual page, for man(1)"
    case .help: "print this help"
    }
  }
}

/// What the tool can be asked to do; the raw values are the words on the command line.
enum Subcommand: String, CaseIterable {
  case lint
  case rules
  case why
  case verify
  case dumpTokens = "dump-tokens"
  case initialize = "init"
  case baseline
  case completions
  case languageServer = "language-server"
  case help
  case version

  var options: [Option] {
    switch self {
    case .lint:
      Option.allCases.filter {
        ![.accept, .by, .dryRun, .hook, .ci, .editor, .man, .log].contains($0)
      }
    case .rules:
      [
        .config, .configFrom, .pack, .rules, .onlyRule, .disable, .format, .colorDiagnostics,
        .noColorDiagnostics, .version, .help,
      ]
    case .why:
      [
        .config, .configFrom, .pack, .rules, .onlyRule, .disable, .colorDiagnostics,
        .noColorDiagnostics, .version, .help,
      ]
    case .verify:
      [.config, .rules, .colorDiagnostics, .noColorDiagnostics, .quiet, .version, .help]
    case .baseline:
      [
        .config, .configFrom, .pack, .rules, .onlyRule, .disable, .baseline, .accept, .by,
        .filesFrom, .noIgnore, .noSourceSuppressions, .jobs, .colorDiagnostics,
        .noColorDiagnostics, .version, .help,
      ]
    case .languageServer: [.log, .version, .help]
    case .initialize: [.dryRun, .hook, .ci, .editor, .version, .help]
    case .help: [.man, .version, .help]
    case .dumpTokens, .completions, .version: [.version, .help]
    }
  }
}
