import Foundation
import Temporal

struct Parcel: Codable {
  let scale: URL
  let stops: [String: Int]
}

struct Label: Codable {
  let number: UUID
  let printedAt: Date
}

// What a replay would not do again in the same way.
@Workflow
struct SendParcelSomehow {
  private let number = UUID()  // expect: workflow-random
  private var sentAt: Date?

  mutating func run(context: WorkflowContext<Self>, input: Parcel) async throws -> String {
    let startedAt = Date()  // expect: workflow-date
    let postage = Postage.today()  // expect: workflow-date
    let weight = try Data(contentsOf: input.scale).count  // expect: workflow-io
    try await Task.sleep(for: .seconds(weight))  // expect: workflow-sleep
    print("weighed")  // expect: workflow-log
    let stop = input.stops.keys.first ?? ""  // expect: workflow-keys
    let courier = Task { await call(stop) }  // expect: workflow-task
    sentAt = .now  // expect: workflow-date
    return await courier.value + "\(Date().timeIntervalSince(startedAt))"  // expect: workflow-date
  }
}

extension SendParcelSomehow {
  func call(_ stop: String) async -> String {
    stop + String(Int.random(in: 1...9))  // expect: workflow-random
  }
}

// The same, from the history.
@Workflow
struct SendParcel {
  private var sentAt: Date?

  mutating func run(context: WorkflowContext<Self>, input: Parcel) async throws -> String {
    let startedAt = context.now
    let postage = Postage(day: startedAt)
    let weight = try await context.executeActivity(
      ParcelActivities.Activities.Weigh.self, options: options, input: input)
    try await context.sleep(for: .seconds(weight))
    context.logger.info("weighed")
    let stop = input.stops.keys.sorted().first ?? ""
    var generator = context.randomNumberGenerator
    let van = Int.random(in: 1...9, using: &generator)
    async let courier = call(stop, van)
    sentAt = context.now
    try await context.condition { $0.sentAt != nil }
    return await courier + "\(context.now.timeIntervalSince(startedAt))"
  }
}

extension SendParcel {
  var options: ActivityOptions { ActivityOptions(startToCloseTimeout: .seconds(30)) }

  func call(_ stop: String, _ van: Int) async -> String { stop + String(van) }
}

// What starts a workflow is not replayed: the other packs look at it as at any code.
func send(_ parcel: Parcel, with client: TemporalClient) async throws -> String {
  try await client.executeWorkflow(
    type: SendParcel.self,
    options: .init(id: "parcel-\(Date())", taskQueue: "parcels"),  // expect: date-init
    input: parcel)
}
