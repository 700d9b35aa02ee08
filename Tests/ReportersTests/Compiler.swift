import Foundation
import Testing

/// The compiler on the search path, to hold reports against.
struct Compiler {
  let path: String
  /// The first line of `swiftc --version`.
  let version: String

  /// The compiler whose words the reports repeat; nil where it is not at hand, of which
  /// `whatIsMissing` tells.
  static let reference = found.flatMap { $0.isReference ? $0 : nil }

  /// The compiler proper, which the driver starts; nil where it does not lie beside the driver.
  static let frontend: String? = {
    guard let driver = reference?.path else { return nil }
    let path = String(driver.dropLast("swiftc".count)) + "swift-frontend"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  /// Why reports are not held against the compiler, or not all of them; nil where they are.
  static let whatIsMissing: String? = {
    guard let found else { return "no swiftc is on the search path" }
    if !found.isReference { return "this is not Swift 6.3: \(found.version)" }
    return frontend == nil ? "no swift-frontend lies beside \(found.path)" : nil
  }()

  private static let found = find()

  private var isReference: Bool { version.contains("Swift version 6.3") }

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
  /// it gets ten minutes.
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
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watchdog)
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
