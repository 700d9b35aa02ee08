import Foundation

// Reported: the type's property, which is the current time as a number.

final class FrameCounter {
  private var last = Date.timeIntervalSinceReferenceDate  // expect: date-reference-static

  func tick() -> TimeInterval {
    let now = Date.timeIntervalSinceReferenceDate  // expect: date-reference-static
    defer { last = now }
    return now - last
  }

  func elapsed(since start: TimeInterval) -> String {
    "\(Date.timeIntervalSinceReferenceDate - start) seconds"  // expect: date-reference-static
  }

  // expect@+1:16: date-reference-static
  let read = { Foundation.Date.timeIntervalSinceReferenceDate }
}

let stamps = [
  `Date`.timeIntervalSinceReferenceDate,  // expect: date-reference-static
  (Date).timeIntervalSinceReferenceDate,  // expect: date-reference-static
  Date.self.timeIntervalSinceReferenceDate,  // expect: date-reference-static
  NSDate.timeIntervalSinceReferenceDate,  // expect: date-reference-static
  Date  // expect: date-reference-static
    .timeIntervalSinceReferenceDate,
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::Date.timeIntervalSinceReferenceDate  // expect: date-reference-static
#endif

// Not reported: the property of a date that is given.

extension Date {
  static let sample = Date(timeIntervalSinceReferenceDate: 730_000_000)
}
func numbers(of date: Date, now: () -> Date) -> [TimeInterval] {
  [
    date.timeIntervalSinceReferenceDate,
    now().timeIntervalSinceReferenceDate,
    Date.sample.timeIntervalSinceReferenceDate,
    Date(timeIntervalSinceReferenceDate: 0).timeIntervalSinceReferenceDate,
    Date.distantPast.timeIntervalSinceReferenceDate,
    Date.timeIntervalBetween1970AndReferenceDate,
  ]
}

// In a key path it is the property of the dates that follow it.
let sorted = [Date.sample].map(\Date.timeIntervalSinceReferenceDate)

// A member of another type is not Foundation's.
enum Calendars {
  enum Date { static let timeIntervalSinceReferenceDate = 0.0 }
}
let none = Calendars.Date.timeIntervalSinceReferenceDate

// Texts: Date.timeIntervalSinceReferenceDate
let help = "Date.timeIntervalSinceReferenceDate is now"
