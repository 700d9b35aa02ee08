import Diagnostics
import Foundation
import SwiftLexer

/// A file of the sources in tokens, with what it declares and what it mentions by name.
///
/// It is read without a parser, so it knows names alone: two declarations of one name are one to it.
struct SourceCode {
  /// From the repository's root.
  let path: String
  /// The folders from the target's on, e.g. `RuleEngine/Uses`.
  let folder: String
  private(set) var declarations: [Declaration] = []
  private(set) var bodies: [Body] = []
  private(set) var mentions: [Mention] = []
  /// The modules that it imports.
  private(set) var imports: Set<String> = []
  /// The labels and names of parameters, and the labels of arguments.
  private(set) var parameters: Set<String> = []
  /// The texts of its doc comments, those on lines one after the other as one, each with the index
  /// of the token that follows.
  private(set) var documentation: [(text: String, next: Int)] = []
  fileprivate let tokens: [Token]
  private let bytes: [UInt8]
  private let lines: LineTable

  /// Everything in `Sources` but the plugins, which SwiftPM compiles and runs by itself.
  static let all: [SourceCode] = Repository.files(in: "Sources", suffix: ".swift")
    .filter { !$0.hasPrefix(Repository.plugins) }
    // A file that was listed a moment ago is there.
    .map { try! SourceCode(path: $0) }

  init(path: String) throws {
    self.init(path: path, text: try Repository.text(of: path))
  }

  init(path: String, text: String) {
    self.path = path
    folder = path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
    bytes = Array(text.utf8)
    lines = LineTable(bytes)
    let source = lex(bytes)
    tokens = source.tokens
    var reader = CodeReader(self)
    reader.read()
    (declarations, bodies, mentions) = (reader.declarations, reader.bodies, reader.mentions)
    (imports, parameters) = (reader.imports, reader.parameters)
    documentation = documentation(in: source.trivia)
  }

  /// The folder in `Sources`.
  var target: String { String(path.split(separator: "/")[1]) }

  /// From 1.
  func line(ofToken index: Int) -> Int { lines.location(of: tokens[index].start).line }

  /// As a report shows it, e.g. `Sources/RuleEngine/Lint.swift:12`.
  func place(ofToken index: Int) -> String { "\(path):\(line(ofToken: index))" }

  /// A name is without its backticks.
  func text(ofToken index: Int) -> String {
    let token = tokens[index]
    let ticks = token.kind == .rawIdentifier ? 1 : 0
    return String(decoding: bytes[token.start + ticks..<token.end - ticks], as: UTF8.self)
  }

  /// What the first declaration from a token on is called; `init` for an initializer.
  func nameOfDeclaration(from index: Int) -> String? {
    for index in index..<tokens.count {
      switch tokens[index].keyword {
      case .`init`: return text(ofToken: index)
      case .struct, .class, .enum, .protocol, .typealias, .func, .let, .var, .case, .extension:
        let isModifier = tokens[index].keyword == .class && tokens[index + 1].kind == .keyword
        if !isModifier { return text(ofToken: index + 1) }
      default: break
      }
    }
    return nil
  }

  private func documentation(in trivia: [Trivia]) -> [(text: String, next: Int)] {
    var documentation: [(text: String, next: Int)] = []
    for comment in trivia where comment.kind == .docLineComment {
      let next = tokens.partition { comment.start < $0.start }
      let text = String(decoding: bytes[comment.start..<comment.end].dropFirst(3), as: UTF8.self)
      if let last = documentation.last, last.next == next {
        documentation[documentation.count - 1].text += "\n" + text
      } else {
        documentation.append((text, next))
      }
    }
    return documentation
  }
}

/// A name that code declares. Parameters, and names that a pattern binds after `case`, are left out.
struct Declaration {
  let name: String
  /// The word that declares it, e.g. `func`.
  let keyword: Keyword
  /// The index of the name's token.
  let token: Int
  /// Whether it is declared in the body of a function or an accessor.
  let isLocal: Bool
  /// Whether it stands in a type or an extension.
  let isMember: Bool
  /// Whether no other file can mention it.
  let isPrivate: Bool
  /// The tokens from the name to the end of its body.
  fileprivate(set) var extent: Range<Int>

  var isType: Bool {
    switch keyword {
    case .struct, .enum, .class, .protocol, .typealias: true
    default: false
    }
  }
}

/// The body of a function, an initializer or a property, with what introduces it.
struct Body {
  /// The index of the token that introduces it.
  let start: Int
  /// The index of its `}`.
  let end: Int
}

/// A name that is not just declared, and is no label.
struct Mention {
  let name: String
  /// The index of its token.
  let token: Int
  /// Whether a period stands before it.
  let isMember: Bool
}

/// Goes over the tokens of a file once.
private struct CodeReader {
  var declarations: [Declaration] = []
  var bodies: [Body] = []
  var mentions: [Mention] = []
  var imports: Set<String> = []
  var parameters: Set<String> = []
  private let code: SourceCode
  private let tokens: [Token]
  private var brackets: [Bracket] = []
  /// What the next brace at this depth opens.
  private var introduced: (scope: Scope, start: Int, depth: Int)?
  /// The indices of declarations that the introduced brace belongs to.
  private var introducedNames: Range<Int> = 0..<0
  private var declaredTokens: Set<Int> = []

  private enum Scope { case type, enumeration, body, none }

  private struct Bracket {
    let kind: TokenKind
    let scope: Scope
    /// The index of the token that introduces a body; nil for brackets of other kinds.
    let start: Int?
    let names: Range<Int>
  }

  init(_ code: SourceCode) {
    self.code = code
    tokens = code.tokens
  }

