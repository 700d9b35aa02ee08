import Foundation

// Reported: the time since the machine was started.

final class OrderRecorder {
  private var started: TimeInterval?

  func start() {
    started = ProcessInfo.processInfo.systemUptime  // expect: system-uptime
  }

  func elapsed() -> TimeInterval? {
    started.map { ProcessInfo.processInfo.systemUptime - $0 }  // expect: system-uptime
  }

  var label: String { "\(ProcessInfo.processInfo.systemUptime) s" }  // expect: system-uptime
}

// A module, backticks, parentheses or `self` in the name do not hide it.
let uptimes = [
  Foundation.ProcessInfo.processInfo.systemUptime,  // expect: system-uptime
  `ProcessInfo`.processInfo.systemUptime,  // expect: system-uptime
  (ProcessInfo.processInfo).systemUptime,  // expect: system-uptime
  ProcessInfo.self.processInfo.systemUptime,  // expect: system-uptime
  ProcessInfo  // expect: system-uptime
    .processInfo
    .systemUptime,
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::ProcessInfo.processInfo.systemUptime  // expect: system-uptime
#endif

// Not reported: an object that is given, and a property of one's own.

protocol Uptime {
  var systemUptime: TimeInterval { get }
}
struct Recorder {
  var process: any Uptime
  var info: ProcessInfo
  var systemUptime: TimeInterval { process.systemUptime + info.systemUptime }
}
let path = \Recorder.systemUptime

// Texts: ProcessInfo.processInfo.systemUptime
let help = "ProcessInfo.processInfo.systemUptime"
