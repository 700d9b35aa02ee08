/// What a commit waits for, and what a pull request does.
func printChanges(_ settings: Settings) {
  guard let repository = settings.repository else {
    printHeading("Changes in a repository", anchor: "target")
    return printSkipped("a commit, a pull request", "there is no git")
  }
  printHeading("Changes in a repository of 5000 files", anchor: "target")
  let hooks = ["empty", "lint"]
  for hook in hooks { shell("mkdir -p '\(settings.inputs)/\(hook)'", in: repository) }
  write("empty/pre-commit", to: settings.inputs) { $0.append("#!/bin/sh\n") }
  write("lint/pre-commit", to: settings.inputs) {
    $0.append("#!/bin/sh\nexec '\(settings.tool)' --staged --new\n")
  }
  shell("chmod +x '\(settings.inputs)'/*/pre-commit", in: repository)
  let commits = hooks.map { hook in
    Command(
      program: "/bin/sh", arguments: ["-c", commit, "\(settings.inputs)/\(hook)"],
      folder: repository, statuses: [0])
  }
  let figures = measure(commits, seconds: 0, rounds: 20...20)
  printRow(
    "hook on one file, less an empty hook, wall", figures[1].wall - figures[0].wall, 0.010,
    .milliseconds, target: "≤ 1.0")
  shell(
    "git ls-files '*.swift' | head -300 | while read -r f; do echo // >>$f; done", in: repository)
  let since = measure([settings.lint("--since", "HEAD", in: repository)], rounds: 20...20)
  printRow(
    "--since with 300 changed files, wall", since[0].wall, 0.150, .milliseconds,
    target: "≤ 1.0")
}

/// A commit of one file; `$0` is the folder of hooks.
private let commit = """
  file=$(git ls-files '*.swift' | head -1)
  echo // >>"$file"
  git add "$file"
  git -c core.hooksPath="$0" commit -q -m commit
  """

private func shell(_ script: String, in folder: String) {
  _ = run(Command(program: "/bin/sh", arguments: ["-c", script], folder: folder, statuses: [0]))
}
