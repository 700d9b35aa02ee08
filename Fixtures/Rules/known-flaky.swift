import Testing

#if canImport(XCTest)
  import XCTest
#endif

// Reported: tests that are marked as failing at times, in every overload.

func load() async {}

@Suite struct SyncTests {
  let here = SourceLocation(fileID: "a/b.swift", filePath: "b.swift", line: 1, column: 1)

  @Test func syncs() {
    withKnownIssue(isIntermittent: true) {  // expect: known-flaky
      #expect(Bool(false))
    }
    withKnownIssue("the clock", isIntermittent: true) {}  // expect: known-flaky
    withKnownIssue(isIntermittent: true, sourceLocation: here) {}  // expect: known-flaky
    withKnownIssue("a", isIntermittent: true, sourceLocation: here) {}  // expect: known-flaky
    // The report stands at the first word of the name.
    // expect@+1:5: known-flaky
    Testing.withKnownIssue(isIntermittent: true, {})
  }

  @Test func syncsLater() async throws {
    await withKnownIssue(isIntermittent: true) { await load() }  // expect: known-flaky
    withKnownIssue(isIntermittent: true) {} when: { true }  // expect: known-flaky
    withKnownIssue("a", isIntermittent: true) {  // expect: known-flaky
    } when: {
      true
    }
    withKnownIssue(isIntermittent: true) {} matching: { _ in true }  // expect: known-flaky
    withKnownIssue("a", isIntermittent: true) {  // expect: known-flaky
    } matching: { _ in
      true
    }
    withKnownIssue(isIntermittent: true) {  // expect: known-flaky
    } when: {
      true
    } matching: { _ in
      true
    }
    withKnownIssue("a", isIntermittent: true) {  // expect: known-flaky
    } when: {
      true
    } matching: { _ in
      true
    }
  }
}

#if canImport(Darwin)
  final class LegacyTests: XCTestCase {
    func testSyncs() {
      XCTExpectFailure("at times", options: .nonStrict())  // expect: known-flaky
      let options = XCTExpectedFailure.Options.nonStrict()  // expect: known-flaky
      XCTExpectFailure("at times", options: options) {}
    }
  }
#endif

// Not reported: tests that fail always.

@Test func fails() {
  withKnownIssue("not done yet") {
    #expect(Bool(false))
  }
  withKnownIssue("not done yet") {
    #expect(Bool(false))
  } matching: { _ in
    true
  }
}

// Own functions and other labels.
struct Weather {
  func withKnownIssue(isIntermittent: Bool, _ body: () -> Void) { body() }
  func nonStrict(_ level: Int) -> Int { level }
}
func forecast(_ weather: Weather) {
  weather.withKnownIssue(isIntermittent: true) {}
  print(weather.nonStrict(1))
}

// Texts: withKnownIssue(isIntermittent: true) {}
let help = "withKnownIssue(isIntermittent: true) hides what fails"
