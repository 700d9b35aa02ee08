// swift-format-ignore-file
// What the Swift overlay of the platform adds to the C headers, as far as it is used.
@_exported import CDarwin

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}
public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public typealias SignalHandler = @convention(c) (Int32) -> Void
public var SIG_DFL: SignalHandler? { nil }
public var SIG_IGN: SignalHandler { unsafeBitCast(1, to: SignalHandler.self) }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t)
  -> Int32
{ 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var CLOCK_MONOTONIC: clockid_t { clockid_t(rawValue: 6) }
public var CLOCK_REALTIME: clockid_t { clockid_t(rawValue: 0) }

/// The embedded standard library has none.
public enum CommandLine {
  public static var argc: Int32 { 0 }
  public static var unsafeArgv: UnsafeMutablePointer<UnsafeMutablePointer<Int8>?> { fatalError() }
  public static var arguments: [String] { [] }
}

/// The module of regular expressions has it, which embedded Swift does not.
extension StringProtocol {
  public func contains(_ other: some StringProtocol) -> Bool { false }
}
