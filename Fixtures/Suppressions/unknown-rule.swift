// Suppressions of rules that do not exist.

import Foundation

let a = Date()  // determinism:allow date-inti: the clock // expect: date-init, unknown-rule
let b = Date()  // determinism:allow date-init, clock: the other one holds // expect: unknown-rule
let c = Date()  // determinism:allow all: there is no such word // expect: date-init, unknown-rule
let d = Date()  // determinism:allow *: there is no such sign // expect: date-init, unknown-rule
let e = Date()  // determinism:allow Date-Init: case counts // expect: date-init, unknown-rule
let f = Date()  // determinism:allow date_init: words are joined by hyphens // expect: date-init, unknown-rule
let g = Date()  // determinism:allow one,,two, : nothing between commas is nothing // expect: date-init, unknown-rule, unknown-rule
let h = 1  // determinism:allow unused-suppression: it cannot be allowed itself // expect: unknown-rule
// determinism:allow-file clock: the file has none // expect: unknown-rule

// Both are told where a reason is missing, too.
let i = Date()  // determinism:allow date-inti // expect: date-init, unknown-rule, suppression-without-reason
