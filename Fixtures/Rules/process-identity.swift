import Foundation

// Reported: names and numbers of the process, its user and its host.

struct LogLine {
  var text: String
  var process = ProcessInfo.processInfo.processIdentifier  // expect: process-identity
  var host: String = ProcessInfo.processInfo.hostName  // expect: process-identity

  func written(by user: String = NSUserName()) -> String {  // The seam itself.
    "\(user): \(text)"
  }

  static func author() -> String {
    let full = NSFullUserName()  // expect: process-identity
    return full.isEmpty ? Foundation.NSUserName() : full  // expect: process-identity
  }
}

struct Account {
  let names = [
    ProcessInfo.processInfo.userName,  // expect: process-identity
    ProcessInfo.processInfo.fullUserName,  // expect: process-identity
  ]
  let isRoot = getuid() == 0  // expect: process-identity
  let mayWrite = geteuid() == 0 || getegid() == 0  // expect: process-identity, process-identity
  let group = getgid()  // expect: process-identity
}

// The report stands at the first word of the name.
// expect@+1:33: process-identity
let socketPath = "/tmp/daemon-\(getpid()).sock"
let parent = getppid()  // expect: process-identity
#if canImport(Glibc)
  let qualified = Glibc.getpid()  // expect: process-identity
#endif

func machineName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count) == 0 else { return "" }  // expect: process-identity
  return Host.current().localizedName ?? ""  // expect: process-identity
}

func number(_ read: () -> Int32 = getpid) -> Int32 { read() }  // The seam itself.

func loginName() -> String? {
  getlogin().map { String(cString: $0) }  // expect: process-identity
}

#if canImport(Darwin)
  let signature = [
    "\(ProcessInfo().processIdentifier)",  // expect: process-identity
    ProcessInfo().hostName,  // expect: process-identity
    ProcessInfo().userName,  // expect: process-identity
    ProcessInfo().fullUserName,  // expect: process-identity
  ]
#endif

// Not reported: identities that are given.

struct Daemon {
  let processID: Int32
  let info: ProcessInfo
  let userName: String

  func describe() -> String {
    "\(processID) \(info.processIdentifier) \(userName) \(info.hostName)"
  }
}
func host(of url: URL, named name: String) -> Host? {
  url.host == name ? Host(name: name) : nil
}

// Another type's members, own functions and longer names.
enum Fleet {
  struct Node {
    let hostName: String
    func getpid() -> Int32 { 1 }
    func getuid(of name: String) -> UInt32 { 0 }
  }
}
let node = Fleet.Node(hostName: "a1")
let numbers = (node.getpid(), node.getuid(of: "root"), node.hostName)

// Texts: getpid(), ProcessInfo.processInfo.hostName
let help = "getpid() is the number of the process"
