/// A shell that a script is written for; the raw values are the names on the command line.
package enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// A script that makes the shell complete the tool's subcommands, options and their values.
  package var completions: String {
    switch self {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }
}

/// Prints the names of branches, those of remotes, too, and of tags, as `$format` says; fails where
/// there is no repository.
private let listRevisions =
  #"git for-each-ref --format="$format" refs/heads refs/remotes refs/tags 2>/dev/null"#
/// The format of the names; whole ones for who types `refs/`.
private let (shortName, fullName) = ("'%(refname:short)'", "'%(refname)'")

// MARK: - bash

/// Where it completes nothing, bash offers files.
var bashCompletions: String {
  let subcommands = Subcommand.allCases.map(\.rawValue)
  return #"""
    # Completions of \#(toolName) for bash, written by `\#(toolName) completions bash`.

    # Offers names that git has. One may hold '$(…)': each is offered as a word for the shell, and
    # after a quote only those that mean themselves.
    _swift_determinism_lint_revisions() { # what is typed of a name, its end that bash replaces
      local kept=${1%"$2"} typed=${1//\\/} quote= name word format=\#(shortName)
      case $typed in [\'\"]*) quote=${typed:0:1} ;; esac
      typed=${typed#"$quote"} kept=${kept#"$quote"} kept=${kept//\\/}
      [[ $typed != refs/* ]] || format=\#(fullName)
      compopt +o default 2>/dev/null
      while IFS= read -r name; do
        [[ $name == "$typed"* ]] || continue
        printf -v word %q "${name#"$kept"}"
        [[ -n $quote && $word != "${name#"$kept"}" ]] || COMPREPLY+=("$word")
      done < <(\#(listRevisions) && echo HEAD)
    }

    _swift_determinism_lint() {
      # Bash takes '--format=te' apart, and 'text:lint.txt' and 'v@1', too: what it replaces is $2.
      local word=$2 before subcommand=lint typed=${COMP_LINE:0:COMP_POINT}
      local -a earlier
      read -r -d '' -a earlier <<<"${typed%"${typed##*[[:space:]]}"}"
      before=${earlier[${#earlier[@]}-1]} typed=${typed##*[[:space:]]}
      if [[ $typed == -*=* ]]; then
        before=${typed%%=*} typed=${typed#*=}
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

/// Lines for the options of a subcommand that must have a value.
private func bashValues(of subcommand: Subcommand) -> String {
  subcommand.options.filter { $0.placeholder != nil && !$0.isValueOptional }.map { option in
    let reply =
      switch option.completedWords {
      case .files, .anything: ""
      case .words(let words):
        #"COMPREPLY=($(compgen -W "\#(words().joined(separator: " "))" -- "$word")); "#
      case .list(let words):
        #"[[ $word == *,* ]] && before="${word%,*}," || before=; compopt -o nospace 2>/dev/null; "#
          + #"COMPREPLY=($(compgen -P "$before" -W "\#(words().joined(separator: " "))" "#
          + #"-- "${word##*,}")); "#
      case .revisions: #"_swift_determinism_lint_revisions "$typed" "$word"; "#
      case .wordAndFile(let words):
        #"[[ $typed == *:* ]] && return; compopt -o nospace 2>/dev/null; "#
          + #"COMPREPLY=($(compgen -S : -W "\#(words().joined(separator: " "))" -- "$word")); "#
      }
    return "    \(subcommand.rawValue)\(option.name)) \(reply)return ;;\n"
  }.joined()
}

/// A line for the options of a subcommand and what stands after it.
private func bashWords(of subcommand: Subcommand) -> String {
  let options = subcommand.options.flatMap { [$0.name, $0.shortName].compactMap { $0 } }
  var words: [String] = []
  if case .words(let known) = subcommand.description.completedWords { words = known() }
  return
    "    \(subcommand.rawValue)) options=\"\(options.joined(separator: " "))\" "
    + "words=\"\(words.joined(separator: " "))\" ;;\n"
}

// MARK: - zsh

var zshCompletions: String {
  let subcommands = Subcommand.allCases.map { zshWord("\($0.rawValue):\($0.description.overview)") }
  return #"""
    #compdef \#(toolName)
    # Completions of \#(toolName) for zsh, written by `\#(toolName) completions zsh`.

    _swift-determinism-lint-output() {
      if compset -P '*:'; then _files; else compadd -S : -- "$@"; fi
    }

    _swift-determinism-lint-revisions() {
      local format=\#(shortName)
      [[ $PREFIX != refs/* ]] || format=\#(fullName)
      local -a revisions=(${(f)"$(\#(listRevisions) && echo HEAD)"})
      compadd -a revisions
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
    \#(Subcommand.allCases.map(zshArguments).joined())  esac
    }

    _swift-determinism-lint "$@"

    """#
}

/// The call of `_arguments` for a subcommand.
private func zshArguments(of subcommand: Subcommand) -> String {
  var specifications = subcommand.options.flatMap { option in
    let summary = zshEscaped(option.explanation, "[]:")
    let value = option.placeholder.map { placeholder in
      // Two colons stand before a value that may be left out.
      "=[\(summary)]\(option.isValueOptional ? "::" : ":")\(zshEscaped(placeholder, ":")):"
        + zshAction(option.completedWords)
    }
    return [option.name, option.shortName].compactMap { $0 }.map { name in
      (option.isRepeatable ? "*" : "") + name + (value ?? "[\(summary)]")
    }
  }
  switch subcommand.description.completedWords {
  case .words(let words) where words().isEmpty: break
  case .words(let words):
    specifications += ["1: :(\(words().joined(separator: " ")))", "*: :_files"]
  default: specifications.append("*: :_files")
  }
  let lines = specifications.map { "        \(zshWord($0))" }.joined(separator: " \\\n")
  return "    \(subcommand.rawValue))\n      _arguments -s -S \\\n\(lines) ;;\n"
}

private func zshAction(_ words: CompletedWords) -> String {
  switch words {
  case .files: "_files"
  case .words(let words): "(\(words().joined(separator: " ")))"
  case .list(let words): "_values -s , name \(words().joined(separator: " "))"
  case .wordAndFile(let words): "_swift-determinism-lint-output \(words().joined(separator: " "))"
  case .revisions: "_swift-determinism-lint-revisions"
  case .anything: ""
  }
}

private func zshEscaped(_ text: String, _ special: String) -> String {
  text.map { special.contains($0) || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
}

/// As one word of the shell.
private func zshWord(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}

// MARK: - fish

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

    function __swift_determinism_lint_revisions
      set -l format \(shortName)
      string match -qr '^(--[a-z-]+=)?refs/' -- (commandline -ct); and set format \(fullName)
      type -q git; and \(listRevisions); and echo HEAD
    end


    """
  let command = "complete -c \(toolName)"
  for subcommand in Subcommand.allCases {
    text += "\(command) -n __fish_use_subcommand -a \(subcommand.rawValue)"
    text += " -d \(fishWord(subcommand.description.overview))\n"
  }
  for subcommand in Subcommand.allCases {
    let name = subcommand.rawValue
    text += "\n"
    if case .words(let words) = subcommand.description.completedWords {
      text += "\(command) -n '__swift_determinism_lint_is_bare \(name)' -f"
      text += words().isEmpty ? "\n" : " -a \(fishWord(words().joined(separator: " ")))\n"
    }
    for option in subcommand.options {
      text += "\(command) -n '__swift_determinism_lint_is \(name)' -l \(option.name.dropFirst(2))"
      if let short = option.shortName { text += " -s \(short.dropFirst())" }
      if option.placeholder != nil, !option.isValueOptional {
        text += fishArguments(option.completedWords)
      }
      text += " -d \(fishWord(option.explanation))\n"
    }
  }
  return text
}

private func fishArguments(_ words: CompletedWords) -> String {
  switch words {
  case .files: " -r -F"
  case .words(let words): " -x -a \(fishWord(words().joined(separator: " ")))"
  case .list(let words): " -x -a \(fishWord("(__fish_append , \(words().joined(separator: " ")))"))"
  case .wordAndFile(let words):
    " -r -F -a \(fishWord(words().map { $0 + ":" }.joined(separator: " ")))"
  case .revisions: " -x -a '(__swift_determinism_lint_revisions)'"
  case .anything: " -x"
  }
}

/// As one word of the shell.
private func fishWord(_ text: String) -> String {
  "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
}
