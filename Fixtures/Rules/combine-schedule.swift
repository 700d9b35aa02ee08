#if canImport(Combine)
  import Combine
  import Foundation

  // Reported: the queues and run loops of the system, used as schedulers.

  final class Banner {
    var hide: AnyCancellable?

    func show(for seconds: DispatchQueue.SchedulerTimeType.Stride) {
      DispatchQueue.main.schedule { self.hide = nil }  // expect: combine-schedule
      let limit = DispatchQueue.main.now.advanced(by: seconds)  // expect: combine-schedule
      DispatchQueue.main.schedule(after: limit) {}  // expect: combine-schedule
      RunLoop.main.schedule {}  // expect: combine-schedule
      let loopLimit = RunLoop.main.now  // expect: combine-schedule
      RunLoop.current.schedule(after: loopLimit) {}  // expect: combine-schedule
      RunLoop  // expect: combine-schedule
        .current
        .schedule(after: RunLoop.current.now) {}  // expect: combine-schedule
      OperationQueue.main.schedule {}  // expect: combine-schedule
      print(OperationQueue.main.now)  // expect: combine-schedule
      // A module in front is part of the name.
      Foundation.RunLoop.main.schedule {}  // expect: combine-schedule
    }
  }

  // Not reported: a scheduler that is given.

  struct Toast<S: Scheduler> {
    let scheduler: S
    let mainQueue: DispatchQueue
    func show(for seconds: S.SchedulerTimeType.Stride) {
      scheduler.schedule(after: scheduler.now.advanced(by: seconds)) {}
      mainQueue.schedule {}
      ImmediateScheduler.shared.schedule {}
    }
  }
#endif

// Another type's members.
enum Fake {
  struct DispatchQueue {
    static let main = DispatchQueue()
    func schedule(_ work: () -> Void) { work() }
    var now: Int { 0 }
  }
}
func others() -> Int {
  Fake.DispatchQueue.main.schedule {}
  return Fake.DispatchQueue.main.now
}

// Texts: DispatchQueue.main.schedule {}
let help = "DispatchQueue.main.schedule {}, RunLoop.main.now"
