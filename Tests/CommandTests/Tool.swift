import Foundation
import Testing

/// What a run of the tool left behind.
struct Run: Equatable {
  var status: Int32
  var output: String
  var errors: String

  func expectSuccess(at place: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(errors)", sourceLocation: place)
  }
}

/// A folder in which the real tool is run; it is removed with the value that holds it.
final class Workbench {
  /// Absolute, without symbolic links.
  let path: String
  /// Of the tool; no git settings and no `NO_COLOR` of the person who runs the tests.
  var environment: [String: String]
  private let streams: String

  init() throws {
    path = try Self.makeTemporaryFolder()
    streams = try Self.makeTemporaryFolder()
    environment = ["HOME": streams, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    // The tool is built with the sanitizer, or the mutation, that the tests are built with.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE", "DETERMINISM_LINT_MUTATION"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
  }

  deinit {
    // Folders that a test has closed are opened again.
    let script = #"rm -rf "$@" || { chmod -R u+rwx "$1"; rm -rf "$@"; }"#
    let child = try? Child(
      ["/bin/sh", "-c", script, "sh", path, streams].map { Array($0.utf8) },
      environment: environment, folder: "/", streams: ["/dev/null", "/dev/null", "/dev/null"])
    _ = child?.wait()
  }

  private static func makeTemporaryFolder() throws -> String {
    let mark = String(repeating: "X", count: 6)  // as mkdtemp wants it
    var template = Array((NSTemporaryDirectory() + "/lint-" + mark).utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno)!)
    }
    defer { free(real) }
    return String(cString: real)
  }

  func write(_ name: String, _ content: String = "") throws {
    try write(Array(name.utf8), content)
  }

  /// - Parameter name: any bytes, `/` between folders.
  func write(_ name: [UInt8], _ content: String) throws {
    var folder = Array(path.utf8)
    for component in name.split(separator: UInt8(ascii: "/")).dropLast() {
      folder += [UInt8(ascii: "/")] + component
      mkdir((folder + [0]).map { CChar(bitPattern: $0) }, 0o755)
    }
    let file = (Array(path.utf8) + [UInt8(ascii: "/")] + name + [0])
    guard let stream = fopen(file.map { CChar(bitPattern: $0) }, "w") else {
      throw POSIXError(POSIXErrorCode(rawValue: errno)!)
    }
    defer { fclose(stream) }
    let bytes = Array(content.utf8)
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw POSIXError(.EIO) }
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
  }

  /// Runs the tool in the folder.
  func lint(
    _ arguments: String..., from folder: String = "", input: String = ""
  ) throws -> Run {
    try lint(arguments.map { Array($0.utf8) }, from: folder, input: Array(input.utf8))
  }

  func lint(_ arguments: [[UInt8]], from folder: String = "", input: [UInt8] = []) throws -> Run {
    try Data(input).write(to: URL(fileURLWithPath: streams + "/input"))
    let command = [Array(toolPath.utf8)] + arguments
    let status = try spawn(command, in: path + "/" + folder)
    return Run(status: status, output: try stream("output"), errors: try stream("errors"))
  }

  /// Runs a shell script in the folder, with the tool as `$tool`.
  func shell(_ script: String) throws -> Run {
    try Data().write(to: URL(fileURLWithPath: streams + "/input"))
    let command = ["/bin/bash", "-c", "tool=$0; \(script)", toolPath]
    let status = try spawn(command.map { Array($0.utf8) }, in: path)
    return Run(status: status, output: try stream("output"), errors: try stream("errors"))
  }

  /// Runs a shell script as `shell(_:)` does, with streams at a terminal.
  /// - Parameters:
  ///   - atTerminal: descriptors from 1 on; what is written to the others goes to `errors` or
  ///     nowhere.
  ///   - columnCount: of the terminal.
  /// - Returns: what the terminal was sent, with its line ends made plain.
  func shell(
    _ script: String, atTerminal: Set<Int>, columnCount: UInt16 = 80
  ) throws -> (status: Int32, terminal: String) {
    let terminal = try Terminal(columnCount: columnCount)
    try Data().write(to: URL(fileURLWithPath: streams + "/input"))
    let files = ["input", "output", "errors"].enumerated().map { descriptor, name in
      atTerminal.contains(descriptor) ? terminal.path : streams + "/" + name
    }
    let command = ["/bin/bash", "-c", "tool=$0; \(script)", toolPath].map { Array($0.utf8) }
    let child = try Child(command, environment: environment, folder: path, streams: files)
    let status = child.wait()
    return (status, terminal.text().replacingOccurrences(of: "\r\n", with: "\n"))
  }

  private func stream(_ name: String) throws -> String {
    let url = URL(fileURLWithPath: streams + "/" + name)
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private func spawn(_ command: [[UInt8]], in folder: String) throws -> Int32 {
    let process = try Child(
      command, environment: environment, folder: folder,
      streams: ["input", "output", "errors"].map { streams + "/" + $0 })
    return process.wait()
  }
}

