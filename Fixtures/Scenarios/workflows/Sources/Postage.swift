import Foundation

/// What a parcel costs on a day.
struct Postage {
  let day: Date

  static func today() -> Postage { Postage(day: Date()) }  // expect: date-init
}
