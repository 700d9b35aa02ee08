import Workspace

package let toolName = "swift-determinism-lint"

/// The version of the tool (semver.org).
package let version = "0.1.0"

/// Where the pages of the rules are published: the address that `/date-init` follows, such as
/// `https://example.com/documentation/swift-determinism-lint`. Findings of bundled rules then link
/// to it, in the formats that have links. Empty while nothing is published.
package let docsURL = ""

/// The subcommands of the tool; the raw values are the words on the command line.
package enum Subcommand: String, CaseIterable {
  case lint
  case rules
  case why
  case trace
  case verify
  case dumpTokens = "dump-tokens"
  case dumpTree = "dump-tree"
  case initialize = "init"
  case baseline
  case completions
  case languageServer = "language-server"
  case help
  case version

  package var options: [Option] { Option.all.filter { $0.subcommands.contains(self) } }
}

/// A description of a subcommand, for the help, the manual page and the completions.
package struct SubcommandDescription {
  /// The words that follow the tool's name.
  package let usage: String
  package let overview: String
  /// In the list of all.
  package let words, summary: String
  /// The words that stand first after the subcommand, beside options; then come files.
  let completedWords: CompletedWords
  /// The words that follow the tool's name, and what they do.
  package let examples: [(words: String, summary: String)]
  package var notes: String?
}

extension Subcommand {
  var description: SubcommandDescription {
    switch self {
    case .lint: lintDescription
    case .rules: rulesDescription
    case .why: whyDescription
    case .trace: traceDescription
    case .verify: verifyDescription
    case .initialize: initDescription
    case .baseline: baselineDescription
    case .languageServer: languageServerDescription
    case .completions: completionsDescription
    case .dumpTokens:
      SubcommandDescription(
        usage: "dump-tokens FILE …", overview: "Prints the tokens of Swift files.",
        words: "dump-tokens FILE …", summary: "print the tokens of Swift files",
        completedWords: .files,
        examples: [("dump-tokens Sources/Clock.swift", "a line for each token")])
    case .dumpTree:
      SubcommandDescription(
        usage: "dump-tree FILE …", overview: "Prints the syntax trees of Swift files.",
        words: "dump-tree FILE …", summary: "print the syntax trees of Swift files",
        completedWords: .files,
        examples: [("dump-tree Sources/Clock.swift", "a line for each node")])
    case .help:
      SubcommandDescription(
        usage: "help [SUBCOMMAND]",
        overview: "Explains a subcommand and its options.",
        words: "help [SUBCOMMAND]", summary: "print this help, or that of a subcommand",
        completedWords: .words { Subcommand.allCases.map(\.rawValue) },
        examples: [("help rules", "what 'rules' does, and its options")])
    case .version:
      SubcommandDescription(
        usage: "version [OPTION …]", overview: "Prints the version.",
        words: "version", summary: "print the version", completedWords: .words { [] },
        examples: [
          ("version", "one line: the tool's name and its version"),
          ("version --format json", "an object with both, for scripts"),
        ], notes: "'\(toolName) --version' does the same.")
    }
  }
}

private let lintDescription = SubcommandDescription(
  usage: "[lint] [OPTION …] [PATH …]", overview: "Bans nondeterministic APIs in Swift source.",
  words: "lint [PATH …]", summary: "lint files and folders (default: the working directory)",
  completedWords: .files,
  examples: [
    ("--pack time,random Sources", "lint a folder with two more packs"),
    ("--fix --diff", "show the changes that '--fix' would make"),
    ("--format json --output text:lint.txt", "print one report, and write another"),
    ("--format statistics --by owner", "how many findings each owner has"),
    ("--format html >report.html", "a page to look at in a browser"),
    ("--version --format json", "the tool's name and version, for scripts"),
  ],
  notes: """
    Exit status: 0 no errors, 1 errors found, 2 something could not be read or
    written, 64 wrong command line. If a path has the name of a subcommand, write
    './rules'.
    """)

private let rulesDescription = SubcommandDescription(
  usage: "rules [OPTION …] [ID|PACK|DIR]",
  overview: "Lists rules, explains a rule or a pack, or writes a page for each.",
  words: "rules [ID|PACK|DIR]", summary: "list or explain rules and packs, or write their pages",
  completedWords: .words { packNames + ruleIDs },
  examples: [
    ("rules --pack all", "all bundled rules that packs turn on"),
    ("rules date-init", "what a rule bans, and what to write instead"),
    ("rules temporal", "what a pack is for, and its rules"),
    ("rules --format markdown DIR", "a page for each rule and pack"),
  ],
  notes: """
    With a PACK: what it is for, how to turn it on, and its rules.
    With an ID: what the rule bans, what to write instead, what it matches,
    where this project allows it, and an example. '--format json' has the keys of
    a rule file; 'in-force' says whether the rule is on. '--pack NAME' adds the
    rules of a pack to the list; below the list are the packs that are off.
    '--format markdown DIR' writes 'Rules.md' and a page for each rule and pack,
    on or off, into the folder, for DocC. It leaves other files alone; empty the
    folder first. With an ID or a PACK it prints one page; for a folder of that
    name write './random'.
    """)

private let whyDescription = SubcommandDescription(
  usage: "why [OPTION …] FILE:LINE[:COLUMN]",
  overview: "Explains which rules match at a place, and what allows it.",
  words: "why FILE:LINE[:COL]", summary: "explain which rules match at a place, and what allows it",
  completedWords: .files,
  examples: [
    ("why Sources/Clock.swift:12", "what the rules find in a line"),
    ("why Sources/Clock.swift:12:9", "what the rules find at a column"),
  ],
  notes: """
    Lines and columns count from 1, columns in UTF-8 bytes, as in reports. Without
    COLUMN the whole line is explained. Exit status: 0 explained, 2 the file does
    not have that place.
    """)

