import Feed
import Foundation
import Testing

@Suite struct ItemTests {
  private let noon = Date(timeIntervalSince1970: 43_200)
  private let today = Item.today

  @Test func isPostedToday() {
    #expect(Item(title: "One").posted == today)
  }

  @Test func keepsItsDate() {
    #expect(Item(title: "One", posted: noon).posted == noon)
  }
}

/// Nothing in it reaches a clock.
@Suite struct ClockTests {
  @Test(arguments: [0, 1]) func standsStill(seconds: Int) {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    #expect(FixedClock(date).now == date)
  }
}

@Test func logsTheNumberOfItems() {
  let model = FeedModel(clock: FixedClock(.distantPast), loader: Loader())
  #expect(model.log().hasPrefix("0 items"))
}

@Test func firstOfNone() {
  let clock: any Clock = FixedClock(.distantPast)
  #expect(FeedModel(clock: clock, loader: Loader()).first() == nil)
}
