import Foundation

// Reported: a search by the language of the user. The report stands at the name.

struct Contact {
  let name: String
  var nickname: String?

  func matches(_ text: String) -> Bool {
    name.localizedCaseInsensitiveContains(text)  // expect: localized-search
      || nickname?.localizedStandardContains(text) == true  // expect: localized-search
  }
  // expect@+2:10: localized-search
  func highlight(_ text: String) -> Range<String.Index>? {
    name.localizedStandardRange(of: text)
  }
}

// Not reported: a search that finds the same everywhere, or in a locale that is given.

func search(_ text: String, for word: String, in locale: Locale) -> [Bool] {
  [
    text.contains(word),
    text.range(of: word, options: .caseInsensitive, range: nil, locale: locale) != nil,
  ]
}

// An own overload that takes the locale.
extension String {
  func localizedStandardContains(_ other: String, locale: Locale) -> Bool {
    range(of: other, options: [], range: nil, locale: locale) != nil
  }
}
func find(_ text: String, in locale: Locale) -> Bool {
  text.localizedStandardContains("a", locale: locale)
}

// Texts: name.localizedStandardContains(text)
let help = "text.localizedStandardRange(of: word)"
