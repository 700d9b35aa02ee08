import Comparison

let toolName = "swift-determinism-lint"

/// The version of the tool (semver.org).
let version = "0.1.0"

func help(for subcommand: Subcommand) -> String {
  var text = """
    OVERVIEW: \(overview(of: subcommand))

    USAGE: \(usage(of: subcommand))


    """
  if subcommand == .lint { text += subcommandTable + "\n" }
  text += "OPTIONS:\n"
  for option in subcommand.options {
    let names = [option.shortName, option.name].compactMap { $0 }.joined(separator: ", ")
    let words = [names, option.placeholder].compactMap { $0 }
    text += row(words.joined(separator: " "), option.summary(in: subcommand))
  }
  text += row("--", "what follows is paths")
  text += "\nEXAMPLES:\n"
  for (words, summary) in examples(of: subcommand) { text += row("\(toolName) \(words)", summary) }
  return text + (notes(on: subcommand).map { "\n\($0)\n" } ?? "")
}

func overview(of subcommand: Subcommand) -> String {
  switch subcommand {
  case .lint: "Bans nondeterministic APIs in Swift source."
  case .rules: "Lists the rules in force, or explains a rule or a pack."
  case .why: "Tells which rules looked at a place, what matched, what allowed it."
  case .verify: "Holds fixtures against their '// expect:' comments."
  case .dumpTokens: "Prints what the lexer sees."
  case .initialize: "Looks at a project and writes its first configuration."
  case .baseline: "Keeps the findings apart that are there, so that only new ones are reported."
  case .completions: "Prints what makes a shell complete subcommands, options and values."
  case .languageServer: "Lints what is open in an editor, while it is typed."
  case .help: "Prints what a subcommand does and which options it has."
  case .version: "Prints the version."
  }
}

func usage(of subcommand: Subcommand) -> String {
  switch subcommand {
  case .lint: "\(toolName) [lint] [OPTION …] [PATH …]"
  case .rules: "\(toolName) rules [OPTION …] [ID|PACK]"
  case .why: "\(toolName) why [OPTION …] FILE:LINE[:COLUMN]"
  case .verify: "\(toolName) verify [OPTION …] [PATH …]"
  case .dumpTokens: "\(toolName) dump-tokens FILE …"
  case .initialize: "\(toolName) init [OPTION …]"
  case .baseline: "\(toolName) baseline write|prune|report [OPTION …] [PATH …]"
  case .completions: "\(toolName) completions bash|zsh|fish"
  case .languageServer: "\(toolName) language-server [--log FILE]"
  case .help: "\(toolName) help [SUBCOMMAND]"
  case .version: "\(toolName) version"
  }
}

private let subcommandTable = """
  SUBCOMMANDS:
  \(row("lint [PATH …]", "lint files and folders (default: the working directory)"))\
  \(row("rules [ID|PACK]", "list the rules in force, or explain a rule or a pack"))\
  \(row("why FILE:LINE[:COL]", "which rules looked there, what matched, what allowed it"))\
  \(row("verify [PATH …]", "hold fixtures against their '// expect:' comments"))\
  \(row("dump-tokens FILE …", "print what the lexer sees"))\
  \(row("init", "set a project up: configuration, git hook, CI, editors"))\
  \(row("baseline write|…", "keep apart what is there, so that only new findings fail"))\
  \(row("completions SHELL", "print what makes bash, zsh or fish complete all this"))\
  \(row("language-server", "lint what is open in an editor; it speaks LSP on its streams"))\
  \(row("help [SUBCOMMAND]", "print this help, or that of a subcommand"))\
  \(row("version", "print the version"))
  """

