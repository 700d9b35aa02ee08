import Foundation

// Reported: the clock of the host, as Apple's frameworks have it.

#if canImport(Darwin)
  import AVFoundation
  import CoreMedia
  import QuartzCore

  final class Stopwatch {
    var start = CFAbsoluteTimeGetCurrent()  // expect: cf-time
    let frame = CACurrentMediaTime()  // expect: cf-time

    func lap() -> CFTimeInterval {
      defer { start = CFAbsoluteTimeGetCurrent() }  // expect: cf-time
      return CFAbsoluteTimeGetCurrent() - start  // expect: cf-time
    }

    func remaining(at now: Double = CACurrentMediaTime()) -> Double {  // expect: cf-time
      frame - now
    }

    // A function that is not called yet reads the clock each time somebody calls it.
    var now: () -> CFTimeInterval = CACurrentMediaTime  // expect: cf-time
  }

  let qualified = [
    CoreFoundation.CFAbsoluteTimeGetCurrent(),  // expect: cf-time
    QuartzCore.CACurrentMediaTime(),  // expect: cf-time
  ]
  let text = "\(CACurrentMediaTime())"  // expect: cf-time
  let date = CFDateCreate(nil, CFAbsoluteTimeGetCurrent())  // expect: cf-time

  func media() -> [CMTime] {
    [
      CMClockGetTime(CMClockGetHostTimeClock()),  // expect: cf-time
      CMClock.hostTimeClock.time,  // expect: cf-time
    ]
  }
  let ticks = [AudioGetCurrentHostTime(), CVGetCurrentHostTime()]  // expect: cf-time, cf-time

  // Not reported: the time of a clock that is given.

  func read(_ clock: CMClock, event: CFTimeInterval) -> CMTime { CMClockGetTime(clock) }
  let epoch = CFDateCreate(nil, 0)
  let second = CMTime(value: 1, timescale: 1)
  let converted = AudioConvertHostTimeToNanos(1)
#endif

protocol MediaClock {
  func CACurrentMediaTime() -> Double
}
func frame(of clock: any MediaClock) -> Double { clock.CACurrentMediaTime() }

// Texts: CFAbsoluteTimeGetCurrent()
let help = "CACurrentMediaTime()"
