import Diagnostics
import TestSupport
import Testing

@testable import Reporters

@Suite struct UnifiedDiffTests {
  private func diff(
    _ old: String, _ new: String, path: String = "a.swift", for reader: DiffReader = .program
  ) -> String {
    let bytes = unifiedDiff(
      of: FilePath(path), from: Array(old.utf8), to: Array(new.utf8), for: reader)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without the two lines that name the file.
  private func hunks(_ old: String, _ new: String) -> String {
    diff(old, new).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .joined(separator: "\n")
  }

  @Test func equalTextsHaveNoDifference() {
    #expect(diff("a\nb", "a\nb") == "")
    #expect(diff("", "") == "")
  }

  @Test func threeLinesAreAroundAChange() {
    #expect(
      diff("1\n2\n3\n4\nold\n5\n6\n7\n8\n", "1\n2\n3\n4\nnew\n5\n6\n7\n8\n") == """
        --- a/a.swift
        +++ b/a.swift
        @@ -2,7 +2,7 @@
         2
         3
         4
        -old
        +new
         5
         6
         7

        """)
  }

  @Test func changesThatLieCloseShareTheirLines() {
    let lines = (1...20).map { "\($0)\n" }
    func changed(_ numbers: Int...) -> String {
      lines.enumerated().map { numbers.contains($0 + 1) ? "new\n" : $1 }.joined()
    }
    let one = hunks(lines.joined(), changed(5, 12))
    #expect(one.hasPrefix("@@ -2,14 +2,14 @@\n"))
    #expect(one.components(separatedBy: "@@ -").count == 2)
    let two = hunks(lines.joined(), changed(5, 13))
    #expect(two.hasPrefix("@@ -2,7 +2,7 @@\n") && two.contains("\n@@ -10,7 +10,7 @@\n"))
  }

  /// The line that stands once in each text, and not at the same place, is not taken for the same.
  @Test func aLineThatMovesDoesNotHideTheOthers() {
    let middle = (1...20).map { "\($0)\n" }.joined()
    let diff = hunks("f(\n)\n\(middle)g()\n", "f()\n\(middle)g(\n)\n")
    #expect(!diff.contains("\n+10\n"))
    #expect(diff.hasPrefix("@@ -1,5 +1,4 @@\n-f(\n-)\n+f()\n 1\n"))
    #expect(diff.hasSuffix("@@ -20,4 +19,5 @@\n 18\n 19\n 20\n-g()\n+g(\n+)\n"))
  }

  @Test func linesMayBecomeMoreOrFewer() {
    #expect(
      hunks("a\nf(\n  1\n)\nb\ng()\nc\n", "a\nf1\nb\ng(\n  )\nc\n") == """
        @@ -1,7 +1,6 @@
         a
        -f(
        -  1
        -)
        +f1
         b
        -g()
        +g(
        +  )
         c

        """)
    #expect(hunks("a\n", "a\nb\n") == "@@ -1 +1,2 @@\n a\n+b\n")
    #expect(hunks("a\n", "") == "@@ -1 +0,0 @@\n-a\n")
    #expect(hunks("", "a\n") == "@@ -0,0 +1 @@\n+a\n")
  }

  @Test func aMissingNewlineIsTold() {
    let note = "\\ No newline at end of file"
    #expect(hunks("a\nb", "a\nc") == "@@ -1,2 +1,2 @@\n a\n-b\n\(note)\n+c\n\(note)\n")
    #expect(hunks("a\nb", "c\nb") == "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\(note)\n")
    #expect(hunks("a", "a\n") == "@@ -1 +1 @@\n-a\n\(note)\n+a\n")
  }

  @Test func carriageReturnsArePartOfTheirLine() {
    #expect(hunks("a\r\nb\r\n", "a\r\nc\r\n") == "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")
    #expect(hunks("a\rb", "a\rc").hasPrefix("@@ -1 +1 @@\n-a\rb\n"))
  }

  @Test(arguments: [
    ("a b.swift", "a/a b.swift\t"), ("é.swift", "a/é.swift"),
    ("a\"b.swift", "\"a/a\\\"b.swift\""), ("a\\b.swift", "\"a/a\\\\b.swift\""),
    ("a\n\u{7F}.swift", "\"a/a\\012\\177.swift\""),
  ])
  func pathsAreWrittenAsGitDoes(path: String, written: String) {
    #expect(diff("a", "b", path: path).hasPrefix("--- \(written)\n"))
  }

  @Test func aTerminalIsNotSentWhatItWouldObey() {
    let text = "\u{1B}[2J\n\u{202E}\n"
    #expect(diff(text, text + "a\n").contains("\u{1B}[2J"))
    let plain = diff(text, text + "a\r\n", for: .terminal(isColored: false))
    #expect(plain.hasSuffix("@@ -1,2 +1,3 @@\n \u{FFFD}[2J\n \u{FFFD}\n+a\n"))
    let colored = diff("a\n", "b\n", for: .terminal(isColored: true))
    #expect(
      colored.hasSuffix(
        "\u{1B}[36m@@ -1 +1 @@\u{1B}[m\n\u{1B}[31m-a\u{1B}[m\n\u{1B}[32m+b\u{1B}[m\n"))
  }

  /// Random texts of few different lines, and lines that stand once.
  @Test func changesLeadFromOneTextToTheOther() {
    var random = SplitMix64(seed: 14)
    for _ in 0..<2_000 {
      var (old, new): ([String], [String]) = ([], [])
      for number in 0..<Int.random(in: 0..<30, using: &random) {
        let line =
          Bool.random(using: &random)
          ? "\(number)\n" : ["a\n", "b\n"].randomElement(using: &random)!
        switch Int.random(in: 0..<8, using: &random) {
        case 0: old.append(line)
        case 1: new.append(line)
        case 2: new += [line, "c\n"]
        default:
          old.append(line)
          new.append(line)
        }
      }
      let changes = changes(
        from: old.map { Array($0.utf8)[...] }, to: new.map { Array($0.utf8)[...] })
      var (result, next) = ([String](), 0)
      for change in changes {
        result += old[next..<change.old.lowerBound]
        #expect(result.count == change.new.lowerBound)
        result += new[change.new]
        next = change.old.upperBound
      }
      #expect(result + old[next...] == new)
    }
  }
}
