import Foundation

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: what the machine is set to.

@Reducer
struct Prices {
  var locale = Locale.current  // expect: reducer-locale

  func reduce(into state: inout Calendar) {
    state = Calendar.current  // expect: reducer-locale
    state.timeZone = TimeZone.current  // expect: reducer-locale
  }
}

extension Prices {
  static var zone: TimeZone { .autoupdatingCurrent }  // expect: reducer-locale
}

// Not reported: settings from a dependency, and the live value of one.

@Reducer
struct Sales {
  let calendar: Calendar

  func reduce(into state: inout Date) {
    state = calendar.startOfDay(for: state)
  }

  enum LocaleKey: DependencyKey { static let liveValue = Locale.current }
}

// Elsewhere another rule reports it.
let locale = Locale.current  // expect: locale-current

// Texts: Locale.current
let help = "Locale.current"
