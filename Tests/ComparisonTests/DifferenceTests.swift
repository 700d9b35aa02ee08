import Diagnostics
import Testing

@testable import Comparison

/// Findings are written `scope: line`, e.g. `Feed.refresh(): let now = Date()`; the rule is always
/// the same and the tokens are what stands before the last `(`.
@Suite struct DifferenceTests {
  @Test(arguments: [
    // An equal key accounts for one, whatever its line.
    (["f(): a Date()"], ["f(): b Date()"], [], []),
    (["f(): a Date()"], ["f(): a Date()", "f(): a Date()"], ["1"], []),
    // Among equal keys those with the same line pair first: the new one is told from the others.
    (["f(): b Date()"], ["f(): a Date()", "f(): b Date()"], ["0"], []),
    (["f(): a Date()", "f(): b Date()"], ["f(): b Date()"], [], ["0"]),
    // Another declaration or another API is another finding.
    (["f(): a Date()"], ["g(): a Date()"], ["0"], ["0"]),
    (["f(): a Date()"], ["f(): a UUID()"], ["0"], ["0"]),
    ([], ["f(): a Date()"], ["0"], []), (["f(): a Date()"], [], [], ["0"]), ([], [], [], []),
  ])
  func aFileIsComparedWithItsOldText(
    old: [String], new: [String], introduced: [String], removed: [String]
  ) {
    let result = FileDifference(
      from: old.map { finding($0) }, to: new.map { finding($0) })
    #expect(result.introduced.map(String.init) == introduced)
    #expect(result.removed == removed.map { finding(old[Int($0)!]) })
  }

  @Test func aFunctionThatIsRenamedTakesItsFindingsAlong() {
    let file = difference("a.swift", ["g(): now = Date()"], ["f(): now = Date()"])
    #expect(introduced([file], old: ["f()"], new: ["g()"]) == [[]])
    // With another line it is another use.
    let other = difference("a.swift", ["g(): end = Date()"], ["f(): now = Date()"])
    #expect(introduced([other], old: ["f()"], new: ["g()"]) == [[0]])
  }

  @Test func aLineBetweenTwoDeclarationsThatStayIsNew() {
    let file = difference("a.swift", ["g(): now = Date()"], ["f(): now = Date()"])
    #expect(introduced([file], old: ["f()", "g()"], new: ["f()", "g()"]) == [[0]])
    // Extracted into a function that was not there, and put back.
    #expect(introduced([file], old: ["f()"], new: ["f()", "g()"]) == [[]])
    #expect(introduced([file], old: ["f()", "g()"], new: ["g()"]) == [[]])
  }

  @Test func aDeclarationThatMovesToAnotherFileTakesItsFindingsAlong() {
    let files = [
      difference("a.swift", [], ["f(): now = Date()"]),
      difference("b.swift", ["f(): let now = Date()", "f(): end = Date()"], []),
    ]
    #expect(introduced(files, old: ["f()"], new: ["f()"]) == [[], [1]])
  }

  @Test func codeOutsideOfDeclarationsIsTheSameElsewhereOnlyIfItsLineIs() {
    let files = [
      difference("a.swift", [], ["-: print(Date())", "-: start(Date())"]),
      difference("main.swift", ["-: print(Date())", "-: stop(Date())"], []),
    ]
    #expect(introduced(files, old: [], new: []) == [[], [1]])
  }

  /// Both of the old ones are gone, so that neither of the new ones is more than they were.
  @Test func aNewDeclarationDoesNotTakeWhatAnotherOneNeeds() {
    let file = difference(
      "a.swift", ["new(): x = Date()", "stays(): x = Date()"],
      ["stayed(): x = Date()", "gone(): x = Date()"])
    let names: Set = ["stayed()", "stays()"]
    #expect(introduced([file], old: names.union(["gone()"]), new: names.union(["new()"])) == [[]])
  }

  @Test func eachPaysOnceAndThoseOfTheSameFileFirst() {
    let files = [
      difference("a.swift", ["g(): x = Date()"], []),
      difference("b.swift", ["h(): x = Date()"], ["f(): x = Date()"]),
    ]
    #expect(introduced(files, old: ["f()"], new: ["g()", "h()"]) == [[0], []])
  }

  /// Findings whose text begins with `!` are warnings.
  @Test(arguments: [
    (["f(): x Date()"], ["!f(): x Date()"], [0]), (["!f(): x Date()"], ["f(): x Date()"], []),
    (["!f(): x Date()"], ["!f(): x Date()"], []),
    // The warning comes first, but the error needs what is left of the old one.
    (["!f(): x Date()", "f(): x Date()"], ["f(): x Date()"], [0]),
    (["!f(): x Date()", "f(): x Date()"], ["f(): x Date()", "!f(): x Date()"], []),
    (["f(): x Date()", "f(): x Date()"], ["!f(): x Date()", "f(): x Date()"], [1]),
    // Wrapped and moved.
    (["A.f(): x Date()"], ["!f(): x Date()"], [0]), (["!A.f(): x Date()"], ["f(): x Date()"], []),
  ])
  func noFindingBecomesMoreSevere(new: [String], old: [String], expected: [Int]) {
    let files = [difference("a.swift", [], old), difference("b.swift", new, [])]
    #expect(introduced(files, old: ["f()"], new: ["A.f()"]) == [[], expected])
  }

  private func introduced(
    _ files: [FileDifference], old: Set<String>, new: Set<String>
  ) -> [[Int]] {
    ChangeDifference(in: files) { (old, new) }.introduced.map { $0.sorted() }
  }

  private func difference(
    _ path: String, _ introduced: [String], _ removed: [String]
  ) -> FileDifference {
    FileDifference(
      from: removed.map { finding($0, in: path) }, to: introduced.map { finding($0, in: path) })
  }

  private func finding(_ text: String, in path: String = "a.swift") -> FindingIdentity {
    let severity: Severity = text.hasPrefix("!") ? .warning : .error
    let text = text.drop { $0 == "!" }
    let end = text.utf8.firstIndex(of: UInt8(ascii: ":"))!
    let line = text[end...].dropFirst(2)
    let tokens = line.contains("UUID") ? "UUID()" : "Date()"
    return FindingIdentity(
      path: FilePath(path), rule: "date-init",
      key: FindingKey(scope: String(text[..<end]), tokens: tokens), line: Array(line.utf8), severity
    )
  }
}
