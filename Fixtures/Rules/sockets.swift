import Foundation

#if canImport(Network)
  import Network
#endif
#if canImport(SystemConfiguration)
  import SystemConfiguration
#endif

// Reported: connections, listeners and questions to the network.

#if canImport(Network)
  final class Chat {
    let monitor = NWPathMonitor()  // expect: sockets
    let wifi = NWPathMonitor(requiredInterfaceType: .wifi)  // expect: sockets

    func connect(to endpoint: NWEndpoint) throws {
      let connection = NWConnection(to: endpoint, using: .tcp)  // expect: sockets
      let other = NWConnection(host: "localhost", port: 80, using: .tcp)  // expect: sockets
      let listener = try NWListener(using: .tcp, on: .any)  // expect: sockets
      let browser = NWBrowser(  // expect: sockets
        for: .bonjour(type: "_chat._tcp", domain: nil), using: .tcp)
      print(connection, other, listener, browser)
    }
  }
#endif

#if canImport(Darwin)
  let service = NetService(domain: "local.", type: "_chat._tcp", name: "chat")  // expect: sockets
  let services = NetServiceBrowser()  // expect: sockets
#endif

#if canImport(SystemConfiguration)
  func reach(_ host: String, _ address: UnsafePointer<sockaddr>) -> Bool {
    SCNetworkReachabilityCreateWithName(nil, host) != nil  // expect: sockets
      || SCNetworkReachabilityCreateWithAddress(nil, address) != nil  // expect: sockets
  }
#endif

func dial(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Bool {
  // The report stands at the first word of the name.
  // expect@+1:20: sockets
  let descriptor = socket(AF_INET, 1, 0)
  return connect(descriptor, address, size) == 0  // expect: sockets
}

func resolve(_ host: String) -> Bool {
  var info: UnsafeMutablePointer<addrinfo>?
  defer { freeaddrinfo(info) }
  #if canImport(Glibc)
    print(Glibc.getaddrinfo(host, nil, nil, &info))  // expect: sockets
  #endif
  return getaddrinfo(host, "80", nil, &info) == 0  // expect: sockets
    || gethostbyname(host) != nil  // expect: sockets
}

// Not reported: a transport that is given.

protocol Transport {
  func send(_ bytes: [UInt8])
  func connect(to host: String, port: Int)
}
struct Messenger {
  let transport: any Transport
  var socket: Int32 = -1

  func say(_ text: String) {
    transport.connect(to: "chat", port: 80)
    transport.send(Array(text.utf8))
  }
}
let address = sockaddr()

// Another type's members, own functions and longer names.
enum Kitchen {
  struct NWConnection { init(to sink: String, using pipe: String) {} }
  struct Wall {
    func socket(_ row: Int, _ column: Int, _ height: Int) -> Int { row + column + height }
    func connect(_ first: String, _ second: String, _ third: String) {}
  }
}
let pipe = Kitchen.NWConnection(to: "sink", using: "copper")
let wall = Kitchen.Wall()
let socketOfLamp = wall.socket(1, 2, 3)
func wire() {
  wall.connect("a", "b", "c")
}

// Texts: socket(AF_INET, SOCK_STREAM, 0)
let help = "NWConnection(to: endpoint, using: .tcp) opens nothing yet"
