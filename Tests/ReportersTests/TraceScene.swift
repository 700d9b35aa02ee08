import Diagnostics
import Reporters

typealias Place = TraceReport.Place
typealias Entry = TraceReport.Entry
typealias Reach = TraceReport.Reach

/// A trace of two files, and what tests say of it.
enum TraceScene {
  static let store = """
    struct Store {
      func stamp() -> Date {
        Date()
      }
    }

    struct Model {
      let store = Store()
      func refresh() {
        shown = store.stamp()
      }
    }

    """

  static let tests = """
    final class FeedTests: XCTestCase {
      func testShowsToday() {
        Model().refresh()
      }
      func testGrüße() {
        /* 😀 */ Model().refresh()
      }
      func testNow() {
        _ = Date()
      }
    }

    """

  static let sources = ["Sources/Store.swift": store, "Tests/FeedTests.swift": tests]

  static let dateInit = RuleReference(
    id: "date-init", category: "clock", url: "https://example.org/d")

  static func place(_ path: String, _ line: Int, _ column: Int) -> Place {
    Place(FilePath(path), line: line, column: column)
  }

  static func cause(
    _ rule: RuleReference = dateInit, _ severity: Severity = .error, at place: Place,
    in scope: String, _ tokens: String = "Date()"
  ) -> TraceReport.Cause {
    TraceReport.Cause(
      severity, rule, "the clock is read", at: place, key: FindingKey(scope: scope, tokens: tokens))
  }

  /// Three tests: two through a model, one by itself.
  static var report: TraceReport {
    let refresh = TraceHop("Model.refresh()", .calls, "Store.stamp()", at: storeCall)
    func test(_ name: String, _ line: Int, _ column: Int) -> Entry {
      let hop = TraceHop(
        "FeedTests.\(name)", .calls, "Model.refresh()",
        at: place("Tests/FeedTests.swift", line + 1, column))
      return Entry(
        "FeedTests.\(name)", .test, at: place("Tests/FeedTests.swift", line, 8),
        reaches: [Reach(cause: 0, path: [hop, refresh])])
    }
    let own = Entry(
      "FeedTests.testNow()", .test, at: place("Tests/FeedTests.swift", 8, 8),
      reaches: [Reach(cause: 1, path: [])])
    var report = TraceReport(
      causes: [
        cause(at: place("Sources/Store.swift", 3, 5), in: "Store.stamp()"),
        cause(at: place("Tests/FeedTests.swift", 9, 9), in: "FeedTests.testNow()"),
      ],
      entries: [test("testShowsToday()", 2, 13), test("testGrüße()", 5, 24), own],
      entryCount: 5, fileCount: 2, notFollowed: NotFollowed())
    report.notFollowed.uses = 9
    report.notFollowed.unknownReceivers = 2
    report.notFollowed.storedClosures = 1
    report.allowedCount = 3
    return report
  }

  static let storeCall = place("Sources/Store.swift", 10, 19)

  static let nothing = TraceReport(
    causes: [], entries: [], entryCount: 5, fileCount: 2,
    notFollowed: NotFollowed())

  /// A trace in which one test reaches a cause by one hop.
  static func report(through hop: TraceHop, kind: TraceReport.EntryKind = .test) -> TraceReport {
    let entry = Entry(
      hop.name, kind, at: place("T.swift", 1, 1), reaches: [Reach(cause: 0, path: [hop])])
    return TraceReport(
      causes: [cause(at: place("S.swift", 7, 3), in: hop.callee)], entries: [entry],
      entryCount: 1, fileCount: 2, notFollowed: NotFollowed())
  }
}

/// All that is written of a trace.
func text(
  _ report: TraceReport, _ format: TraceFormat, isColored: Bool = false, listsAll: Bool = false,
  sources: [String: String] = TraceScene.sources, receipt: String? = "Traced 5 tests.",
  rules: [String: RuleDescription] = [:], failures: Failures = Failures(), notices: [Notice] = []
) -> String {
  var bytes: [UInt8] = []
  let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Feed"))
  let style = TraceStyle(format, isColored: isColored, listsAll: listsAll, root: root)
  writeTrace(
    report, style, exitStatus: 1, tool: ToolDescription(version: "1.2.3", rules: rules),
    receipt: receipt, failures, notices,
    sources: { sources[$0.string].map { Array($0.utf8) } },
    to: { added in
      bytes += added
      return true
    })
  return String(decoding: bytes, as: UTF8.self)
}
