// Suppressions that excuse nothing.

import Foundation

let a = 1  // determinism:allow date-init: nothing here // expect: unused-suppression
let b = Date()  // determinism:allow date-init, timer-scheduled: no timer // expect: unused-suppression
let c = Date()  // determinism:allow date-init, date-init: said twice // expect: unused-suppression

// determinism:allow date-init: the line below holds no date // expect: unused-suppression
let d = 1
let e = Date()  // expect: date-init

// determinism:allow date-init: the line below has a suppression already // expect: unused-suppression
let f = Date()  // determinism:allow date-init: the nearest one counts

// determinism:allow date-init: of two, the second counts // expect: unused-suppression
// determinism:allow date-init: it is nearer to the code
let g = Date()

// What is reported is 'Date()'; nothing is said of the member.
let h = Date().timeIntervalSinceNow  // determinism:allow date-since-now: no // expect: date-init, unused-suppression

func i() {
  print(Date())  // expect: date-init
  // determinism:allow date-init: a brace is code // expect: unused-suppression
}

// determinism:allow date-init: no code follows // expect: unused-suppression
