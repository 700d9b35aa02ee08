import Foundation
import Testing

/// What a program that has ended left behind.
struct CommandResult {
  let status: Int32
  /// Of standard output.
  let output: Data
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
}

enum CommandError: Error {
  case tookTooLong([String])
}

/// Runs a program to its end, without standard input.
/// - Parameters:
///   - command: a name on the search path, or a path, and its arguments.
///   - environment: beside what these tests were given; nil takes a variable away.
///   - limit: in seconds.
func run(
  _ command: [String], in folder: URL = Repository.root,
  environment: [String: String?] = [:], limit: TimeInterval = 120
) throws -> CommandResult {
  try withTemporaryFolder { scratch in
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    // Set where the tests themselves run in a git hook, or from a makefile.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GIT_") && !$0.key.hasPrefix("MAKE") && $0.key != "MFLAGS" }
    for (name, value) in environment { process.environment?[name] = value }
    process.standardInput = FileHandle.nullDevice
    // Files hold any amount of output; a pipe that nobody reads yet would stop the program.
    let output = scratch.appendingPathComponent("output")
    let errors = scratch.appendingPathComponent("errors")
    let handles = try [output, errors].map { try FileHandle(forWritingTo: created($0)) }
    // A process that has ended keeps them open, and Foundation crashes where a thousand are.
    defer { for handle in handles { try? handle.close() } }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    let deadline = ContinuousClock.now + .seconds(limit)
    while process.isRunning {
      guard .now < deadline else {
        process.terminate()
        throw CommandError.tookTooLong(command)
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return CommandResult(
      status: process.terminationStatus, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// Runs the tool.
func lint(_ arguments: [String], in folder: URL = Repository.root) throws -> CommandResult {
  try run([Repository.tool.path] + arguments, in: folder, environment: ["NO_COLOR": "1"])
}

/// The last message of a report in the compiler's JSON: a count of bytes on a line, then as many
/// bytes, over and over.
func finishedMessage(of output: Data) throws -> [String: Any] {
  var message: [String: Any] = [:]
  var rest = output[...]
  while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
    let count = try #require(Int(String(decoding: rest[..<newline], as: UTF8.self)))
    let body = rest[(newline + 1)...].prefix(count)
    message = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    rest = rest[body.endIndex...].drop { $0 == UInt8(ascii: "\n") }
  }
  try #require(message["kind"] as? String == "finished")
  return message
}

/// A folder of its own, removed when `body` has returned.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("tidy-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

private func created(_ file: URL) throws -> URL {
  try Data().write(to: file)
  return file
}
