import Comparison

let toolName = "swift-determinism-lint"

/// The version of the tool (semver.org).
let version = "0.1.0"

/// Where the pages of the rules are published: the address that `/date-init` follows, such as
/// `https://example.com/documentation/swift-determinism-lint`. Whoever publishes what `make docs`
/// writes puts it here; then each finding of a bundled rule links to the page of its rule. Empty
/// while nobody has.
let docsURL = ""

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

  var options: [Option] { Option.all.filter { $0.subcommands.contains(self) } }
}

/// What the help, the manual page and the completions say of a subcommand.
struct SubcommandDescription {
  /// What follows the tool's name.
  let usage: String
  let overview: String
  /// In the list of all.
  let words, summary: String
  /// What stands first after the subcommand, beside options; then come files.
  let completedWords: CompletedWords
  /// What follows the tool's name, and what it does.
  let examples: [(words: String, summary: String)]
  var notes: String?
}

extension Subcommand {
  var description: SubcommandDescription {
    switch self {
    case .lint: lintDescription
    case .rules: rulesDescription
    case .why: whyDescription
    case .verify: verifyDescription
    case .initialize: initDescription
    case .baseline: baselineDescription
    case .languageServer: languageServerDescription
    case .completions: completionsDescription
    case .dumpTokens:
      SubcommandDescription(
        usage: "dump-tokens FILE …", overview: "Prints what the lexer sees.",
        words: "dump-tokens FILE …", summary: "print what the lexer sees", completedWords: .files,
        examples: [("dump-tokens Sources/Clock.swift", "a line for each token")])
    case .help:
      SubcommandDescription(
        usage: "help [SUBCOMMAND]",
        overview: "Prints what a subcommand does and which options it has.",
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
    ("--pack time,random Sources", "lint a folder with the rules of two more packs"),
    ("--fix --diff", "show what '--fix' would change"),
    ("--format json --output text:lint.txt", "print one report, and write another"),
    ("--format statistics --by owner", "how many findings each owner has"),
    ("--version --format json", "the tool's name and version, for scripts"),
  ],
  notes: """
    Exit status: 0 no errors, 1 errors found, 2 not everything could be done,
    64 wrong command line. A path that is named like a subcommand is written
    './rules'.
    """)

private let rulesDescription = SubcommandDescription(
  usage: "rules [OPTION …] [ID|PACK|DIR]",
  overview: "Lists the rules in force, explains a rule or a pack, or writes pages of all.",
  words: "rules [ID|PACK]", summary: "list the rules in force, or explain a rule or a pack",
  completedWords: .words { packNames + ruleIDs },
  examples: [
    ("rules --pack all", "every rule that can be in force"),
    ("rules date-init", "what a rule is for, and what to write instead"),
    ("rules temporal", "what a pack is for, and its rules"),
    ("rules --format markdown DIR", "a page for each rule and pack"),
  ],
  notes: """
    With a PACK: what it is for, how to switch it on, and its rules.
    With an ID: what the rule is for, what to write instead, what it matches,
    where this project allows it, and an example. '--format json' has the keys of
    a rule file and 'in-force'. '--pack NAME' adds the rules of a pack to the list;
    the packs that are not on are named below it.
    '--format markdown DIR' writes a page for each rule and pack, in force or not,
    and 'Rules.md' into the folder, for DocC; with an ID or a PACK it prints the
    page of that. A folder that is named like one is written './random'.
    """)

private let whyDescription = SubcommandDescription(
  usage: "why [OPTION …] FILE:LINE[:COLUMN]",
  overview: "Tells which rules looked at a place, what matched, what allowed it.",
  words: "why FILE:LINE[:COL]", summary: "which rules looked there, what matched, what allowed it",
  completedWords: .files,
  examples: [
    ("why Sources/Clock.swift:12", "what the rules make of a line"),
    ("why Sources/Clock.swift:12:9", "and of one place in it"),
  ],
  notes: """
    Lines and columns count from 1, columns in UTF-8 bytes, as reports print
    them. Without a COLUMN all of the line is explained. The exit status is 0
    whatever the answer, 2 if the file has no such place.
    """)

private let verifyDescription = SubcommandDescription(
  usage: "verify [OPTION …] [PATH …]",
  overview: "Holds fixtures against their '// expect:' comments.",
  words: "verify [PATH …]", summary: "hold fixtures against their '// expect:' comments",
  completedWords: .files,
  examples: [
    ("verify --rules Rules Fixtures/Rules", "hold fixtures against rules of your own")
  ],
  notes: """
    Without a PATH the fixtures are those in Fixtures/Rules. Every rule runs on
    every fixture, whatever the configuration says. Exit status: 0 all as expected,
    1 mismatches, 2 not everything could be done.
    """)

private let initDescription = SubcommandDescription(
  usage: "init [OPTION …]", overview: "Looks at a project and writes its first configuration.",
  words: "init", summary: "set a project up: configuration, git hook, CI, editors",
  completedWords: .words { [] },
  examples: [
    ("init --dry-run", "what is found, and the configuration that would be written"),
    ("init --hook", "from now on a commit that adds a finding is refused"),
    ("init --ci github", "a workflow, to put into .github/workflows"),
    ("init --editor neovim", "what to paste for warnings while one types"),
  ],
  notes: """
    It looks at what the code imports and at '.swiftlint.yml', too; what it proposes
    stands in the file as comments. Nothing that is there is changed: a configuration
    or hook that exists stays as it is. The exit status is 0 whatever is found, 2 if
    something could not be read or written.
    """)

private let baselineDescription = SubcommandDescription(
  usage: "baseline write|prune|report [OPTION …] [PATH …]",
  overview: "Keeps the findings apart that are there, so that only new ones are reported.",
  words: "baseline write|…", summary: "keep apart what is there, so that only new findings fail",
  completedWords: .words { ["write", "prune", "report"] },
  examples: [
    ("baseline write", "from now on only new findings are reported"),
    ("baseline prune", "take out what is gone; never adds anything"),
    ("baseline write --accept date-init", "take in what this rule finds anew"),
    ("baseline report --by folder", "where the most is left to do"),
  ],
  notes: """
    'write' writes \(baselineFileName) at the repository's root, which every later
    run goes by; one that is there grows only by what '--accept' names. 'prune' takes
    out what is gone and follows what has moved. 'report' counts. Exit status: 0 done,
    1 the baseline would have grown, 2 not everything could be done.
    """)

private let languageServerDescription = SubcommandDescription(
  usage: "language-server [--log FILE]",
  overview: "Lints what is open in an editor, while it is typed.",
  words: "language-server", summary: "lint what is open in an editor; it speaks LSP on its streams",
  completedWords: .words { [] },
  examples: [("language-server --log lint.log", "what an editor runs, with a log to look at")],
  notes: """
    An editor starts it and talks to it on standard input and output, as the language
    server protocol has it (3.17). The rules are those of '--stdin-path'; what a run of
    the workspace passes over (ignored by git, '.build', 'Pods' …) has no diagnostics.
    'initializationOptions': {"showBaselined": true} shows what the baseline holds as
    hints, and 'workspace/didChangeConfiguration' with {"determinism": {…}} changes it.
    Exit status: 0 after 'shutdown' and 'exit', 1 where the editor goes away without them.
    """)

private let completionsDescription = SubcommandDescription(
  usage: "completions bash|zsh|fish",
  overview: "Prints what makes a shell complete subcommands, options and values.",
  words: "completions SHELL", summary: "print what makes bash, zsh or fish complete all this",
  completedWords: .words { Shell.allCases.map(\.rawValue) },
  examples: [("completions fish", "a script, to put where the shell finds it")],
  notes: """
    The shells find it as
      ~/.local/share/bash-completion/completions/\(toolName)
      _\(toolName), in a folder of zsh's 'fpath'
      ~/.config/fish/completions/\(toolName).fish
    """)
