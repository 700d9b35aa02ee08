import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The macro of Temporal's SDK is stood in for by a global actor, which an attribute may name, too.
@globalActor actor Workflow { static let shared = Workflow() }
@globalActor actor Activity { static let shared = Activity() }

struct WorkflowContext<Definition> {
  func execute<Input, Output>(_ activity: (Input) async throws -> Output, _ input: Input)
    async throws -> Output
  { try await activity(input) }
}

// Reported: files, networks and other programs.

@Workflow
struct Publish {
  private var session = URLSession.shared  // expect: workflow-io

  mutating func run(context: WorkflowContext<Self>, input: URL) async throws -> Data {
    let text = try String(contentsOf: input, encoding: .utf8)  // expect: workflow-io
    let data = try Data(contentsOf: input)  // expect: workflow-io
    try data.write(to: input)  // expect: workflow-io
    try text.write(toFile: "a", atomically: true, encoding: .utf8)  // expect: workflow-io
    UserDefaults.standard.set(true, forKey: "done")  // expect: workflow-io
    if FileManager.default.fileExists(atPath: text) { return data }  // expect: workflow-io
    return FileHandle.standardInput.availableData  // expect: workflow-io
  }
}

extension Publish {
  func ask() -> String? { readLine() }  // expect: workflow-io
}

// Not reported: an activity that does it, and what only has the name.

@Workflow
struct Retract {
  mutating func run(context: WorkflowContext<Self>, input: URL) async throws -> Int {
    try await context.execute(pageCount, input)
  }
}

@Activity
func pageCount(of url: URL) async throws -> Int {
  try Data(contentsOf: url).count  // expect: contents-of-url
}

// Texts: FileManager.default
let help = "FileManager.default"
