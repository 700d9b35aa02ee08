import Foundation

/// A code that is replaced every thirty seconds.
final class OneTimeCode: @unchecked Sendable {
  private(set) var renewals = 0
  private var timer: Timer?

  /// On the real timer: a test of it takes thirty seconds.
  func startUncontrolled() {
    timer = Timer.scheduledTimer(  // expect: timer-scheduled
      withTimeInterval: 30, repeats: true
    ) { [weak self] _ in self?.renew() }
  }

  /// The same without the type's name.
  func restartUncontrolled() {
    timer?.invalidate()
    timer = .scheduledTimer(  // expect: timer-scheduled
      withTimeInterval: 30, repeats: true
    ) { [weak self] _ in self?.renew() }
  }

  /// Takes the type as a parameter: a test passes `ManualTimer`.
  func start(timerType: Timer.Type = Timer.self) {
    timer = timerType.scheduledTimer(withTimeInterval: 30, repeats: true) { [weak self] _ in
      self?.renew()
    }
  }

  /// Takes a scheduler: a test passes `ManualScheduler`.
  func start(on scheduler: some TimerScheduler) {
    scheduler.scheduledTimer(every: 30) { [weak self] in self?.renew() }
  }

  /// A timer that nobody has scheduled fires when it is told to.
  func paused() -> Timer {
    Timer(timeInterval: 30, repeats: true) { [weak self] _ in self?.renew() }
  }

  private func renew() { renewals += 1 }
}
