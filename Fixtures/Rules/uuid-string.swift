import Foundation

// Reported: a text or an identifier that is new with every call.

struct Upload {
  let name = ProcessInfo.processInfo.globallyUniqueString  // expect: uuid-string

  func temporaryFile(in folder: URL) -> URL {
    // expect@+1:35: uuid-string
    folder.appendingPathComponent(ProcessInfo.processInfo.globallyUniqueString)
  }

  func title(_ counter: Int) -> String {
    "\(counter)-\(Foundation.ProcessInfo.processInfo.globallyUniqueString)"  // expect: uuid-string
  }

  var boundary: String {
    ProcessInfo.processInfo  // expect: uuid-string
      .globallyUniqueString
      .replacingOccurrences(of: "-", with: "")
  }
}

#if canImport(Darwin)
  import CoreFoundation

  func identifiers() -> uuid_t {
    let object = CFUUIDCreate(nil)  // expect: uuid-string
    let other = CFUUIDCreate(kCFAllocatorDefault)!  // expect: uuid-string
    print(object as Any, CFUUIDCreateString(nil, other) as Any)

    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutablePointer(to: &bytes) { pointer in
      pointer.withMemoryRebound(to: UInt8.self, capacity: 16) { bytes in
        uuid_generate(bytes)  // expect: uuid-string
        uuid_generate_random(bytes)  // expect: uuid-string
        Darwin.uuid_generate_time(bytes)  // expect: uuid-string
      }
    }
    return bytes
  }
#endif

// Not reported: what is read back from a text, and names that are given.

struct Names {
  var globallyUniqueString: () -> String
}
func store(_ names: Names, _ id: UUID) -> [String] {
  [names.globallyUniqueString(), id.uuidString, ProcessInfo.processInfo.processName]
}
#if canImport(Darwin)
  func read(_ text: CFString) -> CFUUID? { CFUUIDCreateFromString(nil, text) }
#endif

// Another type's members.
enum Fake {
  struct ProcessInfo: Sendable {
    static let processInfo = ProcessInfo()
    var globallyUniqueString = "1"
  }
}
let fake = Fake.ProcessInfo.processInfo.globallyUniqueString

// Texts: ProcessInfo.processInfo.globallyUniqueString
let help = "ProcessInfo.processInfo.globallyUniqueString"
