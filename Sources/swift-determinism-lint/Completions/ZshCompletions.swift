var zshCompletions: String {
  let subcommands = Subcommand.allCases.map { zshWord("\($0.rawValue):\(overview(of: $0))") }
  return #"""
    #compdef \#(toolName)
    # Completions of \#(toolName) for zsh, written by `\#(toolName) completions zsh`.

    _swift-determinism-lint-output() {
      if compset -P '*:'; then _files; else compadd -S : -- "$@"; fi
    }

    _swift-determinism-lint() {
      local subcommand=lint
      local -a subcommands=(
    \#(subcommands.map { "    \($0)\n" }.joined())  )
      if ((2 < CURRENT)) && ((${+subcommands[(r)${(b)words[2]}:*]})); then
        subcommand=${words[2]}
        shift words
        ((CURRENT -= 1))
      elif ((CURRENT == 2)) && [[ ${words[2]} != -* ]]; then
        _describe subcommand subcommands
        _files
        return
      fi
      case $subcommand in
    \#(Subcommand.allCases.map(arguments).joined())  esac
    }

    _swift-determinism-lint "$@"

    """#
}

/// The call of `_arguments` for a subcommand.
private func arguments(of subcommand: Subcommand) -> String {
  var specifications = subcommand.options.flatMap { option in
    let summary = escaped(option.summary(in: subcommand), "[]:")
    let value = option.placeholder.map { placeholder in
      "=[\(summary)]:\(escaped(placeholder, ":")):" + action(option.completedWords(in: subcommand))
    }
    return [option.name, option.shortName].compactMap { $0 }.map { name in
      (option.isRepeatable ? "*" : "") + name + (value ?? "[\(summary)]")
    }
  }
  switch subcommand.completedWords {
  case .words([]): break
  case .words(let words): specifications += ["1: :(\(words.joined(separator: " ")))", "*: :_files"]
  default: specifications.append("*: :_files")
  }
  let lines = specifications.map { "        \(zshWord($0))" }.joined(separator: " \\\n")
  return "    \(subcommand.rawValue))\n      _arguments -s -S \\\n\(lines) ;;\n"
}

private func action(_ words: CompletedWords) -> String {
  switch words {
  case .files: "_files"
  case .words(let words): "(\(words.joined(separator: " ")))"
  case .list(let words): "_values -s , name \(words.joined(separator: " "))"
  case .wordAndFile(let words): "_swift-determinism-lint-output \(words.joined(separator: " "))"
  case .anything: ""
  }
}

private func escaped(_ text: String, _ special: String) -> String {
  text.map { special.contains($0) || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
}

/// As one word of the shell.
private func zshWord(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}
