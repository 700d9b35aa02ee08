import Foundation

/// Tea that is ready once `Date()` has passed `readyAt`.
struct Brew {
  let tea: String
  let startedAt = Date.current
  let readyAt: Date

  init(_ tea: String, minutes: Double) {
    self.tea = tea
    readyAt = Date(timeIntervalSinceNow: minutes * 60)
  }

  var label: String {
    "\(tea): \(readyAt.timeIntervalSince(Date())) seconds to go"
  }
}
