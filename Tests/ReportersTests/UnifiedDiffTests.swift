import Diagnostics
import Testing

@testable import Reporters

@Suite struct UnifiedDiffTests {
  private func diff(
    _ old: String, _ new: String, path: String = "a.swift", for reader: DiffReader = .program
  ) -> String {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let bytes = unifiedDiff(
      of: FilePath(path), from: old, to: new, keeping: kept(of: old, in: new), for: reader)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines that have stayed.
  private func kept(of old: [UInt8], in new: [UInt8]) -> [KeptText] {
    func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      var lines: [ArraySlice<UInt8>] = []
      for index in text.indices where index == 0 || text[index - 1] == 10 {
        lines.append(text[index...].prefix { $0 != 10 })
      }
      return lines.map { text[$0.startIndex..<min($0.endIndex + 1, text.count)] }
    }
    let (old, new) = (lines(old), lines(new))
    let changes = new.difference(from: old)
    var (left, right) = (old[...], new[...])
    for case .remove(let index, let line, _) in changes.removals.reversed() {
      left.remove(at: left.firstIndex { $0.startIndex == old[index].startIndex && $0 == line }!)
    }
    for case .insert(let index, let line, _) in changes.insertions.reversed() {
      right.remove(at: right.firstIndex { $0.startIndex == new[index].startIndex && $0 == line }!)
    }
    return zip(left, right).map { KeptText($0.indices, at: $1.startIndex) }
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
}
