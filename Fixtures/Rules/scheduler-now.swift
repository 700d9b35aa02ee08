import Foundation

// Reported: the time of a scheduler that runs on a real queue or run loop.

#if canImport(Combine)
  import Combine

  final class Search {
    var changed = DispatchQueue.main.now  // expect: scheduler-now

    func isSettled() -> Bool {
      changed.distance(to: DispatchQueue.main.now) > .milliseconds(300)  // expect: scheduler-now
    }
    func deadlines() -> [Any] {
      [
        DispatchQueue.main.now.advanced(by: .seconds(1)),  // expect: scheduler-now
        RunLoop.main.now,  // expect: scheduler-now
        OperationQueue.main.now,  // expect: scheduler-now
        Foundation.RunLoop.main.now,  // expect: scheduler-now
        `RunLoop`.`main`.`now`,  // expect: scheduler-now
        RunLoop.main  // expect: scheduler-now
          .now,
      ]
    }
  }

  // Not reported: a scheduler that is given.

  struct Debounce<S: Scheduler> {
    var scheduler: S
    func deadline(_ delay: S.SchedulerTimeType.Stride) -> S.SchedulerTimeType {
      scheduler.now.advanced(by: delay)
    }
  }
#endif

#if canImport(RxSwift)
  import RxSwift

  let started = MainScheduler.instance.now  // expect: scheduler-now
  let later = MainScheduler.asyncInstance.now.addingTimeInterval(1)  // expect: scheduler-now
  let text = "\(ConcurrentMainScheduler.instance.now)"  // expect: scheduler-now

  func deadline(_ scheduler: any SchedulerType) -> RxTime {
    scheduler.now.addingTimeInterval(1)
  }
#endif

// Members of other types.
enum Radio {
  enum RunLoop {
    enum main { static let now = "jazz" }
  }
}
let program = Radio.RunLoop.main.now

// Texts: DispatchQueue.main.now
let help = "RunLoop.main.now"
