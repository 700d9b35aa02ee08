/// The tool beside itself.
func printOwnRuns(_ settings: Settings) {
  printRules(settings)
  printLexer(settings)
  printThreads(settings)
  printMemory(settings)
}

private func printRules(_ settings: Settings) {
  write("more.yml", to: settings.inputs, writeRules)
  let options =
    settings.packs.flatMap { ["--pack", $0] } + ["--rules", "\(settings.inputs)/more.yml"]
  printHeading("All packs and 100 rules more", anchor: "core pack")
  let trees = [
    ("one app", settings.app), ("\(settings.largeFileCount) files", settings.large),
  ]
  for (name, tree) in trees {
    let figures = measure([settings.lint(options, in: tree), settings.lint(in: tree)])
    printRow("\(name), wall", figures[0].wall, figures[1].wall, .milliseconds, target: "≤ 1.5")
    printRow("\(name), CPU", figures[0].cpu, figures[1].cpu, .milliseconds, target: "≤ 1.5")
  }
}

/// Rules of a house: each bans two uses of one of its types, some of which the trees have.
private func writeRules(to file: inout InputFile) {
  let words = ["Account", "Cache", "Draft", "Event", "Image", "Message", "Order", "Photo", "Total"]
  let kinds = [
    "Loader", "Queue", "Registry", "Router", "Session", "Store", "Tracker", "Writer", "Client",
    "Cell", "Gate", "Manager",
  ]
  file.append("pack: house\nrules:\n")
  for number in 0..<100 {
    let type = words[number % words.count] + kinds[number / words.count]
    file.append(
      """
        - id: house-\(number)
          severity: error
          message: "'\(type)' is shared by all tests; take one as a parameter"
          ban:
            - \(type).shared
            - \(type)(_:)

      """)
  }
}

private func printLexer(_ settings: Settings) {
  printHeading("Lexer alone, one core", anchor: "target")
  if let speed = settings.lexerSpeed {
    printRow("one app", speed, 600e6, .megabytesPerSecond, target: "≥ 1.0")
  } else {
    printSkipped("one app", "not measured; Tests/Conformance/run says why")
  }
}

private func printThreads(_ settings: Settings) {
  printHeading("Two threads", anchor: "one thread")
  let figures = measure([
    settings.lint("--jobs", "2", in: settings.large),
    settings.lint("--jobs", "1", in: settings.large),
  ])
  let name = "\(settings.largeFileCount) files"
  printRow("\(name), wall", figures[0].wall, figures[1].wall, .milliseconds, target: "≤ 0.59")
  printRow("\(name), user", figures[0].user, figures[1].user, .milliseconds, target: "1.0")
}

private func printMemory(_ settings: Settings) {
  printHeading("Peak memory less what is printed", anchor: "1000 files")
  for format in ["text", "llvm"] {
    let figures = measure(
      ["", "/App0"].map { settings.lint("--format", format, in: settings.large + $0) },
      seconds: 2)
    printRow(
      "\(settings.largeFileCount) files, \(format)", figures[0].peak - figures[0].output,
      figures[1].peak - figures[1].output, .megabytes, target: "≤ 16 MB; ratio 1.0")
    if figures[1].peak <= ownPeak() {
      printSkipped("1000 files, \(format)", "below what this program itself takes")
    }
  }
}
