import Foundation

// Reported: what a time zone answers for the current date. The report stands at the name.

struct City {
  let timeZone: TimeZone
  var fallback: TimeZone?

  // expect@+1:37: timezone-now-default
  var offset: Int { return timeZone.secondsFromGMT() }
  var hours: Double { Double(timeZone.secondsFromGMT()) / 3600 }  // expect: timezone-now-default
  var name: String { timeZone.abbreviation() ?? "GMT" }  // expect: timezone-now-default
  var isSummer: Bool { timeZone.isDaylightSavingTime() }  // expect: timezone-now-default
  var saving: TimeInterval {
    timeZone.daylightSavingTimeOffset()  // expect: timezone-now-default
  }

  func spellings() -> [Int?] {
    [
      fallback?.secondsFromGMT(),  // expect: timezone-now-default
      fallback!.secondsFromGMT(),  // expect: timezone-now-default
      timeZone  // The date is left out.
        .secondsFromGMT(  // expect: timezone-now-default
        ),
      self.timeZone.`secondsFromGMT`(),  // expect: timezone-now-default
      TimeZone(identifier: "Europe/Berlin")?.secondsFromGMT(),  // expect: timezone-now-default
    ]
  }

  #if compiler(>=6.3)
    // Module selectors, SE-0491.
    var selected: Int { timeZone.Foundation::secondsFromGMT() }  // expect: timezone-now-default
  #endif

  // Code inside a string is code.
  var label: String { "GMT\(timeZone.secondsFromGMT() / 3600)" }  // expect: timezone-now-default
}

// Not reported: what it answers for a date that is given.

extension City {
  func offset(on date: Date) -> Int { timeZone.secondsFromGMT(for: date) }
  func name(on date: Date) -> String? { timeZone.abbreviation(for: date) }
  func isSummer(on date: Date) -> Bool { timeZone.isDaylightSavingTime(for: date) }
  func saving(on date: Date) -> TimeInterval { timeZone.daylightSavingTimeOffset(for: date) }
  func next(after date: Date) -> Date? { timeZone.nextDaylightSavingTimeTransition(after: date) }
}

// A zone made of an offset, and the same words elsewhere.
let plusTwo = TimeZone(secondsFromGMT: 7200)
struct Unit {
  var symbol: String
  var abbreviation: String { symbol }
  static func secondsFromGMT() -> Int { 0 }
  func write() -> String { abbreviation }
}

// Texts: timeZone.secondsFromGMT()
let help = "timeZone.isDaylightSavingTime() asks the clock"
