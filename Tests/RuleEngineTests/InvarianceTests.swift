import BundledRules
import Diagnostics
import Foundation
import RuleEngine
import SwiftLexer
import TestSupport
import Testing

@testable import Rules

/// What may change in a file without a change to what is found.
@Suite struct InvarianceTests {
  private static let rules = CompiledRules(
    bundledRuleFiles.flatMap { file in
      RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules
        .map(\.value)
    }, readsSuppressions: false)

  private let texts: [[UInt8]]

  init() throws {
    texts = try swiftSources(in: ["Fixtures"])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func blanksAndCommentsBetweenTokensDoNotCount(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var found = 0
    for text in texts { found += expectSame(text, spaced(text, using: &random)) }
    #expect(1_500 < found)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func namesThatNoRuleKnowsDoNotCount(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var found = 0
    for text in texts { found += expectSame(text, renamed(text, using: &random)) }
    #expect(1_500 < found)
  }

  /// - Returns: how much is found.
  private func expectSame(_ text: [UInt8], _ changed: [UInt8]) -> Int {
    let (before, after) = (findings(in: text), findings(in: changed))
    let difference = after.difference(from: before)
    #expect(difference.isEmpty, "\(difference) in \(String(decoding: changed, as: UTF8.self))")
    return before.count
  }

  /// By the number of the token that each begins with.
  private func findings(in text: [UInt8]) -> [String] {
    let source = SourceFile(path: FilePath("Sources/App/File.swift"), bytes: text)
    let tokens = lex(text).tokens
    return lint(source, relativePath: source.path, with: Self.rules).reported.map { finding in
      let place = tokens.firstIndex { finding.range.lowerBound <= $0.start }!
      return "\(finding.rule!.id) at token \(place)"
    }
  }

  // MARK: - Blanks and comments

  private func spaced(_ text: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var changed: [UInt8] = []
    var end = 0
    for gap in gaps(in: text) where Int.random(in: 0..<3, using: &random) == 0 {
      changed += text[end..<gap.upperBound]
      end = gap.upperBound
      let isLineEnd = text[gap].contains(UInt8(ascii: "\n"))
      let choices =
        isLineEnd ? ["\n", "\t", "// Date()\n", "/* a\n */"] : [" ", "\t", "/* Date() */ "]
      changed += Array(choices.randomElement(using: &random)!.utf8)
    }
    return changed + text[end...]
  }

  /// What lies between tokens and is blanks alone, at least one.
  private func gaps(in text: [UInt8]) -> [Range<Int>] {
    let source = lex(text)
    return zip(source.tokens, source.tokens.dropFirst()).compactMap { token, next in
      // What follows these may be the text of a string, or of a directive to the end of its line.
      guard token.end < next.start, token.kind != .openQuote, next.kind != .closeQuote,
        next.kind != .stringPounds, next.kind != .interpolationBackslash,
        text[token.end..<next.start].allSatisfy({ " \n".utf8.contains($0) })
      else { return nil }
      return token.end..<next.start
    }
  }

  // MARK: - Names

  /// Each name that no rule knows becomes another, the same everywhere. Its case stays, since that
  /// tells types.
  private func renamed(_ text: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    let source = lex(text)
    var names: [ArraySlice<UInt8>: [UInt8]] = [:]
    var changed: [UInt8] = []
    var end = 0
    for token in source.tokens where token.kind == .identifier {
      let name = text[token.start..<token.end]
      guard !Self.isKnown(name) else { continue }
      let new = names[name] ?? other(than: name, using: &random)
      names[name] = new
      changed += text[end..<token.start] + new
      end = token.end
    }
    return changed + text[end...]
  }

  private func other(than name: ArraySlice<UInt8>, using random: inout SplitMix64) -> [UInt8] {
    name + Array("\(Int.random(in: 100..<1_000_000, using: &random))é".utf8)
  }

  private static func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
    // As `sample*` and `*Tests` have it.
    knownWords.contains(Array(name)) || swiftWords.contains(String(decoding: name, as: UTF8.self))
      || ["sample", "mock", "preview"].contains { name.starts(with: $0.utf8) }
      || ["Spec", "Test", "TestCase", "Tests"].contains {
        name.reversed().starts(with: $0.utf8.reversed())
      }
  }

  private static let swiftWords: Set = [
    "final", "lazy", "weak", "unowned", "mutating", "nonmutating", "override", "convenience",
    "required", "async", "actor", "macro", "some", "any", "get", "set", "willSet", "didSet",
    "nonisolated", "isolated", "borrowing", "consuming", "sending", "indirect", "dynamic", "open",
    "package", "prefix", "postfix", "infix", "optional", "each", "copy", "consume", "await",
    "borrow", "discard", "distributed", "nonsending", "of", "Protocol", "reasync", "Type", "unsafe",
    "using", "yield",
  ]

  /// The words of the packs, and those that are looked for in so many letters.
  private static let knownWords: Set<[UInt8]> = {
    let folders = ["Sources/RuleEngine", "Sources/Rules", "Sources/Syntax"]
    let sources = (try? swiftSources(in: folders)) ?? []
    let literals = sources.flatMap { source in
      source.split(separator: UInt8(ascii: "\n")).flatMap { line in
        line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { Array($0.element) }
      }
    }
    return Set(
      (bundledRuleFiles.map(\.bytes) + literals).flatMap { text in
        text.split { !$0.isASCIIWordByte }.map { Array($0) }
      })
  }()
}

extension UInt8 {
  fileprivate var isASCIIWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
