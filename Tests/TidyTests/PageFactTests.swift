import BundledRules
import Diagnostics
import Foundation
import Rules
import Testing

@Suite("What pages say is so")
struct PageFactTests {
  /// The table of packs counts the rules that there are, and those that are off.
  @Test func packsAreThoseOfTheREADME() throws {
    let rows = try Page.readme.text().matches(of: /(?m)^\| `([a-z]+)` \| (\d+) \| (\d+) \| .+ \|$/)
    let packs = bundledRuleFiles.map { file in
      RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes))
    }
    let counts = packs.map { file in
      let off = file.rules.count { $0.value.severity == .off }
      return "\(file.pack) \(file.rules.count) \(off)"
    }
    #expect(rows.map { "\($0.1) \($0.2) \($0.3)" }.sorted() == counts.sorted())
    let all = packs.flatMap(\.rules)
    let off = all.count { $0.value.severity == .off }
    try expect("\(off)", inAllPages: /\b(\d+)\s+rules\s+(?:that\s+)?are\s+off\b/)
    try expect("\(all.count)", inAllPages: /\b(\d+)\s+rules\s+in\s+(?:\d+\s+)?packs\b/)
    try expect("\(packs.count)", inAllPages: /\brules\s+in\s+(\d+)\s+packs\b/)
    try expect("\(all.count - off)", inAllPages: /\b(\d+)\s+of\s+the\s+\d+\s+rules\b/)
    try expect("\(all.count)", inAllPages: /\b(\d{3})\s+rules\b(?!\s+more)/)
  }

  /// Some page says it, and none says anything else.
  private func expect(
    _ number: String, inAllPages words: Regex<(Substring, Substring)>
  ) throws {
    var count = 0
    for page in Page.all {
      for match in try page.prose().matches(of: words) {
        #expect(match.1 == number, "\(page.path): \(match.0)")
        count += 1
      }
    }
    #expect(0 < count)
  }

  /// What the tools find in the same repositories, by what was set up.
  @Test func theREADMEHasTheFiguresOfItsArticle() throws {
    func figures(_ page: Page) throws -> [[Substring]] {
      try page.text().matches(of: /(?m)^\| .+? \| .+ \| (\d+) \| (\d+) \| (\d+) \| (.+) \|$/)
        .map { [$0.1, $0.2, $0.3, $0.4] }
    }
    let shown = try figures(.readme)
    let measured = try figures(.article("Beside-other-tools"))
    #expect(4 < shown.count)
    for row in shown { #expect(measured.contains(row), "\(row)") }
  }

  /// Each pattern of the table reports, and leaves alone, the code that stands beside it.
  @Test func patternsMatchWhatThePageSays() throws {
    let page = try Page.article("Writing-rules").text()
    let rows = page.matches(of: /(?m)^\| `([^`]+)` \| (`.+`) \| (`.+`) \|$/)
    try #require(10 < rows.count)
    for (_, pattern, reported, silent) in rows.map(\.output) {
      let samples = [reported, silent].map { $0.matches(of: /`([^`]+)`/).map { "\($0.1)\n" } }
      try withTemporaryFolder { folder in
        let rule = "{ id: sample, message: sample, ban: [\"\(pattern)\"] }"
        try Data("pack: patterns\nrules:\n  - \(rule)\n".utf8)
          .write(to: folder.appendingPathComponent("samples.yml"))
        try Data(samples.joined().joined().utf8)
          .write(to: folder.appendingPathComponent("Samples.swift"))
        let report = try lint(["--rules", "samples.yml", "--only-rule", "sample"], in: folder)
        let lines = report.text.matches(of: /(?m)^Samples.swift:(\d+):/).map { Int($0.1) }
        #expect(lines == Array(1...samples[0].count), "\(pattern): \(report.text)")
      }
    }
  }

  /// Between releases there may be a heading `Next` above.
  @Test func changesTellOfThisVersionFirst() throws {
    let headings = try Page.article("Changes").prose().matches(of: /(?m)^## (.+)$/).map(\.1)
    let newest = headings.first { $0 != "Next" }
    #expect(try lint(["--version"]).text == "swift-determinism-lint \(newest ?? "")\n")
  }

  /// As `wc` counts lines and words.
  @Test func pagesAreShort() throws {
    let lines = try Page.readme.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 261)
    let words = try ([Page.root] + Page.articles).map {
      try $0.text().split(whereSeparator: \.isWhitespace).count
    }
    #expect(words.reduce(0, +) <= 22_000)
  }

  /// The title is what links say, and the sentence below it what the root page says of it.
  @Test(arguments: Page.articles)
  func anArticleBeginsWithItsTitleAndASentence(_ page: Page) throws {
    let lines = try page.text().split(separator: "\n", omittingEmptySubsequences: false)
    try #require(3 < lines.count)
    #expect(lines[0] == "# \(page.name.replacing("-", with: " "))")
    #expect(lines[1].isEmpty && lines[2].first?.isLetter == true && lines[2].last != ":")
  }

  /// `docc` sees that what the root page lists is there.
  @Test func theRootPageListsEachArticleOnce() throws {
    let topics = try #require(try Page.root.text().components(separatedBy: "\n## Topics\n").last)
    #expect(10 < Page.articles.count)
    let listed = topics.matches(of: /(?m)^- \[.+\]\(([\w-]+)\.md\)$/).map { String($0.1) }
    #expect(Set(listed).count == listed.count)
    let missing = Set(Page.articles.map(\.name)).subtracting(listed)
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  /// Where the sources are read, nobody sees the name behind a fence.
  @Test func theNameOfAFileStandsAboveItsBlock() throws {
    var count = 0
    for page in [Page.root] + Page.articles {
      for block in try page.text().matches(of: /(?m)^(.*(?:\n.+)*)\n\n```\S+ (.+)$/) {
        #expect(block.1.contains("`\(block.2)`"), "\(page.path): \(block.2)")
        count += 1
      }
    }
    #expect(10 < count)
  }

  @Test func relativeLinksLeadToFilesAndHeadings() throws {
    var count = 0
    for page in Page.all + Page.forContributors { count += try checkRelativeLinks(of: page) }
    #expect(100 < count)
  }

  /// - Returns: how many there are.
  private func checkRelativeLinks(of page: Page) throws -> Int {
    var count = 0
    let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
    for link in try page.prose().matches(of: /\]\(<?([^)\s>]+)>?\)|(?:src|srcset|href)="([^"]+)"/) {
      let target = String(link.1 ?? link.2 ?? "")
      if target.contains(/^(https?|doc|mailto):/) { continue }
      count += 1
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].isEmpty ? page.path : "\(folder)/\(parts[0])"
      let file = Repository.root.appendingPathComponent(path).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page.path): \(target)")
      guard parts.count == 2, file.pathExtension == "md" else { continue }
      let headings = try String(contentsOf: file, encoding: .utf8)
        .matches(of: /(?m)^#+ (.+)$/).map { anchor(of: $0.1) }
      #expect(headings.contains(String(parts[1])), "\(page.path): \(target)")
    }
    return count
  }

  /// As GitHub makes it.
  private func anchor(of heading: Substring) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      .replacing(" ", with: "-")
  }
}
