import Foundation

let now = Date()  // expect: date-init
