import Foundation

struct SystemClock {
  var now: () -> Date = Date.init  // allowed: date-init
}
