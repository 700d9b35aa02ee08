import Foundation
import TestSupport
import Testing

@Suite("What --fix writes is Swift")
struct FixTests {
  /// Replaces what is frequent, by all that a replacement can be.
  private static let rules = #"""
    pack: app
    rules:
      - id: wide
        message: replaced
        ban:
          - Date()
          - Date.now
          - Date(timeIntervalSinceNow:)
          - DispatchQueue.main.async
          - pair(_:b:)
          - work(then:)
          - Array(_:)
          - _.map(_:)
          - _.contains(_:)
          - _.append(_:)
          - String(decoding:as:)
          - "#filePath"
          - .current
        replace:
          Date(): await clock.now()
          Date.now: clock.now ?? Date.current
          Date(timeIntervalSinceNow:): Date.current + $1
          DispatchQueue.main.async: queue.async
          pair(_:b:): "$2.paired(with: $1, $1)"
          work(then:): perform { $0 + $1 }
          Array(_:): "[$1] as [Any]"
          _.map(_:): mapped $1
          _.contains(_:): "holds(it: $1)"
          _.append(_:): add($1)
          String(decoding:as:): $1.decoded($2)
          "#filePath": "#fileID"
          .current: .standard

    """#

  /// The repository's own code.
  @Test func fixesOfRealCodeParse() throws {
    let files = ["Sources", "Tests", "Fixtures/Rules", "Fixtures/Scenarios"].flatMap {
      Repository.files(in: $0, suffix: ".swift")
    }
    .filter { !$0.hasSuffix("/main.swift") }
    let sources = try files.map { try Data(contentsOf: Repository.root.appendingPathComponent($0)) }
    #expect(200 < (try fixed(sources)))
  }

  /// Calls in calls, in strings and in closures, with every kind of line end.
  @Test func fixesOfGeneratedCodeParse() throws {
    var code = GeneratedCode(seed: 2)
    let sources = (0..<200).map { _ in Data(code.file().utf8) }
    #expect(1_000 < (try fixed(sources)))
  }

  /// Checks that the sources parse before and after they are fixed, and that nothing is left.
  /// - Returns: how many findings were fixed.
  private func fixed(_ sources: [Data]) throws -> Int {
    try withTemporaryFolder { folder in
      let names = sources.indices.map { "file\($0).swift" }
      for (name, source) in zip(names, sources) {
        try source.write(to: folder.appendingPathComponent(name))
      }
      try Data(Self.rules.utf8).write(to: folder.appendingPathComponent("wide.yml"))
      let parse = ["swiftc", "-frontend", "-parse", "-enable-bare-slash-regex"] + names
      let before = try run(parse, in: folder, limit: 60)
      try #require(before.status == 0, "\(before.errors)")

      let wide = ["--rules", "wide.yml", "--only-rule", "wide", "--format", "json", "--fix"]
      let receipt = try lint(wide, in: folder).errors
      let after = try run(parse, in: folder, limit: 60)
      #expect(after.status == 0, "\(after.errors)")

      let again = try lint(wide, in: folder)
      #expect(!again.text.contains("note: use "))
      #expect(again.errors.contains(/Fixed 0 of \d+ findings\./), "\(again.errors)")
      let match = try #require(receipt.firstMatch(of: /Fixed (\d+) of/), "\(receipt)")
      return try #require(Int(match.1))
    }
  }
}

/// Swift that parses; the same for the same seed.
private struct GeneratedCode {
  private var random: SplitMix64
  private var newline = "\n"

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func file() -> String {
    newline = pick(["\n", "\r\n"])
    var text = pick(["", "\u{FEFF}"]) + "func test() async throws {" + newline
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      text += pick(["", "\t", "  "]) + statement() + pick(["", ";", " // é"]) + newline
    }
    return text + "}" + pick(["", newline])
  }

  private mutating func statement() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: "let a = \(expression())"
    case 1: "_ = \(expression())"
    case 2: "let a =" + newline + "\t\(expression()), b = \(expression())"
    case 3: "if a == (\(expression())) { \(expression()) }"
    case 4: "func f(at a: Date = \(expression())) -> Date { \(expression()) }"
    case 5: "return \(expression())"
    case 6: "DispatchQueue.main.async { \(expression()) }"
    default: "f(\(expression()), b:\(expression()))"
    }
  }

  private mutating func expression(depth: Int = 0) -> String {
    guard depth < 5 else { return pick(["a", "1", "2.5", "\"s\"", "Date()", ".current"]) }
    func inner() -> String { expression(depth: depth + 1) }
    let break1 = pick(["", " ", newline, newline + "\t", " /* c */ "])
    let break2 = pick(["", " ", newline, " // d" + newline])
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: return pick(["Date()", "Date.init()", "(Date)()", "Foundation.Date( )", "Date.now"])
    case 2: return "Date(timeIntervalSinceNow: \(inner()))"
    case 3, 4: return "pair(\(break1)\(inner())\(break2),\(break1)b: \(inner())\(break2))"
    case 5: return "work(\(pick(["", "then: a, "]))then: \(inner()))"
    case 6: return "\"a \\((\(singleLine(inner()))))\""
    case 7: return "\"\"\"" + newline + "a \\(\(inner()))" + newline + "\"\"\""
    case 8: return "Array(\(inner()))"
    case 9: return "(\(inner())).map { \(inner()) }"
    case 10: return "a.map(\(inner()))"
    case 11: return "[\(inner()), \(inner())].contains(\(inner()))"
    case 12: return "(\(inner()) + \(inner()))"
    case 13: return "\(inner()) ?? \(inner())"
    case 14: return "-(\(inner()))"
    case 15: return "(\(inner()) as Any)"
    case 16: return "String(decoding: \(inner()), as: UTF8.self)"
    case 17: return "(a ? \(inner()) : \(inner()))"
    case 18: return "a.append(try \(inner()))"
    default: return "#filePath"
    }
  }

  /// A string on one line has its interpolations there, too.
  private func singleLine(_ text: String) -> String {
    text.contains(where: \.isNewline) ? "a" : text
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &random)!
  }
}
