#if canImport(CoreLocation)
  import CoreLocation
#endif
#if os(iOS)
  import CoreMotion
#endif
#if canImport(AVFoundation)
  import AVFoundation
#endif
#if canImport(CoreBluetooth)
  import CoreBluetooth
#endif
#if canImport(AuthenticationServices)
  import AuthenticationServices
#endif
#if canImport(HealthKit)
  import HealthKit
#endif
#if canImport(CoreNFC)
  import CoreNFC
#endif
#if canImport(UIKit)
  import UIKit
#endif

// Reported: sensors, cameras, radios, and the user.

#if canImport(CoreLocation)
  final class Compass {
    let manager = CLLocationManager()  // expect: hardware
    // The report stands at the first word of the name.
    // expect@+1:26: hardware
    var mayAsk: Bool { !(CLLocationManager().authorizationStatus == .denied) }
    func make() -> CLLocationManager { CLLocationManager.init() }  // expect: hardware
  }
#endif

#if os(iOS)
  struct Steps {
    let motion = CMMotionManager()  // expect: hardware
    let activity = CMMotionActivityManager()  // expect: hardware
    let steps = CMPedometer()  // expect: hardware
    let height: CMAltimeter? = CMAltimeter()  // expect: hardware
  }
#endif

#if canImport(AVFoundation)
  func startCamera() async -> Bool {
    guard AVCaptureDevice.default(for: .video) != nil else { return false }  // expect: hardware
    let all = AVCaptureDevice.DiscoverySession(  // expect: hardware
      deviceTypes: [], mediaType: .video, position: .back)
    print(all.devices.count)
    return await AVCaptureDevice.requestAccess(for: .video)  // expect: hardware
  }
#endif

#if canImport(CoreBluetooth)
  let central = CBCentralManager()  // expect: hardware
  let peripheral = CBPeripheralManager(delegate: nil, queue: nil)  // expect: hardware
#endif

#if canImport(AuthenticationServices)
  @MainActor func signIn(_ request: ASAuthorizationRequest) -> ASAuthorizationController {
    ASAuthorizationController(authorizationRequests: [request])  // expect: hardware
  }
#endif

#if canImport(HealthKit)
  let health = HKHealthStore()  // expect: hardware
#endif
#if canImport(CoreNFC)
  func scan(_ delegate: any NFCNDEFReaderSessionDelegate) -> NFCNDEFReaderSession {
    NFCNDEFReaderSession(  // expect: hardware
      delegate: delegate, queue: nil, invalidateAfterFirstRead: true)
  }
#endif

#if canImport(UIKit)
  @MainActor struct Device {
    let level = UIDevice.current.batteryLevel  // expect: hardware
    let state = UIDevice.current.batteryState  // expect: hardware
    var isUpright: Bool { UIDevice.current.orientation.isPortrait }  // expect: hardware
  }
#endif

// Not reported: a provider that is given.

struct Place { let name: String }
protocol LocationProvider {
  var place: Place? { get }
  var orientation: String { get }
}
struct Map {
  let provider: any LocationProvider
  var title: String { "\(provider.place?.name ?? "nowhere") \(provider.orientation)" }
}
#if canImport(CoreLocation)
  func request(_ manager: CLLocationManager) {
    manager.requestWhenInUseAuthorization()
  }
#endif

// Another type's members, and longer names.
enum Toys {
  struct CMPedometer { let isFun = true }
  struct CBCentralManagers { let count = 0 }
  enum AVCaptureDevice { static let `default` = "crayon" }
}
let toys = (Toys.CMPedometer().isFun, Toys.CBCentralManagers().count, Toys.AVCaptureDevice.default)

// Texts: CLLocationManager()
let help = "CLLocationManager() asks for the place"
