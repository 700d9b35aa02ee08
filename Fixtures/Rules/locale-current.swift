import Foundation

// Reported: the locale and the languages of the user.

struct Catalogue {
  let locale: Locale

  init(locale: Locale = Locale.current) {  // The seam itself.
    self.locale = locale
  }

  var fallback: Locale { Locale.autoupdatingCurrent }  // expect: locale-current
  var languages: [String] { Locale.preferredLanguages }  // expect: locale-current
  var locales: [Locale] { Locale.preferredLocales }  // expect: locale-current
  var system: [Locale.Language] { Locale.Language.systemLanguages }  // expect: locale-current
  var bundled: String? { Bundle.main.preferredLocalizations.first }  // expect: locale-current
  var header: String { "Accept-Language: \(Locale.current.identifier)" }  // expect: locale-current

  func name(of region: String) -> String? {
    Locale.current.localizedString(forRegionCode: region)  // expect: locale-current
  }
}

// The type may stand beside it.
func digits(in locale: Locale = .autoupdatingCurrent) -> String {  // The seam itself.
  locale.numberingSystem.identifier
}

// So may a name that only a locale has: a label, or what it is assigned to.
func upper(_ text: String, _ formatter: DateFormatter, _ calendar: Calendar) -> String {
  formatter.locale = .current  // expect: locale-current
  formatter.locale = calendar.locale ?? .autoupdatingCurrent  // expect: locale-current
  formatter.locale = text.isEmpty ? .current : calendar.locale  // expect: locale-current
  let parts = [
    text.uppercased(with: calendar.locale ?? .current),  // expect: locale-current
    text.folding(options: .diacriticInsensitive, locale: .current),  // expect: locale-current
    String(format: "%d", locale: .current, 1),  // expect: locale-current
    text.folding(options: [], locale: .init(identifier: "de_AT")),
  ]
  return parts.joined()
}

// A module, backticks, parentheses or `self` in the name do not hide it.
let locales = [
  Foundation.Locale.current,  // expect: locale-current
  `Locale`.current,  // expect: locale-current
  (Locale).current,  // expect: locale-current
  Locale.self.current,  // expect: locale-current
  Locale  // expect: locale-current
    .current,
  NSLocale.current,  // expect: locale-current
]
let bridged = NSLocale.preferredLanguages  // expect: locale-current
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::Locale.current  // expect: locale-current
#endif
#if canImport(Darwin)
  let updating = NSLocale.autoupdatingCurrent  // expect: locale-current
  let core = CFLocaleCopyCurrent()  // expect: locale-current
  let languages = CFLocaleCopyPreferredLanguages()  // expect: locale-current
#endif

// Not reported: a locale that is given, or the same on every machine.

let posix = Locale(identifier: "en_US_POSIX")
let german = Locale(languageCode: .german, languageRegion: .germany)
func price(_ amount: Decimal, in locale: Locale) -> String {
  amount.formatted(.number.locale(locale))
}
func language(of catalogue: Catalogue) -> String? {
  catalogue.locale.language.languageCode?.identifier
}
let known = (Locale.availableIdentifiers, Locale.LanguageCode.german)
func localizations(of bundle: Bundle) -> [String] { bundle.preferredLocalizations }

// Other members, and other types.
extension Locale {
  static let sample = Locale(identifier: "de_AT")
}
let sample = Locale.sample
enum Film {
  enum Locale { static let current = "Rome" }
}
let set = Film.Locale.current

// The file says that the names are those of another type, or the member stands elsewhere.
struct Stage {
  static let current = Stage()
  static let dark = false
}
struct Theatre {
  var locale: Stage
  init(locale: Stage) { self.locale = locale }
  mutating func move(to stage: Stage?) {
    locale = .current
    self.locale = stage ?? .current
    let locale: Stage = .current
    self.locale = locale
  }
}
func play(in theatre: Stage, locale isDark: Bool) {}
let theatres = [Theatre(locale: .current), Theatre.init(locale: .current)]
let tuple: (locale: Stage, stage: Stage) = (locale: .current, stage: .current)
func perform() { play(in: .current, locale: Stage.dark) }
enum Scene {
  case play(locale: Stage)
  static let scenes = [Scene.play(locale: .current)]
}

// Texts: Locale.current
let help = "Locale.current, Locale.preferredLanguages"
