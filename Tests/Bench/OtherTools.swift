/// What else is used to look for the four names, or to lint, on the app's tree. A tool gets a minute.
func printOtherTools(_ settings: Settings) {
  printHeading("Core pack, one app", anchor: "other tool")
  writeRules(to: settings.inputs)
  for (name, command) in tools(settings) {
    guard isInstalled(command.program) else {
      printSkipped(name, "not installed")
      continue
    }
    let figures = measure(
      [settings.lint(in: settings.app), limited(command)], seconds: 2, rounds: 1...5,
      warmsUp: false)
    guard figures[1].wall < limit else {
      printSkipped(name, "more than \(Int(limit)) s")
      continue
    }
    printRow("\(name), wall", figures[0].wall, figures[1].wall, .milliseconds)
    printRow("\(name), CPU", figures[0].cpu, figures[1].cpu, .milliseconds)
  }
}

private func tools(_ settings: Settings) -> [(name: String, command: Command)] {
  func command(_ program: String, _ arguments: String...) -> Command {
    Command(program: program, arguments: arguments, folder: settings.app)
  }
  let rules = settings.inputs
  return [
    ("grep -rF", grep(in: settings.app)),
    ("ast-grep, four patterns", command("ast-grep", "scan", "--rule", "\(rules)/ast.yaml", ".")),
    (
      "semgrep, four patterns",
      command(
        "semgrep", "scan", "--quiet", "--metrics=off", "--disable-version-check",
        "--config", "\(rules)/semgrep.yaml", ".")
    ),
    (
      "SwiftLint, four regexes",
      command(
        "swiftlint", "lint", "--quiet", "--no-cache", "--config", "\(rules)/swiftlint.yaml", ".")
    ),
    ("SwiftFormat --lint", command("swiftformat", "--lint", "--cache", "ignore", ".")),
    ("swift-format lint", command("swift-format", "lint", "--parallel", "--recursive", ".")),
  ]
}

/// In seconds.
private let limit = 60.0

/// Ended when it has taken too long, where that is possible; `timeout` then ends with 124.
private func limited(_ command: Command) -> Command {
  var command = command
  command.statuses.formUnion([2, 124])  // SwiftLint ends with 2 where it finds errors
  guard isInstalled("timeout") else { return command }
  command.arguments.insert(contentsOf: [String(Int(limit)), command.program], at: 0)
  command.program = "timeout"
  return command
}

private func writeRules(to folder: String) {
  write("ast.yaml", to: folder) {
    $0.append(
      """
      id: four-names
      language: swift
      severity: error
      message: banned
      rule:
        any:
          - pattern: Date()
          - pattern: "Date(timeIntervalSinceNow: $SECONDS)"
          - pattern: DispatchQueue.main.async
          - pattern: Timer.scheduledTimer

      """)
  }
  write("semgrep.yaml", to: folder) {
    $0.append(
      """
      rules:
        - id: four-names
          languages: [swift]
          severity: ERROR
          message: banned
          pattern-either:
            - pattern: Date()
            - pattern: "Date(timeIntervalSinceNow: $SECONDS)"
            - pattern: DispatchQueue.main.async
            - pattern: Timer.scheduledTimer

      """)
  }
  write("swiftlint.yaml", to: folder) {
    $0.append(
      #"""
      only_rules: [custom_rules]
      custom_rules:
        date: { regex: 'Date\(\)', message: banned, severity: error }
        since_now: { regex: 'Date\(timeIntervalSinceNow', message: banned, severity: error }
        queue: { regex: 'DispatchQueue\.main\.async', message: banned, severity: error }
        timer: { regex: 'Timer\.scheduledTimer', message: banned, severity: error }

      """#)
  }
}
