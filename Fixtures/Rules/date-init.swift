import Foundation

// Reported: the current date, however it is spelled.

struct Session {
  let id: Int
  var startedAt = Date()  // expect: date-init
  var lastSeen: Date? = Date.now  // expect: date-init

  /// Started now, `Date()`, unless told otherwise: a doc comment is not code.
  init(id: Int, startedAt: Date = Date()) {  // expect: date-init
    self.id = id
    self.startedAt = startedAt
  }

  var age: TimeInterval {
    Date().timeIntervalSince(startedAt)  // expect: date-init
  }

  mutating func touch() {
    lastSeen = Date ()  // expect: date-init
    lastSeen = Date.init()  // expect: date-init
    lastSeen = Date .init ()  // expect: date-init
    lastSeen = Date(/* now */)  // expect: date-init
    lastSeen = Date/* the date */(  // expect: date-init
    )
    lastSeen = Date(
      // Nothing is passed, so this is now.
    )  // expect@-2: date-init
    lastSeen = Date  // expect: date-init
      .now
  }
}

// A module in front is part of the name; the report stands at its first word.
// expect@+1:18: date-init
let qualified = [Foundation.Date()]
let qualifiedToo = [
  Foundation.Date.now,  // expect: date-init
  Foundation.Date.init(),  // expect: date-init
  Foundation . Date (),  // expect: date-init
]

#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = [
    Foundation::Date(),  // expect: date-init
    Foundation::Date.now,  // expect: date-init
    Date.Foundation::init(),  // expect: date-init
    Date.Foundation::now,  // expect: date-init
  ]
#endif

#if canImport(FoundationEssentials)
  let essential = FoundationEssentials.Date()  // expect: date-init
#endif

// Backticks, parentheses and `self` do not hide the type.
let quoted = [`Date`(), Date.`now`]  // expect: date-init, date-init
let wrapped = [(Date)(), (Date).now, (Date).init()]  // expect: date-init, date-init, date-init
let itself = [Date.self.init(), Date.self.now]  // expect: date-init, date-init

// The type is written beside the value: of a closure, of a closure that is called, of the elements
// of a tuple, of a repeated element.
let now: () -> Date = { .init() }  // expect: date-init
let called: Date = { .init() }()  // expect: date-init
let (start, end): (Date, Date) = (.init(), .init())  // expect: date-init, date-init
let repeated = [Date](repeating: .init(), count: 2)  // expect: date-init

// A type that is declared under a condition counts under this condition alone.
#if SAMPLES
  struct Date { init() {} }
  let sample = Date()
#endif
let real = Date()  // expect: date-init

// Bridged dates.
let bridged = NSDate()  // expect: date-init
let bridgedToo = NSDate.init() as Date  // expect: date-init
#if canImport(Darwin)
  let bridgedNow = NSDate.now  // expect: date-init
#endif

// A call of a member that is no function of Foundation's is one of the project's own, and `map`
// passes an argument, so that it takes another initializer.
struct Stamps {
  let decoders: [any Decoder]
  func dates() throws -> [Date] {
    try decoders.map(Date.init) + decoders.compactMap(Foundation.Date.init) + [Date.now()]
  }
  func first() throws -> Date? { try decoders.first.flatMap(Date.init) }
  func maker() -> (() -> Date)? { [Date.init].first }  // expect: date-init
}
extension Date {
  static func now() -> Date { Date(timeIntervalSince1970: 0) }
}

// An initializer that is not applied reads the clock each time somebody applies it.
struct Router {
  var date: () -> Date = Date.init  // expect: date-init
  func copy() -> Router { Router(date: Date.init) }  // expect: date-init
  func defaulted(now: () -> Date = Date.init) -> Date { now() }  // expect: date-init
  var each: [() -> Date] { [Foundation.Date.init, Date.self.init] }  // expect: date-init, date-init
}

// Operators around the call are other tokens.
func operators(_ due: Date?, _ start: Date, _ isLate: Bool) {
  let elapsed = -start.timeIntervalSince(Date())  // expect: date-init
  let fallback = due ?? Date()  // expect: date-init
  let fallbackNow = due ?? Date.now  // expect: date-init
  let chosen = isLate ? Date() : start  // expect: date-init
  let other = isLate ? start : Date()  // expect: date-init
  let range = start...Date()  // expect: date-init
  let isPast = start<Date()  // expect: date-init
  let isFuture = Date()<start  // expect: date-init
  print(elapsed, fallback, fallbackNow, chosen, other, range, isPast, isFuture)
}

// Two dates on one line are two reports.
let twice = (Date(), Date())  // expect: date-init, date-init

// Code inside a string is code, in every kind of string and to any depth.
let stamp = "saved at \(Date())"  // expect: date-init
let raw = #"saved at \#(Date.now)"#  // expect: date-init
let deep = "a \("b \(String(describing: Date())) c") d"  // expect: date-init
let poem = """
  first line
  saved at \(Date())
  last line
  """  // expect@-2: date-init

// The clock is read inside closures, results and arguments too.
let closure: () -> Date = { Date() }  // expect: date-init
let mapped = [1, 2].map { _ in Date() }  // expect: date-init
let chained = Date().addingTimeInterval(60).timeIntervalSince1970  // expect: date-init
let chainedNow = Date.now.addingTimeInterval(60)  // expect: date-init
let optional = Optional(Date())?.description  // expect: date-init
let stamps = [Date(): "now"]  // expect: date-init
let subscripted = stamps[Date()]  // expect: date-init

