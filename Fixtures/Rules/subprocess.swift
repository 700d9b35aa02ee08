import Foundation

// Reported: other programs, however they are started.

struct Git {
  func version() throws -> String {
    let process = Process()  // expect: subprocess
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    try process.run()
    let other = Foundation.Process.init()  // expect: subprocess
    return "\(process.terminationStatus) \(other.isRunning)"
  }

  func fetch(_ url: URL) throws {
    // The report stands at the first word of the name.
    // expect@+1:9: subprocess
    try Process.run(url, arguments: ["fetch"]).waitUntilExit()
    _ = try Process.run(url, arguments: ["pull"]) { print($0) }  // expect: subprocess
    _ = try Process.run(  // expect: subprocess
      url, arguments: ["push"], terminationHandler: nil)
    let third: Process = .init()  // expect: subprocess
    third.arguments = []
    let make: () -> Process = Process.init  // expect: subprocess
    print(make)
    _ = Process.launchedProcess(launchPath: "/usr/bin/git", arguments: [])  // expect: subprocess
  }
}

func shell(_ command: String, _ arguments: [UnsafeMutablePointer<CChar>?]) -> Int32 {
  var child = pid_t()
  posix_spawn(&child, command, nil, nil, arguments, nil)  // expect: subprocess
  posix_spawnp(&child, command, nil, nil, arguments, nil)  // expect: subprocess
  guard let output = popen(command, "r") else { return -1 }  // expect: subprocess
  pclose(output)
  #if os(Linux)
    if child == 1 { return Glibc.system(command) }  // expect: subprocess
  #endif
  if child == 2 { return execv(command, arguments) }  // expect: subprocess
  if child == 3 { return execve(command, arguments, arguments) }  // expect: subprocess
  return execvp(command, arguments)  // expect: subprocess
}

#if os(Linux)
  let status = system("ls")  // expect: subprocess
#endif

#if canImport(AppKit)
  func tell(_ url: URL) {
    NSAppleScript(source: "beep")?.executeAndReturnError(nil)  // expect: subprocess
    NSAppleScript(contentsOf: url, error: nil)?.compileAndReturnError(nil)  // expect: subprocess
  }
#endif

// Not reported: a runner that is given, and the process as a type.

protocol CommandRunner {
  func run(_ command: [String]) async throws -> String
}
struct Builder {
  let runner: any CommandRunner
  var onExit: (Process) -> Void = { _ in }

  func build() async throws -> String { try await runner.run(["swift", "build"]) }
}
let kind = Process.self

// Another type's members, own functions and longer names.
enum Kitchen {
  struct Process {
    static func run(arguments: [String]) {}
    static func run(_ name: String, steps: [String]) {}
  }
  struct Stove {
    func system(_ name: String) -> String { name }
    func popen(arguments: [String]) {}
  }
}
let cooking = Kitchen.Process()
func cook() {
  Kitchen.Process.run(arguments: ["cook"])
  Kitchen.Process.run("cook", steps: ["boil"])
  Kitchen.Stove().popen(arguments: ["boil"])
  print(Kitchen.Stove().system("gas"))
}

// Texts: Process(), system("ls")
let help = "Process() starts nothing yet"
