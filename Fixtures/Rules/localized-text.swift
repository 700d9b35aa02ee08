import Foundation

// Reported: a text in the language of the user.

enum Strings {
  static let cancel = NSLocalizedString("Cancel", comment: "A button")  // expect: localized-text
  static var save: String {
    NSLocalizedString(  // expect: localized-text
      "save", tableName: nil, bundle: .module, value: "Save", comment: "A button")
  }
  static var open: String {
    Bundle.main.localizedString(  // expect: localized-text
      forKey: "open", value: nil, table: nil)
  }
  static var title: String {
    "\(NSLocalizedString("Title", comment: ""))"  // expect: localized-text
  }
}
extension Bundle {
  static let module = Bundle(for: NSString.self)
}

#if canImport(Darwin)
  let texts = [
    String(localized: "Cancel"),  // expect: localized-text
    String(localized: "Cancel", comment: "A button"),  // expect: localized-text
    String(localized: "Cancel", table: "Buttons"),  // expect: localized-text
    String(localized: "Cancel", table: "Buttons", comment: "A button"),  // expect: localized-text
    String(localized: "cancel", defaultValue: "Cancel"),  // expect: localized-text
    String.init(  // expect: localized-text
      localized: "cancel", defaultValue: "Cancel", comment: "A button"),
  ]
#endif

// Not reported: a bundle and a locale that are given, and texts of no language.

func text(_ key: String, in bundle: Bundle) -> String {
  bundle.localizedString(forKey: key, value: nil, table: nil)
}
#if canImport(Darwin)
  func text(in bundle: Bundle, _ locale: Locale) -> String {
    String(localized: "Cancel", bundle: bundle, locale: locale)
  }
#endif
let plain = String(describing: 1) + String(repeating: "-", count: 3)

// A longer name is another name.
func AppLocalizedString(_ key: String) -> String { key }
let own = AppLocalizedString("cancel")

// Texts: NSLocalizedString("Cancel", comment: "")
let help = "NSLocalizedString"
