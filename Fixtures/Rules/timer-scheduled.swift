import Foundation

typealias Tick = @Sendable (Timer) -> Void

// Reported: a timer that is scheduled by the real type, in every overload and spelling.

final class Countdown {
  var timer: Timer?

  func start(_ tick: @escaping Tick) {
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in  // expect: timer-scheduled
      timer.invalidate()
    }
    timer = Timer.scheduledTimer(  // expect: timer-scheduled
      withTimeInterval: 1, repeats: true, block: tick)
    timer = Timer  // expect: timer-scheduled
      .scheduledTimer(withTimeInterval: 1, repeats: false, block: tick)
    // The report stands at the first word of the name.
    // expect@+1:10: timer-scheduled
    hold(Timer.scheduledTimer(withTimeInterval: 1, repeats: false, block: tick))
  }

  func spellings(_ tick: @escaping Tick) -> [Timer] {
    [
      Foundation.Timer.scheduledTimer(  // expect: timer-scheduled
        withTimeInterval: 1, repeats: false, block: tick),
      `Timer`.`scheduledTimer`(  // expect: timer-scheduled
        withTimeInterval: 1, repeats: false, block: tick),
      (Timer).scheduledTimer(  // expect: timer-scheduled
        withTimeInterval: 1, repeats: false, block: tick),
      Timer.self.scheduledTimer(  // expect: timer-scheduled
        withTimeInterval: 1, repeats: false, block: tick),
      Timer . scheduledTimer (  // expect: timer-scheduled
        withTimeInterval: 1, repeats: false) { _ in },
    ]
  }

  func ofASubclass(_ tick: @escaping Tick) {
    // expect@+1:13: timer-scheduled
    timer = TickTimer.scheduledTimer(withTimeInterval: 1, repeats: true, block: tick)
  }

  #if compiler(>=6.3)
    // Module selectors, SE-0491.
    func selected() {
      timer = Foundation::Timer.scheduledTimer(  // expect: timer-scheduled
        withTimeInterval: 1, repeats: true) { _ in }
    }
  #endif

  // A method that is not called yet schedules a timer each time somebody calls it.
  let schedule = Timer.scheduledTimer(withTimeInterval:repeats:block:)  // expect: timer-scheduled
  let scheduleToo: (TimeInterval, Bool, @escaping Tick) -> Timer =
    Timer.scheduledTimer  // expect: timer-scheduled

  // No other type of Foundation has these labels: the implicit member is a timer without its type
  // in sight. The report stands at the period.
  func startImplicitly(_ tick: @escaping Tick) {
    // expect@+1:13: timer-scheduled
    timer = .scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
      timer.invalidate()
    }
    timer = .scheduledTimer(  // expect: timer-scheduled
      withTimeInterval: 1, repeats: true, block: tick)
    let typed: Timer = .scheduledTimer(  // expect: timer-scheduled
      withTimeInterval: 1, repeats: true, block: tick)
    hold(typed)
    hold(.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in })  // expect: timer-scheduled
  }

  func hold(_ timer: Timer) { self.timer = timer }
}

#if canImport(Darwin)
  final class Ticker: NSObject {
    @objc func tick() {}

    func start(_ invocation: NSInvocation) -> [Timer] {
      [
        Timer.scheduledTimer(  // expect: timer-scheduled
          timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true),
        Timer.scheduledTimer(  // expect: timer-scheduled
          timeInterval: 1, invocation: invocation, repeats: true),
        .scheduledTimer(  // expect: timer-scheduled
          timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true),
        .scheduledTimer(  // expect: timer-scheduled
          timeInterval: 1, invocation: invocation, repeats: true),
      ]
    }
  }
#endif

// Not reported: a timer type that is given.

final class Poller {
  let timerType: Timer.Type
  init(timerType: Timer.Type = Timer.self) { self.timerType = timerType }

  func start() -> [Timer] {
    [
      timerType.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in },
      self.timerType.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in },
    ]
  }
}

// The tests' version keeps the block; to declare the method is not to schedule a timer.
final class MockTimer: Timer {
  nonisolated(unsafe) static var block: ((Timer) -> Void)?

  override class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping Tick
  ) -> Timer {
    self.block = block
    return MockTimer(timeInterval: interval, repeats: repeats, block: block)
  }
}
let mocked = MockTimer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }

class TickTimer: Timer {}
extension Timer {
  static func everySecond(_ tick: @escaping Tick) -> Timer {
    // expect@+1:5: timer-scheduled
    self.scheduledTimer(withTimeInterval: 1, repeats: true, block: tick)
  }
}

// A subclass that has its own.
class IdleTimer: Timer {
  static func scheduledTimer(every seconds: Int) -> Bool { 0 < seconds }
}
let isScheduled = IdleTimer.scheduledTimer(every: 1)

// The same through a protocol.
protocol TimerScheduler {
  func scheduledTimer(every seconds: TimeInterval, _ block: @escaping () -> Void)
}
func poll(_ scheduler: some TimerScheduler) {
  scheduler.scheduledTimer(every: 1) {}
}

// A timer that is on no run loop waits for nothing.
let unscheduled = [
  Timer(timeInterval: 1, repeats: true) { _ in },
  Timer.init(timeInterval: 1, repeats: true) { _ in },
]
let metatype = Timer.self

// Another type's members, and other labels.
enum Kitchen {
  struct Timer: Sendable {
    static func scheduledTimer(minutes: Int) -> Timer { Timer() }
  }
}
let egg = Kitchen.Timer.scheduledTimer(minutes: 7)
let rice: [Kitchen.Timer] = [.scheduledTimer(minutes: 12)]

// Texts: Timer.scheduledTimer(withTimeInterval: 1, repeats: true)
let help = "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }"
