import SwiftLexer
import Testing

@testable import Syntax

@Suite("What is declared is used")
struct DeadCodeTests {
  /// What only a test mentions is dead, too: a test asks for what is in use.
  @Test func sourcesMentionEachNameBesidesItsDeclaration() {
    for (name, place) in unmentionedNames(in: SourceCode.all) {
      // The lexer makes these of their numbers, the parser of their texts.
      guard Keyword(rawValue: name) == nil, ContextualWord(rawValue: name) == nil else { continue }
      Issue.record("\(place) declares \(name), which nothing mentions")
    }
  }

  @Test func namesAreMentionedOutsideOfTheirDeclarations() {
    let code = SourceCode(
      path: "Sources/A/a.swift",
      text: """
        struct A {
          enum B { case c, d(e: Int), f }
          let (g, h) = (1, 2)
          func recurring() { if g == 0 { recurring() } }
          func labelled(h: Int, at index: Int) { labelled(h: 1, at: 2) }
        }
        typealias I = A.B
        let j = I.c, k = "\\(I.d(e: 1))"
        """)
    #expect(
      unmentionedNames(in: [code]).map { "\($0.place) \($0.name)" } == [
        "Sources/A/a.swift:2 f", "Sources/A/a.swift:3 h", "Sources/A/a.swift:4 recurring",
        "Sources/A/a.swift:5 labelled", "Sources/A/a.swift:8 j", "Sources/A/a.swift:8 k",
      ])
  }
}

/// What is declared outside of bodies, and mentioned nowhere but in itself.
private func unmentionedNames(in files: [SourceCode]) -> [(name: String, place: String)] {
  var mentions: [String: [(file: Int, token: Int)]] = [:]
  for (number, file) in files.enumerated() {
    for mention in file.mentions {
      mentions[mention.name, default: []].append((number, mention.token))
    }
  }
  return files.enumerated().flatMap { number, file in
    file.declarations.filter { declaration in
      let isMentioned = mentions[declaration.name]?.contains {
        $0.file != number || !declaration.extent.contains($0.token)
      }
      return !declaration.isLocal && isMentioned != true
    }
    .map { ($0.name, file.place(ofToken: $0.token)) }
  }
}
