/// The searches that the tool replaces, for the four names that the core pack was made for, in the
/// files that the tool reads. `-F` is for plain strings.
private let names = [
  "-e", "Date()", "-e", "Date(timeIntervalSinceNow", "-e", "DispatchQueue.main.async",
  "-e", "Timer.scheduledTimer",
]

func ripgrep(_ path: String = ".", in folder: String) -> Command {
  Command(program: "rg", arguments: ["-F", "-t", "swift"] + names + [path], folder: folder)
}

/// For the last name of each pattern of all packs, some 400: `run` writes them down.
private func ripgrepForAllNames(in folder: String, _ settings: Settings) -> Command {
  Command(
    program: "rg", arguments: ["-F", "-t", "swift", "-f", "\(settings.inputs)/names.txt", "."],
    folder: folder)
}

private func gitGrep(in folder: String) -> Command {
  Command(program: "git", arguments: ["grep", "-F"] + names + ["--", "*.swift"], folder: folder)
}

func grep(in folder: String) -> Command {
  Command(program: "grep", arguments: ["-rF", "--include=*.swift"] + names + ["."], folder: folder)
}

/// Whole runs with the core pack beside searches.
func printSearches(_ settings: Settings) {
  let trees = [
    ("one app", settings.app), ("\(settings.largeFileCount) files", settings.large),
  ]
  if isInstalled("rg") {
    printHeading("Core pack beside a search", anchor: "rg -F")
    for (name, tree) in trees {
      printPair(name, settings.lint(in: tree), ripgrep(in: tree), target: "≤ 0.8")
    }
    let small = write("Small.swift", to: settings.inputs, writeSmallSource)
    let lint = settings.lint("Small.swift", in: settings.inputs)
    let search = ripgrep("Small.swift", in: settings.inputs)
    printPair("one file of \(Int(small)) bytes", lint, search, target: "≤ 1.0")
    printHeading("All packs beside a search for their names", anchor: "rg -F")
    for (name, tree) in trees {
      let search = ripgrepForAllNames(in: tree, settings)
      printPair(name, settings.lint("--pack", "all", in: tree), search, target: "≤ 0.65")
    }
  } else {
    printSkipped("beside rg -F", "rg is not installed")
  }
  if isInstalled("git") {
    printHeading("Core pack beside a search", anchor: "git grep -F")
    for (name, tree) in trees where isRepository(tree) {
      printPair(name, settings.lint(in: tree), gitGrep(in: tree), target: "≤ 1.2")
    }
  } else {
    printSkipped("Core pack beside git grep -F", "git is not installed")
  }
}

private func printPair(_ name: String, _ ours: Command, _ anchor: Command, target: String) {
  let figures = measure([ours, anchor])
  printRow("\(name), wall", figures[0].wall, figures[1].wall, .milliseconds, target: target)
  printRow("\(name), CPU", figures[0].cpu, figures[1].cpu, .milliseconds, target: target)
}

private func isRepository(_ folder: String) -> Bool {
  let command = Command(
    program: "git", arguments: ["ls-files", "--error-unmatch", "*.swift"], folder: folder,
    statuses: [0, 1, 128])
  if 0 < run(command).output { return true }
  printSkipped("git grep in '\(folder)'", "git knows no Swift file there")
  return false
}
