import Foundation

// Reported: the distance to the current date, which is read unseen. The report stands at the name.

struct Token {
  let expires: Date
  var refreshed: Date?

  // expect@+1:33: date-elapsed
  var isExpired: Bool { expires.timeIntervalSinceNow < 0 }
  var age: TimeInterval {
    -(refreshed?.timeIntervalSinceNow ?? 0)  // expect: date-elapsed
  }
  var lifetime: TimeInterval {
    expires
      .timeIntervalSinceNow  // expect: date-elapsed
  }

  /// The first that is left, by `timeIntervalSinceNow`.
  static func next(of tokens: [Token]) -> Token? {
    tokens.first { 60 < $0.expires.timeIntervalSinceNow }  // expect: date-elapsed
  }
}

// Foundation's name may be written out, quoted, or bridged.
func spellings(date: Date, bridged: NSDate) -> [TimeInterval] {
  [
    date.`timeIntervalSinceNow`,  // expect: date-elapsed
    (date).timeIntervalSinceNow,  // expect: date-elapsed
    bridged.timeIntervalSinceNow,  // expect: date-elapsed
    [date][0].timeIntervalSinceNow,  // expect: date-elapsed
    Optional(date)!.timeIntervalSinceNow,  // expect: date-elapsed
  ]
}
#if compiler(>=6.3)
  // Module selectors, SE-0491.
  func selected(date: Date) -> TimeInterval {
    date.Foundation::timeIntervalSinceNow  // expect: date-elapsed
  }
#endif

// A key path reads it each time somebody follows it.
func distances(to dates: [Date]) -> [TimeInterval] {
  dates.map(\.timeIntervalSinceNow)  // expect: date-elapsed
}
let path = \Date.timeIntervalSinceNow  // expect: date-elapsed

// Code inside a string is code.
func label(of token: Token) -> String {
  "expires in \(token.expires.timeIntervalSinceNow) seconds"  // expect: date-elapsed
}

// A date that is reported itself is one report, not two.
let zero = Date().timeIntervalSinceNow  // expect: date-init

// Not reported: the distance between two dates that are given.

func distances(from date: Date, now: Date, clock: () -> Date) -> [TimeInterval] {
  [
    date.timeIntervalSince(now),
    date.timeIntervalSince(clock()),
    date.timeIntervalSince1970,
    date.timeIntervalSinceReferenceDate,
    now.distance(to: date),
  ]
}

// Labels, local names and longer names are not the property.
func wait(timeIntervalSinceNow: TimeInterval, timeIntervalSinceNowInHours: Double) -> TimeInterval {
  timeIntervalSinceNow + timeIntervalSinceNowInHours * 3600
}
let waited = wait(timeIntervalSinceNow: 1, timeIntervalSinceNowInHours: 0)
struct Countdown {
  var timeIntervalSinceNowInHours: Double
  var hours: Double { self.timeIntervalSinceNowInHours }
}

// Texts: date.timeIntervalSinceNow
let help = "write date.timeIntervalSince(now), not date.timeIntervalSinceNow"
