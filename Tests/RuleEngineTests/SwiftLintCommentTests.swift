import Diagnostics
import RuleEngine
import Testing

@Suite struct SwiftLintCommentTests {
  /// The lines of the findings and of the comments that their notes point at, e.g. `2<1`.
  private func notes(_ text: String) throws -> [String] {
    let rules = CompiledRules([
      try rule("a-date", bans: ["date()"]), try rule("uuid", bans: ["uuid()"]),
    ])
    let source = sourceFile(text)
    let lines = LineTable(source.bytes)
    let findings = lint(source, relativePath: source.path, with: rules)
    return findings.reported.map { diagnostic in
      let line = lines.location(of: diagnostic.range.lowerBound).line
      let notes = diagnostic.notes.map { note in
        #expect(
          note.message == "a SwiftLint comment allows nothing here; "
            + "write '// determinism:allow \(diagnostic.rule!.id): <reason>'")
        return "<\(lines.location(of: note.offset).line)"
      }
      return "\(line)" + notes.joined()
    }
  }

  @Test(arguments: [
    ("date() // swiftlint:disable:this a-date", ["1<1"]),
    ("date() // swiftlint:disable:this a_date", ["1<1"]),
    ("date() // swiftlint:disable a-date", ["1<1"]),
    ("date() /* swiftlint:disable:this a-date */", ["1<1"]),
    ("date() // why not? swiftlint:disable:this line_length, a_date - why", ["1<1"]),
    ("// swiftlint:disable:next a-date\ndate()\ndate()", ["2<1", "3"]),
    ("date()\ndate()\n// swiftlint:disable:previous a-date\ndate()", ["1", "2<3", "4"]),
    ("date()\n// swiftlint:disable a-date\n\ndate()\ndate()", ["1", "4<2", "5<2"]),
    (
      "// swiftlint:disable a-date uuid\ndate()\n// swiftlint:enable a-date\ndate(); uuid()",
      ["2<1", "4", "4<1"]
    ),
    (
      "// swiftlint:disable uuid\n// swiftlint:disable uuid\nuuid()\n// swiftlint:enable all\nuuid()",
      ["3<2", "5"]
    ),
    (
      "// swiftlint:disable uuid\nuuid() // swiftlint:disable:this uuid\nuuid()",
      ["2<2", "3<1"]
    ),
    ("// swiftlint:disable:next a-date\r\ndate()\r\ndate()", ["2<1", "3"]),
    ("// swiftlint:disable:next a-date\rdate()", ["2<1"]),
    ("date() // swiftlint:disable:next a-date", ["1"]),
    ("date() // xswiftlint:disable:this a-date", ["1"]),
    ("// swiftlint:disable:previous a-date\ndate()", ["2"]),
    ("date() // swiftlint:disable:this uuid", ["1"]),
    ("date() // swiftlint:disable all", ["1"]),
    ("date() // swiftlint:disable:this line_length - a-date", ["1"]),
    ("date() // swiftlint:enable a-date", ["1"]),
    ("date() // swiftlint: disable a-date", ["1"]),
    ("date() // swiftlint:", ["1"]),
    ("date(\"swiftlint:disable a-date\"); date()", ["1"]),
  ])
  func whatACommentMeantToSilenceHasANote(text: String, expected: [String]) throws {
    #expect(try notes(text) == expected)
  }

  @Test func whatIsExcusedHasNone() throws {
    #expect(try notes("date() // determinism:allow a-date: swiftlint:disable a-date") == [])
  }
}
