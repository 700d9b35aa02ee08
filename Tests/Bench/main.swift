// Measures the tool and prints the table, a part at a time. Figures of one row come from one run, in
// which the commands took turns.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

let parts = [
  ("searches", printSearches), ("own-runs", printOwnRuns), ("sizes", printSizes),
  ("hard-files", printHardFiles), ("changes", printChanges), ("other-tools", printOtherTools),
  ("instructions", printInstructions), ("bounds", printBounds),
]
/// What is dearer than it may be, a line each.
nonisolated(unsafe) var failures: [String] = []
let settings = Settings(CommandLine.arguments.dropFirst())
if let unknown = settings.parts.first(where: { name in !parts.contains { $0.0 == name } }) {
  fail("there is no part '\(unknown)', only: \(parts.map(\.0).joined(separator: " "))")
}
print("Medians of runs in turn, output to a pipe. Ratio: what we take for 1 that the other takes.")
for (name, printPart) in parts where settings.parts.isEmpty || settings.parts.contains(name) {
  printPart(settings)
}
for failure in failures { print("FAILED \(failure)") }
if !failures.isEmpty { exit(1) }
