import Foundation

struct Price { let text: String }

// Reported: texts that differ from one machine to the next.

extension Price {
  static func sample(locale: Locale = Locale.current) -> Price {  // expect: sample-settings
    Price(text: locale.identifier)
  }

  static var previewDay: Int { Calendar.current.firstWeekday }  // expect: sample-settings
}

final class PriceSnapshotTests {
  let zone: TimeZone = .autoupdatingCurrent  // expect: sample-settings
}

// The names beside it tell the type where it is not written.

struct StampSnapshotTests {
  var formatter = DateFormatter()

  mutating func stamp(_ date: Date, _ calendar: Calendar) -> DateComponents {
    formatter.locale = .current  // expect: sample-settings
    formatter.calendar = .current  // expect: sample-settings
    formatter.timeZone = .autoupdatingCurrent  // expect: sample-settings
    formatter.timeZone = TimeZone(identifier: "UTC") ?? .current  // expect: sample-settings
    formatter.locale = Locale(identifier: "en_US_POSIX")
    _ = DateComponents(calendar: .current, timeZone: .current)  // expect: sample-settings, sample-settings
    return calendar.dateComponents(in: .current, from: date)  // expect: sample-settings
  }
}

// Not reported: settings that are written down.

extension Price {
  static func sampleInEuro(locale: Locale = Locale(identifier: "de_DE")) -> Price {
    Price(text: locale.identifier)
  }

  static let previewZone = TimeZone(secondsFromGMT: 0)
}

// Elsewhere another rule reports it.
let locale = Locale.current  // expect: locale-current

// Texts: Locale.current
let help = "Locale.current"
