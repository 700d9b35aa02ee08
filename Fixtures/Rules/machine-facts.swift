import Foundation

// Reported: what the machine and its system are.

struct Pool {
  var width = ProcessInfo.processInfo.activeProcessorCount  // expect: machine-facts
  var limit = ProcessInfo.processInfo.physicalMemory / 4  // expect: machine-facts

  init(width: Int = ProcessInfo.processInfo.processorCount) {  // The seam itself.
    self.width = max(1, width - 1)
  }

  #if canImport(Darwin)
    static func half() -> Int {
      ProcessInfo().activeProcessorCount / 2  // expect: machine-facts
        + ProcessInfo().processorCount  // expect: machine-facts
        + Int(ProcessInfo().physicalMemory >> 30)  // expect: machine-facts
    }
  #endif
}

func userAgent() -> String {
  let version = ProcessInfo.processInfo.operatingSystemVersion  // expect: machine-facts
  let text = ProcessInfo.processInfo.operatingSystemVersionString  // expect: machine-facts
  let again = Foundation.ProcessInfo  // expect: machine-facts
    .processInfo
    .operatingSystemVersionString
  // The report stands at the first word of the name.
  // expect@+1:6: machine-facts
  if ProcessInfo.processInfo.isOperatingSystemAtLeast(version) { return text }
  return again
}

#if canImport(Darwin)
  func mayPrefetch() -> Bool {
    let info = ProcessInfo.processInfo
    return ProcessInfo.processInfo.thermalState == .nominal  // expect: machine-facts
      && !ProcessInfo.processInfo.isLowPowerModeEnabled  // expect: machine-facts
      && info.processorCount > 2  // expect: machine-facts
  }

  func memorySize() -> UInt64 {
    var size: UInt64 = 0
    var length = MemoryLayout<UInt64>.size
    sysctlbyname("hw.memsize", &size, &length, nil, 0)  // expect: machine-facts
    var query = [CTL_HW, HW_MEMSIZE]
    sysctl(&query, 2, &size, &length, nil, 0)  // expect: machine-facts
    return size
  }

  let system = ProcessInfo().operatingSystemVersionString  // expect: machine-facts
  let major = ProcessInfo().operatingSystemVersion.majorVersion  // expect: machine-facts
#endif

func machine() -> String {
  var name = utsname()
  guard uname(&name) == 0 else { return "" }  // expect: machine-facts
  let pages = sysconf(Int32(_SC_NPROCESSORS_ONLN))  // expect: machine-facts
  return "\(name.machine) \(pages)"
}

#if canImport(NIOCore)
  import NIOCore
  import NIOPosix
  let group = MultiThreadedEventLoopGroup(
    numberOfThreads: System.coreCount)  // expect: machine-facts
#endif

// Not reported: facts that are given, and what the compiler knows.

struct Scheduler {
  let width: Int
  let info: ProcessInfo

  func lanes() -> Int { min(width, info.activeProcessorCount) }
}
func isSupported() -> Bool {
  if #available(macOS 14, iOS 17, *) { return true }
  return false
}

// Another type's members, own functions and longer names.
enum Cluster {
  enum System {
    static let coreCount = 8
  }
  struct Printer {
    let uname: String
    func sysconf(_ key: Int) -> Int { key }
  }
}
let cores = Cluster.System.coreCount
let printer = Cluster.Printer(uname: "printer")
let settings = (printer.uname, printer.sysconf(1))
let processName = ProcessInfo.processInfo.processName

// Texts: ProcessInfo.processInfo.processorCount
let help = "uname(&name) asks for the machine"
