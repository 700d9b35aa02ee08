import Foundation

struct CommandResult {
  let status: Int32
  let text: String
}

/// Runs a command found in `PATH` and waits for it. What it says on standard error is passed on.
///
/// - Parameter seconds: after so long `timeout` ends it, where that exists.
func run(
  _ command: [String], in folder: URL? = nil, input: String = "", log: URL? = nil,
  seconds: Int = 120
) throws -> CommandResult {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = timeLimit(seconds) + command
  process.currentDirectoryURL = folder
  let files = FileManager.default
  let folder = files.temporaryDirectory.appendingPathComponent("truth-\(UUID().uuidString)")
  try files.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? files.removeItem(at: folder) }
  // Files, not pipes: nothing is lost and nothing blocks, however much is written.
  let inputFile = folder.appendingPathComponent("input")
  let outputFile = log ?? folder.appendingPathComponent("output")
  try Data(input.utf8).write(to: inputFile)
  try Data().write(to: outputFile)
  let output = try FileHandle(forWritingTo: outputFile)
  process.standardInput = try FileHandle(forReadingFrom: inputFile)
  process.standardOutput = output
  if log != nil { process.standardError = output }
  try process.run()
  process.waitUntilExit()
  let text = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
  return CommandResult(status: process.terminationStatus, text: text)
}

private func timeLimit(_ seconds: Int) -> [String] {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/timeout")
    ? ["timeout", String(seconds)] : []
}
