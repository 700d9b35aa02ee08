var fishCompletions: String {
  let others = Subcommand.allCases.filter { $0 != .lint }
  var text = """
    # Completions of \(toolName) for fish, written by `\(toolName) completions fish`.

    # Whether this subcommand stands first; 'lint' may be left out.
    function __swift_determinism_lint_is
      set -l words (commandline -opc)
      if contains -- "$words[2]" \(others.map(\.rawValue).joined(separator: " "))
        test "$words[2]" = $argv[1]
      else
        test $argv[1] = lint
      end
    end

    # Whether nothing but the subcommand stands before the cursor.
    function __swift_determinism_lint_is_bare
      __swift_determinism_lint_is $argv[1]; and test (count (commandline -opc)) = 2
    end


    """
  let command = "complete -c \(toolName)"
  for subcommand in Subcommand.allCases {
    text += "\(command) -n __fish_use_subcommand -a \(subcommand.rawValue)"
    text += " -d \(fishWord(overview(of: subcommand)))\n"
  }
  for subcommand in Subcommand.allCases {
    let name = subcommand.rawValue
    text += "\n"
    if case .words(let words) = subcommand.completedWords {
      text += "\(command) -n '__swift_determinism_lint_is_bare \(name)' -f"
      text += words.isEmpty ? "\n" : " -a \(fishWord(words.joined(separator: " ")))\n"
    }
    for option in subcommand.options {
      text += "\(command) -n '__swift_determinism_lint_is \(name)' -l \(option.rawValue)"
      if let short = option.shortName { text += " -s \(short.dropFirst())" }
      if option.placeholder != nil { text += arguments(option.completedWords(in: subcommand)) }
      text += " -d \(fishWord(option.summary(in: subcommand)))\n"
    }
  }
  return text
}

private func arguments(_ words: CompletedWords) -> String {
  switch words {
  case .files: " -r -F"
  case .words(let words): " -x -a \(fishWord(words.joined(separator: " ")))"
  case .list(let words): " -x -a \(fishWord("(__fish_append , \(words.joined(separator: " ")))"))"
  case .wordAndFile(let words):
    " -r -F -a \(fishWord(words.map { $0 + ":" }.joined(separator: " ")))"
  case .anything: " -x"
  }
}

/// As one word of the shell.
private func fishWord(_ text: String) -> String {
  "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
}
