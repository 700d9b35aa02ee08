import Foundation

// Reported: the function of C.

func processorTime(_ work: () -> Void) -> Double {
  let start = clock()  // expect: c-clock
  work()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)  // expect: c-clock
}

#if canImport(Glibc)
  func ticks() -> Int { Glibc.clock() }  // expect: c-clock
#elseif canImport(Darwin)
  func ticks() -> UInt { Darwin.clock() }  // expect: c-clock
#endif

// Not reported: a clock that is given, members of the same name, and other functions.

func elapsed(since start: Int, clock: () -> Int) -> Int { clock() - start }
struct Stopwatch {
  let clock: () -> Int
  let other: any Clock<Duration>
  func ticks() -> Int { clock() + self.clock() }
  func wait() async throws { try await other.sleep(for: .seconds(1)) }
}
enum Tower {
  static func clock() -> Int { 12 }
  static let noon = Tower.clock()
}

// Texts: clock()
let help = "clock()"
