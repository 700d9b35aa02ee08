import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The macro of the Composable Architecture is stood in for by a global actor.
@globalActor actor Reducer { static let shared = Reducer() }

protocol DependencyKey {}

// Reported: networks, files and the defaults.

@Reducer
struct Weather {
  let session = URLSession.shared  // expect: reducer-io

  func reduce(into state: inout Data, from url: URL) throws {
    state = try Data(contentsOf: url)  // expect: reducer-io
    UserDefaults.standard.set(state, forKey: "weather")  // expect: reducer-io
    if ProcessInfo.processInfo.environment["DEMO"] != nil { state = Data() }  // expect: reducer-io
  }
}

extension Weather {
  static var files: FileManager { .default }  // expect: reducer-io
}

// Not reported: a client from a dependency, and the live value of one.

@Reducer
struct Climate {
  let load: (URL) async throws -> Data

  func reduce(into state: inout Data, from url: URL) async throws {
    state = try await load(url)
  }

  enum LoadKey: DependencyKey {
    static var liveValue: (URL) async throws -> Data { { try Data(contentsOf: $0) } }
  }
}

// Elsewhere another rule reports it.
let session = URLSession.shared  // expect: urlsession-shared

// Texts: URLSession.shared
let help = "URLSession.shared"
