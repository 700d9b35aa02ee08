#if canImport(AsyncHTTPClient)
  import AsyncHTTPClient
  import Logging
#endif

// Reported: clients of async-http-client.

#if canImport(AsyncHTTPClient)
  struct Weather {
    let client: HTTPClient

    init(client: HTTPClient = HTTPClient.shared) {  // The seam itself.
      self.client = client
    }

    static func clients(_ configuration: HTTPClient.Configuration) -> [HTTPClient] {
      [
        HTTPClient(  // expect: async-http-client
          eventLoopGroupProvider: .singleton, configuration: configuration),
        HTTPClient.init(  // expect: async-http-client
          eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration),
        HTTPClient(  // expect: async-http-client
          eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration,
          backgroundActivityLogger: Logger(label: "client")),
        HTTPClient(  // expect: async-http-client
          eventLoopGroupProvider: .singleton, configuration: configuration,
          backgroundActivityLogger: Logger(label: "client")),
      ]
    }

    static func status(of url: String) async throws -> String {
      let answer = try await HTTPClient.shared.get(url: url).get()  // expect: async-http-client
      // The report stands at the first word of the name.
      // expect@+1:34: async-http-client
      return "\(answer.status) \(HTTPClient.shared.description)"
    }
  }
#endif

// Not reported: a client that is given, and those of other packages.

protocol WeatherClient {
  func temperature(in city: String) async throws -> Double
}
struct Forecast {
  let httpClient: any WeatherClient

  func text(for city: String) async throws -> String {
    "\(try await httpClient.temperature(in: city))"
  }
}

enum Registry {
  struct Configuration {}
  struct HTTPClient {
    static let shared = HTTPClient(configuration: .init()) { $0 }
    init(configuration: Configuration, answer: (String) -> String) {}
    init(_ answer: (String) -> String) {}
  }
  static let client = HTTPClient { request in request }
  static let other = HTTPClient(configuration: .init()) { request in request }
}
let registry = [Registry.HTTPClient.shared, Registry.client, Registry.other]

// Texts: HTTPClient.shared
let help = "HTTPClient.shared is everybody's"
