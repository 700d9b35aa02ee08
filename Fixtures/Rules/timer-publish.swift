#if canImport(Combine)
  import Combine
  import Foundation

  // Reported: a publisher of real time, in every overload and spelling.

  final class Stopwatch: ObservableObject {
    @Published var seconds = 0
    var ticks: AnyCancellable?
    // expect@+1:17: timer-publish
    let every = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

    func start() {
      ticks =
        Timer  // expect: timer-publish
        .publish(every: 1, tolerance: 0.1, on: .main, in: .default, options: nil)
        .autoconnect()
        .sink { [weak self] _ in self?.seconds += 1 }
    }

    func spellings() -> [Any] {
      [
        Foundation.Timer.publish(every: 1, on: .main, in: .common),  // expect: timer-publish
        Timer.TimerPublisher(interval: 1, runLoop: .main, mode: .common),  // expect: timer-publish
        Timer.TimerPublisher.init(  // expect: timer-publish
          interval: 1, tolerance: 0.1, runLoop: .main, mode: .common),
      ]
    }
  }

  // Not reported: ticks that are given, and the publisher's type.

  final class Countdown {
    let timerType: Timer.Type
    var ticks: AnyCancellable?
    init(timerType: Timer.Type = Timer.self) { self.timerType = timerType }

    func start(_ ticks: some Publisher<Date, Never>) {
      self.ticks = ticks.sink { _ in }
    }
    func start(_ ticks: Timer.TimerPublisher) {
      self.ticks = ticks.autoconnect().sink { _ in }
    }
    func publisher() -> Timer.TimerPublisher {
      timerType.publish(every: 1, on: .main, in: .common)
    }
  }
#endif

// Another type's members.
enum Kitchen {
  struct Timer {
    static func publish(every minutes: Int) -> [Int] { [minutes] }
    struct TimerPublisher { var minutes = 0 }
  }
}
let eggs = Kitchen.Timer.publish(every: 7)
let rice = Kitchen.Timer.TimerPublisher(minutes: 12)

// Texts: Timer.publish(every: 1, on: .main, in: .common)
let help = "Timer.publish(every: 1, on: .main, in: .common)"
