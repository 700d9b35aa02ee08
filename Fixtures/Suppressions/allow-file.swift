// '// determinism:allow-file' excuses a rule in the whole file, wherever it stands.

import Foundation

let first = Date()

struct Clock {
  var now: Date { Date() }  // determinism:allow-file date-init: this is the seam
  var soon: Date { Date(timeIntervalSinceNow: 1) }  // expect: date-since-now
}

let last = Date()

// Where a comment on the line says the same, one of the two is enough.
let again = Date()  // determinism:allow date-init: the one nearest to the code excuses it

// determinism:allow-file date-init: a second one has nothing left // expect: unused-suppression
// determinism:allow-file timer-scheduled: there is no timer // expect: unused-suppression
