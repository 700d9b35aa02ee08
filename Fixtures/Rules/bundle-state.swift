import Foundation

#if canImport(MachO)
  import MachO
#endif

// Reported: what happens to be loaded.

final class Plugins {
  func all() -> [String] {
    let names = Bundle.allBundles.map(\.bundlePath)  // expect: bundle-state
    // The report stands at the first word of the name.
    // expect@+1:20: bundle-state
    return names + Bundle.allFrameworks.map(\.bundlePath)
  }

  func first() -> Bundle? {
    Foundation.Bundle.allBundles.first  // expect: bundle-state
  }

  func open(_ path: String) -> Bool {
    guard let handle = dlopen(path, RTLD_NOW) else { return false }  // expect: bundle-state
    return dlclose(handle) == 0
  }

  #if canImport(Darwin)
    func images() -> [String] {
      (0..<_dyld_image_count())  // expect: bundle-state
        .filter { _dyld_get_image_header($0) != nil }  // expect: bundle-state
        .map { String(cString: _dyld_get_image_name($0)) }  // expect: bundle-state
    }
  #endif
}

// Not reported: a bundle that is named.

struct Resources {
  let bundle: Bundle

  func url(of name: String) -> URL? { bundle.url(forResource: name, withExtension: "json") }
}
let resources = Resources(bundle: Bundle(for: Plugins.self))
let identified = Bundle(identifier: "com.example.plugin")

// Another type's members, own functions and longer names.
enum Garden {
  enum Bundle { static let allBundles = ["tulips"] }
  struct Gate {
    func dlopen(_ name: String, _ mode: Int) -> Bool { true }
    func open(_ name: String) -> Bool { dlopen(path: name) }
    func dlopen(path: String) -> Bool { true }
  }
}
let tulips = Garden.Bundle.allBundles
let isOpen = Garden.Gate().dlopen("north", 1)

// Texts: Bundle.allBundles
let help = "Bundle.allBundles lists what is loaded"
