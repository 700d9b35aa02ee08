import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Reported: sessions that are made, and methods named like those that make requests.

final class Client: NSObject, URLSessionDelegate {
  let session = URLSession(configuration: .ephemeral)  // expect: urlsession-any
  func makeSession() -> URLSession {
    URLSession(  // expect: urlsession-any
      configuration: .default, delegate: self, delegateQueue: nil)
  }

  func load(_ url: URL, _ request: URLRequest) async throws -> [Data] {
    // The report stands at the member where the receiver is not part of the name.
    // expect@+1:35: urlsession-any
    let first = try await session.data(from: url).0
    return [
      first,
      try await session.data(from: url, delegate: nil).0,  // expect: urlsession-any
      try await session.data(for: request).0,  // expect: urlsession-any
      try await session.data(for: request, delegate: nil).0,  // expect: urlsession-any
      try await session.upload(for: request, from: Data()).0,  // expect: urlsession-any
      try await session.upload(for: request, fromFile: url).0,  // expect: urlsession-any
    ]
  }

  func fetch(_ url: URL, _ request: URLRequest) async throws -> [URL] {
    [
      try await session.download(from: url).0,  // expect: urlsession-any
      try await session.download(for: request).0,  // expect: urlsession-any
    ]
  }

  func start(_ url: URL, _ request: URLRequest, _ done: @escaping @Sendable (Data?) -> Void) {
    session.dataTask(with: url).resume()  // expect: urlsession-any
    session.dataTask(with: request) { data, _, _ in done(data) }.resume()  // expect: urlsession-any
    session.downloadTask(with: url).resume()  // expect: urlsession-any
    session.downloadTask(with: request) { _, _, _ in }.resume()  // expect: urlsession-any
    session.uploadTask(with: request, from: Data()).resume()  // expect: urlsession-any
    session.uploadTask(  // expect: urlsession-any
      with: request, from: nil, completionHandler: { data, _, _ in done(data) }
    ).resume()
    session.uploadTask(with: request, fromFile: url).resume()  // expect: urlsession-any
    session  // in the background
      .uploadTask(with: request, fromFile: url) { data, _, _ in  // expect: urlsession-any
        done(data)
      }
      .resume()
    session.webSocketTask(with: url).resume()  // expect: urlsession-any
    session.webSocketTask(with: url, protocols: ["chat"]).resume()  // expect: urlsession-any
  }

  #if canImport(Combine)
    func publish(_ url: URL) -> URLSession.DataTaskPublisher {
      session.dataTaskPublisher(for: url)  // expect: urlsession-any
    }
  #endif
}

// The names belong to other types, too: the rule does not see the difference.
struct Files {
  func data(for name: String) -> String { name }
}
let stored = Files().data(for: "a")  // expect: urlsession-any

// Not reported: a client that is given, and what makes no request.

protocol WeatherClient {
  func temperature(in city: String) async throws -> Double
}
struct Forecast {
  let client: any WeatherClient

  func text(for city: String) async throws -> String {
    "\(try await client.temperature(in: city))"
  }
}
func stop(_ session: URLSession) {
  session.invalidateAndCancel()
}
let tasks: [URLSessionDataTask] = []

// Other labels, and longer names.
struct Disk {
  func data(at index: Int) -> Int { index }
  func download(_ name: String) -> String { name }
  func dataTasks(with name: String) -> [String] { [name] }
}
let disk = Disk()
let read = (disk.data(at: 1), disk.download("a"), disk.dataTasks(with: "b"))

// Texts: session.dataTask(with: url)
let help = "session.data(from: url) asks the server"
