import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

final class Flags: @unchecked Sendable {
  nonisolated(unsafe) static var shared = Flags()
  static let `default` = Flags()
  var isOn = false
  var count = 0
  var names: [String: Int] = [:]
  func reset() { isOn = false }
}

func change(_ value: inout Int) { value += 1 }

// Reported: tests that write to a shared instance, in whatever way.

@Suite struct FlagTests {
  @Test func turnsOn() {
    Flags.shared.isOn = true  // expect: test-global
    Flags.shared.count += 1  // expect: test-global
    Flags.shared.names["a"] = 1  // expect: test-global
    Flags.shared = Flags()  // expect: test-global
    Flags.default.isOn = true  // expect: test-global
    (Flags.shared.isOn, Flags.shared.count) = (true, 1)  // expect: test-global, test-global
    change(&Flags.shared.count)  // expect: test-global
  }

  @Test func turnsOff() {
    let old = Flags.shared.isOn
    Flags.shared.isOn = false  // expect: test-global
    #expect(!Flags.shared.isOn)
    Flags.shared.isOn = old  // expect: test-global
  }
}

extension FlagTests {
  func turnOn() { Flags.shared.isOn = true }  // expect: test-global
}

// Not reported: reads, calls, and writes that are taken back.

@Suite final class CalmTests {
  @Test func reads() {
    #expect(Flags.shared.isOn == false)
    Flags.shared.reset()
    let flags = Flags()
    flags.isOn = Flags.shared.isOn
  }

  @Test func turnsOn() {
    defer { Flags.shared.isOn = false }
    Flags.shared.isOn = true
    if Flags.shared.count == 0 { Flags.shared.isOn = false }
    Flags.shared.count = 2
  }

  deinit { Flags.shared.count = 0 }
}

@Suite struct OtherTests {
  // A 'defer' of another block, and another path.
  @Test func turnsOn() {
    do { defer { Flags.shared.isOn = false } }
    Flags.shared.isOn = true  // expect: test-global
    defer { Flags.shared.count = 0 }
    Flags.shared.names = [:]  // expect: test-global
  }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    override func setUp() { Flags.shared.isOn = true }
    override func tearDown() { Flags.shared.isOn = false }
    func testCounts() { Flags.shared.count = 1 }  // expect: test-global
  }
#endif

// Elsewhere the code may write.
func start() { Flags.shared.isOn = true }

// Texts: Flags.shared.isOn = true
let help = "Flags.shared.isOn = true"
