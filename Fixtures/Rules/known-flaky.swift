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

#if canImport(XCTest)
  final class SkippedTests: XCTestCase {
    func testSyncs() throws {
      try XCTSkipIf(Bool(true), "Flaky on CI")  // expect: known-flaky
      try XCTSkipUnless(Bool(false), "this is FLAKEY")  // expect: known-flaky
      throw XCTSkip("Potentially flaky, see 1\(2)3")  // expect: known-flaky
    }

    func testSyncsLater() throws {
      let reason = "1\(2) fails: flaky"
      throw XCTSkip(reason)  // expect: known-flaky
    }

    func testSyncsAgain() throws {
      try XCTSkipIf(Bool(true), #"intermittent "failures""#)  // expect: known-flaky
      // Not reported: another reason, and another word.
      try XCTSkipIf(Bool(true), "needs a network")
      throw XCTSkip("Snowflake has no test_flaky account; isFlaky")
    }
  }
#endif

@Test(.disabled("Flaky"))  // expect: known-flaky
func syncsSometimes() {}

@Test(.enabled(if: Bool(true), "flaky on CI"), .disabled("needs a network"))  // expect: known-flaky
func syncsElsewhere() {}

#if canImport(Darwin)
  final class LegacyTests: XCTestCase {
    func testSyncs() {
      XCTExpectFailure("at times", options: .nonStrict())  // expect: known-flaky
      let options = XCTExpectedFailure.Options.nonStrict()
      XCTExpectFailure("at times", options: options) {}  // expect: known-flaky
      XCTExpectFailure("at times", strict: false)  // expect: known-flaky
      XCTExpectFailure(strict: false) {}  // expect: known-flaky
      XCTExpectFailure("flaky")  // expect: known-flaky
      let lenient = XCTExpectedFailure.Options()  // expect: known-flaky
      lenient.isStrict = false
      XCTExpectFailure("at times", options: lenient)
      let strict = XCTExpectedFailure.Options()
      strict.isStrict = true
      XCTExpectFailure("not done yet", options: strict)
      XCTExpectFailure("not done yet", strict: true)
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

@Test func failsAlways() {
  withKnownIssue("not done yet", isIntermittent: false) {}
}

// Own functions.
struct Weather {
  func withKnownIssue(isIntermittent: Bool, _ body: () -> Void) { body() }
  func disabled(_ reason: String) {}
}
func forecast(_ weather: Weather) {
  weather.withKnownIssue(isIntermittent: true) {}
  weather.disabled("flaky")
}

// Texts: withKnownIssue(isIntermittent: true) {}
let help = "withKnownIssue(isIntermittent: true) hides what fails"
