import Foundation

// Reported: the time zone of the machine.

struct Report {
  let timeZone: TimeZone

  init(timeZone: TimeZone = TimeZone.current) {  // The seam itself.
    self.timeZone = timeZone
  }

  var updating: TimeZone { TimeZone.autoupdatingCurrent }  // expect: timezone-current
  var query: String { "tz=\(TimeZone.current.identifier)" }  // expect: timezone-current
  func zone(named name: String) -> TimeZone {
    TimeZone(identifier: name) ?? TimeZone.current  // expect: timezone-current
  }
  func offset(on date: Date) -> Int {
    TimeZone.current.secondsFromGMT(for: date)  // expect: timezone-current
  }
}

// The type may stand beside it.
func zone(of report: Report?) -> TimeZone {
  return report?.timeZone ?? .current  // expect: timezone-current
}

// So may a name that only a time zone has, or a call of the type before '??'.
func hour(of date: Date, in calendar: Calendar, _ formatter: ISO8601DateFormatter) -> Int? {
  var calendar = calendar
  calendar.timeZone = .current  // expect: timezone-current
  formatter.timeZone = TimeZone(identifier: "UTC") ?? .current  // expect: timezone-current
  let zone = TimeZone(secondsFromGMT: 3600) ?? .autoupdatingCurrent  // expect: timezone-current
  let parts = [
    calendar.dateComponents(in: .current, from: date),  // expect: timezone-current
    calendar.dateComponents(in: zone, from: date),
    DateComponents(calendar: calendar, timeZone: .current, hour: 12),  // expect: timezone-current
    DateComponents(calendar: calendar, timeZone: .gmt, hour: 12),
  ]
  return parts.first?.hour
}

// A module, backticks, parentheses or `self` in the name do not hide it.
let zones = [
  Foundation.TimeZone.current,  // expect: timezone-current
  `TimeZone`.current,  // expect: timezone-current
  (TimeZone).current,  // expect: timezone-current
  TimeZone.self.current,  // expect: timezone-current
  TimeZone  // expect: timezone-current
    .current,
  NSTimeZone.default,  // expect: timezone-current
  NSTimeZone.local,  // expect: timezone-current
  NSTimeZone.system,  // expect: timezone-current
  TimeZone.ReferenceType.default,  // expect: timezone-current
  TimeZone.ReferenceType.local,  // expect: timezone-current
  TimeZone.ReferenceType.system,  // expect: timezone-current
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::TimeZone.current  // expect: timezone-current
#endif
#if canImport(Darwin)
  let core = CFTimeZoneCopyDefault()  // expect: timezone-current
  let system = CFTimeZoneCopySystem()  // expect: timezone-current
#endif

// To set the default is to change it for all that runs beside.
func setUp() {
  NSTimeZone.default = .gmt  // expect: timezone-current
}

// What is asked of it is the smaller cause, and is not reported beside it.
let offset = TimeZone.current.secondsFromGMT()  // expect: timezone-current

// Not reported: a time zone that is given, or the same on every machine.

let utc = [TimeZone(secondsFromGMT: 0), TimeZone(identifier: "UTC"), TimeZone(abbreviation: "GMT")]
let gmt = TimeZone.gmt
let names = (TimeZone.knownTimeZoneIdentifiers, TimeZone.abbreviationDictionary)
func hours(_ timeZone: TimeZone, on date: Date) -> Int { timeZone.secondsFromGMT(for: date) / 3600 }

// A label of another call, and a call of another type before '??'.
enum Age: Int {
  case current, bronze
  static func dateComponents(of age: Age) {}
}
func make(_ age: Int, in other: Age) -> Age { Age(rawValue: age) ?? .current }
let made = make(1, in: .current)
func compute() { Age.dateComponents(of: .current) }

// Other types.
enum Game {
  enum TimeZone { static let current = "bronze age" }
}
let age = Game.TimeZone.current

// Texts: TimeZone.current
let help = "TimeZone.current"
