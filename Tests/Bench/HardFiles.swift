/// Files that make a careless tool slow, each beside one that should cost as much for its size; the
/// start-up is taken off.
func printHardFiles(_ settings: Settings) {
  printFindings(settings)
  printNesting(settings)
  printLine(settings)
}

private func printFindings(_ settings: Settings) {
  let counts = [1_000_000, 100_000]
  for count in counts {
    write("Findings\(count).swift", to: settings.inputs) { file in
      for _ in 0..<count { file.append("let start = Date()\n") }
    }
  }
  printHeading("Cost of a finding among 1000000", anchor: "among 100000")
  for format in ["text", "llvm"] {
    let figures = measureFiles(
      counts.map { "Findings\($0).swift" }, ["--format", format], settings)
    printRow(
      format, figures[0].cpu / Double(counts[0]), figures[1].cpu / Double(counts[1]),
      .microsecondsPerFinding, target: "≤ 1.2")
  }
}

private func printNesting(_ settings: Settings) {
  let shapes = [
    ("parentheses", "(", ")"), ("brackets", "[", "]"), ("closures", "{ ", "}"),
    ("calls", "f(a: ", ")"), ("generic arguments", "A<", ">"), ("blocks", "if a { ", "}\n"),
  ]
  printHeading("100000 levels of nesting", anchor: "10 × 10000")
  for (name, open, close) in shapes {
    for depth in [100_000, 10_000] {
      write("Levels\(depth).swift", to: settings.inputs) { file in
        for _ in 0..<(100_000 / depth) {
          file.append("let value = ")
          for _ in 0..<depth { file.append(open) }
          file.append("Date()")
          for _ in 0..<depth { file.append(close) }
          file.append("\n")
        }
      }
    }
    let figures = measureFiles(["Levels100000.swift", "Levels10000.swift"], [], settings)
    printRow(name, figures[0].cpu, figures[1].cpu, .milliseconds, target: "1.0")
  }
}

private func printLine(_ settings: Settings) {
  let bytes = [50, 5].map { megabytes in
    write("Line\(megabytes).swift", to: settings.inputs) { file in
      writeLine(statements: megabytes * 20_000, uses: 1, to: &file)
    }
  }
  printHeading("Cost of a byte in one line of 50 MB", anchor: "5 MB")
  for format in ["text", "llvm"] {
    let figures = measureFiles(["Line50.swift", "Line5.swift"], ["--format", format], settings)
    printRow(
      format, figures[0].cpu / bytes[0], figures[1].cpu / bytes[1], .nanosecondsPerByte,
      target: "≤ 1.2")
  }
  let counts = [1_000, 100]
  for count in counts {
    write("Uses\(count).swift", to: settings.inputs) { file in
      writeLine(statements: count, uses: count, to: &file)
    }
  }
  // Each finding shows its whole line.
  printHeading("Cost of a byte printed, 1000 findings in one line", anchor: "100 findings")
  for format in ["text", "llvm"] {
    let figures = measureFiles(
      counts.map { "Uses\($0).swift" }, ["--format", format], settings)
    printRow(
      format, figures[0].cpu / figures[0].output, figures[1].cpu / figures[1].output,
      .nanosecondsPerByte, target: "≤ 1.2")
  }
}

/// Statements of 50 bytes in one line.
/// - Parameter uses: how many of the statements have a finding, evenly spread.
private func writeLine(statements: Int, uses: Int, to file: inout InputFile) {
  let distance = statements / uses
  for number in 0..<statements {
    let call = number % distance == distance / 2 ? "start(Date());     " : "start(moment, at); "
    file.append("let label = \"the order's name\"; \(call)")
  }
  file.append("\n")
}

/// The processor time of the files' runs, in seconds, and what they print, in bytes.
private func measureFiles(
  _ files: [String], _ options: [String], _ settings: Settings
) -> [(cpu: Double, output: Double)] {
  let commands = (["Empty.swift"] + files).map {
    settings.lint(options + [$0], in: settings.inputs)
  }
  let figures = measure(commands, seconds: 3, rounds: 3...30)
  return figures.dropFirst().map { ($0.cpu - figures[0].cpu, $0.output) }
}
