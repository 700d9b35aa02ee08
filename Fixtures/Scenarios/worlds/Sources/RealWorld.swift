import Foundation

enum RealWorld: Environment {
  static var now: Date { NSDate() as Date }  // allowed: date-init
}
