import Foundation
import Testing

@testable import Commands

@Suite("What pages show is what happens")
struct PageCommandTests {
  /// Runs every `console` block of a page in order, in a folder of the page's own, and compares all
  /// that is printed. Blocks with a file's name are that file. The README is read beside the sample
  /// that its commands lint.
  @Test(arguments: Page.all)
  func consolePrintsWhatThePageShows(_ page: Page) throws {
    try withTemporaryFolder { folder in
      for name in page.path == Page.readme.path ? ["Fixtures", "Makefile"] : [] {
        try FileManager.default.copyItem(
          at: Repository.root.appendingPathComponent(name),
          to: folder.appendingPathComponent(name))
      }
      for block in try page.blocks() {
        if !block.label.isEmpty { try write(block, in: folder) }
        if block.language == "console" { try replay(block.lines, of: page, in: folder) }
      }
    }
  }

  @Test func pagesShowCommands() throws {
    let blocks = try Page.all.flatMap { try $0.blocks() }.filter { $0.language == "console" }
    #expect(10 < blocks.count)
  }

  @Test func optionsAndSubcommandsExist() throws {
    func names(of options: [Option]) -> [String] {
      options.flatMap { [$0.name, $0.shortName].compactMap { $0 } }
    }
    let call = /swift-determinism-lint +(?!is )([^|&;<>]+)/
    // Of git and of SwiftPM.
    let known = names(of: Option.all) + ["--filter", "--target"]
    var count = 0
    for page in Page.all {
      for code in try page.prose().matches(of: /`(--[^`\n]+)`/).map(\.1) {
        let options = code.matches(of: /(?:^|[\s|\/])(--[a-z][a-z-]*)/).map { String($0.1) }
        #expect(options.allSatisfy(known.contains), "\(page.path): \(code)")
      }
      for words in try page.commands().flatMap({ $0.matches(of: call) })
        .map({ $0.1.split(separator: " ") })
      {
        let options = words.filter { $0.hasPrefix("-") && $0 != "-" }
          .map { String($0.prefix { $0 != "=" }) }
        let subcommand = Subcommand(rawValue: String(words[0]))
        let known = names(of: (subcommand ?? .lint).options)
        #expect(options.allSatisfy(known.contains), "\(page.path): \(words)")
        if words[0].allSatisfy({ $0.isLowercase || $0 == "-" }), !words[0].hasPrefix("-") {
          #expect(subcommand != nil, "\(page.path): \(words[0])")
        }
        count += 1
      }
    }
    #expect(50 < count)
  }

  @Test func makeTargetsExist() throws {
    let makefile = try Repository.text(of: "Makefile")
    let targets = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
    var count = 0
    for page in Page.all + Page.forContributors {
      for case let target? in try page.commands().map({ $0.firstMatch(of: /^make +([a-z-]+)/)?.1 })
      {
        #expect(targets.contains(String(target)), "\(page.path): make \(target)")
        count += 1
      }
    }
    #expect(10 < count)
    #expect(try run(["make", "help"]).text.matches(of: #/(?m)^make /#).count == targets.count)
  }

  private func write(_ block: Page.Block, in folder: URL) throws {
    let file = folder.appendingPathComponent(block.label)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(block.text.utf8).write(to: file)
  }

  /// Within a block `cd` holds for the commands that follow.
  private func replay(_ lines: [String], of page: Page, in folder: URL) throws {
    var shown: [(command: String, output: [String])] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        shown.append((String(line.dropFirst(2)), []))
      } else {
        try #require(!shown.isEmpty, "\(page.path): a console block begins with a command")
        shown[shown.count - 1].output.append(line)
      }
    }
    let environment = environment(in: folder)
    var folder = folder
    for (command, output) in shown {
      if command.hasPrefix("cd ") {
        folder.appendPathComponent(String(command.dropFirst(3)))
        continue
      }
      let result = try run(
        ["sh", "-c", "exec 2>&1; \(command)"], in: folder, environment: environment)
      let (printed, shown) = (result.text, output.map { $0 + "\n" }.joined())
      let isSame = try comparable(printed) == comparable(shown)
      #expect(isSame, "\(page.path): \(command) printed \(printed)")
    }
  }

  /// Nothing of the person's or the job's is read, and what is written at home is gone afterwards.
  private func environment(in folder: URL) -> [String: String?] {
    GitProject(root: folder).environment.merging([
      "LC_ALL": "C.UTF-8", "FORCE_COLOR": nil, "CLICOLOR_FORCE": nil, "GITHUB_ACTIONS": nil,
      // `make` uses the tool that is built already.
      "MAKEFLAGS": "SWIFT=: TOOL=\(Repository.tool.path)",
    ]) { $1 }
  }

  /// Versions of make differ in what they say of a recipe's place, and runs in what they take. Pages
  /// show reports as they are while nothing is published: without links to pages of rules. The name
  /// of a commit depends on when and by whom it was made.
  private func comparable(_ output: String) throws -> String {
    let address = #"\Q\#(docsURL)\E/"#
    let links = try Regex(#"(?m)^\n(?:\[#.+\]: <\#(address).+>\n)+|,"url":"\#(address)[^"]+""#)
    return output.replacing(links, with: "")
      .replacing(/(?m)^make(\[\d+\])?: \*\*\* \[(Makefile:\d+: )?/, with: "make: *** [")
      .replacing(/\ in \d+ m?s\b/, with: " in no time")
      .replacing(/\b[0-9a-f]{10}\b/, with: "0123456789")
  }
}
