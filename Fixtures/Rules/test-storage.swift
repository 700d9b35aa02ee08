import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: names of storage that other tests and the last run have, too.

@Suite struct SettingsTests {
  let defaults = UserDefaults(suiteName: "SettingsTests")  // expect: test-storage
  let raw = UserDefaults(suiteName: #"SettingsTests"#)  // expect: test-storage

  @Test func saves() {
    let folder = FileManager.default.temporaryDirectory  // expect: temporary-directory
    // expect@+1:16: test-storage
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("settings.json")
    let other = folder.appendingPathComponent("a", isDirectory: true)  // expect: test-storage
    let text = NSTemporaryDirectory().appending("settings.txt")  // expect: test-storage
    #expect(file != other && text != "")
  }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    let defaults = UserDefaults(suiteName: "Legacy")!  // expect: test-storage
  }
#endif

#if canImport(Darwin)
  extension SettingsTests {
    var file: URL { .temporaryDirectory.appending(path: "a.json") }  // expect: test-storage
    var other: URL { URL.temporaryDirectory.appending(component: "b") }  // expect: test-storage
  }
#endif

// Not reported: a name that is new in each test, or that somebody gives.

@Suite struct CalmTests {
  let name = UUID().uuidString  // expect: uuid-init

  @Test func saves() {
    _ = UserDefaults(suiteName: "CalmTests-\(name)")
    _ = UserDefaults(suiteName: name)
    _ = UserDefaults(suiteName: nil)
    let folder = FileManager.default.temporaryDirectory  // expect: temporary-directory
    _ = folder.appendingPathComponent(name)
    _ = folder.appendingPathComponent("CalmTests").appendingPathComponent(name)
  }
}

// Reported: doubles beside the tests, too.
extension Settings {
  static var preview: UserDefaults? { UserDefaults(suiteName: "preview") }  // expect: test-storage
}
struct Settings {}

// Texts: UserDefaults(suiteName: "SettingsTests")
let help = "UserDefaults(suiteName: name)"
