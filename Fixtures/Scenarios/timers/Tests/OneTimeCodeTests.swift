import Foundation
import XCTest

/// Keeps the block it is given; `tick()` stands for thirty seconds.
final class ManualTimer: Timer {
  nonisolated(unsafe) static var tick: () -> Void = {}

  override class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let timer = ManualTimer(timeInterval: interval, repeats: repeats, block: block)
    tick = { block(timer) }
    return timer
  }
}

final class ManualScheduler: TimerScheduler {
  var tick: () -> Void = {}
  func scheduledTimer(every seconds: TimeInterval, _ tick: @escaping @Sendable () -> Void) {
    self.tick = tick
  }
}

final class OneTimeCodeTests: XCTestCase {
  func testRenewsOnEachTick() {
    let code = OneTimeCode()
    code.start(timerType: ManualTimer.self)
    ManualTimer.tick()
    ManualTimer.tick()
    XCTAssertEqual(code.renewals, 2)
  }

  func testRenewsOnEachTickOfTheScheduler() {
    let code = OneTimeCode()
    let scheduler = ManualScheduler()
    code.start(on: scheduler)
    scheduler.tick()
    XCTAssertEqual(code.renewals, 1)
  }
}
