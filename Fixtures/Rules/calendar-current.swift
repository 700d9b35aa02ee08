import Foundation

// Reported: the calendar of the machine.

struct Agenda {
  var calendar = Calendar.current  // expect: calendar-current
  let days: [Date]

  init(
    days: [Date],
    calendar: Calendar = Calendar.autoupdatingCurrent  // The seam itself.
  ) {
    self.calendar = calendar
    self.days = days
  }

  func year(of date: Date) -> Int {
    Calendar.current.component(.year, from: date)  // expect: calendar-current
  }
  func weekday(of date: Date) -> String {
    "day \(Calendar.current.component(.weekday, from: date))"  // expect: calendar-current
  }
  var starts: [Date] {
    days.map(Calendar.current.startOfDay(for:))  // expect: calendar-current
  }
}

// The type may stand beside it.
func month(of date: Date, in calendar: Calendar = .current) -> Int {  // The seam itself.
  calendar.component(.month, from: date)
}

// A module, backticks, parentheses or `self` in the name do not hide it.
let calendars = [
  Foundation.Calendar.current,  // expect: calendar-current
  `Calendar`.`current`,  // expect: calendar-current
  (Calendar).current,  // expect: calendar-current
  Calendar.self.current,  // expect: calendar-current
  Calendar  // expect: calendar-current
    .current,
  NSCalendar.current,  // expect: calendar-current
  NSCalendar.autoupdatingCurrent,  // expect: calendar-current
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::Calendar.current  // expect: calendar-current
#endif
#if canImport(Darwin)
  let core = CFCalendarCopyCurrent()  // expect: calendar-current
#endif

// A name that only a calendar has may tell the type.
struct Span {
  var calendar: Calendar
  mutating func reset(_ parts: DateComponents) -> [Any?] {
    calendar = .current  // expect: calendar-current
    calendar = parts.calendar ?? .autoupdatingCurrent  // expect: calendar-current
    return [
      DateComponents(calendar: .current, year: 2007).date,  // expect: calendar-current
      Span(calendar: .current),  // expect: calendar-current
    ]
  }
}

// What is asked of it is the smaller cause, and is not reported beside it.
let names = Calendar.current.monthSymbols  // expect: calendar-current

// Not reported: a calendar that is given.

struct Week {
  var calendar: Calendar
  func start(of date: Date) -> Date? {
    calendar.dateInterval(of: .weekOfYear, for: date)?.start
  }
}
func weeks(_ dates: [Date], in calendar: Calendar) -> [Date?] {
  dates.map { Week(calendar: calendar).start(of: $0) }
}

// Other members, of this type and of others.
enum Stage {
  static let current = "main"
  enum Calendar { static let current = "julian" }
}
let others = (Stage.current, Stage.Calendar.current)
extension Calendar {
  static var utc: Calendar? { nil }
  static var currentWeek: Int { 1 }
}
let replaced = (Calendar.utc, Calendar.currentWeek, Calendar.Identifier.gregorian)

// Texts: Calendar.current
let help = "Calendar.current"
