#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What fixed runs cost in instructions, as callgrind counts them: the same on a busy machine, and
/// run after run, so that a change is held to two percent of the figures in `instructions.tsv`.
///
/// The C library chooses its functions by the processor, and valgrind hides some of it from them, so
/// that figures are compared only where all of that is as it was when they were written.
func printInstructions(_ settings: Settings) {
  printHeading("Instructions on one thread", anchor: "recorded")
  guard isInstalled("valgrind") else {
    return printSkipped("instructions", "not run: valgrind is not installed")
  }
  let recorded = RecordedInstructions(readingFrom: settings.instructions)
  var counted = RecordedInstructions(machine: currentMachine(settings))
  let isComparable = recorded.machine == counted.machine
  for run in countedRuns(settings) {
    let count = instructionCount(of: run.command, settings)
    counted.figures.append((run.name, count))
    let anchor = recorded.figures.first { $0.name == run.name }?.count
    printRow(run.name, count, anchor ?? .nan, .millions, target: isComparable ? "≤ 1.02" : "")
    guard isComparable, !settings.writesInstructions else { continue }
    if anchor.map({ 1.02 * $0 < count }) ?? true {
      let figures = "\(Int(count)) instructions, \(anchor.map { "\(Int($0))" } ?? "none") recorded"
      failures.append("\(run.name): \(figures)")
    }
  }
  if settings.writesInstructions {
    counted.write(to: settings.instructions)
  } else if !isComparable {
    print("Not compared: this is \(counted.machine); the figures are of \(recorded.machine).")
  }
}

/// The checked-in figures: a line for the machine, then one a run.
private struct RecordedInstructions {
  var machine: String
  var figures: [(name: String, count: Double)] = []

  init(machine: String) { self.machine = machine }

  init(readingFrom path: String) {
    let lines = text(of: path).split(separator: "\n")
    machine = lines.first.map(String.init) ?? "no machine"
    figures = lines.dropFirst().map { line in
      let columns = line.split(separator: "\t")
      guard columns.count == 2, let count = Double(columns[1]) else {
        fail("'\(path)' has the line '\(line)'")
      }
      return (String(columns[0]), count)
    }
  }

  func write(to path: String) {
    guard let stream = fopen(path, "w") else { fail("cannot write '\(path)'") }
    fputs("\(machine)\n", stream)
    for (name, count) in figures { fputs("\(name)\t\(Int(count))\n", stream) }
    guard fclose(stream) == 0 else { fail("cannot write '\(path)'") }
  }
}

/// What the figures depend on beside the tool's sources.
private func currentMachine(_ settings: Settings) -> String {
  let flags = Set(
    text(of: "/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("flags") }?
      .split(separator: " ") ?? [])
  let features = ["sse4_2", "avx2", "bmi2", "erms", "fsrm"].filter { flags.contains($0[...]) }
  let log = "\(settings.inputs)/versions"
  let shell = "{ valgrind --version; swiftc --version | grep -o 'Swift version [^ ]*'; } >\(log)"
  _ = run(Command(program: "sh", arguments: ["-c", shell], folder: settings.inputs))
  let programs = text(of: log).split(separator: "\n").map(String.init)
  return ([features.joined(separator: " ")] + programs).joined(separator: "; ")
}

private struct CountedRun {
  let name: String
  let command: Command
}

private func countedRuns(_ settings: Settings) -> [CountedRun] {
  writeCountedFiles(to: settings.inputs)
  let targets = [
    ("tiny file", "Tiny.swift"), ("400 generated files", settings.counted),
    ("1 MB of few names in many tokens", "Tokens.swift"),
    ("1 MB of findings in brackets", "Brackets.swift"),
    ("1 MB of findings on lines", "Lines.swift"),
    ("1 MB of 'extension Date'", "Extensions.swift"),
  ]
  let lints = targets.flatMap { name, path in
    [("core", []), ("all packs", ["--pack", "all"])].map { packs, options in
      CountedRun(
        name: "\(name), \(packs)",
        command: settings.lint(plain + options + [path], in: settings.inputs))
    }
  }
  let trees = targets.dropFirst(2).map { name, path in
    CountedRun(
      name: "\(name), tree", command: settings.lint(["dump-tree", path], in: settings.inputs))
  }
  return lints + trees
}

/// Files of one megabyte, each of which makes another part of the engine work.
private func writeCountedFiles(to folder: String) {
  write("Tiny.swift", to: folder, writeSmallSource)
  let use = "let start = Date()\n"
  writeMegabyte("Tokens.swift", to: folder) { number in
    number % 512 == 0
      ? use : "expect(cells[3].frame, Rect(x: 12, y: 40, width: 300, height: 44))\n"
  }
  writeMegabyte("Brackets.swift", to: folder, end: "]\n") { number in
    number == 0 ? "let dates = [Date()" : ", Date()"
  }
  writeMegabyte("Lines.swift", to: folder) { _ in use }
  writeMegabyte("Extensions.swift", to: folder) { number in
    number % 512 == 0
      ? use : "extension Date { var day\(number): Int { self.day + \(number) } }\n"
  }
}

private func writeMegabyte(
  _ name: String, to folder: String, end: String = "", _ piece: (Int) -> String
) {
  write(name, to: folder) { file in
    var number = 0
    while file.count < 1 << 20 {
      file.append(piece(number))
      number += 1
    }
    file.append(end)
  }
}

/// The report is short, and what comes from the surroundings is left out.
private let plain = ["--format", "llvm", "--quiet", "--no-ignore", "--jobs", "1"]

/// Swift's sets and dictionaries are in the same order each time, and no variable, no settings of a
/// person and no debug information, at which valgrind gives up, are there to differ.
private func instructionCount(of command: Command, _ settings: Settings) -> Double {
  let log = "\(settings.inputs)/callgrind.log"
  let options = [
    "-i", "PATH=\(String(cString: getenv("PATH")))", "SWIFT_DETERMINISTIC_HASHING=1",
    "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)",
    strippedTool(command, settings),
  ]
  _ = run(
    Command(program: "env", arguments: options + command.arguments, folder: command.folder))
  guard let count = collected(in: text(of: log)) else { fail("callgrind counted nothing") }
  return count
}

private func strippedTool(_ command: Command, _ settings: Settings) -> String {
  let copy = "\(settings.inputs)/counted-tool"
  guard access(copy, X_OK) != 0 else { return copy }
  let strip = ["--strip-all", "-o", copy, command.program]
  _ = run(Command(program: "strip", arguments: strip, folder: settings.inputs))
  return copy
}

/// From a line such as `==123== Collected : 456`.
private func collected(in log: String) -> Double? {
  let line = log.split(separator: "\n").last { $0.contains(" Collected : ") }
  return line?.split(separator: " ").last.flatMap { Double($0) }
}

private func text(of path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    count = fread(buffer.baseAddress, 1, buffer.count, file)
  }
  return String(decoding: bytes, as: UTF8.self)
}
