import Foundation

// Reported: a comparison with the current day, which the calendar reads unseen. The report stands
// at the name.

struct Agenda {
  let calendar: Calendar
  var due: Date

  // expect@+1:40: calendar-today
  var isDueToday: Bool { self.calendar.isDateInToday(due) }
  var title: String {
    if calendar.isDateInToday(due) { return "Today" }  // expect: calendar-today
    if calendar.isDateInTomorrow(due) { return "Tomorrow" }  // expect: calendar-today
    return calendar.isDateInYesterday(due) ? "Yesterday" : "Later"  // expect: calendar-today
  }

  func today(of dates: [Date]) -> [Date] {
    dates.filter { calendar.isDateInToday($0) }  // expect: calendar-today
  }
  func missed(of dates: [Date]) -> [Date] {
    dates.filter(calendar.isDateInYesterday(_:))  // expect: calendar-today
  }
  var label: String { "due today: \(calendar.isDateInToday(due))" }  // expect: calendar-today
}

// The current calendar is a second cause; what is reported is the one that lasts.
func current(_ dates: [Date]) -> [[Date]] {
  [
    dates.filter { Calendar.current.isDateInToday($0) },  // expect: calendar-today
    dates.filter(Calendar.current.isDateInToday),  // expect: calendar-today
    dates.filter(Foundation.Calendar.current.isDateInYesterday),  // expect: calendar-today
    dates.filter(Calendar.current.isDateInTomorrow),  // expect: calendar-today
    dates.filter(NSCalendar.current.isDateInToday),  // expect: calendar-today
    dates.filter { Calendar.autoupdatingCurrent.isDateInYesterday($0) },  // expect: calendar-today
  ]
}

// Bridged calendars, optional chains and a call over several lines.
func spellings(bridged: NSCalendar, calendar: Calendar?, date: Date) -> [Bool?] {
  [
    bridged.isDateInToday(date),  // expect: calendar-today
    calendar?.isDateInToday(date),  // expect: calendar-today
    calendar!.isDateInTomorrow(date),  // expect: calendar-today
    calendar?
      .`isDateInYesterday`(  // expect: calendar-today
        date),
  ]
}

// Not reported: a comparison of two dates that are given.

func compare(_ date: Date, now: Date, in calendar: Calendar) -> [Bool] {
  [
    calendar.isDate(date, inSameDayAs: now),
    calendar.isDate(date, equalTo: now, toGranularity: .day),
    calendar.compare(date, to: now, toGranularity: .day) == .orderedSame,
    calendar.startOfDay(for: date) == calendar.startOfDay(for: now),
    // Which day of the week a date is depends on no clock.
    calendar.isDateInWeekend(date),
  ]
}

// Own members of the same name, with other labels.
struct Day {
  var isDateInToday: Bool
  func isDateInToday(by now: Date) -> Bool { isDateInToday }
}
func own(_ day: Day, now: Date) -> Bool { day.isDateInToday && day.isDateInToday(by: now) }
protocol DayIdentifying {
  func isDateInToday(_ date: Date) -> Bool
}

// Texts: calendar.isDateInToday(date)
let help = "calendar.isDateInToday(date) asks the clock"
