import Foundation

func watch(_ body: @escaping @Sendable (Timer) -> Void) {
  Timer.scheduledTimer(withTimeInterval: 1, repeats: true, block: body)  // expect: timer-scheduled
}