  mutating func read() {
    for index in tokens.indices {
      switch tokens[index].kind {
      case .leftParen, .leftSquare: open(index, as: brackets.last?.scope ?? .none)
      case .leftBrace: openBrace(index)
      case .rightParen, .rightSquare, .rightBrace: close(index)
      case .keyword:
        if isMember(index) { addMention(index) } else { readKeyword(index) }
      case .identifier, .rawIdentifier: addMention(index)
      default: break
      }
    }
  }

  private var scope: Scope { brackets.last?.scope ?? .none }

  private func isMember(_ index: Int) -> Bool {
    0 < index && tokens[index - 1].kind == .period
  }

  private func isName(_ index: Int) -> Bool {
    index < tokens.count
      && (tokens[index].kind == .identifier || tokens[index].kind == .rawIdentifier)
      && code.text(ofToken: index) != "_"
  }

  // MARK: Brackets

  private mutating func open(_ index: Int, as scope: Scope) {
    brackets.append(Bracket(kind: tokens[index].kind, scope: scope, start: nil, names: 0..<0))
  }

  private mutating func openBrace(_ index: Int) {
    guard let opened = introduced, opened.depth == brackets.count else {
      return open(index, as: .body)
    }
    brackets.append(
      Bracket(
        kind: .leftBrace, scope: opened.scope,
        start: opened.scope == .body && scope != .body ? opened.start : nil, names: introducedNames)
    )
    introduced = nil
    introducedNames = 0..<0
  }

  private mutating func close(_ index: Int) {
    guard let bracket = brackets.popLast() else { return }
    if let depth = introduced?.depth, brackets.count < depth { introduced = nil }
    for name in bracket.names {
      declarations[name].extent = declarations[name].extent.lowerBound..<index + 1
    }
    if let start = bracket.start { bodies.append(Body(start: start, end: index)) }
  }

  // MARK: Declarations

  private mutating func readKeyword(_ index: Int) {
    let keyword = tokens[index].keyword
    switch keyword {
    case .struct, .class, .protocol, .enum:
      guard isName(index + 1) else { return }
      introduce(keyword == .enum ? .enumeration : .type, at: index, names: [index + 1])
    case .extension:
      introduce(.type, at: index, names: [])
    case .func:
      introduce(.body, at: index, names: [index + 1])
    case .`init`, .deinit, .subscript:
      if scope == .type || scope == .enumeration { introduce(.body, at: index, names: []) }
    case .var, .let:
      introduce(.body, at: index, names: boundNames(after: index))
    case .import:
      // A module, or one of its declarations after a word for what that is.
      imports.insert(code.text(ofToken: isName(index + 1) ? index + 1 : index + 2))
    case .typealias, .associatedtype:
      declare([index + 1], keyword)
    case .case where scope == .enumeration && brackets.last?.kind == .leftBrace:
      declare(caseNames(after: index), keyword)
    default:
      break
    }
  }

  private mutating func introduce(_ scope: Scope, at index: Int, names: [Int]) {
    let count = declarations.count
    declare(names, tokens[index].keyword)
    introduced = (scope, index, brackets.count)
    introducedNames = count..<declarations.count
  }

  private mutating func declare(_ names: [Int], _ keyword: Keyword) {
    // What stands before the word for it, also with 'final' or 'indirect' between them.
    let modifiers = tokens[..<((names.first ?? 1) - 1)].suffix(2)
    let isPrivate = modifiers.contains { [.private, .fileprivate].contains($0.keyword) }
    for index in names where isName(index) {
      declaredTokens.insert(index)
      declarations.append(
        Declaration(
          name: code.text(ofToken: index), keyword: keyword, token: index,
          isLocal: scope == .body, isMember: scope == .type || scope == .enumeration,
          isPrivate: isPrivate,
          extent: index..<index + 1))
    }
  }

  /// The names in `let a` and `let (a, b)`.
  private func boundNames(after index: Int) -> [Int] {
    guard tokens[index + 1].kind == .leftParen else { return [index + 1] }
    let end = tokens[index...].firstIndex { $0.kind == .rightParen } ?? index
    return Array(index + 2..<max(end, index + 2))
  }

  /// The names in `case a, b(Int), c = "d"`.
  private func caseNames(after index: Int) -> [Int] {
    var names = [index + 1]
    var depth = 0
    var next = index + 2
    while tokens[next].kind != .endOfFile,
      !tokens[next].isAtLineStart || 0 < depth
        || tokens[next - 1].kind == .comma
    {
      switch tokens[next].kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .comma: if depth == 0 { names.append(next + 1) }
      case .rightBrace: return names
      default: break
      }
      next += 1
    }
    return names
  }

  // MARK: Mentions

  private mutating func addMention(_ index: Int) {
    guard !declaredTokens.contains(index) else { return }
    let name = code.text(ofToken: index)
    if isLabel(index) {
      parameters.insert(name)
    } else {
      mentions.append(Mention(name: name, token: index, isMember: isMember(index)))
    }
  }

  /// Whether it is the label of an argument, or the label or the name of a parameter.
  private func isLabel(_ index: Int) -> Bool {
    guard brackets.last?.kind == .leftParen, !isMember(index) else { return false }
    let isFirst = isAfterDelimiter(index)
    if tokens[index + 1].kind == .colon {
      return isFirst || tokens[index - 1].isWord && isAfterDelimiter(index - 1)
    }
    return isFirst && tokens[index + 1].isWord && !tokens[index + 1].isAtLineStart
      && tokens[index + 2].kind == .colon
  }

  private func isAfterDelimiter(_ index: Int) -> Bool {
    tokens[index - 1].kind == .leftParen || tokens[index - 1].kind == .comma
  }
}

extension Array where Element == Token {
  /// The index of the first token that the condition holds for, if it holds for all after it.
  fileprivate func partition(_ belongsInSecond: (Token) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsInSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
