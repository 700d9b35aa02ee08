import Foundation

protocol TimerScheduler {
  func scheduledTimer(every seconds: TimeInterval, _ tick: @escaping @Sendable () -> Void)
}

/// The app's scheduler.
struct RunLoopScheduler: TimerScheduler {
  func scheduledTimer(every seconds: TimeInterval, _ tick: @escaping @Sendable () -> Void) {
    _ = Timer.scheduledTimer(  // allowed: timer-scheduled
      withTimeInterval: seconds, repeats: true
    ) { _ in tick() }
  }
}
