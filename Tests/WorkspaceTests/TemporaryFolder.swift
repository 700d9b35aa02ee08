import Diagnostics
import Foundation
import Rules

@testable import Workspace

/// A folder that is removed with the value that holds it.
final class TemporaryFolder {
  let path: FilePath

  init() throws {
    let mark = String(repeating: "X", count: 6)  // as mkdtemp wants it
    var template = Array((NSTemporaryDirectory() + "/lint-" + mark).utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      throw FileError.system(errno)
    }
    defer { free(real) }
    path = FilePath(cString: real)
  }

  deinit {
    // Deeper trees and stranger names than FileManager takes.
    _ = try? run("/bin/rm", "-rf", path.string)
  }

  func makeFolder(_ name: some Collection<UInt8>) throws {
    var folder = path
    for component in name.split(separator: UInt8(ascii: "/")) {
      folder = folder.appending(Array(component))
      let result = folder.bytes.withCString { mkdir($0, 0o755) }
      guard result == 0 || errno == EEXIST else { throw FileError.system(errno) }
    }
  }

  func write(_ name: some Collection<UInt8>, _ content: some Collection<UInt8>) throws {
    let name = Array(name)
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { try makeFolder(name[..<slash]) }
    let file = path.appending(name)
    guard let stream = file.bytes.withCString({ fopen($0, "w") }) else {
      throw FileError.system(errno)
    }
    defer { fclose(stream) }
    let bytes = Array(content)
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw FileError.system(errno)
    }
  }

  func write(_ name: String, _ content: String = "") throws {
    try write(name.utf8, content.utf8)
  }

  /// The files that a lint of the folder would see, as printed.
  func found(
    _ arguments: [String] = ["."], from folder: String = "", excludes: [String] = [],
    gitSettings: GitSettings? = nil
  ) -> FoundFiles {
    let working = folder.isEmpty ? path : path.appending(folder)
    let place = Place(workingFolder: working, printsAbsolutePaths: true)
    let configurations = ConfigurationTree(
      in: place, root: path, excludes: excludes.map { try! Glob(parsing: $0) })
    let selection = Selection(configurations, gitSettings: gitSettings)
    return FileSearch(named: arguments.map { FilePath($0) }, in: place, selection).all()
  }

  /// Absolute paths made relative to this folder.
  func relative(_ files: LintFiles) -> [FilePath] {
    files.map { $0.path.relative(to: path)! }
  }
}

@discardableResult
func run(
  _ tool: String, _ arguments: String..., in folder: FilePath? = nil, input: [UInt8] = [],
  environment: [String: String] = ["PATH": "/usr/bin:/bin"]
) throws -> (status: Int32, output: [UInt8]) {
  try run(tool, arguments, in: folder, input: input, environment: environment)
}

@discardableResult
func run(
  _ tool: String, _ arguments: [String], in folder: FilePath? = nil, input: [UInt8] = [],
  environment: [String: String] = ["PATH": "/usr/bin:/bin"]
) throws -> (status: Int32, output: [UInt8]) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: tool)
  process.arguments = arguments
  process.environment = environment
  if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder.string) }
  let (standardInput, output) = (Pipe(), Pipe())
  process.standardInput = standardInput
  process.standardOutput = output
  try process.run()
  // The writer is a thread of its own: both pipes would fill otherwise.
  let writer = Foundation.Thread {
    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input))
    try? standardInput.fileHandleForWriting.close()
  }
  writer.start()
  let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
  process.waitUntilExit()
  try? output.fileHandleForReading.close()
  return (process.terminationStatus, bytes)
}
