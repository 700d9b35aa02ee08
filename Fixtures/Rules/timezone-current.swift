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

// Other types.
enum Game {
  enum TimeZone { static let current = "bronze age" }
}
let age = Game.TimeZone.current

// Texts: TimeZone.current
let help = "TimeZone.current"
