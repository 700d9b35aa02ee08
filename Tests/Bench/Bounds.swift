#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a run takes at most, of what is made to take much.
func printBounds(_ settings: Settings) {
  printMemoryOfOneFile(settings)
  printMemoryOfReports(settings)
  printManyRules(settings)
  printDepth(settings)
  printNestedFixes(settings)
}

private func printMemoryOfOneFile(_ settings: Settings) {
  let shapes = [
    ("uses alone", "", "Date()\n"), ("uses in one line", "", "Date();"),
    ("excused uses", "", "Date() // determinism:allow date-init: why\n"),
    ("code in one line", "Date(); ", "let a = foo(1, b); "),
    ("uses beside an alias", "typealias D = Date\n", "Date()\n"),
    ("uses beside an extension", "extension Date {}\n", "Date()\n"),
    ("uses beside an #if", "#if DEBUG\n#endif\n", "Date()\n"),
  ]
  printHeading("Peak memory, one file of 64 MB", anchor: "16 B/byte+16 MB")
  for (name, head, line) in shapes {
    let bytes = write("Shape.swift", to: settings.inputs) { file in
      file.append(head)
      let block = String(repeating: line, count: 100_000 / line.utf8.count)
      for _ in 0..<(64_000_000 / block.utf8.count) { file.append(block) }
    }
    func printPeak(_ name: String, _ command: Command) {
      let figures = measure([command], seconds: 0, rounds: 1...1, warmsUp: false)[0]
      printRow(name, figures.peak, 16 * bytes + 16e6, .megabytes, target: "≤ 1.0")
    }
    func lint(_ format: String) -> Command {
      settings.lint("--jobs", "1", "--format", format, "Shape.swift", in: settings.inputs)
    }
    printPeak(name, lint("short"))
    guard name == shapes[0].0 else { continue }
    for format in ["json", "sarif", "github"] { printPeak("\(name), \(format)", lint(format)) }
    printPeak("\(name), baseline", settings.firstBaseline(of: "Shape.swift", in: settings.inputs))
  }
  _ = unlink("\(settings.inputs)/Shape.swift")
}

extension Settings {
  fileprivate func firstBaseline(of path: String, in folder: String) -> Command {
    let script = "rm -f base; exec '\(tool)' baseline write --baseline base \(path)"
    return Command(program: "/bin/sh", arguments: ["-c", script], folder: folder)
  }
}

/// A million findings in 20,000 files.
private func printMemoryOfReports(_ settings: Settings) {
  makeFolder("many", in: settings)
  for folder in 0..<20 {
    makeFolder("many/Module\(folder)", in: settings)
    for number in 0..<1_000 {
      write("many/Module\(folder)/FeatureModel\(number).swift", to: settings.inputs) { file in
        file.append("final class FeatureModel\(number) {\n")
        for function in 0..<50 {
          file.append("  func start\(function)() -> Date {\n    let start = Date()\n")
          file.append("    return start\n  }\n\n")
        }
        file.append("}\n")
      }
    }
  }
  printHeading("Peak memory of reports, 1000000 findings", anchor: "limit")
  func printPeak(_ name: String, _ command: Command, limit: Double = 1e9) {
    let figures = measure([command], seconds: 0, rounds: 1...1, warmsUp: false)[0]
    printRow(name, figures.peak, limit, .megabytes, target: "≤ 1.0")
  }
  let folder = "\(settings.inputs)/many"
  for format in ["text", "llvm", "short", "xcode"] {
    printPeak(format, settings.lint("--format", format, in: folder), limit: 1e8)
  }
  for format in [
    "json", "sarif", "github", "gitlab", "checkstyle", "junit", "azure", "rdjson", "html",
  ] {
    printPeak(format, settings.lint("--format", format, in: folder))
  }
  printPeak("counts by file", settings.lint("--by", "file", in: folder))
  printPeak("baseline write", settings.firstBaseline(of: ".", in: folder))
}

private func printManyRules(_ settings: Settings) {
  let patterns = [("a first name", "Foo.x#()"), ("a member", "T#.shared"), ("a call", "foo(a#:)")]
  let counts = [20_000, 2_000]
  write("Empty.swift", to: settings.inputs) { _ in }
  printHeading("Cost of a rule among 20000 that share", anchor: "among 2000")
  for (name, pattern) in patterns {
    let commands = counts.map { count in
      write("rules\(count).yml", to: settings.inputs) { file in
        file.append("pack: many\nrules:\n")
        let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
        for number in 0..<count {
          let ban = "\(parts[0])\(number)\(parts[1])"
          file.append("  - { id: many-\(number), message: no, ban: [\"\(ban)\"] }\n")
        }
      }
      return settings.lint("--rules", "rules\(count).yml", "Empty.swift", in: settings.inputs)
    }
    let empty = settings.lint("Empty.swift", in: settings.inputs)
    let figures = measure([empty] + commands, seconds: 2, rounds: 3...20)
    printRow(
      name, (figures[1].cpu - figures[0].cpu) / Double(counts[0]),
      (figures[2].cpu - figures[0].cpu) / Double(counts[1]), .microsecondsPerFinding,
      target: "≤ 2.0")
  }
}

private func printDepth(_ settings: Settings) {
  let depths = [50_000, 5_000]
  for depth in depths {
    makeFolder("deep\(depth)", in: settings)
    guard chdir("\(settings.inputs)/deep\(depth)") == 0 else { fail("cannot enter a folder") }
    for _ in 0..<depth {
      guard mkdir("d", 0o755) == 0, chdir("d") == 0 else { fail("cannot make a deep folder") }
    }
  }
  printHeading("Cost of a folder, 50000 deep", anchor: "5000 deep")
  let figures = measure(
    depths.map { settings.lint("deep\($0)", in: settings.inputs) }, seconds: 2, rounds: 1...5,
    warmsUp: false)
  printRow(
    "folders, CPU", figures[0].cpu / Double(depths[0]), figures[1].cpu / Double(depths[1]),
    .microsecondsPerFinding, target: "≤ 4.0")
}

private func printNestedFixes(_ settings: Settings) {
  write("nest.yml", to: settings.inputs) { file in
    file.append("pack: nest\nrules:\n  - id: f\n    message: no\n    ban: [\"f(_:)\"]\n")
    file.append("    replace: { \"f(_:)\": \"g($1)\" }\n")
  }
  let depths = [500, 50]
  for depth in depths {
    write("Nest\(depth).swift", to: settings.inputs) { file in
      for _ in 0..<(500 / depth) {
        file.append(String(repeating: "f(", count: depth) + "x")
        file.append(String(repeating: ")", count: depth) + "\n")
      }
    }
  }
  printHeading("500 uses in each other, replaced", anchor: "10 × 50")
  let figures = measure(
    depths.map { depth in
      settings.lint(
        "--rules", "nest.yml", "--fix", "--diff", "Nest\(depth).swift", in: settings.inputs)
    }, seconds: 1)
  printRow("--diff, CPU", figures[0].cpu, figures[1].cpu, .milliseconds)
}

private func makeFolder(_ name: String, in settings: Settings) {
  guard mkdir("\(settings.inputs)/\(name)", 0o755) == 0 else { fail("cannot make '\(name)'") }
}
