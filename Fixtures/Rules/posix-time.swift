import Foundation

#if canImport(Glibc)
  import Glibc
#endif

// Reported: the seconds since 1970.

struct Receipt {
  var stamp = time(nil)  // expect: posix-time

  mutating func renew() {
    time(&stamp)  // expect: posix-time
    stamp = time(nil) + 60  // expect: posix-time
    stamp = `time`(nil)  // expect: posix-time
    stamp = time(  // expect: posix-time
      nil)
  }

  var label: String { "printed at \(time(nil))" }  // expect: posix-time
}
#if canImport(Glibc)
  let qualified = Glibc.time(nil)  // expect: posix-time
#endif

// Not reported: a time that is given.

func age(of receipt: Receipt, at now: time_t, time: (Date, Int) -> time_t) -> Double {
  difftime(now, receipt.stamp) + Double(time(.distantPast, 0))
}

// Members, other labels and longer names.
struct Track {
  var time = 0
  func time(_ beat: Int) -> Int { beat }
  func time(of beat: Int) -> Int { self.time(beat) }
  func lifetime(_ beat: Int) -> Int { time(of: beat) + time }
}
func runtime(_ track: Track) -> Int { track.time(3) + track.lifetime(3) }

// Texts: time(nil)
let help = "time(nil)"
