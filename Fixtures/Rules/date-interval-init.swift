import Foundation

// Reported: an interval made of nothing, which starts now.

struct Meeting {
  var title: String
  var slot = DateInterval()  // expect: date-interval-init

  init(title: String, slot: DateInterval = DateInterval.init()) {  // expect: date-interval-init
    self.title = title
    self.slot = slot
  }

  mutating func reset() {
    slot = DateInterval ()  // expect: date-interval-init
    slot = Foundation.DateInterval(/* now */)  // expect: date-interval-init
  }
}

let slots = [
  `DateInterval`(),  // expect: date-interval-init
  (DateInterval)(),  // expect: date-interval-init
  DateInterval.self.init(),  // expect: date-interval-init
]
let start = DateInterval().start  // expect: date-interval-init
let bridged = NSDateInterval()  // expect: date-interval-init
let bridgedToo = NSDateInterval.init() as DateInterval  // expect: date-interval-init

// The type may stand beside it.
let slot: DateInterval? = .init()  // expect: date-interval-init

// An initializer that is not applied starts now each time somebody applies it.
let make: () -> DateInterval = DateInterval.init  // expect: date-interval-init

#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::DateInterval()  // expect: date-interval-init
#endif

// Code inside a string is code.
let text = "from \(DateInterval())"  // expect: date-interval-init

// Not reported: an interval whose start is given.

func hour(from now: Date) -> [DateInterval] {
  [
    DateInterval(start: now, duration: 3600),
    DateInterval(start: now, end: now.addingTimeInterval(3600)),
    DateInterval.init(start: .distantPast, end: .distantFuture),
    NSDateInterval(start: now, duration: 3600) as DateInterval,
  ]
}
let bounds: (Date, Date) -> DateInterval = DateInterval.init(start:end:)

// Types, and what is made of nothing but is no interval.
var empty = [DateInterval]()
var byName = [String: DateInterval]()
let types: [Any.Type] = [DateInterval.self, DateIntervalFormatter.self]

// A member of another type is not Foundation's.
enum Booking {
  struct DateInterval {}
  static func make() -> Booking.DateInterval { Booking.DateInterval() }
}

// Texts: DateInterval()
let help = "DateInterval() starts now"
