import Foundation

// Reported: an identifier that is random, however it is spelled.

struct Order: Identifiable {
  let id: UUID
  var batch = UUID()  // expect: uuid-init
  var parent: UUID? = UUID.init()  // expect: uuid-init
  var reference = NSUUID()  // expect: uuid-init
  var text = NSUUID().uuidString  // expect: uuid-init

  init(id: UUID = UUID()) {  // The seam itself.
    self.id = id
  }

  func renewed(keeping parent: UUID?) -> [UUID] {
    [
      parent ?? UUID(),  // expect: uuid-init
      Foundation.UUID(),  // expect: uuid-init
      (UUID)(),  // expect: uuid-init
      `UUID`(),  // expect: uuid-init
      UUID  // expect: uuid-init
        .init(),
      NSUUID.init() as UUID,  // expect: uuid-init
    ]
  }

  // Code inside a string is code.
  var file: String { "order-\(UUID().uuidString).json" }  // expect: uuid-init
}

#if compiler(>=6.3)
  // Module selectors, SE-0491.
  let selected = Foundation::UUID()  // expect: uuid-init
#endif

// The type that is written beside it is the one that is made.
struct Line {
  var id: UUID = .init()  // expect: uuid-init
  var object: NSUUID? = .init()  // expect: uuid-init
  func copy(id: UUID = .init()) -> [UUID] { [id] }  // The seam itself.
  static func makeID() -> UUID { .init() }  // expect: uuid-init
}

// An initializer that is not applied makes a new identifier each time somebody applies it.
struct Shop {
  var makeID: () -> UUID = UUID.init  // expect: uuid-init
  var makeObject: () -> NSUUID = NSUUID.init  // expect: uuid-init
}

// Proposed in SF-0041, and in no release yet: the compiler skips this.
#if UUIDVersions
  func versions(_ date: Date, _ generator: inout some RandomNumberGenerator) -> [UUID] {
    [
      UUID.version4(),  // expect: uuid-init
      UUID.version7(),  // expect: uuid-init
      UUID.version7(at: date),  // expect: uuid-init
      UUID.version7(using: &generator),  // expect: uuid-init
      UUID.version7(using: &generator, at: date),
    ]
  }
#endif

// Not reported: identifiers that are given, or made from what is given.

func restored(_ text: String, _ bytes: uuid_t) -> [UUID?] {
  [UUID(uuidString: text), UUID(uuid: bytes), NSUUID(uuidString: text) as UUID?]
}
func drawn(from generator: inout some RandomNumberGenerator) -> UUID {
  UUID.random(using: &generator)
}
struct Records {
  var uuid: () -> UUID
  func add() -> UUID { uuid() }
}
extension UUID {
  init(_ number: UInt8) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
  static let sample = UUID(1)
}

// Lists of identifiers are not identifiers.
let none = [UUID]()
let noneByName = [String: UUID]()
let noneAtAll = Set<UUID>()
let type = UUID.self
let empty: [UUID] = .init()

// Another type's members, and longer names.
enum Bluetooth {
  struct UUID { var short: UInt16 = 0 }
}
let service = Bluetooth.UUID()
func makeUUID() -> UUID { .sample }
let made = makeUUID()

// Texts: UUID()
let help = "UUID()"
