import Foundation

// Reported: a wait that gives up after real time.

final class Pipeline: @unchecked Sendable {
  func run(_ limit: DispatchTime, _ end: Date) -> Bool {
    // expect@+1:9: timed-wait
    _ = DispatchSemaphore(value: 0).wait(timeout: limit)
    if DispatchGroup().wait(timeout: limit) == .timedOut { return false }  // expect: timed-wait
    return NSCondition().wait(until: end)  // expect: timed-wait
  }

  // The report stands at the method's name where the receiver may be any.
  func run(_ group: DispatchGroup, _ lock: NSLock, _ jobs: NSConditionLock, _ end: Date) -> Bool {
    // expect@+1:15: timed-wait
    _ = group.wait(wallTimeout: .now() + 1)
    guard lock.lock(before: end) else { return false }  // expect: timed-wait
    defer { lock.unlock() }
    return jobs.lock(whenCondition: 1, before: end)  // expect: timed-wait
  }
}

#if canImport(Glibc)
  final class Condition {
    var condition = pthread_cond_t()
    var mutex = pthread_mutex_t()
    var semaphore = sem_t()

    func wait(_ end: inout timespec) -> Int32 {
      let result = pthread_cond_timedwait(&condition, &mutex, &end)  // expect: timed-wait
      guard result == 0 else { return result }
      guard pthread_mutex_timedlock(&mutex, &end) == 0 else { return 1 }  // expect: timed-wait
      return Glibc.sem_timedwait(&semaphore, &end)  // expect: timed-wait
    }
  }
#endif
#if canImport(Darwin)
  func wait(
    _ condition: inout pthread_cond_t, _ mutex: inout pthread_mutex_t, _ limit: inout timespec
  ) -> Int32 {
    pthread_cond_timedwait_relative_np(&condition, &mutex, &limit)  // expect: timed-wait
  }
#endif

// Not reported: a wait without a limit.

func wait(for group: DispatchGroup, _ semaphore: DispatchSemaphore, _ condition: NSCondition) {
  group.wait()
  semaphore.wait()
  condition.wait()
  DispatchSemaphore(value: 1).wait()
}
func wait(_ lock: NSLock, _ group: DispatchGroup, _ jobs: NSConditionLock) -> Bool {
  _ = group.wait(wallTimeout: .distantFuture)
  _ = DispatchSemaphore(value: 0).wait(timeout: DispatchTime.distantFuture)
  guard lock.lock(before: Date.distantFuture) else { return false }
  return jobs.lock(whenCondition: 1, before: .distantFuture)
}

// Another type's members, and other labels.
enum Shop {
  struct DispatchGroup {
    func wait(timeout minutes: Int) -> Int { minutes }
  }
  struct Door { func lock(before hour: String, twice: Bool) {} }
}
func close(_ door: Shop.Door) { door.lock(before: "six", twice: true) }

// Texts: semaphore.wait(wallTimeout: .distantFuture)
let help = "DispatchGroup().wait(timeout: limit)"
