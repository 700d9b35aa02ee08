import Foundation

extension Date {
  /// The date the app goes by: the real one, unless a test has frozen it.
  static var current: Date { clock() }

  nonisolated(unsafe) private static var clock: () -> Date = { Date() }  // allowed: date-init

  static func freeze(at date: Date) { clock = { date } }
  static func unfreeze() { clock = Date.init }  // allowed: date-init
}
