import Foundation

// Reported: a thread that sleeps, however it is told to.

final class Watcher: @unchecked Sendable {
  var isReady = false

  func wait(until limit: Date) {
    while !isReady { Thread.sleep(forTimeInterval: 0.1) }  // expect: thread-sleep
    Thread.sleep(until: limit)  // expect: thread-sleep
    Foundation.Thread.sleep(forTimeInterval: 1)  // expect: thread-sleep
    Thread  // expect: thread-sleep
      .sleep(forTimeInterval: 1)
  }

  func pause() {
    usleep(500_000)  // expect: thread-sleep
    var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    nanosleep(&pause, nil)  // expect: thread-sleep
  }
}

#if canImport(Glibc)
  func wait(_ pause: inout timespec) {
    Glibc.usleep(1)  // expect: thread-sleep
    clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nil)  // expect: thread-sleep
  }
#endif

// A method that is not called yet sleeps each time somebody calls it.
struct Backoff {
  // expect@+1:49: thread-sleep
  var sleep: @Sendable (TimeInterval) -> Void = Thread.sleep(forTimeInterval:)
}

// Not reported: a pause that is given, and declarations.

protocol Sleeping {
  func usleep(_ microseconds: UInt32)
}
func retry(_ backoff: Backoff, _ sleeping: any Sleeping) {
  backoff.sleep(1)
  sleeping.usleep(100)
}

// Another type's members.
enum Sewing {
  struct Thread {
    static func sleep(forTimeInterval seconds: Double) -> Double { seconds }
  }
}
let pause = Sewing.Thread.sleep(forTimeInterval: 1)

// Texts: Thread.sleep(forTimeInterval: 1)
let help = "Thread.sleep(forTimeInterval: 1), usleep(1)"
