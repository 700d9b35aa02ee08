import Foundation
import Testing

struct Feed {
  var loaded: Date?
  var now: () -> Date = { Date(timeIntervalSince1970: 0) }

  mutating func refresh() { loaded = stamp() }
  mutating func load() { loaded = now() }
  func stamp() -> Date { Date() }  // expect: date-init
  static func at(_ date: Date = Date()) -> Feed { Feed(loaded: date) }  // expect: date-init

  // determinism:allow test-reaches-clock, date-init: only a log line
  func log() { print(Date()) }
}

// Reported: tests that read a clock, themselves or in what they call.

@Suite struct FeedTests {
  var start = Date()  // expect: test-reaches-clock
  var feed = Feed.at()  // expect: test-reaches-clock

  @Test mutating func refreshes() {
    feed.refresh()  // expect: test-reaches-clock
    #expect(feed.loaded != nil)
  }

  @Test func measures() {
    let clock = ContinuousClock()
    let begin = clock.now  // expect: test-reaches-clock
    #expect(helper(Feed()) < Date.distantFuture)
    #expect(begin.duration(to: begin) == .zero)
  }

  private func helper(_ feed: Feed) -> Date { feed.stamp() }  // expect: test-reaches-clock
}

@Test func stamps() {
  #expect(Feed().stamp() < .distantFuture)  // expect: test-reaches-clock
}

// Not reported: what a test passes in, what is allowed, and what is no test.

@Test func loads() {
  var feed = Feed.at(.distantPast)
  feed.load()
  feed.log()
  #expect(feed.loaded == Date(timeIntervalSince1970: 0))
}

func show(_ feed: inout Feed) { feed.refresh() }

// Texts: Date() in a test
let help = "a test that calls Date()"
