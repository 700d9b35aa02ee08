import Foundation

// Reported: a text in the locale of the machine. The report stands at the name, or at the period.

struct Cell {
  let count: Int
  let date: Date

  // expect@+1:29: formatted-default
  var badge: String { count.formatted() }
  var stamp: String { date.formatted() }  // expect: formatted-default
  var names: String { ["a", "b"].formatted() }  // expect: formatted-default
  var label: String { "\(count.formatted()) items" }  // expect: formatted-default
  // expect@+1:36: formatted-default
  var day: String { date.formatted(.dateTime.day().month()) }
  var price: String { count.formatted(.currency(code: "EUR")) }  // expect: formatted-default
  var size: String {
    Int64(count)
      .formatted(.byteCount(style: .file))  // expect: formatted-default
  }
}
let hour = Date.FormatStyle.dateTime.hour()  // expect: formatted-default
let minute: Date.FormatStyle = .dateTime.minute()  // expect: formatted-default

// Whether the chain goes on with a locale is not looked at.
func day(of date: Date, in locale: Locale) -> String {
  date.formatted(.dateTime.day().locale(locale))  // expect: formatted-default
}

// Not reported: a style that is given, or the same on every machine.

func write(_ count: Int, _ date: Date, in locale: Locale, as style: Date.FormatStyle) -> [String] {
  [
    count.formatted(.number.locale(locale)),
    IntegerFormatStyle<Int>.Currency(code: "EUR", locale: locale).format(count),
    date.formatted(style),
    date.formatted(.iso8601),
    date.ISO8601Format(),
  ]
}

// Other members of that name.
enum Field {
  case dateTime, text
  case currency(String)
  var isDate: Bool {
    switch self {
    case .dateTime: true
    case .text, .currency: false
    }
  }
}
let field: Field = .dateTime
let fields = [Field.dateTime, Field.currency("EUR")]

// Texts: count.formatted()
let help = "count.formatted(), .dateTime"
