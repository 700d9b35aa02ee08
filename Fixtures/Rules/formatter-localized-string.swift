import Foundation

// Reported: a text that the type itself writes, with the settings of the machine.

struct Row {
  let count: Int
  let date: Date

  var badge: String {
    NumberFormatter.localizedString(  // expect: formatter-localized-string
      from: NSNumber(value: count), number: .decimal)
  }
  var time: String {
    // expect@+1:12: formatter-localized-string
    return DateFormatter.localizedString(from: date, dateStyle: .none, timeStyle: .short)
  }
  var size: String {
    // expect@+1:11: formatter-localized-string
    "of \(ByteCountFormatter.string(fromByteCount: Int64(count), countStyle: .file))"
  }
}

// A module, backticks or a method that is not called yet do not hide it.
let percent = Foundation.NumberFormatter  // expect: formatter-localized-string
  .localizedString(from: 0.5, number: .percent)
let spelled = `NumberFormatter`.localizedString(  // expect: formatter-localized-string
  from: 1, number: .spellOut)
let write = NumberFormatter.localizedString(from:number:)  // expect: formatter-localized-string
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::NumberFormatter.localizedString(  // expect: formatter-localized-string
    from: 1, number: .decimal)
#endif

#if canImport(Darwin)
  func texts(_ name: PersonNameComponents, _ time: DateComponents) -> [String?] {
    [
      DateComponentsFormatter.localizedString(  // expect: formatter-localized-string
        from: time, unitsStyle: .full),
      PersonNameComponentsFormatter.localizedString(  // expect: formatter-localized-string
        from: name, style: .medium, options: []),
      ListFormatter.localizedString(byJoining: ["a", "b"]),  // expect: formatter-localized-string
      ByteCountFormatter.string(  // expect: formatter-localized-string
        from: Measurement(value: 1, unit: .megabytes), countStyle: .file),
    ]
  }
#endif

// Not reported: a formatter or a locale that is given.

func write(_ row: Row, _ numbers: NumberFormatter, _ dates: DateFormatter) -> [String?] {
  [numbers.string(from: NSNumber(value: row.count)), dates.string(from: row.date)]
}
func size(_ bytes: Int64, with formatter: ByteCountFormatter) -> String {
  formatter.string(fromByteCount: bytes)
}
func name(of region: String, in locale: Locale) -> String? {
  locale.localizedString(forRegionCode: region)
}
let iso = ISO8601DateFormatter.string(
  from: .distantPast, timeZone: .gmt, formatOptions: .withInternetDateTime)

// Texts: NumberFormatter.localizedString(from: 1, number: .decimal)
let help = "NumberFormatter.localizedString(from: 1, number: .decimal)"
