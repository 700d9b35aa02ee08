import Foundation

// Reported: functions of C that know the time zone and the locale from the environment.

struct Log {
  func hour(_ seconds: time_t) -> Int32 {
    var seconds = seconds
    var parts = tm()
    localtime_r(&seconds, &parts)  // expect: c-localtime
    return parts.tm_hour + (localtime(&seconds)?.pointee.tm_hour ?? 0)  // expect: c-localtime
  }

  func seconds(_ parts: tm) -> time_t {
    var parts = parts
    // expect@+1:12: c-localtime
    return mktime(&parts)
  }

  func line(_ seconds: time_t, _ parts: tm) -> String {
    var (seconds, parts) = (seconds, parts)
    var buffer = [CChar](repeating: 0, count: 64)
    strftime(&buffer, buffer.count, "%c", &parts)  // expect: c-localtime
    ctime_r(&seconds, &buffer)  // expect: c-localtime
    return "\(String(cString: ctime(&seconds)))"  // expect: c-localtime
  }

  func configure() -> Int {
    tzset()  // expect: c-localtime
    setlocale(LC_ALL, "de_DE")  // expect: c-localtime
    Foundation.tzset()  // expect: c-localtime
    return localeconv() == nil ? 0 : 1  // expect: c-localtime
  }

  #if os(Windows)
    func windows(_ seconds: inout time_t, _ parts: inout tm) {
      localtime_s(&parts, &seconds)  // expect: c-localtime
    }
  #endif
}

// Backticks, and a function that is not called yet.
func spellings(_ parts: inout tm) -> time_t {
  let convert = mktime  // expect: c-localtime
  return convert(&parts) + `mktime`(&parts)  // expect: c-localtime
}

// Not reported: functions that know UTC alone, and a calendar that is given.

func utc(_ seconds: time_t, _ calendar: Calendar, _ date: Date) -> Int {
  var seconds = seconds
  var parts = tm()
  gmtime_r(&seconds, &parts)
  return Int(timegm(&parts)) + calendar.component(.hour, from: date)
}

// Members of the same name.
struct Clock {
  var localtime: Int
  func mktime() -> Int { self.localtime }
}
let clock = Clock(localtime: 1).mktime()

// Texts: localtime(&seconds)
let help = "localtime(&seconds)"
