import Foundation

// Reported: the defaults that all runs and tests share.

struct Preferences {
  var defaults = UserDefaults.standard  // expect: user-defaults-standard

  init(defaults: UserDefaults = UserDefaults.standard) {  // The seam itself.
    self.defaults = defaults
  }

  var isFirstLaunch: Bool {
    get { !UserDefaults.standard.bool(forKey: "launched") }  // expect: user-defaults-standard
    set {
      Foundation.UserDefaults.standard.set(  // expect: user-defaults-standard
        !newValue, forKey: "launched")
    }
  }

  static func reset() {
    UserDefaults().removePersistentDomain(forName: "tests")  // expect: user-defaults-standard
    UserDefaults  // expect: user-defaults-standard
      .standard
      .removeObject(forKey: "launched")
    let fresh = UserDefaults.init()  // expect: user-defaults-standard
    let make: () -> UserDefaults = UserDefaults.init  // expect: user-defaults-standard
    // The report stands at the first word of the name.
    // expect@+1:29: user-defaults-standard
    print(make(), fresh, "\(UserDefaults.standard.integer(forKey: "count")) launches")
  }

}

// The type written beside an implicit member makes it one of these.
final class Badge {
  private let defaults: UserDefaults = .standard  // expect: user-defaults-standard
  var fallback: UserDefaults? = .init()  // expect: user-defaults-standard

  init(count: Int, defaults: UserDefaults = .standard) {  // The seam itself.
    defaults.set(count, forKey: "badge")
  }

  func suite(_ name: String) -> UserDefaults {
    return UserDefaults(suiteName: name) ?? .standard  // expect: user-defaults-standard
  }
}

#if canImport(Darwin)
  let cloud = NSUbiquitousKeyValueStore.default  // expect: user-defaults-standard
#endif

// Not reported: defaults that are given, and suites.

final class Onboarding {
  let defaults: UserDefaults

  init(defaults: UserDefaults) { self.defaults = defaults }

  var wasShown: Bool { defaults.bool(forKey: "onboarding") }
}
func makeSuite(_ name: String = #function) -> UserDefaults? {
  UserDefaults(suiteName: name)
}
let argumentDomain = UserDefaults.argumentDomain

// Another type's members, and longer names.
enum Game {
  enum UserDefaults { static let standard = 60 }
  struct Rules: Sendable { static let standard = Rules() }
}
let limits = Game.UserDefaults.standard
let rules: Game.Rules = .standard

// Texts: UserDefaults.standard
let help = "stored in UserDefaults.standard"
