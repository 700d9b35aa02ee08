import Foundation

// Reported: '.now' where nothing beside it says whose member it is. It stands at the period.

final class Box { var issued = Foundation.Date(timeIntervalSince1970: 0) }

struct Badge {
  var issued: Date
  var expires: Date?
  var moments: [Date] = []
  var badge: Box?

  mutating func renew() {
    // The file writes the type of what it is set to, or an argument of.
    issued = .now  // expect: date-init
    expires = expires ?? .now  // expect: date-init
    // expect@+1:21: implicit-now
    badge?.issued = .now
    moments.append(.now)  // expect: implicit-now
    moments += [.now]  // expect: date-init
  }

  func isValid(at date: Date) -> Bool {
    date > issued && .now < date  // expect: date-init
  }

  func isExpired() -> Bool {
    guard let expires else { return false }
    return expires < .now  // expect: implicit-now
  }

  func interval() -> DateInterval {
    DateInterval(start: .now, duration: 1)  // expect: implicit-now
  }

  func label() -> String {
    "issued \(issued == .now ? "just now" : "before")"  // expect: date-init
  }

  func sorted() -> [Badge] {
    [
      Badge(issued: .now),  // expect: date-init
      Badge(
        issued:
          .now  // expect: date-init
      ),
    ]
  }
}

// Another type is written, but what an operator makes of two instants is not one of them.
let clock = ContinuousClock()
func elapsed(since start: ContinuousClock.Instant) -> Duration {
  let elapsed: Duration = .now - start  // expect: implicit-now
  return elapsed
}

// Closures and calls have types of their own.
func later(_ body: () -> Date) -> Date { body() }
let fromClosure: Date = later { .now }  // expect: date-init
func fromCall() -> Date {
  later { return .now }  // expect: date-init
}
let dates: [Date: Int] = [.now: 1]  // expect: date-init

// Reported as what it is: the type is written beside it.
let written: Date = .now  // expect: date-init
func started(at date: Date = .now) -> Date { date }  // expect: date-init
func current() -> Date { .now }  // expect: date-init
func closer(_ isFar: Bool) -> Date? {
  return isFar ? .distantFuture : .now  // expect: date-init
}
let converted = [.now as Date]  // expect: date-init

// Not reported: cases of an enum, where the type is written or a pattern asks for it.
enum Delivery {
  case now, later

  var isUrgent: Bool {
    switch self {
    case .now: true
    case .later: false
    }
  }

  static let standard: Delivery = .now
  static func quickest() -> Delivery { .now }
}

func describe(_ delivery: Delivery?, _ wishes: [Delivery]) -> String {
  if case .now = delivery { return "at once" }
  guard case .now? = delivery else { return "some day" }
  for case .now in wishes {}
  let quick: [Delivery] = [.now, .later]
  let other: Delivery = quick.isEmpty ? .now : .later
  return "\(quick) \(other)"
}

// Not reported: a receiver, a key path, a call, another name.
protocol TimeSource { var now: Date { get } }
extension Date { static var nowish: Date { distantPast } }

struct Shift {
  var source: any TimeSource
  var spare: (any TimeSource)?
  var readings: [Date] {
    [source.now, spare?.now, source
      .now, self.source.now].compactMap { $0 }
  }
  var path: KeyPath<any TimeSource, Date> { \.now }
  func wait() -> DispatchTime { .now() + 1 }  // expect: dispatch-time-now
  func soon() -> Date { .nowish }
}

// Not reported: a case of AppKit's enum, in the one call that takes it.
#if canImport(AppKit)
  import AppKit

  func align(_ performer: any NSHapticFeedbackPerformer) {
    performer.perform(.alignment, performanceTime: .now)
    NSHapticFeedbackManager.defaultPerformer.perform(.alignment, performanceTime: .now)
  }
#endif
