import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

final class Model {
  var isLoaded = false
  func load() async { isLoaded = true }
}

// Reported: tests that sleep, themselves or in what they declare.

@Suite struct ModelTests {
  let model = Model()

  @Test func loads() async throws {
    try await Task.sleep(for: .seconds(1))  // expect: test-sleep
    try await Task.sleep(nanoseconds: 1)  // expect: test-sleep
    try await ContinuousClock().sleep(for: .seconds(1))  // expect: test-sleep
    #expect(model.isLoaded)
  }

  private func waitABit() { Thread.sleep(forTimeInterval: 1) }  // expect: test-sleep
}

extension ModelTests {
  func waitAgain() { usleep(1) }  // expect: test-sleep
}

@Test func confirms() async {
  await confirmation { confirm in
    try? await Task.sleep(for: .seconds(1))  // expect: test-sleep
    confirm()
  }
}

#if canImport(XCTest)
  final class LegacyTests: XCTestCase {
    func testLoads() {
      _ = sleep(1)  // expect: test-sleep
    }
  }

  class ModelTestCase: XCTestCase {}

  final class OwnBase: ModelTestCase {
    func testLoads() { sleep(1) }  // expect: test-sleep
  }

  extension OwnBase {
    func waitABit() { sleep(1) }  // expect: test-sleep
  }
#endif

// Classes of a test target, whatever their superclass is.
final class SyncTests: ModelSupport {
  func testSyncs() { sleep(1) }  // expect: test-sleep
}

class ModelSupport {
  func pause() { sleep(1) }  // expect: c-sleep
}

// Not reported: work that is awaited, and a clock that a test sets.

@Suite struct CalmTests {
  @Test func loads() async {
    let model = Model()
    await model.load()
    await confirmation { $0() }
    #expect(model.isLoaded)
  }

  func advance(_ clock: any Clock<Duration>) async throws {
    try await clock.sleep(for: .seconds(1))
  }
}

// Elsewhere another rule reports it.
func pause() async throws { try await Task.sleep(for: .seconds(1)) }  // expect: task-sleep

// Texts: Task.sleep(for: .seconds(1))
let help = "Task.sleep(for: .seconds(1))"
