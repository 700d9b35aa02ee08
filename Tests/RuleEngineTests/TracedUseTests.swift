import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite("What a trace has found in a file")
struct TracedUseTests {
  private let text = """
    @Flow struct A {
      func run() {
        store.stamp()
        store.stamp()  // determinism:allow flow-date: stamped
        Date()
      }
    }
    func f() {
      Date()  // determinism:allow flow-date: a seam
    }
    // determinism:allow flow-date: nothing
    let x = 1
    """

  private func rules(allow: [String] = [], isTraced: Bool = true) throws -> CompiledRules {
    var flow = try rule("flow-date", bans: ["Date()"])
    flow.message = "a replay differs; take another"
    flow.inside = [try ScopeHeader(parsing: "@Flow")]
    flow.allow = try allow.map { try Glob(parsing: $0) }
    flow.trace.isOn = isTraced
    return CompiledRules([flow])
  }

  /// Two calls, and a use that a comment allows.
  private func traced(_ source: SourceFile) -> TracedUses {
    func offsets(of word: String) -> [Range<Int>] {
      let (bytes, word) = (source.bytes, Array(word.utf8))
      return bytes.indices.filter { bytes[$0...].starts(with: word) }.map {
        $0..<$0 + word.count
      }
    }
    var traced = TracedUses()
    traced.calls = offsets(of: "stamp").map { range in
      TracedUses.Call(
        of: "flow-date", at: range, FindingKey(scope: "A.run()", tokens: "Store.stamp()"),
        reaching: "Date()", notes: [Note(at: range.lowerBound, "'Store.stamp()' uses 'Date()'")])
    }.filter { source.bytes[$0.range.lowerBound - 1] == UInt8(ascii: ".") }
    traced.allowed = [("flow-date", offsets(of: "Date()")[1])]
    return traced
  }

  private func findings(_ rules: CompiledRules, _ traced: TracedUses?) -> FileFindings {
    var scratch = LintScratch()
    let source = sourceFile(text)
    return lint(
      source, relativePath: source.path, with: rules, tracing: traced, makingKeys: true,
      reusing: &scratch)
  }

  private func lines(_ diagnostics: [Diagnostic]) -> [String] {
    let lines = LineTable(Array(text.utf8))
    return diagnostics.map { "\(lines.location(of: $0.range.lowerBound).line) \($0.message)" }
  }

  @Test func aCallIsReportedWithItsWay() throws {
    let found = findings(try rules(), traced(sourceFile(text)))
    let words = "'Store.stamp()' can reach 'Date()'; a replay differs"
    #expect(
      lines(found.reported) == [
        "3 \(words)", "5 a replay differs; take another",
        "11 'flow-date' finds nothing on the next line of code; remove the comment",
      ])
    #expect(found.reported[0].key == FindingKey(scope: "A.run()", tokens: "Store.stamp()"))
    #expect(found.reported[0].notes.map(\.message) == ["'Store.stamp()' uses 'Date()'"])
    #expect(found.reported[0].rule?.id == "flow-date")
    let excused = found.all.filter { !$0.isReported }
    #expect(lines(excused) == ["4 \(words)"])
    #expect(excused.map(\.verdict) == [.allowedInSource(reason: "stamped")])
    #expect(found.allowedInSource == 1)
  }

  @Test func aPathAllowsCalls() throws {
    let found = findings(try rules(allow: ["File.swift"]), traced(sourceFile(text)))
    #expect(!found.reported.contains { $0.rule?.id == "flow-date" })
    #expect(found.allowedByPath == 3)
    #expect(found.usedSettings == [.allow(rule: "flow-date", pack: "test")])
  }

  @Test func withoutATraceNobodyKnowsWhatCommentsAreFor() throws {
    let without = findings(try rules(), nil)
    #expect(lines(without.reported) == ["5 a replay differs; take another"])
    // Of a rule that is never traced it is known.
    let never = findings(try rules(isTraced: false), nil)
    #expect(never.reported.count { $0.rule?.id == "unused-suppression" } == 3)
  }

  @Test func aCalleeThatIsBannedItselfIsReportedOnce() throws {
    var flow = try rule("flow-date", bans: ["_.stamp()"])
    flow.inside = [try ScopeHeader(parsing: "@Flow")]
    flow.trace.isOn = true
    let found = findings(CompiledRules([flow]), traced(sourceFile(text)))
    #expect(
      found.reported.filter { $0.rule?.id == "flow-date" }.map(\.message) == [
        "'flow-date' is banned"
      ])
  }

  @Test func theFirstOfManyRangesThatOverlaps() {
    let starts = [0, 2, 2, 5, 9, 14]
    let ranges = zip(starts, [20, 3, 4, 6, 12, 15]).map { $0..<$1 }
    for some in [ranges, Array(ranges.dropFirst()), []] {
      let search = OverlapSearch(some)
      for start in 0..<24 {
        for end in start + 1..<25 {
          #expect(
            search.first(overlapping: start..<end)
              == some.firstIndex { $0.overlaps(start..<end) })
        }
      }
    }
  }
}