// Statements read it as well as expressions.
func statements(due: Date, log: inout [Date]) throws -> Date {
  guard Date() < due else { return Date.now }  // expect: date-init, date-init
  defer { log.append(Date()) }  // expect: date-init
  while Date.now < due {}  // expect: date-init
  for date in [Date()] where date > Date() { log.append(date) }  // expect: date-init, date-init
  switch Date() {  // expect: date-init
  case due...: throw CocoaError(.featureUnsupported, userInfo: ["at": Date()])  // expect: date-init
  default: return Optional(Date())!  // expect: date-init
  }
}

// Every branch of `#if` is code for somebody.
func built() -> Date {
  #if DEBUG
    return Date()  // expect: date-init
  #else
    return Date.now  // expect: date-init
  #endif
}

// A directive inside the chain does not end it.
let directed = Date  // expect: date-init
  #if os(Linux)
    .now
  #else
    .distantPast
  #endif

// The type stands in the file, of the parameter or the variable that it goes to.
struct Visit {
  let start: Date
  var end: Date?
  var kind: Kind
  enum Kind { case now, later }
  mutating func finish(_ other: Visit?) {
    end = .now  // expect: date-init
    self.end = other?.end ?? .init()  // expect: date-init
    kind = .now
    let end = Kind.later
    self.kind = end
  }
}
final class Tour {
  let visits: [Visit]
  init(from date: Foundation.Date?, _ visits: [Visit] = []) { self.visits = visits }
}
enum Step { case made(at: Date, by: String), skipped(at: Visit.Kind) }
func note(_ name: String, at date: inout Date) {}
func note(every date: Date = .distantPast, of kind: Visit.Kind = .later) {}
func visits(isOpen: Bool) -> [Any] {
  note(every: .init())  // expect: date-init
  note(every: isOpen ? .distantPast : .now, of: .now)  // expect: date-init
  return [
    Visit(start: .init(), end: .now, kind: .now),  // expect: date-init, date-init
    Visit.init(start: .distantPast, end: .now, kind: .later),  // expect: date-init
    Tour(from: .now), Step.made(at: .init(), by: ""),  // expect: date-init, date-init
    Step.skipped(at: .now),
  ]
}

// Not reported: dates that are the same on every run.

let fixed = [
  Date(timeIntervalSince1970: 0),
  Date(timeIntervalSinceReferenceDate: 0),
  Date(timeInterval: 60, since: .distantPast),
  Date.init(timeIntervalSince1970: 1),
  Date.distantPast,
  Date.distantFuture,
]
let epochs: [(TimeInterval) -> Date] = [Date.init(timeIntervalSince1970:)]
let offset = Date.timeIntervalBetween1970AndReferenceDate
let parsed = try? Date("2024-02-29T00:00:00Z", strategy: .iso8601)

// The project's own replacements are other members.
extension Date {
  static let sample = Date(timeIntervalSince1970: 1_709_164_800)
  static var nowish: Date { sample }
  init(iso: String) { self = .sample }
}
let replaced = [Date.sample, Date.nowish, Date(iso: "2024-02-29")]

// An injected clock is what to write instead.
struct Clock {
  var now: Date
  var date: (now: Date, Int) { (now, 0) }
  func callAsFunction() -> Date { now }
}
func injected(clock: Clock, now: Date, date: () -> Date) -> [Date] {
  let path = \Clock.date.now
  return [clock.now, clock.date.now, clock(), now, date(), clock[keyPath: path]]
}

// Types, not dates: nothing here reads a clock.
let types: (Date.Type, Any.Type) = (Date.self, [Date].self)
var empty = [Date]()
var emptyToo = [Date?]()
var byName = [String: Date]()
var generic = Array<Date>()
var unique = Set<Date>()
func producer(_ make: (Date) -> Void, _ read: () -> Date) -> Date.Type? { nil }

// Another type is written there, or one of several, or the type is one of the file's own.
struct Deadline {
  init(in seconds: Int) {}
  init(at instant: ContinuousClock.Instant) {}
  init(on day: Int) {}
  init(on date: Date) {}
}
struct Draft {
  struct Date { init() {} }
  let date: Date
  let words: [String]
}
let drafts: [Any] = [
  Draft(date: .init(), words: .init()), Deadline(in: .init()), Deadline(on: .init() as Int),
]

// A parenthesis on a new line starts the next statement.
func newLine(of value: Any.Type) -> Int {
  let type = Date.self
  (value as Any.Type?).map { print($0, type) }
  return 0
}

// A longer name is another name, and a member of another type is not Foundation's.
func getStartDate() -> Int { 0 }
func isUpToDate() -> Bool { getStartDate() == 0 }
struct ServerDate { init() {} }
let server = (ServerDate(), isUpToDate())
enum Calendars {
  struct Date {
    static var now: Date { Calendars.Date() }
  }
  static func make() -> Calendars.Date { Calendars.Date.now }
}

// The type beside the value is another one.
let servers: () -> ServerDate = { .init() }
let calledServer: ServerDate = { .init() }()
let (index, serverDate): (Int, ServerDate) = (.init(), .init())
let repeatedServer = [ServerDate](repeating: .init(), count: 2)

// Declarations are not uses.
protocol DateProviding {
  func Date()
  var now: Foundation.Date { get }
}
enum Moment {
  case now, Date
  static func Date(_ day: Int) -> Moment { .Date }
}

// A text that names it is a text: "Date()", 'Date.now' and a message for the compiler.
/* Date() /* Date.now */ NSDate() */
let text = "Date()" + #"\(Date())"# + ##"\#(Date.now)"##
let help = """
  Write clock.now, not Date() or \\(Date()).
  """
let regex = /Date\(\)/
let extendedRegex = #/Date()/#
@available(*, deprecated, message: "use 'Clock' instead of 'Date()'")
func old() {}
