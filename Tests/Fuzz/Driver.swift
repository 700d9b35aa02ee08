import Foundation

// What libFuzzer calls; the tests call the same functions. A property that does not hold ends the
// process, as a crash does, and libFuzzer keeps the input.

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("there is no target '\(name)'")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    fatalError("\(target.rawValue): \(error)")
  }
  return 0
}
