import Foundation
import SwiftLexer
import Testing

private let repository = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

let lexicalFacts: [LexicalFact] = {
  let table = repository.appending(path: "Fixtures/Lexer/facts.tsv")
  return LexicalFact.table((try? String(contentsOf: table, encoding: .utf8)) ?? "")
}()

extension LexicalFact: CustomTestStringConvertible {
  var testDescription: String { "\(id) \(rule)" }
}

@Suite struct LexerTests {
  @Test func tableOfFactsIsThere() {
    #expect(234 <= lexicalFacts.count)
    #expect(Set(lexicalFacts.map(\.id)).count == lexicalFacts.count)
  }

  @Test(arguments: lexicalFacts)
  func lexesAsTheTableSays(fact: LexicalFact) {
    #expect(lex(fact.source).notation(of: fact.source) == fact.expected)
  }

  @Test func knowsEveryKeyword() {
    let keywords = Keyword.allCases.dropFirst()
    let source = lex(Array(keywords.map(\.rawValue).joined(separator: " ").utf8))
    #expect(source.tokens.dropLast().map(\.keyword) == Array(keywords))
    #expect(source.tokens.dropLast().allSatisfy { $0.kind == .keyword })
  }

  @Test func contextualKeywordsAreNames() {
    let words = "async await get set some any actor open yield none init_ _self selfish Type"
    let source = lex(Array(words.utf8))
    #expect(source.tokens.dropLast().allSatisfy { $0.kind == .identifier && $0.keyword == .none })
  }

  /// Wherever they stand, also where words are read one by one.
  @Test func marksTheWordsThatAreSought() {
    let sought =
      ["Date", "init", "x", "Self", "a1234567890123", "DispatchQueue", "Sixteen_bytes_in"]
      + ["withUnsafeThrowingContinuation"]
    let others = ["Data", "self", "y", "Dates", "a123456789012", "Sixteen_bytes_on", "_"]
    let words = (sought + others).joined(separator: " ")
    let bytes = Array("\(words) `x` \"\\(Date + Data) \\(x)\" \(words) #if \(words)\n#endif".utf8)
    var source = LexedSource()
    bytes.withUnsafeBufferPointer {
      lex($0, marking: SoughtWords(sought.map { Array($0.utf8)[...] }), into: &source)
    }
    #expect(source.tokens.last?.isMarked == true)
    let marked = source.tokens.dropLast().filter(\.isMarked).map {
      String(decoding: bytes[$0.start..<$0.end], as: UTF8.self)
    }
    #expect(marked == sought + ["`x`", "Date", "x"] + sought + ["#if"] + sought + ["#endif"])
  }

  /// Tokens that are the first of their line, after `⏎`.
  @Test(arguments: [
    ("a b", "⏎a b"),
    ("a\nb c", "⏎a ⏎b c"),
    ("a\rb\r\nc", "⏎a ⏎b ⏎c"),
    ("\na // b\nc", "⏎a ⏎c"),
    ("a /* b */ c", "⏎a c"),
    ("a/*\n*/()", "⏎a ⏎( )"),
    ("a/* /* \r */ */()", "⏎a ⏎( )"),
    ("a\u{2028}b", "⏎a b"),
    ("a\n<<<<<<< x\n>>>>>>> y\nb", "⏎a ⏎b"),
    ("\"\"\"\na\n\"\"\"\nb", "⏎\"\"\" \"\"\" ⏎b"),
    ("\"\\(a\nb", "⏎\" \\ ( a ⏎b"),
    ("#/\na\n/#.b", "⏎# / \na\n / # . b"),
  ])
  func tellsTheFirstTokenOfALine(source: String, expected: String) {
    let bytes = Array(source.utf8)
    let tokens = lex(bytes).tokens.dropLast().map { token in
      let text = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
      return (token.isAtLineStart ? "⏎" : "") + text
    }
    #expect(tokens.joined(separator: " ") == expected)
  }

  @Test func arraysAreUsedAgain() {
    var source = LexedSource()
    let first = Array("let a = /* b */ 1 + f(\"\\(x)\")".utf8)
    let second = Array("\"\\(y".utf8)
    first.withUnsafeBufferPointer { lex($0, into: &source) }
    #expect(source.notation(of: first) == lex(first).notation(of: first))
    let capacity = source.tokens.capacity
    second.withUnsafeBufferPointer { lex($0, into: &source) }
    #expect(source.notation(of: second) == lex(second).notation(of: second))
    #expect(source.tokens.capacity == capacity)
  }

  @Test func manyTokensComeInOrder() {
    let source = lex(Array(String(repeating: "a.", count: 5000).utf8))
    #expect(source.tokens.count == 10_001)
    #expect(source.tokens.map(\.start) == Array(0...10_000))
  }
}

/// The dumps in `Fixtures/Lexer` are those that the toolchain's own lexer gives.
@Suite struct TokenDumpTests {
  private static let names = ["names", "operators", "regexes", "strings", "trivia"]

  @Test(arguments: names)
  func dumpsTokensAsSwiftParserDoes(name: String) throws {
    let path = "Fixtures/Lexer/\(name).swift"
    let bytes = try Data(contentsOf: repository.appending(path: path))
    let expected = try Data(contentsOf: repository.appending(path: "Fixtures/Lexer/\(name).tokens"))
    var dump: [UInt8] = []
    dumpTokens(of: Array(bytes), path: Array(path.utf8), into: &dump)
    #expect(String(decoding: dump, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test func everyDumpIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: repository.appending(path: "Fixtures/Lexer").path)
    let dumps = files.filter { $0.hasSuffix(".tokens") }.sorted()
    #expect(dumps == Self.names.map { $0 + ".tokens" })
  }

  @Test func anEmptyFileIsItsEnd() {
    var dump: [UInt8] = []
    dumpTokens(of: [], path: Array("a b.swift".utf8), into: &dump)
    #expect(dump == Array("F\ta b.swift\t0\n0\t0\teof\n".utf8))
  }

  @Test func pathsThatAreNotUTF8StayAsTheyAre() {
    var dump: [UInt8] = []
    dumpTokens(of: Array("a".utf8), path: [0xFF], into: &dump)
    #expect(dump == Array("F\t".utf8) + [0xFF] + Array("\t1\n0\t1\tword\n1\t0\teof\n".utf8))
  }
}
