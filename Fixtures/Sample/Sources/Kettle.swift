import Foundation

final class Kettle {
  var onBoil: @Sendable () -> Void = {}
  private var timer: Timer?

  func heat(timerType: Timer.Type = Timer.self) {
    timer = timerType.scheduledTimer(withTimeInterval: 180, repeats: false) { [onBoil] _ in
      DispatchQueue.main.async(execute: onBoil)
    }
  }

  func keepWarm() {
    timer = .scheduledTimer(withTimeInterval: 30, repeats: true) { [onBoil] _ in onBoil() }
  }
}
