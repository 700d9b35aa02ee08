import Foundation

struct Payment: Equatable {
  enum State { case pending, settled(on: Date) }

  var amount: Decimal
  var createdAt: Date
  var settlesAt: Date

  static func == (left: Payment, right: Payment) -> Bool {
    left.amount == right.amount && left.createdAt == right.createdAt
  }
}

// Two calls of an impure factory are not equal, and the snapshot of a view changes every day.
extension Payment {
  static func sampleOfToday(
    amount: Decimal = 10,
    createdAt: Date = Date(),  // expect: date-init
    settlesAt: Date = Date(timeIntervalSinceNow: 86_400)  // expect: date-since-now
  ) -> Payment {
    Payment(amount: amount, createdAt: createdAt, settlesAt: settlesAt)
  }

  static var latest: Payment {
    Payment(amount: 1, createdAt: Date.now, settlesAt: .distantFuture)  // expect: date-init
  }
}

// A pure factory gives the same value to every test.
extension Payment {
  static func sample(
    amount: Decimal = 10,
    createdAt: Date = .sample,
    settlesAt: Date = .sample.addingTimeInterval(86_400)
  ) -> Payment {
    Payment(amount: amount, createdAt: createdAt, settlesAt: settlesAt)
  }
}

extension Payment.State {
  static func sample() -> Payment.State { .settled(on: .sample) }
}

extension Date {
  static let sample = Date(timeIntervalSince1970: 1_709_164_800)
}
