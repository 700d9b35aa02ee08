import Foundation

// Reported: an order by the language of the user. The report stands at the name.

struct Contact: Equatable {
  let name: String
  var nickname: String?

  // expect@+2:22: localized-compare
  static func < (left: Contact, right: Contact) -> Bool {
    return left.name.localizedCompare(right.name) == .orderedAscending
  }

  func order(_ other: Contact) -> String {
    "\(name.localizedCompare(other.name).rawValue)"  // expect: localized-compare
  }
}

func sort(_ contacts: inout [Contact]) {
  contacts.sort {
    $0.name.localizedStandardCompare($1.name) == .orderedAscending  // expect: localized-compare
  }
  contacts.sort {
    $0.name
      .localizedCaseInsensitiveCompare(  // expect: localized-compare
        $1.name) == .orderedAscending
  }
}

// A method that is not called yet compares each time somebody calls it.
let compare: (NSString) -> (String) -> ComparisonResult =
  NSString.localizedCompare  // expect: localized-compare
#if canImport(Darwin)
  let descriptors = [
    #selector(NSString.localizedCompare(_:)),  // expect: localized-compare
    #selector(NSString.localizedStandardCompare),  // expect: localized-compare
    #selector(NSString.localizedCaseInsensitiveCompare),  // expect: localized-compare
  ]
#endif
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = "a".Foundation::localizedCompare("b")  // expect: localized-compare
#endif

// Not reported: an order that is the same everywhere, or that of a locale that is given.

func compare(_ left: String, _ right: String, in locale: Locale) -> [Bool] {
  [
    left < right,
    left.caseInsensitiveCompare(right) == .orderedAscending,
    left.compare(right, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
      == .orderedAscending,
  ]
}

// A longer name.
extension String {
  func localizedComparedLength(_ other: String) -> Bool { count < other.count }
}
let longer = "a".localizedComparedLength("b")

// Texts: left.localizedCompare(right)
let help = "left.localizedStandardCompare(right)"
