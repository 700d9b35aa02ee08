import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Reported: the session that everybody shares.

struct Weather {
  let session: URLSession

  init(session: URLSession) {
    self.session = session
  }

  static func make() -> [Weather] {
    let shared = URLSession.shared  // expect: urlsession-shared
    // The report stands at the first word of the name.
    // expect@+1:14: urlsession-shared
    print("\(URLSession.shared.configuration.timeoutIntervalForRequest) seconds")
    return [
      Weather(session: shared),
      Weather(session: URLSession  // expect: urlsession-shared
        .shared),
      Weather(session: (URLSession.shared)),  // expect: urlsession-shared
    ]
  }

  static func stop() {
    URLSession.shared.invalidateAndCancel()  // expect: urlsession-shared
    URLSession.shared.getAllTasks { print($0.count) }  // expect: urlsession-shared
  }
}
// The type written beside an implicit member makes it one of these.
final class Loader {
  var session: URLSession = .shared  // expect: urlsession-shared
  init() { session = .init(configuration: .default) }  // expect: urlsession-any
  // In a closure it is asked for whenever that is called.
  init(make: () -> URLSession = { URLSession.shared }) {  // expect: urlsession-shared
    session = make()
  }
  func tasks(of loader: Loader) -> Loader {
    Loader(configured: (7, URLSession.shared))  // expect: urlsession-shared
  }
}

#if canImport(FoundationNetworking)
  let qualified = FoundationNetworking.URLSession.shared  // expect: urlsession-shared
#endif
#if canImport(Darwin)
  let foundation = Foundation.URLSession.shared  // expect: urlsession-shared
#endif

// Not reported: the default value of a parameter.

extension Loader {
  convenience init(
    count: Int = 1, _ session: URLSession = .shared
  ) {
    self.init { session }
  }
  convenience init(configured: (Int, session: URLSession) = (1, URLSession.shared)) {
    self.init { configured.session }
  }
  static func load<T>(
    _ type: T.Type, session: URLSession? = URLSession.shared, _ loader: Loader = Loader(count: 1, .shared)
  ) {}
  subscript(session: URLSession = URLSession.shared) -> Int { 1 }
}
enum Request {
  case get(session: URLSession = URLSession.shared)
}

// Not reported: a session or a client that is given.

protocol WeatherClient: Sendable {
  func temperature(in city: String) async throws -> Double
}
struct Forecast {
  let client: any WeatherClient
  let session: URLSession
  let shared: WeatherClient

  func text(for city: String) async throws -> String {
    session.finishTasksAndInvalidate()
    return "\(try await client.temperature(in: city)) \(try await shared.temperature(in: city))"
  }
}
let kind = URLSession.self
let configuration = URLSessionConfiguration.ephemeral

// Another type's members, and longer names.
enum Therapy {
  enum URLSession { static let shared = "couch" }
  struct Session: Sendable { static let shared = Session() }
}
let couch = Therapy.URLSession.shared
let session: Therapy.Session = .shared
extension URLSession {
  static var sharedForTests: URLSession? { nil }
}
let testSession = URLSession.sharedForTests

// Texts: URLSession.shared
let help = "URLSession.shared keeps its cookies"
