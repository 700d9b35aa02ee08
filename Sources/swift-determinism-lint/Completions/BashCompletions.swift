/// Where it completes nothing, bash offers files.
var bashCompletions: String {
  let subcommands = Subcommand.allCases.map(\.rawValue)
  return #"""
    # Completions of \#(toolName) for bash, written by `\#(toolName) completions bash`.
    _swift_determinism_lint() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} subcommand=lint
      # Bash takes '--format=te' apart, and 'text:lint.txt', too.
      if [[ $word == "=" ]]; then
        word=
      elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      if ((1 < COMP_CWORD)); then
        case ${COMP_WORDS[1]} in
          \#(subcommands.joined(separator: "|"))) subcommand=${COMP_WORDS[1]} ;;
        esac
      fi
      case $subcommand$before in
    \#(Subcommand.allCases.map(bashValues).joined())  esac
      local options words
      case $subcommand in
    \#(Subcommand.allCases.map(bashWords).joined())  esac
      if [[ $word == -* ]]; then
        words=$options
      elif ((COMP_CWORD == 1)); then
        words="\#(subcommands.joined(separator: " "))"
      elif ((COMP_CWORD != 2)); then
        words=
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
    }
    complete -o default -F _swift_determinism_lint \#(toolName)

    """#
}

/// Lines for the options of a subcommand that take a value.
private func bashValues(of subcommand: Subcommand) -> String {
  subcommand.options.filter { $0.placeholder != nil }.map { option in
    let reply =
      switch option.completedWords(in: subcommand) {
      case .files, .anything: ""
      case .words(let words):
        #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word")); "#
      case .list(let words):
        #"[[ $word == *,* ]] && before="${word%,*}," || before=; compopt -o nospace 2>/dev/null; "#
          + #"COMPREPLY=($(compgen -P "$before" -W "\#(words.joined(separator: " "))" "#
          + #"-- "${word##*,}")); "#
      case .wordAndFile(let words):
        #"compopt -o nospace 2>/dev/null; "#
          + #"COMPREPLY=($(compgen -S : -W "\#(words.joined(separator: " "))" -- "$word")); "#
      }
    return "    \(subcommand.rawValue)\(option.name)) \(reply)return ;;\n"
  }.joined()
}

/// A line for the options of a subcommand and what stands after it.
private func bashWords(of subcommand: Subcommand) -> String {
  let options = subcommand.options.flatMap { [$0.name, $0.shortName].compactMap { $0 } }
  var words: [String] = []
  if case .words(let known) = subcommand.completedWords { words = known }
  return
    "    \(subcommand.rawValue)) options=\"\(options.joined(separator: " "))\" "
    + "words=\"\(words.joined(separator: " "))\" ;;\n"
}
