import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(AppKit)
  import AppKit
#endif
#if canImport(UIKit)
  import UIKit
#endif
#if canImport(UserNotifications)
  import UserNotifications
#endif
#if canImport(WebKit)
  import WebKit
#endif

// Reported: instances that everybody shares.

final class Session {
  let files = FileManager.default  // expect: singletons
  let center: NotificationCenter

  init(center: NotificationCenter = NotificationCenter.default) {  // The seam itself.
    self.center = center
  }

  func start() {
    NotificationCenter.default.post(  // expect: singletons
      name: Notification.Name("started"), object: self)
    let name = Bundle.main.bundleIdentifier ?? ""  // expect: singletons
    // The report stands at the first word of the name.
    // expect@+1:17: singletons
    print(name, FileManager.default.fileExists(atPath: "/"))
    HTTPCookieStorage.shared.cookies?.forEach { print($0) }  // expect: singletons
    URLCache.shared.removeAllCachedResponses()  // expect: singletons
    print(URLCredentialStorage.shared.allCredentials.count)  // expect: singletons
  }
}
let qualified = Foundation.FileManager.default  // expect: singletons

// The type written beside an implicit member makes it one of these.
let files: FileManager = .default  // expect: singletons
func bundleName(_ bundle: Bundle = .main) -> String {  // The seam itself.
  bundle.bundlePath
}

#if canImport(AppKit)
  @MainActor func copy(_ text: String) {
    NSPasteboard.general.setString(text, forType: .string)  // expect: singletons
    NSApplication.shared.hide(nil)  // expect: singletons
    NSWorkspace.shared.open(URL(fileURLWithPath: "/"))  // expect: singletons
    DistributedNotificationCenter.default().post(  // expect: singletons
      name: Notification.Name("copied"), object: nil)
  }
#endif

#if canImport(UIKit)
  @MainActor func paste() -> String? {
    UIApplication.shared.isIdleTimerDisabled = true  // expect: singletons
    return UIPasteboard.general.string  // expect: singletons
  }
#endif

#if canImport(UserNotifications)
  let notifications = UNUserNotificationCenter.current()  // expect: singletons
#endif
#if canImport(WebKit)
  let webData = WKWebsiteDataStore.default()  // expect: singletons
#endif

// Not reported: instances that are given, and other ways to make one.

struct Store {
  let files: FileManager
  let center: NotificationCenter
  let bundle: Bundle

  func exists(_ path: String) -> Bool { files.fileExists(atPath: path) }
}
let store = Store(
  files: FileManager(), center: NotificationCenter(), bundle: Bundle(for: Session.self))

// Another type's members, and longer names.
enum Music {
  enum Bundle { static let main = "album" }
  enum Queue { static let shared = [1] }
}
let album = Music.Bundle.main
let songs = Music.Queue.shared
extension FileManager {
  static var defaultForTests: FileManager { FileManager() }
}
let testFiles = FileManager.defaultForTests

// Texts: FileManager.default
let help = "FileManager.default is shared"
