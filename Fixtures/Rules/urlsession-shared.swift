import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Reported: the session that everybody shares.

struct Weather {
  let session: URLSession

  init(session: URLSession = URLSession.shared) {  // expect: urlsession-shared
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
  init(_ session: URLSession = .shared) {  // expect: urlsession-shared
    self.session = session
  }
}

#if canImport(FoundationNetworking)
  let qualified = FoundationNetworking.URLSession.shared  // expect: urlsession-shared
#endif
#if canImport(Darwin)
  let foundation = Foundation.URLSession.shared  // expect: urlsession-shared
#endif

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
