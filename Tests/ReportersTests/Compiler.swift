import Foundation
import Testing

/// The compiler on the search path, to hold reports against.
struct Compiler {
  let path: String
  /// The first line of `swiftc --version`.
  let version: String

  /// The compiler whose words the reports repeat; nil, with a loud word, where it is not at hand.
  static let reference: Compiler? = {
    guard let compiler = find() else {
      complain("no swiftc on the search path")
      return nil
    }
    guard compiler.version.contains("Swift version 6.3") else {
      complain("this is not Swift 6.3: \(compiler.version)")
      return nil
    }
    return compiler
  }()

  /// The compiler proper, which the driver starts; nil where it does not lie beside the driver.
  static let frontend: String? = {
    guard let driver = reference?.path else { return nil }
    let path = String(driver.dropLast("swiftc".count)) + "swift-frontend"
    if FileManager.default.isExecutableFile(atPath: path) { return path }
    complain("no swift-frontend beside \(driver)")
    return nil
  }()

  private static func complain(_ reason: String) {
    let line = "NOT COMPARED: reports were not held against swiftc; \(reason)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private static func find() -> Compiler? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let path = "\(folder)/swiftc"
      guard FileManager.default.isExecutableFile(atPath: path) else { continue }
      let output = try? run(path, ["--version"], in: URL(fileURLWithPath: "/"))
      guard let version = output.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
      return Compiler(path: path, version: String(version.prefix { $0 != "\n" }))
    }
    return nil
  }

  /// Type-checks the files as one module and returns what the compiler says.
  func typecheck(_ files: [String], _ options: [String], in folder: URL) throws -> [UInt8] {
    try Self.run(path, ["-typecheck", "-wmo"] + options + files, in: folder)
  }

  /// Returns everything a program writes, to both streams; the compiler may hang on odd input, so
  /// it gets a minute.
  static func run(_ path: String, _ arguments: [String], in folder: URL) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    defer { try? output.close() }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    try #require(process.terminationReason == .exit, "the compiler crashed or hung: \(arguments)")
    return [UInt8](try Data(contentsOf: file))
  }
}

/// A folder of its own for one test, with the files given.
func withFolder<Result>(
  _ files: [(name: String, bytes: [UInt8])], _ body: (URL) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("reports-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for file in files {
    try Data(file.bytes).write(to: folder.appendingPathComponent(file.name))
  }
  return try body(folder)
}
