import Foundation

public struct Item: Equatable {
  public let title: String
  public let posted: Date

  public init(title: String, posted: Date = Item.today) {
    self.title = title
    self.posted = posted
  }

  /// The start of the day.
  public static var today: Date { Calendar.current.startOfDay(for: Date.now) }

  public static func imported(_ title: String) -> Item {
    Item(title: title, posted: Date(timeIntervalSinceNow: -60))
  }

  public static func + (items: [Item], item: Item) -> [Item] { [item] + items }
}
