#if canImport(Combine)
  import Combine
  import Foundation

  // Reported: the queues and run loops of the system, used as schedulers.

  final class Banner {
    var hide: AnyCancellable?

    func show(for seconds: DispatchQueue.SchedulerTimeType.Stride) {
      DispatchQueue.main.schedule { self.hide = nil }  // expect: combine-real-scheduler
      let limit = DispatchQueue.main.now.advanced(by: seconds)  // expect: combine-real-scheduler
      DispatchQueue.main.schedule(after: limit) {}  // expect: combine-real-scheduler
      RunLoop.main.schedule {}  // expect: combine-real-scheduler
      let loopLimit = RunLoop.main.now  // expect: combine-real-scheduler
      RunLoop.current.schedule(after: loopLimit) {}  // expect: combine-real-scheduler
      RunLoop  // expect: combine-real-scheduler
        .current
        .schedule(after: RunLoop.current.now) {}  // expect: combine-real-scheduler
      OperationQueue.main.schedule {}  // expect: combine-real-scheduler
      print(OperationQueue.main.now)  // expect: combine-real-scheduler
      // A module in front is part of the name.
      Foundation.RunLoop.main.schedule {}  // expect: combine-real-scheduler
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
