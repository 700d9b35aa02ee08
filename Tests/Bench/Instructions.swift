#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What fixed runs cost in instructions, as callgrind counts them: the same on a busy machine, and
/// run after run, so that a change is held to a percent. Beside them is what was counted once on
/// x86-64 with Swift 6.3.1; other compilers and C libraries count otherwise.
func printInstructions(_ settings: Settings) {
  printHeading("Instructions on one thread", anchor: "at 84e4fb7")
  guard isInstalled("valgrind") else {
    return printSkipped("core pack, all packs", "valgrind is not installed")
  }
  let file = write("Counted.swift", to: settings.inputs, writeSmallSource)
  let all = ["--pack", "all"]
  let app = "1200 generated files"
  let small = "one file of \(Int(file)) bytes"
  printCount("\(app), core pack", [], in: settings.counted, once: 49.46e6, "≤ 1.02", settings)
  printCount("\(app), all packs", all, in: settings.counted, once: 162.56e6, "≤ 1.03", settings)
  for (name, options, once) in [("core pack", [], 2.89e6), ("all packs", all, 7.87e6)] {
    printCount(
      "\(small), \(name)", options + ["Counted.swift"], in: settings.inputs, once: once, "≤ 1.03",
      settings)
  }
}

private func printCount(
  _ name: String, _ options: [String], in folder: String, once: Double, _ target: String,
  _ settings: Settings
) {
  let count = instructionCount(of: settings.lint(plain + options, in: folder), settings)
  printRow(name, count, once, .millions, target: target)
}

/// The report is short, and what comes from the surroundings is left out.
private let plain = ["--format", "llvm", "--quiet", "--no-ignore", "--jobs", "1"]

/// Swift's sets and dictionaries are in the same order each time.
private func instructionCount(of command: Command, _ settings: Settings) -> Double {
  let log = "\(settings.inputs)/callgrind.log"
  let options = [
    "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=callgrind",
    "--callgrind-out-file=/dev/null", "--log-file=\(log)", withoutDebugInfo(command, settings),
  ]
  _ = run(
    Command(program: "env", arguments: options + command.arguments, folder: command.folder))
  guard let count = collected(in: text(of: log)) else { fail("callgrind counted nothing") }
  return count
}

/// Valgrind gives up at what the compiler writes for debuggers.
private func withoutDebugInfo(_ command: Command, _ settings: Settings) -> String {
  guard isInstalled("strip") else { return command.program }
  let copy = "\(settings.inputs)/counted-tool"
  let strip = ["--strip-debug", "-o", copy, command.program]
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
