import Foundation

// Reported: a formatter that has the settings of the machine until others are set.

struct Invoice {
  private let numbers = NumberFormatter()  // expect: formatter-init

  static let dates: @Sendable () -> DateFormatter = {
    let formatter = DateFormatter()  // expect: formatter-init
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }

  func total(_ amount: Double) -> String? { numbers.string(from: NSNumber(value: amount)) }
}

let formatters = [
  DateIntervalFormatter(),  // expect: formatter-init
  PersonNameComponentsFormatterBox.make(),
  ByteCountFormatter(),  // expect: formatter-init
  EnergyFormatter(),  // expect: formatter-init
  LengthFormatter(),  // expect: formatter-init
  MassFormatter(),  // expect: formatter-init
  Foundation.DateFormatter(),  // expect: formatter-init
  `DateFormatter`(),  // expect: formatter-init
  DateFormatter.init(),  // expect: formatter-init
  NumberFormatter(  // The settings are those of the machine.
  ),  // expect@-1: formatter-init
]
let make: () -> NumberFormatter = NumberFormatter.init  // expect: formatter-init
let typed: NumberFormatter = .init()  // expect: formatter-init
let text = "\(NumberFormatter().string(from: 1) ?? "")"  // expect: formatter-init
#if canImport(Darwin)
  let darwin: [Formatter] = [
    DateComponentsFormatter(),  // expect: formatter-init
    RelativeDateTimeFormatter(),  // expect: formatter-init
    ListFormatter(),  // expect: formatter-init
    MeasurementFormatter(),  // expect: formatter-init
    PersonNameComponentsFormatter(),  // expect: formatter-init
  ]
#endif

// Not reported: a formatter that is given a locale or a time zone in the braces it is declared in.
func posix() -> DateFormatter {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  return formatter
}

final class Prices {
  private let formatter: NumberFormatter = .init()
  init(_ locale: Locale) { formatter.locale = locale }
}

// Not reported: formatters that are given, or the same on every machine.

let iso = ISO8601DateFormatter()
func write(_ date: Date, with formatter: DateFormatter) -> String { formatter.string(from: date) }
var empty = [DateFormatter]()
let types: [Any.Type] = [DateFormatter.self, NumberFormatter.Style.self]

// A formatter of one's own.
enum PersonNameComponentsFormatterBox {
  final class NumberFormatter: Formatter, @unchecked Sendable {}
  static func make() -> Formatter { PersonNameComponentsFormatterBox.NumberFormatter() }
}

// Texts: DateFormatter()
let help = "DateFormatter()"
