import Foundation

// Reported: a clock of C, of Mach or of Windows.

struct Uptime {
  func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)  // expect: c-time
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }  // expect: c-time
    return time.tv_sec
  }

  func wall() -> Int {
    var time = timeval()
    gettimeofday(&time, nil)  // expect: c-time
    // expect@+1:9: c-time
    _ = Foundation.gettimeofday(&time, nil)
    return Int(time.tv_sec)
  }

  func standard() -> Int {
    var time = timespec()
    let base = timespec_get(&time, TIME_UTC)  // expect: c-time
    return base == 0 ? 0 : time.tv_nsec
  }

  #if canImport(Darwin)
    let start = mach_absolute_time()  // expect: c-time
    func ticks() -> [UInt64] {
      [
        mach_absolute_time() - start,  // expect: c-time
        Darwin.mach_absolute_time(),  // expect: c-time
        mach_approximate_time(),  // expect: c-time
        mach_continuous_time(),  // expect: c-time
        mach_continuous_approximate_time(),  // expect: c-time
        clock_gettime_nsec_np(CLOCK_UPTIME_RAW),  // expect: c-time
      ]
    }
    // A function that is not called yet reads the clock each time somebody calls it.
    var now: () -> UInt64 = mach_absolute_time  // expect: c-time
  #elseif os(Windows)
    func ticks() -> UInt64 {
      var file = FILETIME()
      GetSystemTimeAsFileTime(&file)  // expect: c-time
      GetSystemTimePreciseAsFileTime(&file)  // expect: c-time
      var counter = LARGE_INTEGER()
      QueryPerformanceCounter(&counter)  // expect: c-time
      return GetTickCount64()  // expect: c-time
    }
  #endif
}

// A module, backticks or a method that is not called yet do not hide it.
func spellings(_ time: inout timespec) -> String {
  `clock_gettime`(CLOCK_REALTIME, &time)  // expect: c-time
  let read = clock_gettime  // expect: c-time
  _ = read(CLOCK_REALTIME, &time)
  return "\(clock_gettime(CLOCK_REALTIME, &time))"  // expect: c-time
}

// Not reported: what calculates with a time that is given.

func calendar(_ seconds: time_t, _ later: time_t) -> Double {
  var seconds = seconds
  var parts = tm()
  gmtime_r(&seconds, &parts)
  return difftime(later, timegm(&parts))
}

// A clock that is given, and members of the same name.
protocol SystemClock {
  func gettimeofday() -> Int
  var clock_gettime: Int { get }
}
func read(_ system: any SystemClock, clock: () -> Int) -> Int {
  system.gettimeofday() + system.clock_gettime + clock()
}

// Texts: clock_gettime(CLOCK_MONOTONIC, &time)
let help = "gettimeofday(&time, nil)"
