import Foundation

struct User { let id: UUID }

// Reported: identifiers that are another one each time.

extension User {
  static func sample(id: UUID = UUID()) -> User { User(id: id) }  // expect: sample-uuid
  static let sampleAdmin = User(id: UUID.init())  // expect: sample-uuid
  static var mocks: [User] { (0..<3).map { _ in User(id: UUID()) } }  // expect: sample-uuid
}

final class UserSnapshotTests {
  let user = User(id: UUID())  // expect: sample-uuid
  let name = ProcessInfo.processInfo.globallyUniqueString  // expect: sample-uuid
}

// Not reported: identifiers that are written down.

extension User {
  static func sampleGuest(_ number: UInt8 = 1) -> User {
    User(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }

  static let previewGuest = User(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)
}

// Elsewhere another rule reports it.
let user = User(id: UUID())  // expect: uuid-init

// Texts: UUID()
let help = "UUID()"
