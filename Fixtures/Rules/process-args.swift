import Foundation

// Reported: what the process was launched with, in every spelling.

struct Options {
  var files: [String]

  init(_ arguments: [String] = CommandLine.arguments) {  // The seam itself.
    files = Array(arguments.dropFirst())
  }

  static var current: Options {
    Options(Array(CommandLine.arguments.dropFirst()))  // expect: process-args
  }

  static var isTesting: Bool {
    CommandLine.arguments.contains("--ui-testing")  // expect: process-args
      || ProcessInfo.processInfo.arguments.contains("--testing")  // expect: process-args
  }
}

func usage() -> String {
  guard 1 < CommandLine.argc else { return "no file" }  // expect: process-args
  // The report stands at the first word of the name.
  // expect@+1:24: process-args
  let text = "usage: \(CommandLine.arguments[0]) FILE"
  let again = Swift.CommandLine.arguments.joined(separator: " ")  // expect: process-args
  let raw = CommandLine.unsafeArgv[0].map { String(cString: $0) }  // expect: process-args
  let late = Foundation.ProcessInfo  // expect: process-args
    .processInfo
    .arguments
  return [text, again, raw ?? "", ""].joined() + late.joined()
}

#if canImport(Darwin)
  let rest = ProcessInfo().arguments.dropFirst()  // expect: process-args
#endif

// Not reported: arguments that are given.

struct Tool {
  let arguments: [String]
  let process: ProcessInfo

  func run() -> Int {
    arguments.count + process.arguments.count
  }
}
let tool = Tool(arguments: ["build", "--verbose"], process: .processInfo)
let count = tool.arguments.count

// Another type's members, and longer names.
enum Terminal {
  enum CommandLine {
    static let arguments = ["ls"]
  }
}
let listed = Terminal.CommandLine.arguments
extension CommandLine {
  static var toolName: String { "tool" }
}
let toolName = CommandLine.toolName
let processName = ProcessInfo.processInfo.processName

// Texts: CommandLine.arguments
let help = "CommandLine.arguments holds the tool's name first"
