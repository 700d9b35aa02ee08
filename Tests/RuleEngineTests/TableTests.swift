import Diagnostics
import RuleEngine
import TestSupport
import Testing

@testable import Rules

/// What comes of snippets of Swift by the rules of a section, which are elements of a list in a rule
/// file without a message.
@Suite struct RuleTableTests {
  private func rules(_ section: String) throws -> [Rule] {
    let rules = section.replacing("{id: ", with: "{message: no, id: ")
    let text = "pack: test\nrules: [\(rules)]\n"
    let file = RuleFile(parsing: SourceFile(path: FilePath("own.yml"), bytes: Array(text.utf8)))
    #expect(file.diagnostics.map(\.message) == [], "\(section)")
    return file.rules.map(\.value)
  }

  private func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  /// e.g. `id@2:4: message`
  private func line(_ diagnostic: Diagnostic, _ lines: LineTable, showsMessage: Bool) -> String {
    let place = lines.location(of: diagnostic.range.lowerBound)
    return "\(diagnostic.rule?.id ?? "")@\(place.line):\(place.column)"
      + (showsMessage ? ": \(diagnostic.message)" : "")
  }

  @Test func reports() throws {
    let found = try differences(in: "reports") { section, text in
      RuleEngineTests.reports(text, rules: try rules(section)).joined(separator: " ")
    }
    #expect(found == [])
  }

  @Test func verdicts() throws {
    let found = try differences(in: "verdicts") { section, text in
      explain(
        sourceFile(text), relativePath: FilePath("File.swift"),
        with: CompiledRules(try rules(section))
      ).map { words(for: $0, in: text) }.joined(separator: " | ")
    }
    #expect(found == [])
  }

  private func words(for match: ExplainedMatch, in text: String) -> String {
    let matched = self.text(Array(text.utf8)[match.range])
    let verdict =
      switch match.verdict {
      case .allowedByPath(let glob): "allowed \(match.rule.allow[glob].text)"
      case .allowedInside(let scope): "allowed inside \(match.rule.allowInside[scope].text)"
      case .harmless(.followedBy(let entry)):
        "harmless before \(match.rule.unless!.followedBy[entry])"
      case .harmless(.member(let entry, let offset)):
        "harmless with \(match.rule.unless!.members[entry].name) at \(offset)"
      case let verdict: "\(verdict)".replacing("RuleEngine.", with: "")
      }
    return "\(match.rule.id) \(match.pattern.text) \(matched) \(verdict)"
  }

  /// The number of what is found stands behind where not all of it is fixed.
  @Test func fixes() throws {
    let found = try differences(in: "fixes") { section, text in
      let source = sourceFile(text)
      let rules = try rules(section)
      var scratch = LintScratch()
      let compiled = CompiledRules(rules)
      let fixes = fix(source, relativePath: source.path, with: compiled, reusing: &scratch)
      if fixes.isEndless { return "ENDLESS" }
      Fixes.expectKept(fixes.kept, of: source.bytes, in: fixes.bytes ?? [])
      if rules.allSatisfy(\.replacements.isEmpty) {
        let found = lint(source, relativePath: source.path, with: compiled).reported
        #expect(applied(found.flatMap(\.fixIts), to: source.bytes) == fixes.bytes, "\(text)")
      }
      let count = fixes.fixed == fixes.found ? "" : " FIXED \(fixes.fixed) OF \(fixes.found)"
      return (fixes.bytes.map { self.text($0) } ?? "UNCHANGED") + count
    }
    #expect(found == [])
  }

  /// Those of one text are the same or do not overlap, so that an editor applies them at once.
  private func applied(_ fixIts: [FixIt], to bytes: [UInt8]) -> [UInt8] {
    var (applied, end) = (bytes, bytes.count)
    for fixIt in fixIts.sorted(by: { $1.range.lowerBound < $0.range.lowerBound })
    where fixIt.range.upperBound <= end {
      applied.replaceSubrange(fixIt.range, with: fixIt.text.utf8)
      end = fixIt.range.lowerBound
    }
    return applied
  }

  @Test func replacements() throws {
    let found = try differences(in: "replacements") { section, text in
      do {
        return try Replacement(of: Pattern(parsing: section), parsing: text).text
      } catch let error as PatternError {
        return "\(error.offset): \(error.message)"
      }
    }
    #expect(found == [])
  }

  /// The same with each kind of line break, also at the end.
  @Test func suppressions() throws {
    let found = try differences(in: "suppressions") { section, text in
      let rules = CompiledRules(try rules(section))
      let said = ["\n", "\r\n", "\r"].flatMap { lineBreak in
        [text, text + "\n"].map { remarks($0.replacing("\n", with: lineBreak), rules) }
      }
      #expect(text.hasPrefix("/*\n") || Set(said).count == 1, "\(said)")
      return said[0]
    }
    #expect(found == [])
  }

