import Foundation

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }

struct WorkflowContext<Definition> {}

// Reported: what depends on the worker that runs the workflow.

@Workflow
struct Invoice {
  var locale = Locale.current  // expect: workflow-environment

  mutating func run(context: WorkflowContext<Self>, input: Date) async throws -> String {
    let region = ProcessInfo.processInfo.environment["REGION"]  // expect: workflow-environment
    let isTest = CommandLine.arguments.contains("--test")  // expect: workflow-environment
    var calendar: Calendar = .current  // expect: workflow-environment
    calendar.timeZone = TimeZone.current  // expect: workflow-environment
    let name = Bundle.main.bundleIdentifier  // expect: workflow-environment
    return isTest ? name ?? "" : region ?? String(calendar.component(.day, from: input))
  }
}

extension Invoice {
  static var home: String { NSHomeDirectory() }  // expect: workflow-environment
}

// The names beside it tell the type where it is not written.

@Workflow
struct Stamp {
  var formatter = DateFormatter()

  mutating func stamp(_ date: Date, _ calendar: Calendar) -> DateComponents {
    formatter.locale = .current  // expect: workflow-environment
    formatter.calendar = .current  // expect: workflow-environment
    formatter.timeZone = .autoupdatingCurrent  // expect: workflow-environment
    formatter.timeZone = TimeZone(identifier: "UTC") ?? .current  // expect: workflow-environment
    formatter.locale = Locale(identifier: "en_US_POSIX")
    _ = DateComponents(calendar: .current, timeZone: .current)  // expect: workflow-environment, workflow-environment
    return calendar.dateComponents(in: .current, from: date)  // expect: workflow-environment
  }
}

// Not reported: what the input says, and settings that are fixed.

@Workflow
struct Receipt {
  struct Input { let region, zone: String }

  mutating func run(context: WorkflowContext<Self>, input: Input) async throws -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: input.zone)!
    calendar.locale = Locale(identifier: "en_US_POSIX")
    return input.region
  }
}

// Elsewhere other rules report it.
let region = ProcessInfo.processInfo.environment["REGION"]  // expect: process-env

// Texts: Locale.current
let help = "Locale.current"
