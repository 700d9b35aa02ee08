import Foundation

/// What the app may know of the world outside.
protocol Environment {
  static var now: Date { get }
}

struct Greeting<Env: Environment> {
  let name: String
  private(set) var madeAt = Env.now

  var text: String {
    isEvening(Env.now) ? "Good evening, \(name)" : "Good day, \(name)"
  }

  // The world was forgotten here.
  var signature: String {
    "\(name), \(Date())"  // expect: date-init
  }

  var footer: String {
    "Printed on \(NSDate())"  // expect: date-init
  }

  private func isEvening(_ date: Date) -> Bool {
    date.timeIntervalSince(madeAt) > 12 * 3600
  }
}
