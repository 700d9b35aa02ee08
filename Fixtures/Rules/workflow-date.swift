import Foundation

// The macros of Temporal's SDK are stood in for by global actors, which attributes may name, too.
@globalActor actor Workflow { static let shared = Workflow() }
@globalActor actor ActivityContainer { static let shared = ActivityContainer() }

struct WorkflowContext<Definition> {
  let now: Date
  func execute<Output>(_ activity: () -> Output) -> Output { activity() }
}

struct Shipment {
  var packedAt: Date?
  var due: Date
}

// Reported: the system's date, wherever in a workflow and however it is written.

@Workflow
struct ShipOrder {
  struct Input {
    var createdAt = Date()  // expect: workflow-date
  }

  private var startedAt = Date.distantPast
  private var shipment: Shipment
  private let calendar: Calendar

  mutating func run(context: WorkflowContext<Self>, input: Input) async throws -> TimeInterval {
    startedAt = Date()  // expect: workflow-date
    shipment.packedAt = .now  // expect: workflow-now
    shipment.due = Date(timeIntervalSinceNow: 3_600)  // expect: workflow-date
    let later: Date = .init(timeIntervalSinceNow: 60)  // expect: workflow-date
    async let packed = pack(at: Date.now)  // expect: workflow-date
    let days = await withTaskGroup(of: Date.self) { group in
      group.addTask { Foundation.Date() }  // expect: workflow-date
      return await group.reduce(into: []) { $0.append($1) }
    }
    if calendar.isDateInToday(later) {  // expect: workflow-date
      shipment.due = days[0]
    }
    _ = DateInterval()  // expect: workflow-date
    _ = await packed
    return startedAt.timeIntervalSinceNow  // expect: workflow-date
  }

  private func pack(at date: Date) async -> Date { date }

  // A query is answered from the history, too.
  func age() -> TimeInterval {
    Date().timeIntervalSince(startedAt)  // expect: workflow-date
  }
  func stamp() -> TimeInterval {
    Date.timeIntervalSinceReferenceDate  // expect: workflow-date
  }
}

// An extension of a workflow that the file declares is part of it, and so is what is nested.

extension ShipOrder {
  static func stamp(_ shipment: Shipment) -> Shipment {
    Shipment(packedAt: NSDate() as Date, due: shipment.due)  // expect: workflow-date
  }

  enum Clock {}
}

extension ShipOrder.Clock {
  static var day: Date { .now }  // expect: workflow-date
}

// Not reported: the time of the history, dates that are passed in, and what compares two of them.

@Workflow
struct RemindCustomer {
  var remindAt = Date(timeIntervalSince1970: 0)

  mutating func run(context: WorkflowContext<Self>, input: Shipment) async throws -> Bool {
    let start = context.now
    remindAt = context.now.addingTimeInterval(86_400)
    let due: Date = input.due
    async let first = context.now
    return await first.timeIntervalSince(start) < due.timeIntervalSince(context.now)
  }

  // An activity may be nested, and is run once.
  @ActivityContainer
  struct Activities {
    func look() -> Date { Date() }
  }
}

extension RemindCustomer.Activities {
  func lookAgain() -> Date { .now }
}

// Activities and what starts workflows are no workflows: another rule reports them.

@ActivityContainer
struct ShippingActivities {
  func pack(_ shipment: Shipment) -> Shipment {
    Shipment(packedAt: Date(), due: shipment.due)  // expect: date-init
  }
}

extension Shipment {
  static func urgent() -> Shipment { Shipment(due: .now) }  // expect: date-init
}

// Texts: Date() in a workflow
let help = "Date() in a workflow is another one in each replay"
