import Foundation

// Reported: a date that is written for the locale and the time zone of the machine. The report
// stands at the name.

struct Event {
  let date: Date
  var end: Date?

  // expect@+1:26: date-formatted
  var day: String { date.formatted(date: .abbreviated, time: .omitted) }
  var time: String? {
    end?.formatted(  // expect: date-formatted
      date: .omitted,
      time: .shortened)
  }
  var label: String {
    "at \(date.formatted(date: .long, time: .shortened))"  // expect: date-formatted
  }
  var span: String {
    (date..<(end ?? date)).formatted(date: .numeric, time: .shortened)  // expect: date-formatted
  }
}

let styles = [
  Date.FormatStyle(),  // expect: date-formatted
  Date.FormatStyle(date: .long),  // expect: date-formatted
  Date.FormatStyle(time: .complete),  // expect: date-formatted
  Date.FormatStyle(date: .numeric, time: .shortened),  // expect: date-formatted
  Date.FormatStyle.init(date: .numeric, time: .shortened),  // expect: date-formatted
  Foundation.Date.FormatStyle().year().month(),  // expect: date-formatted
]
let intervals = [
  Date.IntervalFormatStyle(),  // expect: date-formatted
  Date.IntervalFormatStyle(date: .long),  // expect: date-formatted
  Date.IntervalFormatStyle(time: .complete),  // expect: date-formatted
  Date.IntervalFormatStyle(date: .numeric, time: .shortened),  // expect: date-formatted
]
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::Date.FormatStyle()  // expect: date-formatted
#endif

// Not reported: all that the text depends on is given.

struct Printer {
  let locale: Locale
  let calendar: Calendar
  let timeZone: TimeZone

  func print(_ date: Date) -> [String] {
    [
      Date.FormatStyle(
        date: .long, time: .omitted, locale: locale, calendar: calendar, timeZone: timeZone
      ).format(date),
      date.formatted(.iso8601),
      date.ISO8601Format(),
    ]
  }
}
func write(_ date: Date, as style: Date.FormatStyle) -> String { date.formatted(style) }

// Other members of that name.
struct Price {
  func formatted(currency: String) -> String { currency }
  func formatted(date: Int) -> String { "\(date)" }
}
let price = (Price().formatted(currency: "EUR"), Price().formatted(date: 1))

// Texts: date.formatted(date: .long, time: .omitted)
let help = "Date.FormatStyle()"
