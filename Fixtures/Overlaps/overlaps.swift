import Dispatch
import Foundation

#if canImport(Combine)
  import Combine
#endif

// Places where several rules could speak: which of them does.

struct Overlaps {
  var calendar: Calendar
  var due: Date
  var queue: DispatchQueue

  // A member of what is reported is not reported again.
  func elapsed() -> TimeInterval {
    Date().timeIntervalSinceNow  // expect: date-init
  }
  func elapsedOfInjected() -> TimeInterval {
    due.timeIntervalSinceNow  // expect: date-elapsed
  }

  // Matches in argument lists are independent of the call around them, but for those that its rule
  // covers.
  func later() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {}  // expect: dispatch-main-async
    queue.sync { print(Date.now) }  // expect: date-init
  }
  func timed() {
    // expect@+1: timed-wait
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1)
    // expect@+2: dispatch-timer-source
    // expect@+1:57: dispatch-time-now
    DispatchSource.makeTimerSource().schedule(deadline: .now())
  }

  // Where a task begins says more than that nobody waits for it, and which scheduler it is more than
  // that there is one.
  func hops() {
    Task.detached { @MainActor in }  // expect: task-main-actor
    Task { @MainActor in }  // expect: task-main-actor
    Task {}  // expect: task-unstructured
  }
  #if canImport(Combine)
    func timed(_ due: Just<Int>) -> [Any] {
      [
        due.delay(for: 1, scheduler: DispatchQueue.main),  // expect: combine-real-scheduler
        due.delay(for: 1, scheduler: queue),  // expect: combine-timed-operator
      ]
    }
  #endif

  // The type beside '.now' says whose it is; the rule for those without a type keeps silent.
  func typed(at date: Date = .now) {  // expect: date-init
    let instant: ContinuousClock.Instant = .now  // expect: clock-now
    print(date, instant)
  }

  // An initializer that is called and one that is not are one rule.
  var makers: [() -> Date] { [Date.init] }  // expect: date-init
  var made: Date { Date.init() }  // expect: date-init

  // The report stands at the first word of the name, the module included.
  // expect@+1:25: date-init
  var qualified: Date { Foundation.Date() }

  // The labels decide which rule it is.
  // expect@+1:20: date-since-now
  var soon: Date { Date.init(timeIntervalSinceNow: 1) }

  // One cause each: the calendar, the day it compares with, and the date.
  func threeCauses() -> Bool {
    // expect@+2:5: calendar-today
    // expect@+1:36: date-init
    Calendar.current.isDateInToday(Date())
  }
  func twoCauses() -> Bool {
    // expect@+2:14: calendar-today
    // expect@+1:28: date-init
    calendar.isDateInToday(Date())
  }

  func interval() -> DateInterval {
    DateInterval(start: .now, duration: 1)  // expect: implicit-now
  }
  var moment: DateInterval { DateInterval() }  // expect: date-interval-init

  // Two calls, two rules.
  func wait() {
    Thread.sleep(until: .init(timeIntervalSinceNow: 0.1))  // expect: thread-sleep, date-since-now
    RunLoop.current.run(until: Date())  // expect: run-loop-run-date, date-init
  }

  // The generator, not the function that it is passed to.
  func rolled() -> Int {
    var generator = SystemRandomNumberGenerator()  // expect: system-rng
    return Int.random(in: 1...6, using: &generator) + [1, 2].shuffled(using: &generator)[0]
  }

  // The longest name wins.
  func longest() -> [Any] {
    [
      ProcessInfo.processInfo.systemUptime,  // expect: system-uptime
      ProcessInfo.processInfo.globallyUniqueString,  // expect: uuid-string
      FileManager.default.temporaryDirectory,  // expect: temporary-directory
      (try? FileManager.default.contentsOfDirectory(atPath: "/")) as Any,  // expect: directory-order
      ObjectIdentifier(NSObject()).hashValue,  // expect: object-address
    ]
  }

  // The most telling name of a queue wins; an injected one is silent.
  func queues() {
    DispatchQueue.global().async {}  // expect: dispatch-global-async
    DispatchQueue(label: "own").async {}  // expect: dispatch-own-async
    DispatchQueue.main.async {}  // expect: dispatch-main-async
    queue.async {}
  }

  // The same tokens in an app and in a test are one rule.
  func pause() async throws {
    try await Task.sleep(nanoseconds: 1)  // expect: task-sleep
  }

  // A timer that nothing has scheduled is none yet.
  func timers() {
    let timer = Timer(timeInterval: 1, repeats: false) { _ in }
    RunLoop.main.add(timer, forMode: .common)  // expect: run-loop-add
  }

  // Names that a banned one is part of, and a property that is called like a function of C.
  func injected(clock: () -> Date) -> [Any] {
    [clock(), Date.current]
  }
}

extension Date {
  static var current: Date { Date(timeIntervalSince1970: 0) }
}
