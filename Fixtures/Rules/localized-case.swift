import Foundation

// Reported: capitals and small letters of the language of the user. The report stands at the name.

struct Heading {
  let title: String
  var subtitle: String?

  // expect@+1:32: localized-case
  var capitals: String { title.localizedUppercase }
  var small: String? { subtitle?.localizedLowercase }  // expect: localized-case
  var words: String {
    title
      .localizedCapitalized  // expect: localized-case
  }
  var label: String { "\(title.localizedUppercase)!" }  // expect: localized-case
}

// A key path converts each time somebody follows it.
let all = ["id", "name"].map(\.localizedUppercase)  // expect: localized-case
let path = \String.localizedCapitalized  // expect: localized-case
let quoted = "id".`localizedLowercase`  // expect: localized-case

// Not reported: letters that are the same everywhere, or those of a locale that is given.

func convert(_ text: String, in locale: Locale) -> [String] {
  [
    text.uppercased(),
    text.lowercased(),
    text.capitalized,
    text.uppercased(with: locale),
    text.capitalized(with: locale),
  ]
}

// A name of one's own.
struct Style {
  var localizedUppercased = false
  var isOn: Bool { self.localizedUppercased }
}

// Texts: title.localizedUppercase
let help = "title.localizedUppercase"
