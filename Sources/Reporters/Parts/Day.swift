/// A day of the calendar, in UTC: what is printed must not depend on where the tool is run.
package struct Day: Equatable {
  /// Days since 1970-01-01; not negative.
  let number: Int

  static let seconds = 86_400

  init(number: Int) {
    self.number = number
  }

  /// - Parameter seconds: since 1970; not negative.
  package init(ofSeconds seconds: Int) {
    number = seconds / Day.seconds
  }

  /// The first day of a month.
  /// - Parameters:
  ///   - year: from 1970.
  ///   - month: from 1.
  init(year: Int, month: Int) {
    // A year that begins in March has its leap day at the end.
    let shifted = month < 3 ? year - 1 : year
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    number = 365 * shifted + leapDays + Day.daysBefore(month) - Day.epoch
  }

  /// Its beginning, in seconds since 1970.
  var start: Int { number * Day.seconds }

  /// Months from 1, days from 1.
  var date: (year: Int, month: Int, day: Int) {
    var year = 1970 + number / 366
    while Day(year: year + 1, month: 1).number <= number { year += 1 }
    var month = 1
    while month < 12, Day(year: year, month: month + 1).number <= number { month += 1 }
    return (year, month, number - Day(year: year, month: month).number + 1)
  }

  /// e.g. `2026-03-02`
  package var isoDate: String {
    let (year, month, day) = date
    return Day.digits(year, 4) + "-" + Day.digits(month, 2) + "-" + Day.digits(day, 2)
  }

  /// e.g. `03`
  static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// The days of a year that begins in March which lie before a month.
  private static func daysBefore(_ month: Int) -> Int {
    // March to July have 31, 30, 31, 30, 31 days, and so have the five months after them.
    (153 * ((month + 9) % 12) + 2) / 5
  }

  /// From the first of March of the year 0 to 1970-01-01.
  private static let epoch = 719_468
}