  private func remarks(_ text: String, _ rules: CompiledRules) -> String {
    let source = sourceFile(text)
    let findings = lint(source, relativePath: source.path, with: rules)
    let lines = LineTable(source.bytes)
    let counts = [
      ("in source", findings.allowedInSource), ("by path", findings.allowedByPath),
    ]
    let remarks = findings.reported.map { diagnostic in
      let isRemark = diagnostic.severity == .warning
      let length = isRemark ? " (\(diagnostic.range.count))" : ""
      return line(diagnostic, lines, showsMessage: isRemark) + length
    }
    return (counts.filter { $0.1 != 0 }.map { "\($0.1) allowed \($0.0)" } + remarks)
      .joined(separator: " | ")
  }

  @Test func expectations() throws {
    let found = try differences(in: "expectations") { section, text in
      let source = sourceFile(text)
      let lines = LineTable(source.bytes)
      return verify(source, with: CompiledRules(verifying: try rules(section))).map { diagnostic in
        ([line(diagnostic, lines, showsMessage: true)] + diagnostic.notes.map(\.message))
          .joined(separator: "; ")
      }.joined(separator: " | ")
    }
    #expect(found == [])
  }

  @Test func swiftLintComments() throws {
    let found = try differences(in: "swiftlint-comments") { section, text in
      let source = sourceFile(text)
      let lines = LineTable(source.bytes)
      let findings = lint(
        source, relativePath: source.path, with: CompiledRules(try rules(section)))
      return findings.reported.map { diagnostic in
        let message =
          "a SwiftLint comment allows nothing here; "
          + "write '// determinism:allow \(diagnostic.rule!.id): <reason>'"
        #expect(diagnostic.notes.allSatisfy { $0.message == message })
        let places = [diagnostic.range.lowerBound] + diagnostic.notes.map(\.offset)
        return places.map { "\(lines.location(of: $0).line)" }.joined(separator: "<")
      }.joined(separator: " ")
    }
    #expect(found == [])
  }

  @Test func keys() throws {
    let found = try differences(in: "keys") { section, text in
      let rules = CompiledRules(try rules(section))
      let source = sourceFile(text)
      return lint(source, relativePath: source.path, with: rules, makingKeys: true).reported.map {
        "\($0.key!.scope)  \($0.key!.tokens)"
      }.joined(separator: " | ")
    }
    #expect(found == [])
  }

  @Test func unmatchedNames() throws {
    let found = try differences(in: "unmatched-names") { section, text in
      let source = sourceFile(text)
      let rules = CompiledRules(try rules(section))
      return RuleEngine.unmatchedNames(
        in: 0..<source.bytes.count, of: source,
        matches: explain(source, relativePath: source.path, with: rules), with: rules
      ).map { name in
        let ids = name.rules.map(\.id).joined(separator: "+")
        return "\(self.text(source.bytes[name.range])) \(name.context) \(ids)"
      }.joined(separator: " | ")
    }
    #expect(found == [])
  }

  @Test func meaningsOfPatterns() throws {
    #expect(try differences(in: "meanings") { try Pattern(parsing: $1).meaning() } == [])
  }

  @Test func ownTypes() throws {
    let bans = [
      "Timer.scheduledTimer", "Timer.scheduledTimer(x:)", "Timer()", "time(_:)", "UUID(x:)",
      "@Published",
    ]
    let receive = try conditionRule(
      "when", "{ arguments: [DispatchQueue.main] }", bans: "'_.receive(on:)'")
    let banned = try rule("a", bans: bans)
    let found = try differences(in: "own-types") { section, text in
      let configuration = Configuration(parsing: sourceFile(section))
      let rules = CompiledRules([banned, receive], ownTypes: configuration.ownTypes)
      let findings = lint(
        sourceFile(text), relativePath: FilePath("Sources/Metrics/A.swift"), with: rules)
      return "\(findings.reported.count) and \(findings.usesOfOwnTypes)"
    }
    #expect(found == [])
  }

  /// Each place as its text, and the rest of the line from its name.
  @Test func placesOfScopes() throws {
    let found = try differences(in: "scope-places") { section, text in
      let headers = try rules(section)[0].inside
      let source = sourceFile(text)
      var scratch = LintScratch()
      return ScopeFinder(headers).places(in: source, relativePath: source.path, reusing: &scratch)
        .map { place in
          let name = source.bytes[place.nameOffset...].prefix { 0x20 < $0 && $0 != 0x28 }
          return "\(headers[place.header].text) | \(self.text(source.bytes[place.range])) "
            + "| \(self.text(name))"
        }.joined(separator: " || ")
    }
    #expect(found == [])
  }
}
