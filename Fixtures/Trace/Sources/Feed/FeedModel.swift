import Foundation

public final class FeedModel {
  public private(set) var items: [Item] = []
  public private(set) var searched: Date?
  /// A seam: whoever wants another date sets it.
  public var makeDate: () -> Date = { Date() }
  private let opened = Date()
  private let clock: any Clock
  private let loader: Loader

  public init(clock: any Clock, loader: Loader) {
    self.clock = clock
    self.loader = loader
  }

  public var search = "" {
    didSet { searched = Date() }
  }

  public var age: TimeInterval { clock.now.timeIntervalSince(opened) }

  public func reload() {
    items = loader.load()
  }

  public func add(_ title: String) {
    items = items + Item(title: title)
  }

  public func log() -> String {
    // determinism:allow date-init: only people read the log
    "\(items.count) items at \(Date())"
  }

  public func first() -> Item? { items.first }
}
