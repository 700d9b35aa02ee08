import Foundation

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: identifiers that are made in a reducer, or in the default value of its state.

@Reducer
struct Todos {
  struct Todo {
    var id = UUID()  // expect: reducer-uuid
    let list: UUID
  }

  func reduce(into state: inout [Todo]) {
    state.append(Todo(id: UUID(), list: NSUUID() as UUID))  // expect: reducer-uuid, reducer-uuid
  }
}

extension Todos {
  static var name: String { ProcessInfo.processInfo.globallyUniqueString }  // expect: reducer-uuid
}

// Not reported: identifiers from a dependency, those that are known, and a live value.

@Reducer
struct Lists {
  let uuid: () -> UUID

  func reduce(into state: inout [UUID]) {
    state.append(uuid())
    state.append(UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)
  }

  enum UUIDKey: DependencyKey { static var liveValue: () -> UUID { { UUID() } } }
}

// Elsewhere another rule reports it.
let id = UUID()  // expect: uuid-init

// Texts: UUID()
let help = "UUID()"
