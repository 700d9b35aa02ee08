#if canImport(UIKit)
  import UIKit

  // Reported: what another device answers otherwise.

  @MainActor struct Registration {
    let device = UIDevice.current.identifierForVendor  // expect: device-ids

    func parameters() -> [String: String] {
      ["device": UIDevice.current.identifierForVendor?.uuidString ?? ""]  // expect: device-ids
    }
    func header() -> String {
      // expect@+1:14: device-ids
      return UIDevice
        .current
        .identifierForVendor!
        .uuidString
    }
  }
#endif

#if canImport(WatchKit)
  import WatchKit

  func watch() -> UUID? { WKInterfaceDevice.current().identifierForVendor }  // expect: device-ids
#endif

#if canImport(AdSupport)
  import AdSupport

  func campaign() -> String {
    "ad-\(ASIdentifierManager.shared().advertisingIdentifier.uuidString)"  // expect: device-ids
  }
#endif

// Not reported: an identifier that is given.

struct Device {
  var identifierForVendor: String?
  var advertisingIdentifier: String?
}
func register(_ device: Device) -> [String?] {
  [device.identifierForVendor, device.advertisingIdentifier]
}

// Another type's members.
enum Fake {
  enum UIDevice { static let current = Device(identifierForVendor: "1") }
}
let fake = Fake.UIDevice.current.identifierForVendor

// Texts: UIDevice.current.identifierForVendor
let help = "UIDevice.current.identifierForVendor"
