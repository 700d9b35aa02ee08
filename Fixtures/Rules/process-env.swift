import Foundation

// Reported: variables of the process, read or set, in every spelling.

struct Settings {
  var baseURL: String
  var isVerbose = ProcessInfo.processInfo.environment["VERBOSE"] != nil  // expect: process-env

  static func load() -> Settings {
    let environment = ProcessInfo.processInfo.environment  // expect: process-env
    let home = Foundation.ProcessInfo.processInfo.environment["HOME"]  // expect: process-env
    let shell = ProcessInfo  // expect: process-env
      .processInfo
      .environment["SHELL"]
    // The report stands at the first word of the name.
    // expect@+1:14: process-env
    print("\(ProcessInfo.processInfo.environment.count) variables")
    print(home ?? "", shell ?? "")
    return Settings(baseURL: environment["BASE_URL"] ?? "https://example.com")
  }

  static let names = ["TMPDIR", "HOME"].map {
    ProcessInfo.processInfo.environment[$0]?.lowercased()  // expect: process-env
  }
}

enum Variables {
  static func value(of name: String) -> String? {
    guard let value = getenv(name) else { return nil }  // expect: process-env
    return String(cString: value)
  }

  static func isSet(_ name: String) -> Bool { getenv(name) != nil }  // expect: process-env
  static func paths() -> [Substring] {
    let path = getenv("PATH").map { String(cString: $0) }  // expect: process-env
    return path?.split(separator: ":") ?? []
  }

  static let read: @Sendable (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? =
    getenv  // expect: process-env

  static func replace(_ name: String, by value: String) {
    setenv(name, value, 1)  // expect: process-env
    defer { unsetenv(name) }  // expect: process-env
    #if canImport(Glibc)
      Glibc.setenv(name, value, 1)  // expect: process-env
    #endif
    #if canImport(TSCLibc)
      TSCLibc.setenv(name, value, 1)  // expect: process-env
    #endif
    #if canImport(Musl)
      _ = secure_getenv(name)  // expect: process-env
    #endif
    var assignment = Array("\(name)=\(value)".utf8CString)
    assignment.withUnsafeMutableBufferPointer {
      _ = putenv($0.baseAddress!)  // expect: process-env
    }
  }
}

#if canImport(Darwin)
  let user = ProcessInfo().environment["USER"] ?? "nobody"  // expect: process-env
#endif

// Not reported: variables that are given.

struct Launcher {
  let environment: [String: String]
  let process: ProcessInfo

  func start() -> String? {
    environment["BASE_URL"] ?? process.environment["BASE_URL"]
  }

  func merged(with environment: [String: String]) -> [String: String] {
    self.environment.merging(environment) { $1 }
  }
}

// Another type's members, own functions and longer names.
enum Simulator {
  enum ProcessInfo {
    struct Info { let environment: [String: String] }
    static let processInfo = Info(environment: [:])
  }
  struct Shell {
    func getenv(_ name: String) -> String? { nil }
    func setenv(_ name: String, to value: String) {}
  }
}
let simulated = Simulator.ProcessInfo.processInfo.environment
let shell = Simulator.Shell()
let path = shell.getenv("PATH")
func prepare() {
  shell.setenv("PATH", to: "/usr/bin")
}
extension ProcessInfo {
  var environmentName: String { "test" }
}
let name = ProcessInfo.processInfo.environmentName

// In an extension its members need no receiver.
extension ProcessInfo {
  var isTest: Bool { environment["XCTestBundlePath"] != nil }  // expect: process-env
  var home: String? { self.environment["HOME"] }  // expect: process-env
  static var path: String? { processInfo.environment["PATH"] }  // expect: process-env
  static func value(of name: String, in environment: [String: String]) -> String? {
    environment[name]
  }
  func lines(of environment: [String: String]) -> [String] { environment.keys.sorted() }
}

// Texts: ProcessInfo.processInfo.environment, getenv("HOME")
let help = "set HOME, or call getenv(\"HOME\")"