/// What follows the tool's name, and what it does.
func examples(of subcommand: Subcommand) -> [(words: String, summary: String)] {
  switch subcommand {
  case .lint:
    [
      ("--pack time,random Sources", "lint a folder with the rules of two more packs"),
      ("--fix --diff", "show what '--fix' would change"),
      ("--format json --output text:lint.txt", "print one report, and write another"),
    ]
  case .rules:
    [
      ("rules --pack all", "every rule that can be in force"),
      ("rules date-init", "what a rule is for, and what to write instead"),
      ("rules temporal", "what a pack is for, and its rules"),
    ]
  case .why:
    [
      ("why Sources/Clock.swift:12", "what the rules make of a line"),
      ("why Sources/Clock.swift:12:9", "and of one place in it"),
    ]
  case .verify:
    [("verify --rules Rules Fixtures/Rules", "hold fixtures against rules of your own")]
  case .dumpTokens: [("dump-tokens Sources/Clock.swift", "a line for each token")]
  case .initialize:
    [
      ("init --dry-run", "what is found, and the configuration that would be written"),
      ("init --hook", "from now on a commit that adds a finding is refused"),
      ("init --ci github", "a workflow, to put into .github/workflows"),
      ("init --editor neovim", "what to paste for warnings while one types"),
    ]
  case .baseline:
    [
      ("baseline write", "from now on only new findings are reported"),
      ("baseline prune", "take out what is gone; never adds anything"),
      ("baseline write --accept date-init", "take in what this rule finds anew"),
      ("baseline report --by folder", "where the most is left to do"),
    ]
  case .completions: [("completions fish", "a script, to put where the shell finds it")]
  case .languageServer:
    [("language-server --log lint.log", "what an editor runs, with a log to look at")]
  case .help: [("help rules", "what 'rules' does, and its options")]
  case .version: [("version", "one line: the tool's name and its version")]
  }
}

func notes(on subcommand: Subcommand) -> String? {
  switch subcommand {
  case .lint:
    """
    Exit status: 0 no errors, 1 errors found, 2 not everything could be done,
    64 wrong command line. A path that is named like a subcommand is written
    './rules'.
    """
  case .verify:
    """
    Without a PATH the fixtures are those in Fixtures/Rules. Every rule runs on
    every fixture, whatever the configuration says. Exit status: 0 all as expected,
    1 mismatches, 2 not everything could be done.
    """
  case .rules:
    """
    With a PACK: what it is for, how to switch it on, and its rules.
    With an ID: what the rule is for, what to write instead, what it matches,
    where this project allows it, and an example. '--format json' has the keys of
    a rule file and 'in-force'. '--pack NAME' adds the rules of a pack to the list;
    the packs that are not on are named below it.
    """
  case .why:
    """
    Lines and columns count from 1, columns in UTF-8 bytes, as reports print
    them. Without a COLUMN all of the line is explained. The exit status is 0
    whatever the answer, 2 if the file has no such place.
    """
  case .initialize:
    """
    Nothing that is there is changed: a configuration or hook that exists stays as it
    is. The exit status is 0 whatever is found, 2 if something could not be read or
    written.
    """
  case .baseline:
    """
    'write' writes \(baselineFileName) at the repository's root, which every later
    run goes by; one that is there grows only by what '--accept' names. 'prune' takes
    out what is gone and follows what has moved. 'report' counts. Exit status: 0 done,
    1 the baseline would have grown, 2 not everything could be done.
    """
  case .completions:
    """
    The shells find it as
      ~/.local/share/bash-completion/completions/\(toolName)
      _\(toolName), in a folder of zsh's 'fpath'
      ~/.config/fish/completions/\(toolName).fish
    """
  case .languageServer:
    """
    An editor starts it and talks to it on standard input and output, as the language
    server protocol has it (3.17). The rules are those of '--stdin-path'; what a run of
    the workspace passes over (ignored by git, '.build', 'Pods' …) has no diagnostics.
    'initializationOptions': {"showBaselined": true} shows what the baseline holds as
    hints, and 'workspace/didChangeConfiguration' with {"determinism": {…}} changes it.
    Exit status: 0 after 'shutdown' and 'exit', 1 where the editor goes away without them.
    """
  case .dumpTokens, .help, .version: nil
  }
}

private let summaryColumn = 26

/// `  --config FILE           use this configuration`, the summary broken into lines that fit.
private func row(_ words: String, _ summary: String) -> String {
  var lines = wrapped(summary, to: 80 - summaryColumn)
  var text = "  " + words
  if text.count + 1 < summaryColumn {
    text += String(repeating: " ", count: summaryColumn - text.count) + lines.removeFirst()
  }
  let indentation = "\n" + String(repeating: " ", count: summaryColumn)
  return text + lines.map { indentation + $0 }.joined() + "\n"
}

/// The text in lines of at most this many characters, broken at spaces; a longer word stays whole.
func wrapped(_ text: String, to width: Int) -> [String] {
  wrapped(text.split(separator: " "), to: width)
}

/// The phrases in lines of at most this many characters; none of them is broken.
func wrapped(_ phrases: [some StringProtocol], to width: Int) -> [String] {
  var lines: [String] = []
  for phrase in phrases {
    if let last = lines.last, last.count + 1 + phrase.count <= width {
      lines[lines.count - 1] = last + " " + phrase
    } else {
      lines.append(String(phrase))
    }
  }
  return lines.isEmpty ? [""] : lines
}
