import Foundation

/// An account's statement. It used to call `Date()` in three places.
struct Statement {
  var openedAt = Date.current
  var printedAt = Date()  // expect: date-init
  var dueAt = Date(timeIntervalSinceNow: 30 * 86_400)  // expect: date-since-now
  var remindAt = Date.current.addingTimeInterval(23 * 86_400)

  var headline: String {
    "Printed \(printedAt), not when 'Date()' was called"
  }
}

extension Statement {
  func isDue(_ calendar: Calendar) -> Bool {
    calendar.isDateInToday(dueAt)  // expect: date-in-today
  }

  func isPrinted(_ calendar: Calendar) -> Bool {
    calendar.isDate(printedAt, inSameDayAs: .current)
  }

  var isOverdue: Bool {
    dueAt < Date.now  // expect: date-init
  }

  // A text search for 'Date()' stops at this name; it is another function.
  func updateDueDate() {}
  func refresh() { updateDueDate() }
}
