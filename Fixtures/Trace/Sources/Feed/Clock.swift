import Foundation

public protocol Clock {
  var now: Date { get }
}

/// The clock of the device.
public struct SystemClock: Clock {
  public init() {}

  public var now: Date { Date() }
}

/// A clock that stands still.
public struct FixedClock: Clock {
  public let now: Date

  public init(_ now: Date) {
    self.now = now
  }
}
