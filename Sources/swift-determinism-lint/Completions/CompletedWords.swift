import BundledRules
import Reporters

/// What a shell offers in the place of a value or of a path.
enum CompletedWords {
  case files
  case words([String])
  /// Some of these, with commas between them.
  case list([String])
  /// One of these, a colon and a file.
  case wordAndFile([String])
  /// What nobody knows.
  case anything
}

extension Option {
  /// In place of the value.
  func completedWords(in subcommand: Subcommand) -> CompletedWords {
    switch self {
    case .config, .rules, .baseline, .stdinPath, .filesFrom, .stamp, .accept, .log: .files
    case .pack: .list(packNames + ["all"])
    case .onlyRule, .disable: .words(ruleIDs)
    case .format where subcommand == .rules: .words(RulesFormat.allCases.map(\.rawValue))
    case .format: .words(ReportFormat.named.map(\.rawValue))
    case .output: .wordAndFile(ReportFormat.named.map(\.rawValue))
    case .by: .words(BaselineGrouping.allCases.map(\.rawValue))
    case .ci: .words(CIService.allCases.map(\.rawValue))
    case .editor: .words(Editor.allCases.map(\.rawValue))
    default: .anything
    }
  }

  /// Whether it may be said more than once.
  var isRepeatable: Bool {
    [.pack, .rules, .onlyRule, .disable, .output, .accept].contains(self)
  }
}

extension Subcommand {
  /// What stands first after the subcommand, beside options; then come files.
  var completedWords: CompletedWords {
    switch self {
    case .lint, .why, .verify, .dumpTokens: .files
    case .rules: .words(packNames + ruleIDs)
    case .baseline: .words(["write", "prune", "report"])
    case .completions: .words(Shell.allCases.map(\.rawValue))
    case .help: .words(Self.allCases.map(\.rawValue))
    case .initialize, .languageServer, .version: .words([])
    }
  }
}

/// A shell that a script is written for; the raw values are the names on the command line.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// What makes the shell complete the tool's subcommands, options and their values.
  var completions: String {
    switch self {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }
}

private let packNames = bundledRuleFiles.map(\.pack)
private let ruleIDs = bundledRuleFiles.flatMap(\.ruleIDs).sorted()
