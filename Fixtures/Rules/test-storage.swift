import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: names of storage that other tests and the last run have, too.

@Suite struct SettingsTests {
  let defaults = UserDefaults(suiteName: "SettingsTests")  // expect: test-storage
  let raw = UserDefaults(suiteName: #"SettingsTests"#)  // expect: test-storage
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    let defaults = UserDefaults(suiteName: "Legacy")!  // expect: test-storage
  }
#endif

// Not reported: a name that is new in each test, or that somebody gives.

@Suite struct CalmTests {
  let name = UUID().uuidString  // expect: uuid-init

  @Test func saves() {
    _ = UserDefaults(suiteName: "CalmTests-\(name)")
    _ = UserDefaults(suiteName: name)
    _ = UserDefaults(suiteName: nil)
  }
}

// Reported: doubles beside the tests, too.
extension Settings {
  static var preview: UserDefaults? { UserDefaults(suiteName: "preview") }  // expect: test-storage
}
struct Settings {}

// Texts: UserDefaults(suiteName: "SettingsTests")
let help = "UserDefaults(suiteName: name)"
