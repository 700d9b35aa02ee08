import Foundation

// Reported: a format whose numbers are written for the locale of the machine. The report stands
// at the name.

enum Strings {
  static let points = "%d points"

  static func won(_ points: Int) -> String {
    // expect@+1:12: localized-string-format
    String.localizedStringWithFormat(Strings.points, points)
  }
  static func lost(_ points: Int) -> String {
    return .localizedStringWithFormat(Strings.points, points)  // expect: localized-string-format
  }
  static func shown(_ points: Int) -> String {
    "\(String.localizedStringWithFormat("%d", points))"  // expect: localized-string-format
  }
}
let format = String.localizedStringWithFormat  // expect: localized-string-format
let qualified = Swift.String  // A module in front is part of the name.
  .localizedStringWithFormat("%.2f", 0.5)  // expect: localized-string-format
#if canImport(Darwin)
  let bridged = NSString  // The same, bridged.
    .localizedStringWithFormat("%d", 1)  // expect: localized-string-format
#endif

// Not reported: a locale that is given, or none.

func points(_ count: Int, in locale: Locale) -> [String] {
  [
    String(format: Strings.points, locale: locale, count),
    String(format: Strings.points, count),
    "\(count) points",
  ]
}
func localizedStringWithFormat(_ format: String) -> String { format }
let own = localizedStringWithFormat("%d")

// Texts: String.localizedStringWithFormat("%d", 1)
let help = "String.localizedStringWithFormat"
