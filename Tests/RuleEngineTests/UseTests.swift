import Diagnostics
import Foundation
import RuleEngine
import Testing

@testable import Rules

/// What rules report in snippets of Swift: the files of `Fixtures/Uses`.
///
/// `== Title` begins a section. The keys of a rule stand under it; without 'ban' they change the rule
/// of the section above. The snippets follow, with a blank line after each or, behind 'each: line',
/// one a line. Between `⟦` and `⟧` stands what the rule reports and, if it has 'when', 'inside',
/// 'assigned' or 'discarded', between `⟨` and `⟩` what it would report without. `⏎` is a line break. 'Ours' is a module of the
/// project.
@Suite struct UseTests {
  @Test(arguments: UseFile.all)
  func whatIsMarkedIsReported(in file: UseFile) throws {
    for section in file.sections {
      let rule = try section.rule()
      let rules = CompiledRules([rule], modules: ["Ours"])
      let others = rule.otherwise.map { CompiledRules([$0], modules: ["Ours"]) }
      #expect(!section.snippets.isEmpty, "\(section.place)")
      for (place, marked) in section.snippets {
        let source = sourceFile(unmarking: marked)
        let found = ranges(in: source, rules)
        let otherwise = others.map { ranges(in: source, $0).filter { !found.contains($0) } } ?? []
        #expect(mark(found, and: otherwise, in: source.bytes) == marked, "\(place)")
        let isSearched = source.bytes.withUnsafeBufferPointer(rules.mayMatch)
        #expect(isSearched || found.isEmpty, "\(place)")
      }
    }
  }

  private func ranges(in source: SourceFile, _ rules: CompiledRules) -> [Range<Int>] {
    lint(source, relativePath: source.path, with: rules).reported.map(\.range)
  }

  @Test func filesHaveSectionsWithSnippets() throws {
    let file = UseFile(
      name: "a.txt",
      text: """
        About it.

        == First
        # Why.
        ban: [a, b]
        inside: [func c]

        func c()
        { ⟦a⟧ }

        ⏎⟨b⟩

        ==
        inside: [var d]
        each: line

        var d = ⟦a⟧
        let d =⏎⟨a⟩

        """)
    #expect(
      file.sections.map(\.keys) == [
        ["ban": "[a, b]", "inside": "[func c]"], ["ban": "[a, b]", "inside": "[var d]"],
      ])
    #expect(
      file.sections.map { $0.snippets.map { "\($0.place) \($0.marked)" } } == [
        ["a.txt:8 func c()\n{ ⟦a⟧ }", "a.txt:11 \n⟨b⟩"],
        ["a.txt:17 var d = ⟦a⟧", "a.txt:18 let d =\n⟨a⟩"],
      ])
    #expect(UseFile.all.flatMap(\.sections).map(\.snippets.count).reduce(0, +) > 2_400)
  }
}

/// A file of `Fixtures/Uses`.
struct UseFile: Sendable, CustomTestStringConvertible {
  let name: String
  private(set) var sections: [UseSection] = []

  var testDescription: String { name }

  /// Those whose names begin so.
  static func named(_ start: String) -> [UseFile] { all.filter { $0.name.hasPrefix(start) } }

  static let all: [UseFile] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Uses")
    return try! FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      let file = folder.appendingPathComponent($0)
      return UseFile(name: $0, text: try! String(contentsOf: file, encoding: .utf8))
    }
  }()

  init(name: String, text: String) {
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for paragraph in zip(1..., lines).split(whereSeparator: \.1.isEmpty) {
      let place = "\(name):\(paragraph.first!.0)"
      if paragraph.first!.1.hasPrefix("==") {
        sections.append(UseSection(place, head: paragraph.map(\.1), after: sections.last))
      } else if sections.last?.hasSnippetsOnLines == true {
        for (line, text) in paragraph { sections[sections.count - 1].add(text, "\(name):\(line)") }
      } else if !sections.isEmpty {
        sections[sections.count - 1].add(paragraph.map(\.1).joined(separator: "\n"), place)
      }
    }
  }
}

struct UseSection: Sendable {
  let place: String
  /// Those of the rule, with what stands behind each.
  private(set) var keys: [String: String] = [:]
  let hasSnippetsOnLines: Bool
  private(set) var snippets: [(place: String, marked: String)] = []

  init(_ place: String, head: [Substring], after last: UseSection?) {
    self.place = place
    let lines = head.dropFirst().filter { !$0.hasPrefix("#") }
    for line in lines {
      let parts = line.split(separator: ": ", maxSplits: 1)
      keys[String(parts[0])] = String(parts[1])
    }
    hasSnippetsOnLines = keys.removeValue(forKey: "each") == "line"
    if keys["ban"] == nil, let last { keys.merge(last.keys) { new, _ in new } }
  }

  mutating func add(_ marked: some StringProtocol, _ place: String) {
    snippets.append((place, String(marked).replacing("⏎", with: "\n")))
  }

  func rule() throws -> Rule {
    try ruleOfFile(keys.map { "\($0.key): \($0.value)" })
  }
}

extension Rule {
  /// What reports where its conditions do not hold; nil if it has none.
  fileprivate var otherwise: Rule? {
    if when == nil, inside.isEmpty, !isAssigned, !isDiscarded { return nil }
    var other = self
    (other.isAssigned, other.isDiscarded) = (false, false)
    (other.when, other.unless) = (unless, when)
    (other.inside, other.allowInside) = (allowInside, inside)
    return other
  }
}
