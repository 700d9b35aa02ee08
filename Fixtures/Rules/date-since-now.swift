import Foundation

// Reported: a date counted from now, however it is spelled.

struct Token {
  var expires = Date(timeIntervalSinceNow: 3600)  // expect: date-since-now
  var refresh: Date? = Date.init(timeIntervalSinceNow: 60 * 5)  // expect: date-since-now

  init(expires: Date = Date(timeIntervalSinceNow: 3600)) {  // expect: date-since-now
    self.expires = expires
  }

  mutating func extend(by seconds: TimeInterval) {
    expires = Date (timeIntervalSinceNow: seconds)  // expect: date-since-now
    expires = Date(  // expect: date-since-now
      timeIntervalSinceNow: seconds
    )
    expires = Date(timeIntervalSinceNow /* in seconds */ : seconds)  // expect: date-since-now
    expires = Date(timeIntervalSinceNow: max(seconds, min(60, 3600)))  // expect: date-since-now
    expires = Date(timeIntervalSinceNow: [1, 2].map { $0 * seconds }[0])  // expect: date-since-now
  }
}

// A module, backticks, parentheses or `self` in the name do not hide it.
let qualified = [
  Foundation.Date(timeIntervalSinceNow: 1),  // expect: date-since-now
  Foundation.Date.init(timeIntervalSinceNow: 1),  // expect: date-since-now
  `Date`(timeIntervalSinceNow: 1),  // expect: date-since-now
  Date(`timeIntervalSinceNow`: 1),  // expect: date-since-now
  (Date)(timeIntervalSinceNow: 1),  // expect: date-since-now
  Date.self.init(timeIntervalSinceNow: 1),  // expect: date-since-now
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::Date(timeIntervalSinceNow: 1)  // expect: date-since-now
#endif

// Bridged dates.
let bridged = NSDate(timeIntervalSinceNow: 1)  // expect: date-since-now
let bridgedToo = NSDate.init(timeIntervalSinceNow: 1) as Date  // expect: date-since-now

// No other type of Foundation has this label: the implicit member is a date without its type in
// sight. The report stands at the period.
func wait(until limit: Date) -> Bool { limit == .distantPast }
// expect@+1:26: date-since-now
let waited = wait(until: .init(timeIntervalSinceNow: 0.1))
let typed: Date = .init(timeIntervalSinceNow: 5)  // expect: date-since-now
let typedToo: Date? = .init(timeIntervalSinceNow: 5)  // expect: date-since-now
let cast = .init(timeIntervalSinceNow: 5) as Date  // expect: date-since-now
let limits: [Date] = [
  .init(timeIntervalSinceNow: 1),  // expect: date-since-now
  Optional.none ?? .init(timeIntervalSinceNow: 2),  // expect: date-since-now
]
func limit(_ date: Date = .init(timeIntervalSinceNow: 1)) -> Date {  // expect: date-since-now
  return .init(timeIntervalSinceNow: date == .distantPast ? 1 : 2)  // expect: date-since-now
}

// An initializer that is not applied counts from now each time somebody applies it.
let unapplied = Date.init(timeIntervalSinceNow:)  // expect: date-since-now
let minutes = [60, 120].map(Date.init(timeIntervalSinceNow:))  // expect: date-since-now
let bridgedMinutes = [60, 120].map(NSDate.init(timeIntervalSinceNow:))  // expect: date-since-now

// The argument is looked at by itself: what is banned there is a use of its own.
let nested = Date(  // expect: date-since-now
  timeIntervalSinceNow: Date()  // expect: date-init
    .timeIntervalSince1970)

// Code inside a string is code.
let text = "expires at \(Date(timeIntervalSinceNow: 60))"  // expect: date-since-now

// Not reported: dates that count from a date which is given.

func expiry(now: Date, clock: () -> Date) -> [Date] {
  [
    now.addingTimeInterval(3600),
    clock().addingTimeInterval(3600),
    Date(timeInterval: 3600, since: now),
    Date(timeIntervalSince1970: 3600),
    Date(timeIntervalSinceReferenceDate: 3600),
    .init(timeIntervalSinceReferenceDate: 3600),
    now + 3600,
  ]
}

// The label belongs to something else.
func currentDate(timeIntervalSinceNow seconds: TimeInterval) -> Date { .distantPast }
let current = currentDate(timeIntervalSinceNow: 5)
struct Deadline {
  var seconds: TimeInterval
  init(timeIntervalSinceNow seconds: TimeInterval) { self.seconds = seconds }
}
let deadlines = [Deadline(timeIntervalSinceNow: 5), Deadline.init(timeIntervalSinceNow: 5)]
let makeDeadline = Deadline.init(timeIntervalSinceNow:)
enum Schedule {
  struct Date { init(timeIntervalSinceNow seconds: TimeInterval) {} }
}
let scheduled = Schedule.Date(timeIntervalSinceNow: 5)

// Other labels are another initializer.
extension Date {
  init(timeIntervalSinceNow seconds: TimeInterval, on clock: () -> Date) {
    self.init(timeInterval: seconds, since: clock())
  }
}
let onClock = Date(timeIntervalSinceNow: 5, on: { .distantPast })
let onTrailingClock = Date(timeIntervalSinceNow: 5) { .distantPast }

// A result type before a body is no call with a trailing closure, whatever stands before it.
struct Stamps {
  let given: Date
  func at() -> sending Date { given }
  func qualified() -> sending Foundation.Date { given }
  func throwing() throws -> sending Date { given }
  func waiting() async throws -> sending Date { given }
  func below() -> sending Date
  {
    given
  }
  func apart() -> sending
    Date {
    given
  }
  subscript(index: Int) -> sending Date { given }
  subscript(name: String) -> sending Date {
    get { given }
  }
  static func shared() -> sending Date { .distantPast }
  func generic<T>(_ value: T) -> sending Date where T: Sendable { given }
  func optional() -> sending Date? { given }
  func list() -> sending [Date] { [given] }
  func later() -> @Sendable () -> sending Date { { [given] in given } }
  func isolated(_ actor: isolated (any Actor)? = #isolation) -> sending Date { given }
  @MainActor func main() -> sending Date { given }
  func consume(_ date: consuming Date, _ other: inout Date) -> sending Date {
    other
  }
  func run(_ body: nonisolated(nonsending) () async -> sending Date) async -> sending Date {
    await body()
  }
  func made(_ make: () -> sending Date = { () -> sending Date in .distantPast }) -> sending Date {
    make()
  }
  func pair() -> sending (Date, Date) { (given, given) }
  func boxes() -> [(nonisolated(nonsending) () async -> sending Date)] { [] }
  func now() -> sending Date { .now }  // expect: date-init
  func soon() -> sending Foundation.Date {
    .init(timeIntervalSinceNow: 1)  // expect: date-since-now
  }
  func lists() -> Array<(Int) -> sending (Date, Date)> { [] }
}

// Texts.
// Date(timeIntervalSinceNow: 5)
let help = "Date(timeIntervalSinceNow: 5)"
