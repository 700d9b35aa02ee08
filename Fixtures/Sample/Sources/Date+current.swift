import Foundation

extension Date {
  /// The date the app goes by. A test sets `frozen` and knows what it will be.
  static var current: Date { frozen ?? Date() }

  nonisolated(unsafe) static var frozen: Date?
}
