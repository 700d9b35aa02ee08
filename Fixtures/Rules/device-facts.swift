#if canImport(Darwin)
  import Foundation
#endif
#if canImport(UIKit)
  import UIKit
#endif
#if canImport(AppKit)
  import AppKit
#endif
#if os(watchOS)
  import WatchKit
#endif

// Reported: the device that the code happens to run on.

#if canImport(UIKit)
  @MainActor struct Report {
    var device = UIDevice.current.model  // expect: device-facts
    var system: String { UIDevice.current.systemVersion }  // expect: device-facts
    var isPad: Bool {
      UIDevice.current.userInterfaceIdiom == .pad  // expect: device-facts
    }
    let scale: CGFloat = UIScreen.main.scale  // expect: device-facts
    let idiom = UITraitCollection.current.userInterfaceIdiom  // expect: device-facts
    func describe(_ device: UIDevice = UIDevice.current) -> String {  // The seam itself.
      // The report stands at the first word of the name.
      // expect@+1:28: device-facts
      "\(device.name) at \(UIScreen.main.bounds)"
    }
  }
#endif

#if canImport(AppKit)
  @MainActor func placeWindow(_ window: NSWindow) {
    guard let screen = NSScreen.main else { return }  // expect: device-facts
    let widest = NSScreen.screens.map(\.frame.width).max() ?? 0  // expect: device-facts
    window.setFrameOrigin(NSPoint(x: widest / 2, y: screen.frame.minY))
  }
#endif

#if canImport(Darwin)
  let isOnMac =
    ProcessInfo.processInfo.isiOSAppOnMac  // expect: device-facts
    || ProcessInfo.processInfo.isMacCatalystApp  // expect: device-facts
#endif

#if os(watchOS)
  let watch = WKInterfaceDevice.current().name  // expect: device-facts
#endif

// Not reported: facts that are given.

struct Layout {
  var screenScale: Double
  var deviceName: String

  func width(of points: Double) -> Double { points * screenScale }
}
let layout = Layout(screenScale: 3, deviceName: "phone")

// Another type's members, and longer names.
enum Home {
  struct Device: Sendable { let name: String }
  enum UIDevice { static let current = Device(name: "lamp") }
  enum Screens { static let main = 1 }
}
let lamp = Home.UIDevice.current
let screen = Home.Screens.main

// Texts: UIDevice.current.name
let help = "UIDevice.current.model is the kind of device"
