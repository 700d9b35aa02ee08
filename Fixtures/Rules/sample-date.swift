import Foundation

// A view's preview is stood in for.
protocol PreviewProvider {}
@freestanding(expression) macro Preview<View>(_ body: () -> View) -> View =
  #externalMacro(module: "Previews", type: "PreviewMacro")

struct Payment: Equatable {
  let paidAt: Date
  var isNew = false
}

// Reported: dates in samples, in whatever begins with their names, default arguments included.

extension Payment {
  static func sample(paidAt: Date = Date()) -> Payment {  // expect: sample-date
    Payment(paidAt: paidAt)
  }

  static func samples() -> [Payment] {
    [Payment(paidAt: .now), Payment(paidAt: Date(timeIntervalSinceNow: -60))]  // expect: sample-date, sample-date
  }

  static var previewPaid: Payment { Payment(paidAt: Date.now) }  // expect: sample-date
  static let mockOpen = Payment(paidAt: .now)  // expect: sample-date
}

class Invoice {
  class func sampleDate() -> Date { Date() }  // expect: sample-date
  class var sampleDay: Date { Date() }  // expect: sample-date
}

// Previews and snapshot tests.

struct PaymentPreviews: PreviewProvider {
  static var previews: Payment { Payment(paidAt: Date()) }  // expect: sample-date
}

final class PaymentSnapshotTests {
  func testRow() {
    let row = Payment(paidAt: Date())  // expect: sample-date
    assert(row.isNew == false)
  }
}

// Not reported: dates that are written down.

extension Date {
  static let sample = Date(timeIntervalSince1970: 1_700_000_000)
}

extension Payment {
  static func sampleRefund(paidAt: Date = .sample) -> Payment {
    Payment(paidAt: paidAt.addingTimeInterval(60))
  }
}

// Elsewhere another rule reports it: a name that goes on is one, one that ends so is none.
extension Payment {
  static func resample() -> Payment { Payment(paidAt: Date()) }  // expect: date-init
  func sample() -> Payment { Payment(paidAt: Date()) }  // expect: date-init
}

// Texts: Date()
let help = "Date() in a sample"
