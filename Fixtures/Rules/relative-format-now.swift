import Foundation

// Reported: a text that is counted from the current date.

struct Comment {
  let date: Date

  var age: String {
    date.formatted(.relative(presentation: .named))  // expect: relative-format-now
  }
  var shortAge: String {
    date.formatted(
      .relative(presentation: .numeric, unitsStyle: .abbreviated)  // expect: relative-format-now
    )
  }

  // The report stands at the period.
  // expect@+1:38: relative-format-now
  var label: String { date.formatted(.relative(presentation: .named)) }
}

let style = Date.RelativeFormatStyle(presentation: .named)  // expect: relative-format-now
let styles = [
  Date.RelativeFormatStyle(),  // expect: relative-format-now
  Date.RelativeFormatStyle.init(unitsStyle: .narrow),  // expect: relative-format-now
  Foundation.Date.RelativeFormatStyle(presentation: .numeric),  // expect: relative-format-now
  Date  // expect: relative-format-now
    .RelativeFormatStyle(presentation: .numeric, unitsStyle: .wide)
    .locale(Locale(identifier: "en_US_POSIX")),
]

let named: Date.RelativeFormatStyle =
  .relative(presentation: .named)  // expect: relative-format-now
let narrow = Date.RelativeFormatStyle  // expect: relative-format-now
  .relative(presentation: .named, unitsStyle: .narrow)

// "Today" instead of the date, once the date is today.
func configure(_ formatter: DateFormatter, _ other: DateFormatter?) {
  formatter.doesRelativeDateFormatting = true  // expect: relative-format-now
  other?.doesRelativeDateFormatting = true  // expect: relative-format-now
}

// Code inside a string is code.
func line(_ date: Date) -> String {
  "written \(date.formatted(.relative(presentation: .named)))"  // expect: relative-format-now
}

// Not reported: a text that is counted from a date that is given.

func age(of date: Date, now: Date) -> String {
  Date.AnchoredRelativeFormatStyle(anchor: date, presentation: .named).format(now)
}
#if canImport(Darwin)
  func age(of date: Date, now: Date, _ formatter: RelativeDateTimeFormatter) -> String {
    formatter.localizedString(for: date, relativeTo: now)
  }
#endif
let iso = [Date.distantPast.ISO8601Format(), Date.distantPast.formatted(.iso8601)]

// The names of the style's own parts, and a style that is given.
func write(
  _ date: Date, as style: Date.RelativeFormatStyle, _ unit: Date.RelativeFormatStyle.UnitsStyle
) -> String {
  style.format(date)
}
let presentation: Date.RelativeFormatStyle.Presentation = .named

// Other members of that name.
enum Position {
  case absolute(Int), relative(Int)
  static func relative(to other: Int) -> Position { .relative(other) }
}
let positions: [Position] = [.relative(1), .relative(to: 2)]
func depth(_ position: Position) -> Int {
  switch position {
  case .absolute(let depth), .relative(let depth): depth
  }
}

// Texts: date.formatted(.relative(presentation: .named))
let help = "Date.RelativeFormatStyle() asks the clock"