private let traceDescription = SubcommandDescription(
  usage: "trace [OPTION …] [FUNCTION|FILE:LINE] [PATH …]",
  overview: "Tells which tests, or other code, can reach a use that rules ban.",
  words: "trace [FUNCTION|…]", summary: "tell which tests can reach a use that rules ban, and how",
  completedWords: .files,
  examples: [
    ("trace", "which tests can reach a use, and through what"),
    ("trace 'Feed.reload()'", "what a function can reach"),
    ("trace Sources/Feed.swift:31", "which tests can reach the use in this line"),
    ("trace --from '@Workflow'", "what can be reached from types with an attribute"),
    ("trace --since origin/main", "what a branch lets tests reach, and by which call"),
  ],
  notes: """
    It reads all files of the project, whatever the working directory, or those of
    the files and folders that PATHs and '--files-from' name. It follows calls,
    initial values and default arguments, but no call whose receiver it does not
    know; the last line counts those. FUNCTION is written as a baseline writes it:
    'Feed.show(_:animated:)'. At FILE:LINE it asks who can reach the use there, or
    what the function there can reach. What is in a baseline counts, too.
    With '--since', the code before the change is traced, too, and only what could
    not be reached in it is reported. Both sides go by the same settings, but what
    older ones allowed is newly reached.
    Exit status: 0 no error can be reached, 1 an error can be reached, 2 there is
    nothing to trace from or something could not be read, 64 wrong command line, or
    there is no such function or place.
    """)

private let verifyDescription = SubcommandDescription(
  usage: "verify [OPTION …] [PATH …]",
  overview: "Checks fixtures against their '// expect:' comments.",
  words: "verify [PATH …]", summary: "check fixtures against their '// expect:' comments",
  completedWords: .files,
  examples: [
    ("verify --rules Rules Fixtures/Rules", "check the fixtures of your own rules")
  ],
  notes: """
    Without a PATH it checks the fixtures in Fixtures/Rules. Every rule runs on
    every fixture; the configuration is ignored. Exit status: 0 all as expected,
    1 mismatches, 2 something could not be read.
    """)

private let initDescription = SubcommandDescription(
  usage: "init [OPTION …]", overview: "Looks at a project and writes its first configuration.",
  words: "init", summary: "set up a project: configuration, git hook, CI, editors",
  completedWords: .words { [] },
  examples: [
    ("init --dry-run", "print the findings and the first configuration; write nothing"),
    ("init --hook", "refuse commits that add a finding"),
    ("init --ci github", "print a workflow for .github/workflows"),
    ("init --editor neovim", "print a setup that lints while you type"),
  ],
  notes: """
    It also looks at the imports of the code and at '.swiftlint.yml'. The file has
    its proposals as comments. It never changes a configuration or a hook that
    exists. Exit status: 0 done, also with findings; 2 something could not be read
    or written.
    """)

private let baselineDescription = SubcommandDescription(
  usage: "baseline write|prune|report [OPTION …] [PATH …]",
  overview: "Records today's findings, so that only new ones are reported.",
  words: "baseline write|…",
  summary: "record today's findings, report only new ones, show the history",
  completedWords: .words { ["write", "prune", "report"] },
  examples: [
    ("baseline write", "report only new findings from now on"),
    ("baseline prune", "remove entries whose finding is gone"),
    ("baseline write --accept date-init", "add the new findings of a rule"),
    ("baseline report --by folder", "which folders have the most findings"),
    ("baseline report --history 20", "whether it gets better: the last 20 changes"),
    ("baseline report --history --format html >trend.html", "the same as a page with a plot"),
  ],
  notes: """
    'write' writes \(baselineFileName) at the root of the repository. Every later
    run uses it. A baseline that exists grows only by what '--accept' names. 'prune'
    removes entries whose finding is gone, follows findings that moved, and never
    adds any. 'report' counts. '--history' takes the baselines from git, along the
    first parents, the oldest first; the word after it is N if it has only digits.
    The rules with the most findings have columns, as far as the terminal is wide
    (100 columns elsewhere); the rest share one.
    Exit status: 0 done, 1 the baseline would have grown, 2 something could not be
    read or written.
    """)

private let languageServerDescription = SubcommandDescription(
  usage: "language-server [--log FILE]",
  overview: "Lints the files that are open in an editor, while you type.",
  words: "language-server", summary: "lint the files that are open in an editor (LSP)",
  completedWords: .words { [] },
  examples: [("language-server --log lint.log", "for the settings of an editor, with a log")],
  notes: """
    An editor starts it and talks to it on standard input and output, in the language
    server protocol 3.17. The rules are those of '--stdin-path'. Files that a run of the
    workspace skips (ignored by git, in '.build', 'Pods' …) have no diagnostics.
    'initializationOptions': {"showBaselined": true} shows findings in the baseline as
    hints; 'workspace/didChangeConfiguration' with {"determinism": {…}} changes this.
    Exit status: 0 after 'shutdown' and 'exit', 1 if the editor ends without them.
    """)

private let completionsDescription = SubcommandDescription(
  usage: "completions bash|zsh|fish",
  overview: "Prints a script that completes subcommands, options and values.",
  words: "completions SHELL", summary: "print a completion script for bash, zsh or fish",
  completedWords: .words { Shell.allCases.map(\.rawValue) },
  examples: [("completions fish", "print the script for fish")],
  notes: """
    Write the script to the file where the shell looks for it:
      ~/.local/share/bash-completion/completions/\(toolName)
      _\(toolName), in a folder of zsh's 'fpath'
      ~/.config/fish/completions/\(toolName).fish
    """)
