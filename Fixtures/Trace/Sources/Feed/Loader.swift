import Foundation

open class Loader {
  public init() {}

  open func load() -> [Item] { [] }
}

/// Has items that seem to be new at each start.
public final class DemoLoader: Loader {
  public override func load() -> [Item] {
    [Item(title: "Welcome", posted: Date(timeIntervalSinceNow: -3600))]
  }
}

public final class FileLoader: Loader {
  private let titles: [String]

  public init(titles: [String]) {
    self.titles = titles
  }

  public override func load() -> [Item] { titles.map(Item.imported) }
}
