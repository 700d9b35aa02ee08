// Comments that were evidently meant to allow something, and do not.

import Foundation

let a = Date()  // determinism:allow date-init // expect: date-init, suppression-without-reason
let b = Date()  // determinism:allow date-init: // expect: date-init, suppression-without-reason
let c = Date()  // determinism:allow date-init: <reason> // expect: date-init, suppression-without-reason
let placeholder = Date()  // determinism:allow date-init: <#reason#> // expect: date-init, suppression-without-reason
let between = Date()  // determinism:allow date-init: the <#kind of#> log
let d = Date()  // determinism:allow: the clock // expect: date-init, suppression-without-reason
let e = Date()  // determinism:allow // expect: date-init, suppression-without-reason
let f = Date()  // determinism:allow date-init - the clock // expect: date-init, suppression-without-reason
let g = Date()  // determinism:allow date-init the clock: a seam // expect: date-init, suppression-without-reason
// determinism:allow-file date-init // expect: suppression-without-reason

// The colon and the words are as they are.
let h = Date()  // determinism: allow date-init: the clock // expect: date-init, suppression-without-reason
let i = Date()  // determinism :allow date-init: the clock // expect: date-init, suppression-without-reason
let j = Date()  // determinism:disable date-init: the clock // expect: date-init, suppression-without-reason
let k = Date()  // determinism:ignore // expect: date-init, suppression-without-reason
let k2 = Date()  // determinism:ignore the real moment is meant // expect: date-init, suppression-without-reason
// expect@+1: date-init, suppression-without-reason
let k3 = Date()  // swift-determinism-lint:disable:this date-init - a log
// expect@+1: suppression-without-reason
// swift-determinism-lint:disable-next-line
// expect@+1: date-init, suppression-without-reason
let k4 = Date()  // swift-determinism-lint: ignore date-init
let l = Date()  // determinism:allow(date-init): the clock // expect: date-init, suppression-without-reason
let m = Date()  // determinism:allow_file date-init: the clock // expect: date-init, suppression-without-reason

// Only comments of lines are suppressions.
// expect@+1: date-init, suppression-without-reason
let n = Date() /* determinism:allow date-init: the clock */
// expect@+1: suppression-without-reason
/// determinism:allow date-init: the clock
let o = Date()  // expect: date-init
// expect@+1: suppression-without-reason
/**
 * determinism:allow date-init: the clock
 */
let p = Date()  // expect: date-init

// Prose is prose.
// determinism: the seed is the same on every run
// determinism: allow nothing that reads the clock
// determinism: ignore what the clock says
// swift-determinism-lint: see the README
// In this file determinism:allow date-init: is no suppression.
// let q = Date() // determinism:allow date-init: code that is commented out
// determinism
// deterministic:allow date-init: the clock
let r = Date()  // expect: date-init
