import Foundation

// Reported: a calendar that is made without a time zone.

func year(of date: Date) -> Int {
  let calendar = Calendar(identifier: .gregorian)  // expect: calendar-identifier-only
  return calendar.component(.year, from: date)
}
// expect@+1:38: calendar-identifier-only
let parts = DateComponents(calendar: Calendar(identifier: .iso8601), year: 2024)
let calendars = [
  Calendar.init(identifier: .hebrew),  // expect: calendar-identifier-only
  Foundation.Calendar(identifier: .buddhist),  // expect: calendar-identifier-only
  `Calendar`(identifier: .japanese),  // expect: calendar-identifier-only
  Calendar(  // expect: calendar-identifier-only
    identifier: .chinese),
]
let bridged = [
  NSCalendar(identifier: .gregorian),  // expect: calendar-identifier-only
  NSCalendar(calendarIdentifier: .gregorian),  // expect: calendar-identifier-only
]
let make = [Calendar.Identifier.coptic]
  .map(Calendar.init(identifier:))  // expect: calendar-identifier-only
let text = "\(Calendar(identifier: .persian))"  // expect: calendar-identifier-only

// Another member is set, and another calendar has its time zone set.
func week() -> Calendar {
  var calendar = Calendar(identifier: .gregorian)  // expect: calendar-identifier-only
  calendar.firstWeekday = 2
  return calendar
}

// Not reported: a calendar whose time zone is set in the braces it is declared in.
extension Calendar {
  static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

// Not reported: other initializers, and a calendar that is given.

let zone = TimeZone(identifier: "Europe/Berlin")
let locale = Locale(identifier: "de_DE")
func year(of date: Date, in calendar: Calendar) -> Int { calendar.component(.year, from: date) }
func utc() -> Calendar { .utc }
enum Court {
  struct Calendar { var identifier: Int }
  static let first = Court.Calendar(identifier: 1)
}

// Texts: Calendar(identifier: .gregorian)
let help = "Calendar(identifier: .gregorian)"