/// A process, with arguments of any bytes.
struct Child {
  private let id: pid_t

  /// - Parameter streams: the files of standard input, output and error.
  init(
    _ command: [[UInt8]], environment: [String: String], folder: String, streams: [String]
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Tests run on threads that get no signals; what they start gets all.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    for (descriptor, file) in streams.enumerated() {
      let isDevice = file.hasPrefix("/dev/")
      let flags = descriptor == 0 ? O_RDONLY : isDevice ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file, flags | O_NOCTTY, 0o644)
    }
    // Not every system can change the folder of a process that it starts.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder].map { Array($0.utf8) }
    var arguments = (shell + command).map(cString)
    var variables = environment.map { cString(Array("\($0.key)=\($0.value)".utf8)) }
    defer { for pointer in arguments + variables { free(pointer) } }
    arguments.append(nil)
    variables.append(nil)
    var id = pid_t()
    let result = posix_spawn(&id, arguments[0]!, &actions, &attributes, arguments, variables)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result)!) }
    self.id = id
  }

  /// The exit status, or 128 and the number of the signal that ended the process.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// A terminal without a person in front of it.
private final class Terminal {
  let path: String
  private let controller: Int32
  /// Kept open, so that what was written is not lost when the child ends.
  private let device: Int32

  init(columnCount: UInt16) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard 0 <= controller else { throw POSIXError(POSIXErrorCode(rawValue: errno)!) }
    #if canImport(Darwin)
      guard grantpt(controller) == 0, unlockpt(controller) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno)!)
      }
      path = String(cString: ptsname(controller))
    #else
      // Swift does not see unlockpt(3) and ptsname(3), which ask the device so (pty(7)).
      let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (isLocked, number): (Int32, Int32) = (0, 0)
      guard ioctl(controller, unlock, &isLocked) == 0, ioctl(controller, getNumber, &number) == 0
      else { throw POSIXError(POSIXErrorCode(rawValue: errno)!) }
      path = "/dev/pts/\(number)"
    #endif
    device = open(path, O_RDWR | O_NOCTTY)
    var size = winsize(ws_row: 24, ws_col: columnCount, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(controller, UInt(TIOCSWINSZ), &size) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno)!)
    }
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(device)
    close(controller)
  }

  /// What was written so far; a terminal keeps a few thousand bytes.
  func text() -> String {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var count = 0
    while true {
      let added = bytes.withUnsafeMutableBytes {
        read(controller, $0.baseAddress! + count, $0.count - count)
      }
      guard 0 < added else { return String(decoding: bytes[..<count], as: UTF8.self) }
      count += added
    }
  }
}

/// The caller frees it.
private func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  _ = UnsafeMutableBufferPointer(start: copy, count: bytes.count + 1)
    .initialize(from: (bytes + [0]).map { CChar(bitPattern: $0) })
  return copy
}

/// The tool that DETERMINISM_LINT_TOOL names, or the one that was built with the tests: it lies beside
/// them.
let toolPath: String = {
  if let path = ProcessInfo.processInfo.environment["DETERMINISM_LINT_TOOL"] { return path }
  #if os(Linux)
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  #else
    var folder = Bundle(for: Workbench.self).bundleURL
  #endif
  while folder.path != "/" {
    folder.deleteLastPathComponent()
    let tool = folder.appendingPathComponent("swift-determinism-lint").path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: tool, isDirectory: &isFolder), !isFolder.boolValue {
      return tool
    }
  }
  fatalError("the tool is not beside the tests")
}()
