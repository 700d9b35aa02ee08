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

// The names beside it tell the type where it is not written.

@Reducer
struct Stamp {
  var formatter = DateFormatter()

  mutating func stamp(_ date: Date, _ calendar: Calendar) -> DateComponents {
    formatter.locale = .current  // expect: reducer-locale
    formatter.calendar = .current  // expect: reducer-locale
    formatter.timeZone = .autoupdatingCurrent  // expect: reducer-locale
    formatter.timeZone = TimeZone(identifier: "UTC") ?? .current  // expect: reducer-locale
    formatter.locale = Locale(identifier: "en_US_POSIX")
    _ = DateComponents(calendar: .current, timeZone: .current)  // expect: reducer-locale, reducer-locale
    return calendar.dateComponents(in: .current, from: date)  // expect: reducer-locale
  }
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
